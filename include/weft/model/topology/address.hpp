// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <weft/core/error.hpp>
#include <weft/model/tensor/place.hpp>
#include <weft/model/topology/arrangement.hpp>
#include <weft/model/topology/cube.hpp>

namespace weft {

/// A Cube of a machine: its number, counted through the machine, and its PEs.
struct CubeAt {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t number = none;
  std::size_t first = 0;
  std::size_t pes = 0;
  [[nodiscard]] constexpr bool exists() const { return number != none; }
  friend constexpr bool operator==(const CubeAt&, const CubeAt&) = default;
};

/// The Cubes of an arrangement of PEs: how many, and the one that a PE stands in (of nested ones the outermost).
template <class T>
struct CubesOf {
  static constexpr std::uint32_t count = 0;
  static constexpr CubeAt at(std::size_t) { return {}; }
};
template <class T>
  requires IsCube<T>
struct CubesOf<T> {
  static constexpr std::uint32_t count = 1;
  static constexpr CubeAt at(std::size_t) { return {0, 0, T::pes}; }
};
/// Members side by side.
template <class List>
struct CubesOfMembers;
template <class... Members>
struct CubesOfMembers<TypeList<Members...>> {
  static constexpr std::uint32_t count = (CubesOf<Members>::count + ... + 0U);
  static constexpr CubeAt at(std::size_t pe) {
    CubeAt found{};
    std::uint32_t number = 0;
    std::size_t first = 0;
    ((pe >= first && pe < first + PesOf<Members>::pes
          ? void(found = moved(CubesOf<Members>::at(pe - first), number, first))
          : void(),
      number += CubesOf<Members>::count, first += PesOf<Members>::pes),
     ...);
    return found;
  }

 private:
  static constexpr CubeAt moved(CubeAt cube, std::uint32_t number, std::size_t first) {
    return cube.exists() ? CubeAt{cube.number + number, cube.first + first, cube.pes} : cube;
  }
};
template <class T>
  requires(!IsCube<T>) && requires { typename T::members; }
struct CubesOf<T> : CubesOfMembers<typename T::members> {};
/// A grid of equal members.
template <class T>
  requires requires {
    typename T::member;
    T::rows;
  }
struct CubesOf<T> {
  using Inner = CubesOf<typename T::member>;
  static constexpr std::size_t inner_pes = PesOf<typename T::member>::pes;
  static constexpr std::uint32_t count =
      static_cast<std::uint32_t>(T::rows * T::cols) * Inner::count;
  static constexpr CubeAt at(std::size_t pe) {
    const std::size_t place = pe / inner_pes;
    const CubeAt cube = Inner::at(pe % inner_pes);
    if (!cube.exists()) return cube;
    return {cube.number + static_cast<std::uint32_t>(place) * Inner::count,
            cube.first + place * inner_pes, cube.pes};
  }
};

/// An address in HBM, said by where it lives: the PEs that the channel belongs to, and the place in it.
struct Address {
  Place place = Place::pe;
  CubeAt cube{};             ///< the Cube the channel stands in, if the machine has Cubes
  std::uint32_t pe = 0;      ///< the PE beside the channel; the first of those that share it
  std::uint32_t pes = 1;     ///< how many share it
  std::uint64_t offset = 0;  ///< bytes from the start of the channel

  /// "PE 5, hbm"; "cube 3, PE 5, hbm"; "cube 3, hbm" where all of the cube share it; "PEs 4 to 7, hbm"; "device, hbm".
  [[nodiscard]] std::string channel() const {
    if (place == Place::device) return "device, hbm";
    std::string text;
    if (cube.exists()) text = sentence("cube ", cube.number, ", ");
    if (pes == 1)
      text += sentence("PE ", pe, ", ");
    else if (pes != cube.pes || pe != cube.first)
      text += sentence("PEs ", pe, " to ", pe + pes - 1, ", ");
    return text + "hbm";
  }
  /// The same with the offset: "cube 3, PE 5, hbm+0x1000".
  [[nodiscard]] std::string text() const {
    constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (std::uint64_t left = offset; hex.empty() || left != 0; left >>= 4U)
      hex.insert(hex.begin(), digits[left & 15U]);
    return channel() + "+0x" + hex;
  }
  friend constexpr bool operator==(const Address&, const Address&) = default;
};

/// The start of an HBM channel of a machine that `pes` PEs from `pe` on share.
template <class Machine>
[[nodiscard]] constexpr Address start_of_channel(std::uint32_t pe, std::uint32_t pes) {
  const Place place = pes == 1 ? Place::pe : pes == Machine::pes ? Place::device : Place::cube;
  return {place, CubesOf<Machine>::at(pe), pe, pes, 0};
}

}  // namespace weft
