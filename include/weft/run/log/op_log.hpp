// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/units/duration.hpp>
#include <weft/run/log/full_log.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// The ids of the ops that made an op's operands, in argument order; `no_record` for a constant, or if an earlier report has it.
class Producers {
 public:
  Producers(const OpTable& table, std::size_t first, std::size_t count)
      : table_(&table), first_(first), count_(count) {}
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  [[nodiscard]] RecordId operator[](std::size_t i) const noexcept {
    return table_->place(table_->producers[first_ + i]);
  }

  class iterator {
   public:
    using value_type = RecordId;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;

    iterator() = default;
    iterator(const OpTable& table, std::size_t at) : table_(&table), at_(at) {}
    RecordId operator*() const noexcept { return table_->place(table_->producers[at_]); }
    iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    iterator operator++(int) noexcept { return {*table_, at_++}; }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const OpTable* table_ = nullptr;
    std::size_t at_ = 0;
  };
  [[nodiscard]] iterator begin() const noexcept { return {*table_, first_}; }
  [[nodiscard]] iterator end() const noexcept { return {*table_, first_ + count_}; }

 private:
  const OpTable* table_;
  std::size_t first_;
  std::size_t count_;
};

/// One op of the log, with everything that is known of it.
struct OpRecord {
  RecordId id;
  std::string_view kind;
  std::string_view op;
  std::uint32_t pe;
  std::uint32_t kernel;  ///< launch number
  std::string_view engine;
  Duration issued;  ///< when its request was made
  Duration start;
  Duration end;
  std::uint64_t bytes;
  std::uint64_t flops;
  std::uint64_t address;
  std::uint32_t rows;
  std::uint32_t cols;
  std::string_view file;
  std::uint32_t line;
  Producers producers;
  RecordId
      parent;  ///< the composite it belongs to, or `no_record`; also if an earlier report has it
};

/// One wait of a kernel for an operand.
struct WaitRecord {
  std::uint32_t kernel;  ///< launch number
  std::string_view consumer_file;
  std::uint32_t consumer_line;
  std::string_view producer_file;
  std::uint32_t producer_line;
  Duration end;
  Duration waited;
};

/// The ops of one report as a random-access range of `OpRecord` values. Keeps the report's data alive, so
/// `for (auto op : sim.run().op_log())` is safe; its iterators and records are valid as long as a copy of it or of the report is.
class OpLog {
 public:
  /// Where the records stand.
  struct Source {
    const OpTable* table = nullptr;
    const std::vector<std::uint32_t>* pes = nullptr;  ///< by kernel, from `first_kernel` on
    std::uint32_t first_kernel = 0;

    [[nodiscard]] OpRecord record(std::size_t id, std::size_t producer) const {
      const OpEvent& event = table->ops[id];
      const OpFacts& facts = *event.facts;
      return {static_cast<RecordId>(id),
              facts.kind,
              facts.op,
              (*pes)[event.kernel - first_kernel],
              event.kernel,
              facts.engine,
              Duration{event.issued},
              Duration{event.start},
              Duration{event.end},
              event.bytes,
              facts.flops,
              event.address,
              facts.rows,
              facts.cols,
              event.where.file_name(),
              event.where.line(),
              Producers(*table, producer, facts.operands),
              table->place(event.parent)};
    }
  };

  class iterator {
   public:
    using value_type = OpRecord;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;

    iterator() = default;
    iterator(const Source& source, std::size_t id)
        : source_(source), id_(id), producer_(source.table->first_producer(id)) {}
    OpRecord operator*() const { return source_.record(id_, producer_); }
    OpRecord operator[](difference_type n) const { return *(*this + n); }
    iterator& operator++() {
      producer_ += source_.table->ops[id_++].facts->operands;
      return *this;
    }
    iterator& operator--() {
      producer_ -= source_.table->ops[--id_].facts->operands;
      return *this;
    }
    iterator operator++(int) {
      iterator old = *this;
      ++*this;
      return old;
    }
    iterator operator--(int) {
      iterator old = *this;
      --*this;
      return old;
    }
    iterator& operator+=(difference_type n) {
      return *this =
                 iterator(source_, static_cast<std::size_t>(static_cast<difference_type>(id_) + n));
    }
    iterator& operator-=(difference_type n) { return *this += -n; }
    friend iterator operator+(iterator i, difference_type n) { return i += n; }
    friend iterator operator+(difference_type n, iterator i) { return i += n; }
    friend iterator operator-(iterator i, difference_type n) { return i -= n; }
    friend difference_type operator-(const iterator& a, const iterator& b) {
      return static_cast<difference_type>(a.id_) - static_cast<difference_type>(b.id_);
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.id_ == b.id_; }
    friend auto operator<=>(const iterator& a, const iterator& b) { return a.id_ <=> b.id_; }

   private:
    Source source_;
    std::size_t id_ = 0;
    std::size_t producer_ = 0;
  };

  OpLog(const Source& source, std::shared_ptr<const void> keep_alive)
      : source_(source), keep_alive_(std::move(keep_alive)) {}

  [[nodiscard]] std::size_t size() const noexcept { return source_.table->ops.size(); }
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] iterator begin() const { return {source_, 0}; }
  [[nodiscard]] iterator end() const { return {source_, size()}; }
  [[nodiscard]] OpRecord operator[](std::size_t id) const { return *iterator(source_, id); }

 private:
  Source source_;
  std::shared_ptr<const void> keep_alive_;
};

}  // namespace weft
