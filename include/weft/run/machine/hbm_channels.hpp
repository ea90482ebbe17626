// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/wide.hpp>
#include <weft/run/log/address_map.hpp>
#include <weft/run/machine/hbm.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace weft {

/// The HBM of a machine, alive: its channels, whose addresses stand one behind the other. Neighbouring PEs whose specs are
/// alike share one, as many as the spec says.
template <class Machine>
class HbmChannels {
 public:
  HbmChannels() {
    auto addresses = std::make_shared<AddressMap>();
    std::uint64_t base = 0;
    for (std::uint32_t pe = 0; pe != Machine::pes;) {
      const HbmSpec spec = Machine::hbm_spec(pe);
      std::uint32_t sharing = 1;
      while (sharing != spec.sharers && pe + sharing != Machine::pes &&
             Machine::hbm_spec(pe + sharing) == spec)
        ++sharing;
      channel_of_.insert(channel_of_.end(), sharing, static_cast<std::uint32_t>(channels_.size()));
      channels_.emplace_back(start_of_channel<Machine>(pe, sharing), base, spec);
      addresses->add(channels_.back().start(), base, spec.capacity.count);
      has_ports_ = has_ports_ || channels_.back().port() != nullptr;
      base = checked_add(base, spec.capacity.count);
      pe += sharing;
    }
    addresses_ = std::move(addresses);
  }

  /// That of a PE of the machine.
  [[nodiscard]] HbmChannel& of(std::uint32_t pe) noexcept { return channels_[channel_of_[pe]]; }
  /// Some channel has a bandwidth of its own.
  [[nodiscard]] bool has_ports() const noexcept { return has_ports_; }
  [[nodiscard]] const std::shared_ptr<const AddressMap>& addresses() const noexcept {
    return addresses_;
  }
  [[nodiscard]] auto begin() noexcept { return channels_.begin(); }
  [[nodiscard]] auto end() noexcept { return channels_.end(); }

 private:
  std::vector<HbmChannel> channels_;
  std::vector<std::uint32_t> channel_of_;  // by PE
  std::shared_ptr<const AddressMap> addresses_;
  bool has_ports_ = false;
};

}  // namespace weft
