// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weft {

/// What a type is to the PE it is listed in.
enum class PartKind : unsigned char { cpu, engine, scratch, scheduler, hbm };

/// One FIFO server of an engine: its name in logs and how many requests it serves at a time.
struct Server {
  std::string_view name;
  std::uint32_t capacity = 1;
};

/// A part of a PE or device: it says what it is by `static constexpr PartKind part`.
template <class T>
concept IsPart = requires {
  { T::part } -> std::convertible_to<PartKind>;
};

/// An engine: `name`, `servers` (an array of Server), `accepts<Work>` and `service(work)`. Optional
/// are `server<Work>`, the place in `servers` where such work is served (0 by default), and
/// `latency(work)`, the time from the end of service to readiness (none by default). A user's
/// engine is a struct with these members; nothing else changes.
template <class T>
concept IsEngine = IsPart<T> && T::part == PartKind::engine && requires {
  { T::name } -> std::convertible_to<std::string_view>;
  { T::servers[0].capacity } -> std::convertible_to<std::uint32_t>;
};

/// Engine E executes work of type W.
template <class E, class W>
concept Executes = IsEngine<E> && E::template accepts<W>;

}  // namespace weft
