// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <weft/model/fabric/mesh.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/grid.hpp>

namespace attention {

/// Links of 64 bytes per cycle and direction at 1 GHz; a hop takes a router of 4 cycles (Dally and Towles, 2004, section
/// 16.1), a message 16 cycles to set up. The width and the setup are assumed.
inline constexpr weft::LinkSpec mesh_link{
    .bandwidth = {64'000'000'000}, .setup = {16'000}, .latency = {4'000}, .slots = 4};

inline constexpr std::size_t mesh_side = 8;

/// 64 equal PEs in a mesh.
template <class Pe>
struct Mesh64
    : weft::Device<"mesh-64", weft::Grid<mesh_side, mesh_side, Pe, weft::Mesh<mesh_link>>> {};

}  // namespace attention
