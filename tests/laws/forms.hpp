// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "laws/program.hpp"

/// What the generator of random programs and the weft kernel that interprets them agree on: the
/// registers, by their static types, and the spellings of steps.
namespace laws {

/// The registers of every body, by class: index of the first and how many.
struct RegisterClass {
  int first, count;
  std::int64_t rows, cols;
};
inline constexpr RegisterClass S{0, 4, 16, 16};   // f16
inline constexpr RegisterClass W{10, 3, 16, 32};  // f16
inline constexpr RegisterClass T{20, 2, 32, 16};  // f16, always a view of a W
inline constexpr RegisterClass L{30, 2, 32, 32};  // f16
inline constexpr RegisterClass C{40, 2, 16, 1};   // f16
inline constexpr RegisterClass F{50, 2, 16, 16};  // f32
inline constexpr RegisterClass B{60, 2, 16, 16};  // b8
inline constexpr RegisterClass U{70, 3, 16, 16};  // f16 in a LoadFuture
inline constexpr RegisterClass P{80, 2, 16, 16};  // what store_async returned
inline constexpr int hidden = temporary;          // inside one expression
inline constexpr int ring = temporary + 1;        // of a prefetch: this and the next two

/// One spelling of one step in the interpreting kernel.
// clang-format off
enum Form : int {
  none,  // says nothing: part of the next step's expression
  load_s, load_w, load_l, load_async_u, load_rows,
  wait_u, wait_s, wait_w, await_s, await_l, all_ss, all_swl, wait_p,
  dot_ss, dot_sw, dot_wt, dot_tw, dot_ll, dot_f, dot_acc, dot_fresh,
  exp_s, exp_l, exp_fresh, add_ss, add_sc, mul_ww, less_ss, where_ss, sum_s, max_s, cast_s, user_s,
  dot_async_ss, dot_async_ll, dot_async_acc, user_async_s,
  store_s, store_w, store_f, store_wide, store_async_s, store_async_l,
  trans_w, zeros_s, zeros_w, full_l, zeros_c, zeros_f, zeros_b, drop_s, drop_l,
  composite_sw, composite_ww, composite_ll, composite_wc,
  set_one, wait_one, now_here, call_body, launch_body, join_two, join_three,
  prefetch_s, open_one, close_one,
  forms,
  // Placed by rules of their own: the barrier, and messages between the two PEs.
  meet, send_s, send_async_s, recv_s
};
// clang-format on

inline constexpr int events = 3;

/// Bytes of an element of what a register holds; a completion takes none.
inline constexpr std::int64_t element_of(int r) {
  return r / 10 == F.first / 10 ? 4 : r / 10 == B.first / 10 ? 1 : r / 10 == P.first / 10 ? 0 : 2;
}

/// The tensors in HBM: loads read one of f16, stores write one of f16 and one of f32, all of this
/// extent.
inline constexpr std::int64_t extent = 100;

}  // namespace laws
