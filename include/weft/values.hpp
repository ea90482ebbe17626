// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The policy `weft::Values`: kernels compute their real numbers. Needs Eigen.
#include <weft/observe/write_json.hpp>
#include <weft/observe/write_text.hpp>
#include <weft/run/data/npy.hpp>
#include <weft/run/data/raw_file.hpp>
#include <weft/run/data/values.hpp>
#include <weft/tl.hpp>
