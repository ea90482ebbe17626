// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace weft {

/// A tile on chip: element type D, static shape S.
template <class D, class S>
class Tensor;

}  // namespace weft
