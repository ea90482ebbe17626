// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Kernels for several PEs, built on messages alone: await them inside a kernel that runs on every PE of a group.
#include <weft/run/comm/collective/all_gather.hpp>
#include <weft/run/comm/collective/all_reduce.hpp>
#include <weft/run/comm/collective/barrier.hpp>
#include <weft/run/comm/collective/broadcast.hpp>
#include <weft/run/comm/collective/group.hpp>
#include <weft/run/comm/collective/reduce.hpp>
