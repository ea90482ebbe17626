// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/run/machine/compute_call.hpp>
#include <weft/run/machine/user_op.hpp>
#include <weft/tl/argument.hpp>
#include <weft/tl/failed_call.hpp>

#include <source_location>
#include <type_traits>

namespace weft {

/// `tl.issue`, `tl.issue_async`: ops that weft does not know. See `UserOp` for what such a struct has.
template <class Self>
class IssueCalls {
 public:
  /// Waits for every Operand of the op, pays its issue cost, occupies the engine that executes its work, resumes at the
  /// end with the result.
  template <class Op>
  [[nodiscard]] auto issue(Op&& op, std::source_location where = std::source_location::current()) {
    return make<Resume::at_end, Op>(op, where);
  }
  /// The same, but resumes once issued and gives a Deferred.
  template <class Op>
  [[nodiscard]] auto issue_async(Op&& op,
                                 std::source_location where = std::source_location::current()) {
    return make<Resume::when_issued, Op>(op, where);
  }

 private:
  template <Resume When, class Op>
  auto make(std::remove_cvref_t<Op>& op, std::source_location where) {
    using O = std::remove_cvref_t<Op>;
    static_assert(std::is_lvalue_reference_v<Op> || std::is_trivially_destructible_v<O>,
                  "issue: name the op first");
    static_assert(
        UserOp<O>,
        "issue: an op is a struct with a name, a Result tile type and work for an engine");
    if constexpr (!UserOp<O>) {
      return FailedCall<>{};
    } else if constexpr (!HasEngine<typename Self::pe_type, WorkOf<O>>) {
      static_assert(Self::mixed, "this PE has no engine that executes this op's work");
      return LackingCall<ResultOf<When, typename O::Result>>(
          "this PE has no engine that executes this op's work", where);
    } else {
      static_assert(Self::template fits<typename O::Result>,
                    "scratch: the tile is larger than this PE's scratch");
      using Facts = UserFacts<O>;
      const auto operands = operands_of(op);
      auto& self = static_cast<Self&>(*this);
      self.count(where);
      return ComputeCall<typename Self::context_type, Facts, operands.size(), UserSource<Op>, When>(
          self.context(), where, operands, UserSource<Op>(op));
    }
  }
  template <Resume When, class Op>
  auto make(const std::remove_cvref_t<Op>& op, std::source_location where) {
    return make<When, Op>(const_cast<std::remove_cvref_t<Op>&>(op), where);
  }
};

}  // namespace weft
