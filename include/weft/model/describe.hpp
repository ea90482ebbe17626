// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>

#include <weft/core/members.hpp>
#include <weft/core/type_list.hpp>
#include <weft/model/engine/cpu.hpp>
#include <weft/model/engine/dma.hpp>
#include <weft/model/engine/gemm.hpp>
#include <weft/model/engine/math.hpp>
#include <weft/model/engine/scheduler.hpp>
#include <weft/model/fabric/hbm.hpp>
#include <weft/model/fabric/link.hpp>
#include <weft/model/fabric/scratch.hpp>
#include <weft/model/topology/device.hpp>
#include <weft/model/units/print.hpp>

BOOST_HANA_ADAPT_STRUCT(weft::CpuSpec, clock, issue);
BOOST_HANA_ADAPT_STRUCT(weft::IssueCosts, load, store, dot, math, reduce, cast, composite, send,
                        recv, user);
BOOST_HANA_ADAPT_STRUCT(weft::DmaSpec, read, write);
BOOST_HANA_ADAPT_STRUCT(weft::DmaChannelSpec, bandwidth, setup, latency, channels);
BOOST_HANA_ADAPT_STRUCT(weft::GemmSpec, peak, peak_by_dtype, rows, cols, dataflow, clock, startup);
BOOST_HANA_ADAPT_STRUCT(weft::PeakByDType, f32, f16, bf16, f8e4m3, f8e5m2, i8);
BOOST_HANA_ADAPT_STRUCT(weft::MathSpec, lanes, clock, startup, cycles);
BOOST_HANA_ADAPT_STRUCT(weft::FunctionCycles, exp, exp2, log, rsqrt, sigmoid, tanh, gelu, neg, abs,
                        add, sub, mul, div, max, min, compare, where, reduce, cast);
BOOST_HANA_ADAPT_STRUCT(weft::ScratchSpec, capacity, alignment);
BOOST_HANA_ADAPT_STRUCT(weft::SchedulerSpec, slots);
BOOST_HANA_ADAPT_STRUCT(weft::HbmSpec, capacity, bandwidth, latency, sharers);
BOOST_HANA_ADAPT_STRUCT(weft::LinkSpec, bandwidth, setup, latency, slots);

namespace weft {

/// `output stationary`, ..
inline std::ostream& operator<<(std::ostream& out, Dataflow dataflow) {
  switch (dataflow) {
    case Dataflow::output_stationary:
      return out << "output stationary";
    case Dataflow::weight_stationary:
      return out << "weight stationary";
    case Dataflow::input_stationary:
      return out << "input stationary";
  }
  return out;
}

/// An issue cost the way it was given: `40 cycles`, `4 ns`.
inline std::ostream& operator<<(std::ostream& out, IssueCost cost) {
  if (cost.time.ps == 0) return out << cost.cycles;
  if (cost.cycles.count != 0) out << cost.cycles << " + ";
  return out << cost.time;
}

/// Writes the members of a spec that differ from its defaults: `, read.bandwidth = 128 GB/s`,
/// nested names joined by dots. A user's spec takes part once its members are named with
/// `BOOST_HANA_ADAPT_STRUCT`.
template <HasNamedMembers Spec>
void describe_spec(std::ostream& out, const Spec& spec, const Spec& defaults,
                   const std::string& prefix = {}) {
  for_each_member(spec, defaults, [&](std::string_view name, const auto& value, const auto& usual) {
    if constexpr (HasNamedMembers<std::remove_cvref_t<decltype(value)>>) {
      describe_spec(out, value, usual, sentence(prefix, name, "."));
    } else {
      if (value != usual) out << ", " << prefix << name << " = " << value;
    }
  });
}

/// Writes one line for an HBM channel: its capacity in any case, then what else was specified.
inline void describe_hbm(std::ostream& out, const HbmSpec& spec) {
  out << "  hbm, capacity = " << spec.capacity;
  describe_spec(out, spec, HbmSpec{.capacity = spec.capacity});
  out << '\n';
}

/// Writes one line for a part of a PE: its name, then its spec if it has one whose members are
/// named.
template <IsPart Part>
void describe_part(std::ostream& out) {
  if constexpr (Part::part == PartKind::hbm) return describe_hbm(out, Part::spec);
  out << "  " << Part::name;
  if constexpr (requires { Part::spec; }) {
    using Spec = std::remove_cvref_t<decltype(Part::spec)>;
    if constexpr (HasNamedMembers<Spec>) describe_spec(out, Part::spec, Spec{});
  }
  out << '\n';
}

/// Writes one line for each kind of links in an arrangement of PEs, the innermost first: the size of their grid, their
/// name and spec. A user's links take part once they have a `name`.
template <class Arrangement>
void describe_links(std::ostream& out) {
  if constexpr (requires { typename Arrangement::members; }) {
    Arrangement::members::for_each(
        [&out]<class Member>(Type<Member>) { describe_links<Member>(out); });
  } else if constexpr (requires { typename Arrangement::links; }) {
    describe_links<typename Arrangement::member>(out);
    Arrangement::links::for_each([&out]<class Links>(Type<Links>) {
      if constexpr (requires { Links::name; }) {
        out << Arrangement::rows << "x" << Arrangement::cols << " " << Links::name;
        describe_spec(out, Links::spec, LinkSpec{});
        out << '\n';
      }
    });
  }
}

/// Writes a machine as text: its name and number of PEs, for each PE type its parts, each with what was specified, and
/// its links.
template <IsDevice Machine>
void describe(std::ostream& out) {
  const auto pes = [&out](std::size_t count) { out << count << (count == 1 ? " PE" : " PEs"); };
  out << Machine::name << ": ";
  pes(Machine::pes);
  out << '\n';
  std::size_t type = 0;
  Machine::pe_types::for_each([&]<class P>(Type<P>) {
    std::size_t count = 0;
    std::size_t first = Machine::pes;
    for (std::size_t pe = 0; pe < Machine::pes; ++pe) {
      if (Machine::pe_type_index(pe) != type) continue;
      if (count++ == 0) first = pe;
    }
    pes(count);
    out << ", the first is PE " << first << '\n';
    P::parts::for_each([&out]<class Part>(Type<Part>) { describe_part<Part>(out); });
    if constexpr (!P::has_hbm) describe_hbm(out, Machine::hbm_spec(first));
    ++type;
  });
  describe_links<Machine>(out);
}

}  // namespace weft
