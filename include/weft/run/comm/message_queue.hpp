// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/kernel_actor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// What a message is made of.
struct MessageType {
  std::string_view dtype;
  std::uint32_t rows;
  std::uint32_t cols;
  friend bool operator==(const MessageType&, const MessageType&) = default;
};
/// The one of tiles of type `Tile`.
template <class Tile>
inline constexpr MessageType message_type{Tile::dtype::name, Tile::shape::rows, Tile::shape::cols};

/// An inter-process communication queue from one PE to another: the n-th receive gets the n-th message. The receiver has
/// `slots` places; a send needs a free one, and a place is free again when its message has been received (DESIGN 4.11).
class MessageQueue {
 public:
  MessageQueue(Runtime& runtime, std::uint32_t slots, std::uint32_t from, std::uint32_t to)
      : runtime_(&runtime), slots_(slots), from_(from), to_(to) {}

  /// Says which PEs are at its ends.
  void connect(std::uint32_t from, std::uint32_t to) noexcept { from_ = from, to_ = to; }
  /// The PEs at its ends.
  [[nodiscard]] std::uint32_t from() const noexcept { return from_; }
  [[nodiscard]] std::uint32_t to() const noexcept { return to_; }

  /// The number of the next send; its receive, if there is one, must expect the same type.
  std::uint64_t send(const MessageType& type, std::source_location where, std::uint32_t kernel) {
    Message& message = make(sends_);
    message.sent = {&type, where, runtime_->clock.now()};
    message.sender = kernel;
    check(message, message.received.at != not_known);
    return sends_++;
  }
  /// When send `i` may take its place: 0 if it always could, `not_known` if that is not decided.
  [[nodiscard]] Ps credit(std::uint64_t i) const {
    return i < slots_ || i - slots_ < first_ ? 0 : at(i - slots_).ready;
  }
  /// The line of the receive that frees the place of send `i`.
  [[nodiscard]] std::source_location freed_by(std::uint64_t i) const {
    return i < slots_ || i - slots_ < first_ ? std::source_location{}
                                             : at(i - slots_).received.where;
  }
  /// Wakes `sender` when the place of send `i` is free; its `credit` must not be known.
  void await_credit(std::uint64_t i, Actor& sender) { at(i - slots_).credit_waiter = &sender; }
  /// The bytes of message `i`, where values are computed.
  void carry(std::uint64_t i, std::unique_ptr<std::byte[]> bytes) {
    at(i).bytes = std::move(bytes);
  }
  /// Message `i` will arrive at `arrival`.
  void arrives(std::uint64_t i, Ps arrival) {
    at(i).arrival = arrival;
    settle(i);
  }

  /// A receive into `tile` is issued now, which gets record `record` amended when its readiness is known.
  void receive(const MessageType& type, std::source_location where, std::uint32_t kernel,
               Slot& tile, void (*amend)(void*, RecordId, Ps), void* sim) {
    const std::uint64_t i = receives_++;
    Message& message = make(i);
    message.received = {&type, where, runtime_->clock.now()};
    message.receiver = kernel;
    message.tile = &tile;
    amend_ = amend;
    sim_ = sim;
    check(message, i < sends_);
    settle(i);
  }

  [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }
  /// Overrides the number of places; sends that wait may go on.
  void set_slots(std::uint32_t slots) {
    const std::uint32_t before = std::exchange(slots_, slots);
    for (std::uint64_t i = first_; i != behind(); ++i) {
      // Waiters were noted at the message whose place they wait for; with more places they wait for an earlier one.
      Actor* waiter = std::exchange(at(i).credit_waiter, nullptr);
      if (waiter == nullptr) continue;
      const std::uint64_t sender = i + before;
      if (const Ps free = credit(sender); free == not_known)
        await_credit(sender, *waiter);
      else
        runtime_->clock.schedule(*waiter, std::max(free, runtime_->clock.now()));
    }
  }
  /// Some kernel waits for a place: for that of its own send, or of one in the background.
  [[nodiscard]] bool blocked() const {
    bool found = false;
    for_each_unreceived([&](const Unreceived& message, const Slot* done) {
      found = found || (message.state == MessageState::no_place &&
                        (done == nullptr || done->waiters != nullptr));
    });
    return found;
  }
  /// `actor` waits for a place here.
  [[nodiscard]] bool holds_up(const Actor& actor) const {
    return std::any_of(kept(), messages_.end(),
                       [&](const Message& message) { return message.credit_waiter == &actor; });
  }
  /// `kernel` waits for a message that has not been sent.
  [[nodiscard]] bool owes(const KernelActor& kernel) const {
    return std::any_of(kept(), messages_.end(), [&](const Message& message) {
      return message.arrival == not_known && message.tile != nullptr &&
             kernel.waits_for(*message.tile);
    });
  }
  /// Calls `visit(Unreceived, const Slot* done)` for every message that has not been both sent and received, in order.
  /// `done` is what will be ready when a send in the background that waits for its place has been sent; else null.
  template <class Visit>
  void for_each_unreceived(Visit visit) const {
    for (std::uint64_t i = first_; i != behind(); ++i) {
      const Message& message = at(i);
      const bool sent = i < sends_;
      const bool waits = sent && credit(i) > runtime_->clock.now();
      if (sent && !waits && message.received.at != not_known) continue;
      const End& end = sent ? message.sent : message.received;
      visit(Unreceived{waits  ? MessageState::no_place
                       : sent ? MessageState::not_received
                              : MessageState::not_sent,
                       sent ? from_ : to_, sent ? to_ : from_,
                       sent ? message.sender : message.receiver, end.where, Duration{end.at}},
            waits ? runtime_->decided_by(at(i - slots_).credit_waiter) : nullptr);
    }
  }

 private:
  /// What one end says a message is made of, and the line and the moment of its op.
  struct End {
    const MessageType* type = nullptr;
    std::source_location where{};
    Ps at = not_known;

    [[nodiscard]] std::string text() const {
      return sentence(type->dtype, " ", type->rows, "x", type->cols, " at ", line_of(where));
    }
  };
  struct Message {
    End sent{};
    End received{};
    std::uint32_t sender = 0;  // kernels
    std::uint32_t receiver = 0;
    Ps arrival = not_known;
    Ps ready = not_known;
    Slot* tile = nullptr;
    Actor* credit_waiter = nullptr;
    std::unique_ptr<std::byte[]> bytes;
  };

  [[nodiscard]] std::vector<Message>::const_iterator kept() const {
    return messages_.begin() + static_cast<std::ptrdiff_t>(gone_);
  }
  /// The number behind the last message.
  [[nodiscard]] std::uint64_t behind() const { return first_ + messages_.size() - gone_; }
  [[nodiscard]] Message& at(std::uint64_t i) { return messages_[i - first_ + gone_]; }
  [[nodiscard]] const Message& at(std::uint64_t i) const { return messages_[i - first_ + gone_]; }
  Message& make(std::uint64_t i) {
    while (behind() <= i) messages_.emplace_back();
    return at(i);
  }
  void check(const Message& message, bool both) const {
    if (both && message.sent.type != message.received.type &&
        *message.sent.type != *message.received.type)
      fail("send and recv do not match: sent ", message.sent.text(), ", expected ",
           message.received.text());
  }

  void settle(std::uint64_t i) {
    Message& message = at(i);
    if (message.arrival == not_known || message.received.at == not_known) return;
    message.ready = std::max(message.arrival, message.received.at);
    if (message.bytes != nullptr) message.tile->data = message.bytes.release();
    amend_(sim_, message.tile->record, message.ready);
    runtime_->completes(message.ready);
    Actor* waiter = std::exchange(message.credit_waiter, nullptr);
    const Ps ready = message.ready;
    runtime_->resolve(*message.tile, ready);
    if (waiter != nullptr)
      runtime_->clock.schedule(*waiter, std::max(ready, runtime_->clock.now()));
    // Forgets a message once the send that takes its place has gone: until then that may ask who freed it.
    while (messages_.size() - gone_ > slots_ && at(first_).ready <= runtime_->clock.now() &&
           at(first_ + slots_).arrival != not_known) {
      ++gone_;
      ++first_;
    }
    if (gone_ >= 8 && gone_ > messages_.size() / 2) {  // so each is moved once at most, on average
      messages_.erase(messages_.begin(), kept());
      gone_ = 0;
    }
  }

  Runtime* runtime_;
  std::uint32_t slots_;
  std::uint32_t from_;
  std::uint32_t to_;
  std::vector<Message> messages_;
  std::size_t gone_ = 0;     // so many at the front of `messages_` are over
  std::uint64_t first_ = 0;  // the number of the first of the others
  std::uint64_t sends_ = 0;
  std::uint64_t receives_ = 0;
  void (*amend_)(void*, RecordId, Ps) = nullptr;  // tells the log of a readiness
  void* sim_ = nullptr;
};

}  // namespace weft
