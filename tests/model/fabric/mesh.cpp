// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/fabric/mesh.hpp>
#include <weft/model/units/literals.hpp>

#include <cstddef>
#include <string>

#include "support/catch.hpp"

using namespace weft::literals;

namespace {

constexpr weft::LinkSpec link{.bandwidth = 1_GBps};
using Mesh = weft::Mesh<link>;
using ByColumn = weft::Mesh<link, weft::ColumnFirst>;
using Ring = weft::Ring<link>;

/// The places on the way through a grid of 3 x 4, the first included.
template <class Fabric>
std::string way(std::size_t from, std::size_t to) {
  std::string places = std::to_string(from);
  while (from != to) {
    from = Fabric::hop(3, 4, from, Fabric::step(3, 4, from, to)).to;
    places += " " + std::to_string(from);
  }
  return places;
}

}  // namespace

// The grid:  0 1 2 3 / 4 5 6 7 / 8 9 10 11

TEST_CASE("mesh: hops lead to the neighbours, and across no edge") {
  using enum weft::Direction;
  CHECK(Mesh::hop(3, 4, 5, north).to == 1);
  CHECK(Mesh::hop(3, 4, 5, east).to == 6);
  CHECK(Mesh::hop(3, 4, 5, south).to == 9);
  CHECK(Mesh::hop(3, 4, 5, west).to == 4);
  CHECK(!Mesh::hop(3, 4, 1, north).exists());
  CHECK(!Mesh::hop(3, 4, 3, east).exists());
  CHECK(!Mesh::hop(3, 4, 9, south).exists());
  CHECK(!Mesh::hop(3, 4, 8, west).exists());
  CHECK(!Mesh::hop(3, 4, 5, next).exists());
  CHECK(!Mesh::hop(3, 4, 5, previous).exists());
}

TEST_CASE("mesh: every link has a number of its own") {
  CHECK(Mesh::count(3, 4) == 48);
  CHECK(Mesh::hop(3, 4, 5, weft::north).link == 20);
  CHECK(Mesh::hop(3, 4, 5, weft::west).link == 23);
  CHECK(Mesh::hop(3, 4, 6, weft::north).link == 24);
}

TEST_CASE("mesh: along the row first, or along the column") {
  CHECK(way<Mesh>(0, 11) == "0 1 2 3 7 11");
  CHECK(way<Mesh>(11, 0) == "11 10 9 8 4 0");
  CHECK(way<ByColumn>(0, 11) == "0 4 8 9 10 11");
  CHECK(way<ByColumn>(11, 0) == "11 7 3 2 1 0");
  CHECK(way<Mesh>(4, 4) == "4");
}

TEST_CASE("ring: row by row, closed; the shorter way, forwards if equal") {
  CHECK(Ring::count(3, 4) == 24);
  CHECK(Ring::hop(3, 4, 3, weft::next).to == 4);
  CHECK(Ring::hop(3, 4, 11, weft::next).to == 0);
  CHECK(Ring::hop(3, 4, 0, weft::previous).to == 11);
  CHECK(Ring::hop(3, 4, 5, weft::next).link == 10);
  CHECK(Ring::hop(3, 4, 5, weft::previous).link == 11);
  CHECK(!Ring::hop(3, 4, 5, weft::east).exists());
  CHECK(!Ring::hop(1, 1, 0, weft::next).exists());
  CHECK(way<Ring>(10, 1) == "10 11 0 1");
  CHECK(way<Ring>(1, 10) == "1 0 11 10");
  CHECK(way<Ring>(0, 6) == "0 1 2 3 4 5 6");
  CHECK(way<Ring>(0, 7) == "0 11 10 9 8 7");
}
