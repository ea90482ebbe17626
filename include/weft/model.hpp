// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// What a machine is: units, element types, shapes, ops and how long they take, and the types that
/// make up a device. All constexpr; no simulation, no heap. `weft/weft.hpp` adds what runs on it.
#include <weft/model/engine/cpu.hpp>
#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/gemm.hpp>
#include <weft/model/engine/math.hpp>
#include <weft/model/engine/scheduler.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/fabric/link.hpp>
#include <weft/model/fabric/scratch.hpp>
#include <weft/model/op/cast.hpp>
#include <weft/model/op/dot.hpp>
#include <weft/model/op/load.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/op/reduce.hpp>
#include <weft/model/op/store.hpp>
#include <weft/model/op/where.hpp>
#include <weft/model/shape/broadcast.hpp>
#include <weft/model/shape/dtype.hpp>
#include <weft/model/shape/shape.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>
#include <weft/model/tensor/tensor.hpp>
#include <weft/model/topology/cube.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/topology/engine_for.hpp>
#include <weft/model/topology/grid.hpp>
#include <weft/model/topology/pe.hpp>
#include <weft/model/units.hpp>
