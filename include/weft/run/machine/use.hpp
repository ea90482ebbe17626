// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/kernel/live_tiles.hpp>
#include <weft/run/log/report.hpp>
#include <weft/run/machine/hbm.hpp>
#include <weft/run/machine/pe_state.hpp>
#include <weft/run/machine/timeline.hpp>

namespace weft {

/// Adds to a report how the servers and the scratch of a PE were used, if they were; counting begins again.
inline void take_use(PeState& state, Ps now, Report::Data& data) {
  bool used = false;
  for (const Timeline& server : state.servers) used = used || server.requests() != 0;
  if (used)
    for (Timeline& server : state.servers) {
      data.engines.push_back(
          {state.pe, server.name(), server.slots(), Duration{server.busy()}, server.requests()});
      server.reset_statistics();
    }
  if (used || state.arena.peak() != 0)
    data.scratch.push_back({state.pe, state.has_scratch ? state.arena.capacity() : 0,
                            state.arena.peak(), tiles_at_peak(*state.slots, state.arena)});
  state.arena.reset_peak(now);
}

/// Adds how the port of an HBM channel was used, if it has one that was; counting begins again.
inline void take_use(HbmChannel& channel, Report::Data& data) {
  Timeline* port = channel.port();
  if (port == nullptr || port->requests() == 0) return;
  data.links.push_back({port->name(),
                        channel.home(),
                        channel.home(),
                        {},
                        Duration{port->busy()},
                        port->requests(),
                        port->bytes(),
                        channel.start()});
  port->reset_statistics();
}

}  // namespace weft
