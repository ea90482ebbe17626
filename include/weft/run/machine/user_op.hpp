// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/issue_costs.hpp>
#include <weft/model/op/work.hpp>
#include <weft/run/kernel/operand.hpp>
#include <weft/run/machine/pe_context.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace weft {

/// An op of the user's own: a struct, normally an aggregate, with
///   `static constexpr std::string_view name`  what the log calls it,
///   `using Result`                            the Tensor type it makes,
///   `static constexpr ... work`               what it asks of an engine: `MathWork`, `GemmWork`, or a type that an engine
///                                             of the user's own accepts,
///   fields of type `Operand<T>`               its tiles, at most 8 fields in all (others are parameters).
/// Optional: `kind` (of the log record; "compute/gemm" or "compute/math" by its work, else "compute/user"), `flops`,
/// `issue` (an `IssueCost`; that of `user` unless given), and `evaluate`, where values are computed.
template <class O>
concept UserOp = requires {
  { O::name } -> std::convertible_to<std::string_view>;
  typename O::Result::shape;
  O::work;
};

/// The facts of a user's op in the form of weft's own.
template <class O>
struct UserFacts {
  using Result = typename O::Result;
  static constexpr std::string_view name = O::name;
  static constexpr auto work = O::work;
  static constexpr std::string_view kind = [] {
    if constexpr (requires { O::kind; })
      return std::string_view(O::kind);
    else
      return std::string_view(std::same_as<WorkOf<O>, GemmWork>   ? "compute/gemm"
                              : std::same_as<WorkOf<O>, MathWork> ? "compute/math"
                                                                  : "compute/user");
  }();
  static constexpr std::uint64_t flops = [] {
    if constexpr (requires { O::flops; })
      return std::uint64_t{O::flops};
    else if constexpr (std::same_as<WorkOf<O>, GemmWork>)
      return 2 * work.m * work.n * work.k;
    else if constexpr (std::same_as<WorkOf<O>, MathWork>)
      return work.elements;
    else
      return std::uint64_t{0};
  }();
  static constexpr auto issue = [] {
    if constexpr (requires { O::issue; })
      return O::issue;
    else
      return &IssueCosts::user;
  }();
};

/// The op itself, for its evaluation: a copy of a temporary, or a named op where it stands.
template <class Op>
class UserSource {
 public:
  using op = std::remove_cvref_t<Op>;
  explicit UserSource(const op& source) : source_(source) {}
  [[nodiscard]] const op& get() const noexcept { return source_; }

 private:
  std::conditional_t<std::is_lvalue_reference_v<Op>, const op&, const op> source_;
};

struct AnyField {
  template <class T>
  operator T() const;  // NOLINT: only named in unevaluated operands
};
template <class O, class... Fields>
consteval std::size_t field_count() {
  if constexpr (requires { O{Fields{}..., AnyField{}}; } && sizeof...(Fields) < 9)
    return field_count<O, Fields..., AnyField>();
  else
    return sizeof...(Fields);
}

/// Calls `visit(fields...)` with all fields of an aggregate.
template <class O, class Visit>
constexpr auto with_fields(O& op, Visit visit) {
  constexpr std::size_t n = field_count<std::remove_const_t<O>>();
  static_assert(n <= 8, "issue: an op has at most 8 fields");
  if constexpr (n == 1) {
    auto& [a] = op;
    return visit(a);
  } else if constexpr (n == 2) {
    auto& [a, b] = op;
    return visit(a, b);
  } else if constexpr (n == 3) {
    auto& [a, b, c] = op;
    return visit(a, b, c);
  } else if constexpr (n == 4) {
    auto& [a, b, c, d] = op;
    return visit(a, b, c, d);
  } else if constexpr (n == 5) {
    auto& [a, b, c, d, e] = op;
    return visit(a, b, c, d, e);
  } else if constexpr (n == 6) {
    auto& [a, b, c, d, e, f] = op;
    return visit(a, b, c, d, e, f);
  } else if constexpr (n == 7) {
    auto& [a, b, c, d, e, f, g] = op;
    return visit(a, b, c, d, e, f, g);
  } else if constexpr (n == 8) {
    auto& [a, b, c, d, e, f, g, h] = op;
    return visit(a, b, c, d, e, f, g, h);
  } else {
    return visit();
  }
}

template <class F>
inline constexpr bool is_operand_field = std::is_base_of_v<OperandRef, F>;

/// The tiles of an op, in the order of its fields.
template <class O>
[[nodiscard]] auto operands_of(const O& op) {
  return with_fields(op, [](const auto&... fields) {
    constexpr std::size_t n =
        (std::size_t{is_operand_field<std::remove_cvref_t<decltype(fields)>>} + ... + 0);
    std::array<OperandRef, n> refs;
    std::size_t at = 0;
    [[maybe_unused]] const auto take = [&](const auto& field) {
      if constexpr (is_operand_field<std::remove_cvref_t<decltype(field)>>) refs[at++] = field;
    };
    (take(fields), ...);
    return refs;
  });
}

/// The tile types of an op's operands, in the order of its fields.
template <class List, class... Fields>
struct TilesAmong {
  using type = List;
};
template <class... Ts, class Field, class... Fields>
struct TilesAmong<TypeList<Ts...>, Field, Fields...> : TilesAmong<TypeList<Ts...>, Fields...> {};
template <class... Ts, class T, class... Fields>
struct TilesAmong<TypeList<Ts...>, Operand<T>, Fields...>
    : TilesAmong<TypeList<Ts..., T>, Fields...> {};

template <class O>
using UserTiles = decltype(with_fields(std::declval<const O&>(), [](const auto&... fields) {
  return typename TilesAmong<TypeList<>, std::remove_cvref_t<decltype(fields)>...>::type{};
}));

}  // namespace weft
