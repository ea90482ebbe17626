// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/run/log/chunked_log.hpp>
#include <weft/run/log/events.hpp>

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace weft {

/// Every op, its producers, and every wait of one run.
struct OpTable {
  static constexpr std::size_t mark_every = 1024;

  RecordId first = 0;  ///< the number of the first record: producers and parents count from there
  ChunkedLog<OpEvent> ops;
  ChunkedLog<RecordId>
      producers;  ///< those of record i stand behind those of i-1, as many as its facts say
  std::vector<std::size_t> producer_marks;  ///< where those of every 1,024th record begin
  ChunkedLog<WaitEvent> waits;

  /// The place of a record named by a producer or parent; `no_record` if an earlier table has it.
  [[nodiscard]] RecordId place(RecordId id) const noexcept {
    return id != no_record && id - first < ops.size() ? id - first : no_record;
  }
  /// Where the producers of record `id` begin.
  [[nodiscard]] std::size_t first_producer(std::size_t id) const noexcept {
    if (id == ops.size()) return producers.size();
    std::size_t at = producer_marks[id / mark_every];
    for (std::size_t i = id / mark_every * mark_every; i != id; ++i) at += ops[i].facts->operands;
    return at;
  }
};

/// The policy that keeps everything: `Report::op_log()` and `Report::waits()` are complete. 64 bytes an op and 4 a producer.
class FullLog {
 public:
  static constexpr bool keeps_records = true;

  template <std::size_t N>
  [[gnu::always_inline]] RecordId op(const OpEvent& event, const std::array<RecordId, N>& made_by) {
    const std::size_t id = table_.ops.size();
    if (id % OpTable::mark_every == 0) [[unlikely]]
      mark(id);
    table_.ops.push(event);
    for (RecordId producer : made_by) table_.producers.push(producer);
    return table_.first + static_cast<RecordId>(id);
  }
  /// The times of a record that were not known when it was made. Without effect if it has been taken.
  void amend(RecordId id, Ps start, Ps end) {
    if (const RecordId at = table_.place(id); at != no_record) {
      table_.ops[at].start = start;
      table_.ops[at].end = end;
    }
  }
  void amend_end(RecordId id, Ps end) {
    if (const RecordId at = table_.place(id); at != no_record) table_.ops[at].end = end;
  }
  void wait(const WaitEvent& event) { table_.waits.push(event); }
  /// What has been told since the last time. Numbers go on, so that ops under way may name records taken; after 2^31
  /// they begin again.
  [[nodiscard]] OpTable take() {
    const std::uint64_t behind = table_.first + std::uint64_t{table_.ops.size()};
    OpTable taken = std::exchange(table_, {});
    table_.first = behind < no_record / 2 ? static_cast<RecordId>(behind) : 0;
    return taken;
  }

 private:
  [[gnu::noinline]] void mark(std::size_t id) {
    if (id >= no_record - OpTable::mark_every - table_.first)
      throw Error("the op log is full: 2^31 records and more");
    table_.producer_marks.push_back(table_.producers.size());
  }

  OpTable table_;
};

}  // namespace weft
