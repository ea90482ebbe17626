// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/duration.hpp>
#include <weft/run/time/actor.hpp>

#include <cstdint>
#include <limits>
#include <source_location>
#include <string_view>

namespace weft {

/// The id of a log record, from 0 in the order of performing; `no_record` where there is none.
using RecordId = std::uint32_t;
inline constexpr RecordId no_record = std::numeric_limits<RecordId>::max();

/// What is the same for every op made by one call of one type on one kind of PE.
struct OpFacts {
  std::string_view kind;    ///< "memory/dma_read", "compute/gemm", ...
  std::string_view op;      ///< "load", "dot", "exp", ...
  std::string_view engine;  ///< the server that served it: "dma.read", "gemm", ...
  std::uint32_t rows;       ///< of the result, or of the tile that moved
  std::uint32_t cols;
  std::uint64_t flops;
  std::uint32_t operands;  ///< how many producers the event names
};

/// An op whose request has just been made. All times in ps; `end` is when its server is free again (a load is ready
/// `latency` later).
struct OpEvent {
  Ps issued;
  Ps start;
  Ps end;
  const OpFacts* facts;
  std::source_location where;
  std::uint64_t address;  ///< in HBM; 0 for ops that do not touch it
  std::uint64_t bytes;    ///< moved; 0 for ops that move none
  std::uint32_t kernel;   ///< launch number
  RecordId parent;        ///< the composite it belongs to, or `no_record`
};

/// A kernel has waited for an operand: `waited` ps until `end`. Told at its end, so waits come ordered by it.
struct WaitEvent {
  std::uint32_t kernel;
  Ps end;
  Ps waited;
  std::source_location consumer;
  std::source_location producer;
};

/// Loads that no op has used, by the line that made them.
struct UnusedLoads {
  std::source_location where;
  std::uint64_t count;
};

/// What is missing of a message when a report is made.
enum class MessageState : unsigned char {
  no_place,      ///< its send still waits for a place in the receiver's queue
  not_received,  ///< it was sent, and nobody has received it
  not_sent,      ///< it has a receive, and nobody has sent it
};
[[nodiscard]] constexpr std::string_view name_of(MessageState state) noexcept {
  constexpr std::string_view names[] = {"no place", "not received", "not sent"};
  return names[static_cast<unsigned char>(state)];
}

/// A message that has not been both sent and received, as the op says that is there: its send, or its receive.
struct Unreceived {
  MessageState state;
  std::uint32_t pe;      ///< of the op
  std::uint32_t peer;    ///< the PE at the other end of the queue
  std::uint32_t kernel;  ///< launch number
  std::source_location where;
  Duration since;  ///< when the op was issued
};

/// Tiles of one PE's scratch that are live together, by the line that made them.
struct LiveTiles {
  std::source_location where;
  std::uint64_t tiles;
  std::uint64_t bytes;
};

/// A kernel has returned.
struct KernelEvent {
  std::uint32_t kernel;
  std::uint32_t pe;
  Ps launched;
  Ps finished;
  Ps issued;  ///< sum of its issue costs
  Ps waited;  ///< sum of its waits
};

}  // namespace weft
