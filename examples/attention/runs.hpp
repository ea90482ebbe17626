// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <optional>
#include <weft/model/units/duration.hpp>

#include "../kernels/models.hpp"

namespace attention {

/// What one run of attention, one layer, took.
struct Outcome {
  weft::Duration latency{0};
  std::optional<weft::Duration> communicating{};  ///< where the kernel can tell it from computing
};

/// Decode: the time in the merges of the PE that stores the results. The forms are kernels of their own.
Outcome decode_lazy(const Model& model, std::size_t keys, std::size_t pes);
Outcome decode_composite(const Model& model, std::size_t keys, std::size_t pes);
/// Prefill round the ring, the KV heads in turn: the mean over PEs of the time in which they wait for tiles,
/// or for others to take theirs.
Outcome prefill_ring(const Model& model, std::size_t length, std::size_t pes);
/// The same by composites that read the others' keys and values where they lie.
Outcome prefill_ring_composite(const Model& model, std::size_t length, std::size_t pes);

}  // namespace attention
