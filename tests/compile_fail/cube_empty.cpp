// expect: cube: there must be at least one PE
// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

#include <weft/model.hpp>

struct Machine : weft::Device<"machine", weft::Cube<>> {};
