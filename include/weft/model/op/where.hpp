// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <weft/model/op/math.hpp>

namespace weft::op {

/// Element by element, the one of two operands that a b8 condition selects.
template <class R, class Condition, class X, class Y>
struct Where : Math<fn::where, R, Condition, X, Y> {};

}  // namespace weft::op
