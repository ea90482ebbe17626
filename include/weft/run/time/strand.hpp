// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/asio/strand.hpp>

#include <weft/run/time/executor.hpp>

namespace weft {

/// Handlers on one strand never interleave and run in the order posted. A simulation has one strand per PE, so that
/// Asio code can belong to a PE; on a clock of one thread it adds order, not safety.
using Strand = boost::asio::strand<VirtualTimeContext::executor_type>;

/// A new strand on the context.
[[nodiscard]] inline Strand make_strand(VirtualTimeContext& context) { return Strand(context.get_executor()); }

}  // namespace weft
