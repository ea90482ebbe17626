// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <weft/core/error.hpp>
#include <weft/model/fabric/direction.hpp>
#include <weft/model/fabric/mesh.hpp>
#include <weft/model/topology/arrangement.hpp>

// The links of an arrangement of PEs, numbered on like its PEs, and the way from one PE to another. Everything is a
// constexpr function evaluated when asked; no table grows with the number of PEs.

namespace weft {

/// A PE, or something without links of its own: `links`, `spec(link)`, `hop(pe, direction)`, `route(from, to, take, first)`,
/// which calls `take` with the number of each link, counted from `first`, in the order taken; and `for_each_link(visit, first,
/// first_pe)`, which calls `visit(link, from, to, direction)` for every link there is.
template <class T>
struct FabricOf {
  static constexpr std::uint32_t links = 0;
  static constexpr LinkSpec spec(std::uint32_t) { return {}; }
  static constexpr Hop hop(std::size_t, Direction) { return {}; }
  template <class Take>
  static constexpr void route(std::size_t from, std::size_t to, const Take&, std::uint32_t) {
    if (from != to) fail("fabric: there is no route from PE ", from, " to PE ", to);
  }
  template <class Visit>
  static constexpr void for_each_link(const Visit&, std::uint32_t, std::uint32_t) {}
};

/// Members side by side, without links among them.
template <class List>
struct SequenceFabric;
template <class... Members>
struct SequenceFabric<TypeList<Members...>> {
  static constexpr std::uint32_t links = (FabricOf<Members>::links + ... + 0U);

  static constexpr LinkSpec spec(std::uint32_t link) {
    LinkSpec found{};
    std::uint32_t first = 0;
    ((link >= first && link < first + FabricOf<Members>::links
          ? void(found = FabricOf<Members>::spec(link - first))
          : void(),
      first += FabricOf<Members>::links),
     ...);
    return found;
  }
  static constexpr Hop hop(std::size_t pe, Direction d) {
    Hop found{};
    std::uint32_t first = 0;
    std::uint32_t first_pe = 0;
    ((pe >= first_pe && pe < first_pe + PesOf<Members>::pes
          ? void(found = moved(FabricOf<Members>::hop(pe - first_pe, d), first, first_pe))
          : void(),
      first += FabricOf<Members>::links,
      first_pe += static_cast<std::uint32_t>(PesOf<Members>::pes)),
     ...);
    return found;
  }
  template <class Take>
  static constexpr void route(std::size_t from, std::size_t to, const Take& take,
                              std::uint32_t first) {
    std::size_t first_pe = 0;
    bool found = false;
    ((from >= first_pe && from < first_pe + PesOf<Members>::pes && to >= first_pe &&
              to < first_pe + PesOf<Members>::pes
          ? void((FabricOf<Members>::route(from - first_pe, to - first_pe, take, first),
                  found = true))
          : void(),
      first += FabricOf<Members>::links, first_pe += PesOf<Members>::pes),
     ...);
    if (!found) fail("fabric: there is no route from PE ", from, " to PE ", to);
  }
  template <class Visit>
  static constexpr void for_each_link(const Visit& visit, std::uint32_t first,
                                      std::uint32_t first_pe) {
    ((FabricOf<Members>::for_each_link(visit, first, first_pe), first += FabricOf<Members>::links,
      first_pe += static_cast<std::uint32_t>(PesOf<Members>::pes)),
     ...);
  }

 private:
  static constexpr Hop moved(Hop hop, std::uint32_t links_before, std::uint32_t pes_before) {
    return hop.exists() ? Hop{hop.link + links_before, hop.to + pes_before} : hop;
  }
};
template <class T>
  requires requires { typename T::members; }
struct FabricOf<T> : SequenceFabric<typename T::members> {};

/// A grid: the links of each member, then its own, which connect the members' first PEs. The first of several kinds of
/// links routes.
template <class G, class List>
struct GridFabric;
template <class G, class... Kinds>
struct GridFabric<G, TypeList<Kinds...>> {
  using Inner = FabricOf<typename G::member>;
  static constexpr std::size_t inner_pes = PesOf<typename G::member>::pes;
  static constexpr std::uint32_t own =
      static_cast<std::uint32_t>(G::rows * G::cols) * Inner::links;  // the first of its own
  static constexpr std::uint32_t links =
      own + static_cast<std::uint32_t>((Kinds::count(G::rows, G::cols) + ... + 0));

  static constexpr LinkSpec spec(std::uint32_t link) {
    if (link < own) return Inner::spec(link % (Inner::links == 0 ? 1 : Inner::links));
    LinkSpec found{};
    std::size_t first = own;
    ((link >= first && link < first + Kinds::count(G::rows, G::cols) ? void(found = Kinds::spec)
                                                                     : void(),
      first += Kinds::count(G::rows, G::cols)),
     ...);
    return found;
  }
  static constexpr Hop hop(std::size_t pe, Direction d) {
    const std::size_t place = pe / inner_pes;
    const Hop inside = Inner::hop(pe % inner_pes, d);
    if (inside.exists())
      return {inside.link + static_cast<std::uint32_t>(place) * Inner::links,
              inside.to + static_cast<std::uint32_t>(place * inner_pes)};
    if (pe % inner_pes != 0) return {};
    Hop found{};
    std::uint32_t first = own;
    ((found.exists() ? void()
                     : void(found = outward(Kinds::hop(G::rows, G::cols, place, d), first)),
      first += static_cast<std::uint32_t>(Kinds::count(G::rows, G::cols))),
     ...);
    return found;
  }
  template <class Take>
  static constexpr void route(std::size_t from, std::size_t to, const Take& take,
                              std::uint32_t first) {
    std::size_t place = from / inner_pes;
    const std::size_t target = to / inner_pes;
    if (place == target)
      return Inner::route(from % inner_pes, to % inner_pes, take,
                          first + static_cast<std::uint32_t>(place) * Inner::links);
    if constexpr (sizeof...(Kinds) == 0) {
      fail("fabric: there is no route from PE ", from, " to PE ", to);
    } else {
      using Router = type_at<TypeList<Kinds...>, 0>;
      Inner::route(from % inner_pes, 0, take,
                   first + static_cast<std::uint32_t>(place) * Inner::links);
      while (place != target) {
        const Hop hop =
            Router::hop(G::rows, G::cols, place, Router::step(G::rows, G::cols, place, target));
        take(first + own + hop.link);
        place = hop.to;
      }
      Inner::route(0, to % inner_pes, take,
                   first + static_cast<std::uint32_t>(target) * Inner::links);
    }
  }
  template <class Visit>
  static constexpr void for_each_link(const Visit& visit, std::uint32_t first,
                                      std::uint32_t first_pe) {
    for (std::uint32_t place = 0; place != G::rows * G::cols; ++place)
      Inner::for_each_link(visit, first + place * Inner::links,
                           first_pe + place * static_cast<std::uint32_t>(inner_pes));
    std::uint32_t first_of_kind = first + own;
    ((for_each_link_of<Kinds>(visit, first_of_kind, first_pe),
      first_of_kind += static_cast<std::uint32_t>(Kinds::count(G::rows, G::cols))),
     ...);
  }

 private:
  template <class Kind, class Visit>
  static constexpr void for_each_link_of(const Visit& visit, std::uint32_t first,
                                         std::uint32_t first_pe) {
    for (std::size_t place = 0; place != G::rows * G::cols; ++place)
      for (std::size_t d = 0; d != directions; ++d) {
        const auto direction = static_cast<Direction>(d);
        const Hop out = outward(Kind::hop(G::rows, G::cols, place, direction), first);
        if (out.exists())
          visit(out.link, first_pe + static_cast<std::uint32_t>(place * inner_pes),
                first_pe + out.to, direction);
      }
  }
  static constexpr Hop outward(Hop hop, std::uint32_t first) {
    return hop.exists() ? Hop{hop.link + first, hop.to * static_cast<std::uint32_t>(inner_pes)}
                        : hop;
  }
};
template <class T>
  requires requires {
    typename T::member;
    typename T::links;
  }
struct FabricOf<T> : GridFabric<T, typename T::links> {};

/// Calls `take` with the number of each link from one PE of a machine to another, in the order taken. No route: `Error`.
template <class Machine, class Take>
constexpr void route_between(std::size_t from, std::size_t to, const Take& take) {
  FabricOf<Machine>::route(from, to, take, 0);
}

}  // namespace weft
