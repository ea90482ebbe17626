// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/data/byte_view.hpp>
#include <weft/run/time/actor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

/// Which access came second, and what it meets: read after write, write after read, write after
/// write.
enum class HazardKind : unsigned char { read_after_write, write_after_read, write_after_write };

[[nodiscard]] constexpr std::string_view name_of(HazardKind kind) noexcept {
  switch (kind) {
    case HazardKind::read_after_write:
      return "read after write";
    case HazardKind::write_after_read:
      return "write after read";
    case HazardKind::write_after_write:
      return "write after write";
  }
  return "";
}

/// Who accesses memory. The texts must live as long as the access is in flight; a `Hazard` has its
/// own copies.
struct AccessSite {
  std::string_view file;
  std::uint32_t line = 0;
  std::string_view op;
  std::string_view kernel;
};

/// One of the two accesses of a hazard, with the time that it is in flight: issued to done, in ps.
struct HazardSide {
  std::string file;
  std::uint32_t line = 0;
  std::string op;
  std::string kernel;
  Ps issued = 0;
  Ps done = 0;       ///< `never` while not known
  ByteRange bounds;  ///< all it touches, from the first byte to the last
};

/// Two accesses to the same bytes in flight at the same time, at least one of them a write: real
/// hardware would race.
struct Hazard {
  HazardKind kind = HazardKind::read_after_write;
  HazardSide first;   ///< issued first
  HazardSide second;  ///< issued while the first was in flight
  ByteRange bytes;    ///< the first unbroken piece that they have in common
};

/// One sentence: "write after read: store at k.cpp:9 (kernel k, 100..300 ps) meets load at k.cpp:7
/// (...) in bytes 0..63".
[[nodiscard]] inline std::string hazard_sentence(const Hazard& hazard) {
  const auto side = [](const HazardSide& s) {
    const std::string where = sentence(s.op, " at ", s.file, ":", s.line, " (kernel ", s.kernel);
    if (s.done == never) return sentence(where, ", in flight since ", s.issued, " ps)");
    return sentence(where, ", ", s.issued, "..", s.done, " ps)");
  };
  return sentence(name_of(hazard.kind), ": ", side(hazard.second), " meets ", side(hazard.first),
                  " in bytes ", hazard.bytes.begin, "..", hazard.bytes.end - 1);
}

/// Accesses whose end is not known when they are issued, until they are closed; 0 is none.
using OpenAccess = std::uint64_t;

/// Finds hazards among the accesses to one memory. Accesses come in the order in which they are
/// performed, so `issued` never falls; one that is done when the next is issued is forgotten. Each
/// access costs one comparison of bounds per access in flight (a read looks at writes only), and an
/// exact test where the bounds meet.
class HazardTracker {
 public:
  /// A read of `bytes`, in flight from `issued` to `done`. Returns how many hazards it adds.
  std::size_t read(Ps issued, Ps done, const ByteView& bytes, const AccessSite& who) {
    return add_read({bytes, bytes.bounds(), issued, done, who, 0});
  }

  /// A write of `bytes`, in flight from `issued` to `done`. Returns how many hazards it adds.
  std::size_t write(Ps issued, Ps done, const ByteView& bytes, const AccessSite& who) {
    return add_write({bytes, bytes.bounds(), issued, done, who, 0});
  }

  /// A number for accesses that `open_read` and `open_write` add and one `close` ends.
  [[nodiscard]] OpenAccess open() { return ++last_open_; }
  /// A read or write in flight from `issued` until `access` is closed. Returns how many hazards it
  /// adds; their `done` is `never` until then.
  std::size_t open_read(OpenAccess access, Ps issued, const ByteView& bytes,
                        const AccessSite& who) {
    return add_read({bytes, bytes.bounds(), issued, never, who, access});
  }
  std::size_t open_write(OpenAccess access, Ps issued, const ByteView& bytes,
                         const AccessSite& who) {
    return add_write({bytes, bytes.bounds(), issued, never, who, access});
  }
  /// All accesses of that number end at `done`.
  void close(OpenAccess access, Ps done) {
    reads_.close(access, done);
    writes_.close(access, done);
    std::erase_if(unfinished_, [&](const Unfinished& side) {
      if (side.access != access) return false;
      Hazard& hazard = hazards_[side.hazard];
      (side.is_first ? hazard.first : hazard.second).done = done;
      return true;
    });
  }

  /// All hazards so far, in the order found.
  [[nodiscard]] const std::vector<Hazard>& hazards() const noexcept { return hazards_; }
  /// The hazards, leaving none.
  [[nodiscard]] std::vector<Hazard> take_hazards() noexcept {
    unfinished_.clear();
    return std::exchange(hazards_, {});
  }
  /// Forgets accesses that are done at `now`; `read` and `write` do so as they go.
  void prune(Ps now) {
    reads_.prune(now);
    writes_.prune(now);
  }
  /// Accesses still remembered.
  [[nodiscard]] std::size_t in_flight() const noexcept { return reads_.size() + writes_.size(); }

 private:
  struct Access {
    ByteView bytes;
    ByteRange bounds;
    Ps issued;
    Ps done;
    AccessSite who;
    OpenAccess open;  // 0 once its end is known
  };
  /// A side of a hazard that waits for its end.
  struct Unfinished {
    OpenAccess access;
    std::size_t hazard;
    bool is_first;
  };

  std::size_t add_read(const Access& access) {
    const std::size_t before = hazards_.size();
    meet(writes_, access, HazardKind::read_after_write);
    if (!access.bytes.empty()) reads_.push_back(access);
    return hazards_.size() - before;
  }
  std::size_t add_write(const Access& access) {
    const std::size_t before = hazards_.size();
    meet(reads_, access, HazardKind::write_after_read);
    meet(writes_, access, HazardKind::write_after_write);
    if (!access.bytes.empty()) writes_.push_back(access);
    return hazards_.size() - before;
  }

  /// Accesses in the order issued; what the search looks at lies apart and close together.
  class InFlight {
   public:
    struct Key {
      ByteRange bounds;
      Ps done;
      std::size_t slot;
    };

    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] const Access& operator[](const Key& key) const noexcept {
      return slots_[key.slot];
    }
    [[nodiscard]] const std::vector<Key>& keys() const noexcept { return keys_; }

    void push_back(const Access& access) {
      if (keys_.size() >= tidy_at_) {  // a list that nobody searches must not grow with the run
        prune(access.issued);
        tidy_at_ = keys_.size() * 2 + 64;
      }
      std::size_t slot = slots_.size();
      if (free_.empty()) {
        slots_.push_back(access);
      } else {
        slot = free_.back();
        free_.pop_back();
        slots_[slot] = access;
      }
      keys_.push_back({access.bounds, access.done, slot});
      if (access.done < earliest_done_) earliest_done_ = access.done;
    }

    void prune(Ps now) {
      if (earliest_done_ > now) return;
      earliest_done_ = never;
      std::erase_if(keys_, [&](const Key& key) {
        if (key.done <= now) {
          free_.push_back(key.slot);
          return true;
        }
        if (key.done < earliest_done_) earliest_done_ = key.done;
        return false;
      });
    }

    void close(OpenAccess access, Ps done) {
      for (Key& key : keys_) {
        if (key.done != never || slots_[key.slot].open != access) continue;
        slots_[key.slot].done = key.done = done;
        slots_[key.slot].open = 0;
        if (done < earliest_done_) earliest_done_ = done;
      }
    }

   private:
    std::vector<Key> keys_;
    std::vector<Access> slots_;
    std::vector<std::size_t> free_;
    Ps earliest_done_ = never;
    std::size_t tidy_at_ = 64;
  };

  void meet(InFlight& others, const Access& access, HazardKind kind) {
    others.prune(access.issued);
    for (const InFlight::Key& key : others.keys()) {
      if (key.bounds.begin >= access.bounds.end || access.bounds.begin >= key.bounds.end) continue;
      const Access& other = others[key];
      if (!overlap(other.bytes, access.bytes)) continue;
      if (access.open != 0 && access.open == other.open) continue;
      if (other.open != 0) unfinished_.push_back({other.open, hazards_.size(), true});
      if (access.open != 0) unfinished_.push_back({access.open, hazards_.size(), false});
      hazards_.push_back(
          {kind, side_of(other), side_of(access), *first_common(other.bytes, access.bytes)});
    }
  }

  static HazardSide side_of(const Access& access) {
    const AccessSite& who = access.who;
    return {std::string(who.file), who.line,    std::string(who.op), std::string(who.kernel),
            access.issued,         access.done, access.bounds};
  }

  InFlight reads_;
  InFlight writes_;
  std::vector<Hazard> hazards_;
  std::vector<Unfinished> unfinished_;
  OpenAccess last_open_ = 0;
};

}  // namespace weft
