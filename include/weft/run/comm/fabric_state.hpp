// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/topology/fabric.hpp>
#include <weft/run/comm/message_queue.hpp>
#include <weft/run/comm/transfer.hpp>
#include <weft/run/kernel/deadlock.hpp>
#include <weft/run/log/report.hpp>
#include <weft/run/machine/timeline.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft {

/// One direction of a link, alive: its timeline, and the queue to the neighbour at its end.
struct LinkState {
  LinkSpec spec;
  Timeline timeline;
  MessageQueue queue;

  LinkState(const LinkSpec& link, Runtime& runtime, std::uint32_t slots, std::uint32_t from,
            std::uint32_t to)
      : spec(link), timeline("link"), queue(runtime, slots, from, to) {}
};

/// A queue between two PEs as a sender or receiver sees it: the links on the way. Stays where it is once made.
struct Channel {
  MessageQueue* queue = nullptr;
  LinkState* first = nullptr;
  std::vector<LinkState*> others;  ///< after the first; empty between neighbours
};

[[noreturn]] inline void no_neighbour(std::uint32_t pe, Direction d) {
  if (d == next || d == previous)
    fail("PE ", pe, " has no ", name_of(d), " neighbour: it is on no ring");
  fail("PE ", pe, " has no neighbour to the ", name_of(d));
}

/// Two PEs that may send to each other; otherwise throws `Error`.
template <class Machine>
void check_ends(std::uint32_t from, std::uint32_t to) {
  if (to >= Machine::pes)
    fail("PE ", to, " does not exist, ", Machine::name, " has ", Machine::pes);
  if (from == to) fail("PE ", from, " cannot send to itself or receive from itself");
}

/// The links and queues of a machine, alive. Links are made when first used, so a large machine costs what it uses.
template <class Machine>
class FabricState {
 public:
  explicit FabricState(Runtime& runtime) : runtime_(&runtime) {}

  /// The channel from `from` to its neighbour in a direction. No such neighbour: `Error`.
  const Channel& towards(std::uint32_t from, Direction d) {
    Channel& channel = neighbour(from, d).out;
    if (channel.queue == nullptr) [[unlikely]] {
      const Hop hop = FabricOf<Machine>::hop(from, d);
      if (!hop.exists()) no_neighbour(from, d);
      channel.first = &at(hop.link, from, hop.to);
      channel.queue = &channel.first->queue;
      channel.queue->connect(from, hop.to);
    }
    return channel;
  }
  /// The channel by which `to` receives from its neighbour in a direction. No such neighbour: `Error`.
  const Channel& from(std::uint32_t to, Direction d) {
    const Channel*& channel = neighbour(to, d).in;
    if (channel == nullptr) [[unlikely]] {
      const Hop hop = FabricOf<Machine>::hop(to, d);
      if (!hop.exists()) no_neighbour(to, d);
      channel = &towards(hop.to, opposite(d));
    }
    return *channel;
  }
  /// The channel between two PEs. A single link has one queue, however it is named. No route, or the same PE: `Error`.
  const Channel& between(std::uint32_t from, std::uint32_t to) {
    const auto known = routed_.find(std::uint64_t{from} << 32 | to);
    return known != routed_.end() ? known->second : route(from, to);
  }

  /// Every queue has at least so many places from now on; sends that wait may go on.
  void raise_slots(std::uint32_t slots) {
    least_slots_ = slots;
    for_each_queue([&](MessageQueue& queue) {
      if (queue.slots() < slots) queue.set_slots(slots);
    });
  }
  /// The fewest places of a queue that holds a kernel up, by its own send or one in the background; none if none does.
  [[nodiscard]] std::optional<std::uint32_t> blocked_slots() {
    std::optional<std::uint32_t> fewest;
    for_each_queue([&](MessageQueue& queue) {
      if (queue.blocked() && (!fewest || queue.slots() < *fewest)) fewest = queue.slots();
    });
    return fewest;
  }
  /// What a kernel waits for, if it is a queue.
  [[nodiscard]] Awaited awaited(const KernelActor& kernel) {
    Awaited reason;
    for_each_queue([&](MessageQueue& queue) {
      if (queue.holds_up(kernel))
        reason = {place_in(queue), queue.to()};
      else if (queue.owes(kernel))
        reason = {sentence(" for a message from PE ", queue.from()), queue.from()};
    });
    return reason;
  }
  /// The sends in the background that wait for a place.
  [[nodiscard]] std::vector<WaitingSend> waiting_sends() {
    std::vector<WaitingSend> all;
    for_each_queue([&](MessageQueue& queue) {
      queue.for_each_unreceived([&](const Unreceived& send, const Slot* done) {
        if (done != nullptr) all.push_back({send, done, place_in(queue)});
      });
    });
    return all;
  }
  /// Every message that has not been both sent and received, queue by queue, in the order issued.
  [[nodiscard]] std::vector<Unreceived> unreceived() {
    std::vector<Unreceived> all;
    for_each_queue([&](MessageQueue& queue) {
      queue.for_each_unreceived(
          [&](const Unreceived& message, const Slot*) { all.push_back(message); });
    });
    return all;
  }
  /// How the links were used that were, by the PE they lead out of and their direction; counting begins again.
  void take_use(std::vector<LinkUse>& uses) {
    const auto used = [](const auto& link) {
      return link != nullptr && link->timeline.requests() != 0;
    };
    if (std::ranges::none_of(links_, used)) return;
    FabricOf<Machine>::for_each_link(
        [&](std::uint32_t number, std::uint32_t from, std::uint32_t to, Direction direction) {
          if (!used(links_[number])) return;
          Timeline& link = links_[number]->timeline;
          uses.push_back({"link", from, to, name_of(direction), Duration{link.busy()},
                          link.requests(), link.bytes()});
          link.reset_statistics();
        },
        0, 0);
  }
  template <class Visit>
  void for_each_link(Visit visit) {
    for (std::uint32_t number = 0; number != links_.size(); ++number)
      if (links_[number] != nullptr) visit(number, *links_[number]);
  }

  template <class Visit>
  void for_each_queue(Visit visit) {
    for_each_link([&](std::uint32_t, LinkState& link) { visit(link.queue); });
    for (auto& [ends, queue] : far_queues_) visit(queue);
  }

 private:
  static std::string place_in(const MessageQueue& queue) {
    return sentence(" for a place in the queue to PE ", queue.to(), " (", queue.slots(),
                    queue.slots() == 1 ? " place)" : " places)");
  }
  struct Neighbour {
    Channel out;
    const Channel* in = nullptr;
  };
  [[nodiscard]] Neighbour& neighbour(std::uint32_t pe, Direction d) {
    if (neighbours_.empty()) [[unlikely]]
      neighbours_.resize(Machine::pes * directions);
    return neighbours_[pe * directions + static_cast<std::size_t>(d)];
  }
  [[gnu::noinline]] const Channel& route(std::uint32_t from, std::uint32_t to) {
    check_ends<Machine>(from, to);
    Channel channel{};
    route_between<Machine>(from, to, [&](std::uint32_t number) {
      LinkState& link = at(number, from, to);
      if (channel.first == nullptr)
        channel.first = &link;
      else
        channel.others.push_back(&link);
    });
    if (channel.others.empty()) {
      channel.queue = &channel.first->queue;
      channel.queue->connect(from, to);
    } else {
      const auto [place, made] =
          far_queues_.try_emplace({from, to}, *runtime_, slots(channel.first->spec), from, to);
      channel.queue = &place->second;
    }
    return routed_.emplace(std::uint64_t{from} << 32 | to, std::move(channel)).first->second;
  }

  /// A link, made when first used. The ends of its queue do not matter until it is used as one.
  LinkState& at(std::uint32_t number, std::uint32_t from, std::uint32_t to) {
    std::unique_ptr<LinkState>& link = links_[number];
    if (link == nullptr) {
      const LinkSpec spec = FabricOf<Machine>::spec(number);
      link = std::make_unique<LinkState>(spec, *runtime_, slots(spec), from, to);
    }
    return *link;
  }
  [[nodiscard]] std::uint32_t slots(const LinkSpec& spec) const {
    return std::max(least_slots_, spec.slots);
  }

  Runtime* runtime_;
  std::vector<std::unique_ptr<LinkState>> links_{FabricOf<Machine>::links};
  std::map<std::pair<std::uint32_t, std::uint32_t>, MessageQueue> far_queues_;
  std::vector<Neighbour> neighbours_;  // by PE and direction, from the first use of one
  std::unordered_map<std::uint64_t, Channel> routed_;  // by sender and receiver
  std::uint32_t least_slots_ = 0;
};

/// A machine without links: nobody has a neighbour, and no message is ever under way. Far less to compile.
template <class Machine>
  requires(FabricOf<Machine>::links == 0)
class FabricState<Machine> {
 public:
  explicit FabricState(Runtime&) {}

  const Channel& towards(std::uint32_t from, Direction d) { no_neighbour(from, d); }
  const Channel& from(std::uint32_t to, Direction d) { no_neighbour(to, d); }
  const Channel& between(std::uint32_t from, std::uint32_t to) {
    check_ends<Machine>(from, to);
    route_between<Machine>(from, to, [](std::uint32_t) {});  // which says that there is none
    fail("PE ", from, " has no route to PE ", to);
  }
  void raise_slots(std::uint32_t) {}
  [[nodiscard]] std::optional<std::uint32_t> blocked_slots() { return {}; }
  [[nodiscard]] Awaited awaited(const KernelActor&) { return {}; }
  [[nodiscard]] std::vector<WaitingSend> waiting_sends() { return {}; }
  [[nodiscard]] std::vector<Unreceived> unreceived() { return {}; }
  void take_use(std::vector<LinkUse>&) {}
};

}  // namespace weft
