// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <source_location>
#include <string_view>
#include <utility>
#include <vector>

#include <weft/weft.hpp>

#include "laws/generate.hpp"
#include "laws/program.hpp"

/// A weft kernel that performs the steps of a `laws::Program`, each spelled as a kernel author would.
namespace laws {

template <class D, std::size_t M, std::size_t N>
using Tile = weft::Deferred<weft::Tensor<D, weft::Shape<M, N>>>;

/// One kernel's registers; the classes are those of generate.hpp.
struct RegisterFile {
  std::array<Tile<weft::f16, 16, 16>, S.count> s{};
  std::array<Tile<weft::f16, 16, 32>, W.count> w{};
  std::array<Tile<weft::f16, 32, 16>, T.count> t{};
  std::array<Tile<weft::f16, 32, 32>, L.count> l{};
  std::array<Tile<weft::f16, 16, 1>, C.count> c{};
  std::array<Tile<weft::f32, 16, 16>, F.count> f{};
  std::array<Tile<weft::b8, 16, 16>, B.count> b{};
  std::array<weft::Deferred<void>, P.count> p{};
  std::array<weft::LoadFuture<weft::Tensor<weft::f16, weft::Shape<16, 16>>>, U.count> u{};
};

/// What the kernels of one run share: the program, its tensors on each PE, and what they note.
struct Performance {
  struct Tensors {
    weft::HbmTensor<weft::f16> source, narrow;
    weft::HbmTensor<weft::f32> wide;
  };
  const Program* program;
  std::vector<weft::Event> events{};
  std::unique_ptr<weft::Barrier> barrier{};
  std::vector<Tensors> tensors{};
  std::map<std::pair<int, int>, std::uint32_t> lines{};  // of a step (body, number) in this file
  std::vector<std::pair<std::pair<int, int>, Ps>> notes{};
  std::map<std::pair<int, int>, std::vector<std::uint32_t>> rows{};  // the lists of gathered loads
};

/// An op of the user's own on the math engine.
struct UserOp {
  using Result = weft::Tensor<weft::f16, weft::Shape<16, 16>>;
  static constexpr std::string_view name = "user";
  static constexpr weft::MathWork work{256, &weft::FunctionCycles::gelu};
  weft::Operand<weft::Tensor<weft::f16, weft::Shape<16, 16>>> x;
};

/// Puts what an op gave into a register.
template <class T>
void keep(weft::Deferred<T>& where,
          const weft::Tensor<typename T::dtype, typename T::shape>& tile) {
  where = weft::Deferred<T>(tile);
}

/// The text of a body, with the registers of whoever awaits it.
template <class Tl>
weft::Kernel<> perform(Tl& tl, Performance& all, int body, std::shared_ptr<RegisterFile> registers);

/// A kernel with registers of its own: a copy of somebody's.
struct Start {
  Performance* all;
  int body;
  RegisterFile from;

  template <class Tl>
  weft::Kernel<> operator()(Tl& tl) const {
    return perform(tl, *all, body, std::make_shared<RegisterFile>(from));
  }
};

template <class Tl>
weft::Kernel<> perform(Tl& tl, Performance& all, int body,
                       std::shared_ptr<RegisterFile> registers) {
  const Body& steps = all.program->bodies[static_cast<std::size_t>(body)];
  const Performance::Tensors& hbm = all.tensors[tl.pe()];
  RegisterFile& r = *registers;
  std::vector<weft::ScratchScope> scopes;
  for (std::size_t number = 0; number < steps.size(); ++number) {
    const Step& step = steps[number];
    // `at()` stands on the line of the tl call it speaks of.
    const auto at = [&](std::source_location here = std::source_location::current()) {
      all.lines[{body, static_cast<int>(number)}] = here.line();
      for (std::size_t i = number; i > 0 && steps[i - 1].form == none; --i)
        all.lines[{body, static_cast<int>(i) - 1}] = here.line();
    };
    const auto in = [&](std::size_t i) { return static_cast<std::size_t>(step.in[i] % 10); };
    const auto s = [&](std::size_t i) -> auto& { return r.s[in(i)]; };
    const auto w = [&](std::size_t i) -> auto& { return r.w[in(i)]; };
    const auto t = [&](std::size_t i) -> auto& { return r.t[in(i)]; };
    const auto l = [&](std::size_t i) -> auto& { return r.l[in(i)]; };
    const auto c = [&](std::size_t i) -> auto& { return r.c[in(i)]; };
    const auto f = [&](std::size_t i) -> auto& { return r.f[in(i)]; };
    const auto b = [&](std::size_t i) -> auto& { return r.b[in(i)]; };
    const auto o = static_cast<std::size_t>(step.out < 0 ? 0 : step.out % 10);
    const auto from = [&] { return hbm.source.at(step.place.row, step.place.col); };
    const auto gathered = [&] {
      auto& list = all.rows[{body, static_cast<int>(number)}];
      list.assign(step.place.list.begin(), step.place.list.end());
      return weft::rows(hbm.source, list, step.place.col);
    };
    const std::uint32_t other = 1 - tl.pe();
    const auto to = [&] { return hbm.narrow.at(step.place.row, step.place.col); };
    const auto to_wide = [&] { return hbm.wide.at(step.place.row, step.place.col); };
    using weft::depth, weft::gemm, weft::shape;
    using weft::epilogue::add, weft::epilogue::exp, weft::epilogue::row_max, weft::epilogue::scale;

    // clang-format off: `at()` and its call stay on one line
    switch (static_cast<Form>(step.form)) {
      case none: break;
      case load_s: at(), r.s[o] = tl.load(from(), shape<16, 16>); break;
      case load_w: at(), r.w[o] = tl.load(from(), shape<16, 32>); break;
      case load_l: at(), r.l[o] = tl.load(from(), shape<32, 32>); break;
      case load_rows: at(), r.s[o] = tl.load(gathered(), shape<16, 16>); break;
      case load_async_u: at(), r.u[o] = tl.load_async(from(), shape<16, 16>); break;
      case wait_u: at(), keep(r.s[o], co_await tl.wait(r.u[in(0)])); break;
      case wait_s: at(), co_await tl.wait(s(0)); break;
      case wait_w: at(), co_await tl.wait(w(0)); break;
      case wait_p: at(), co_await tl.wait(r.p[in(0)]); break;
      case await_s: at(), co_await s(0); break;
      case await_l: at(), co_await l(0); break;
      case all_ss: at(), co_await weft::when_all(s(0), s(1)); break;
      case all_swl: at(), co_await weft::when_all(s(0), w(1), l(2)); break;
      case dot_ss: at(), keep(r.s[o], co_await tl.dot(s(0), s(1))); break;
      case dot_sw: at(), keep(r.w[o], co_await tl.dot(s(0), w(1))); break;
      case dot_wt: at(), keep(r.s[o], co_await tl.dot(w(0), t(1))); break;
      case dot_tw: at(), keep(r.l[o], co_await tl.dot(t(0), w(1))); break;
      case dot_ll: at(), keep(r.l[o], co_await tl.dot(l(0), l(1))); break;
      case dot_f: at(), keep(r.f[o], co_await tl.dot(s(0), s(1), weft::dtype<weft::f32>)); break;
      case dot_acc: at(), keep(r.f[o], co_await tl.dot(s(0), s(1), f(2))); break;
      case dot_fresh: at(), keep(r.s[o], co_await tl.dot(s(0), tl.load(from(), shape<16, 16>))); break;
      case exp_s: at(), keep(r.s[o], co_await tl.exp(s(0))); break;
      case exp_l: at(), keep(r.l[o], co_await tl.exp(l(0))); break;
      case exp_fresh: at(), keep(r.s[o], co_await tl.exp(tl.load(from(), shape<16, 16>))); break;
      case add_ss: at(), keep(r.s[o], co_await tl.add(s(0), s(1))); break;
      case add_sc: at(), keep(r.s[o], co_await tl.add(s(0), c(1))); break;
      case mul_ww: at(), keep(r.w[o], co_await tl.mul(w(0), w(1))); break;
      case less_ss: at(), keep(r.b[o], co_await tl.lt(s(0), s(1))); break;
      case where_ss: at(), keep(r.s[o], co_await tl.where(b(0), s(1), s(2))); break;
      case sum_s: at(), keep(r.c[o], co_await tl.reduce(s(0), weft::sum, weft::axis<1>)); break;
      case max_s: at(), keep(r.c[o], co_await tl.max(s(0), weft::axis<1>)); break;
      case cast_s: at(), keep(r.f[o], co_await tl.cast(s(0), weft::dtype<weft::f32>)); break;
      case user_s: at(), keep(r.s[o], co_await tl.issue(UserOp{s(0)})); break;
      case user_async_s: at(), r.s[o] = co_await tl.issue_async(UserOp{s(0)}); break;
      case dot_async_ss: at(), r.s[o] = co_await tl.dot_async(s(0), s(1)); break;
      case dot_async_ll: at(), r.l[o] = co_await tl.dot_async(l(0), l(1)); break;
      case dot_async_acc: at(), r.f[o] = co_await tl.dot_async(s(0), s(1), f(2)); break;
      case store_s: at(), co_await tl.store(to(), s(0)); break;
      case store_w: at(), co_await tl.store(to(), w(0)); break;
      case store_f: at(), co_await tl.store(to(), f(0)); break;
      case store_wide: at(), co_await tl.store(to_wide(), s(0)); break;
      case store_async_s: at(), r.p[o] = co_await tl.store_async(to(), s(0)); break;
      case store_async_l: at(), co_await tl.store_async(to(), l(0)); break;
      case trans_w: r.t[o] = tl.trans(w(0)); break;
      case zeros_s: at(), keep(r.s[o], tl.zeros(weft::dtype<weft::f16>, shape<16, 16>)); break;
      case zeros_w: at(), keep(r.w[o], tl.zeros(weft::dtype<weft::f16>, shape<16, 32>)); break;
      case full_l: at(), keep(r.l[o], tl.full(weft::dtype<weft::f16>, shape<32, 32>, 0.5)); break;
      case zeros_c: at(), keep(r.c[o], tl.zeros(weft::dtype<weft::f16>, shape<16, 1>)); break;
      case zeros_f: at(), keep(r.f[o], tl.zeros(weft::dtype<weft::f32>, shape<16, 16>)); break;
      case zeros_b: at(), keep(r.b[o], tl.zeros(weft::dtype<weft::b8>, shape<16, 16>)); break;
      case drop_s: r.s[o] = {}; break;
      case drop_l: r.l[o] = {}; break;
      case composite_sw: at(), r.w[o] = co_await tl.composite(gemm(shape<16, 16>), s(0), tl.ref(from(), shape<16, 32>)); break;
      case composite_ww: at(), r.w[o] = co_await tl.composite(gemm(shape<16, 16>, depth<1>), w(0), tl.ref(from(), shape<32, 32>), exp); break;
      case composite_ll: at(), r.l[o] = co_await tl.composite(gemm(shape<16, 32>, depth<3>), l(0), tl.trans(tl.ref(from(), shape<32, 32>))); break;
      case composite_wc: at(), r.c[o] = co_await tl.composite(gemm(shape<16, 16>), w(0), tl.trans(tl.ref(from(), shape<16, 32>)), scale(0.5), add(c(1)), row_max); break;
      case send_s: at(), co_await tl.send(other, s(0)); break;
      case send_async_s: at(), r.p[o] = co_await tl.send_async(other, s(0)); break;
      case recv_s: at(), r.s[o] = tl.recv(other, shape<16, 16>); break;
      case open_one: at(), scopes.push_back(tl.scratch_scope()); break;
      case close_one: scopes.back().end(), scopes.pop_back(); break;
      case prefetch_s: {
        at(); for (auto x : tl.prefetch(static_cast<std::uint64_t>(step.depth), depth<2>, [&](std::uint64_t) { return tl.load(from(), shape<16, 16>); })) keep(r.s[static_cast<std::size_t>(step.tile_n)], co_await tl.exp(x));
        break;
      }
      case set_one: at(), all.events[static_cast<std::size_t>(step.out)].set(); break;
      case wait_one: at(), co_await all.events[static_cast<std::size_t>(step.out)].wait(); break;
      case meet: at(), co_await all.barrier->arrive_and_wait(); break;
      case now_here: {
        const weft::Duration now = co_await tl.now();
        all.notes.push_back({{body, static_cast<int>(number)}, now.ps});
        break;
      }
      case call_body: co_await perform(tl, all, step.bodies[0], registers); break;
      case launch_body: tl.launch(Start{&all, step.bodies[0], r}); break;
      case join_two: {
        auto first = std::make_shared<RegisterFile>(r);
        auto second = std::make_shared<RegisterFile>(r);
        co_await weft::when_all(perform(tl, all, step.bodies[0], first), perform(tl, all, step.bodies[1], second));
        break;
      }
      case join_three: {
        auto first = std::make_shared<RegisterFile>(r);
        auto second = std::make_shared<RegisterFile>(r);
        auto third = std::make_shared<RegisterFile>(r);
        co_await weft::when_all(perform(tl, all, step.bodies[0], first), perform(tl, all, step.bodies[1], second),
                                perform(tl, all, step.bodies[2], third));
        break;
      }
      case forms: break;
    }
    // clang-format on
  }
}

}  // namespace laws
