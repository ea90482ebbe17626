// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace weft {
template <class Sim, class PeT>
class Tl;
}  // namespace weft
