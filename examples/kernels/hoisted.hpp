// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <weft/weft.hpp>

namespace attention {

/// How many tiles ahead of its use a load can be written.
inline constexpr std::size_t most_hoisted = 3;

/// A stream of `count` tiles, loaded by `load(t)` in order, up to `hoisted` tiles ahead of their use. Tile t lives in slot
/// t mod (hoisted + 1) until tile t + hoisted + 1 takes its place. `tl.prefetch` does the same with a depth that is part
/// of the type; here it is chosen at run time. More than `most_hoisted` tiles ahead throws `weft::Error`.
template <class Tile, class Load>
class Hoisted {
 public:
  Hoisted(std::size_t count, std::size_t hoisted, Load load)
      : count_{count}, slots_{hoisted + 1}, load_{load} {
    if (hoisted > most_hoisted) throw weft::Error("loads can be hoisted at most 3 tiles");
  }

  /// Loads the tiles up to and with tile t that are not loaded yet; those behind the last do not exist.
  void up_to(std::size_t t) {
    for (; next_ <= t && next_ < count_; ++next_) tiles_[next_ % slots_] = load_(next_);
  }
  /// Tile t, which must be among the last `hoisted` + 1 loaded.
  const weft::Deferred<Tile>& operator[](std::size_t t) const { return tiles_[t % slots_]; }

 private:
  std::size_t count_;
  std::size_t slots_;
  std::size_t next_ = 0;
  Load load_;
  std::array<weft::Deferred<Tile>, most_hoisted + 1> tiles_;
};

/// The stream whose tiles `load` returns.
template <class Load>
auto hoisted_stream(std::size_t count, std::size_t hoisted, Load load) {
  using Tile = typename decltype(load(std::size_t{}))::tensor;
  return Hoisted<Tile, Load>(count, hoisted, load);
}

}  // namespace attention
