// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

namespace weft {

/// A struct whose members have been named to Boost.Hana (`BOOST_HANA_ADAPT_STRUCT`), so that they
/// can be walked.
template <class S>
concept HasNamedMembers = boost::hana::Struct<S>::value;

/// Calls `visit(name, value, other)` for each named member, in order, with its values in two
/// objects of one struct.
template <HasNamedMembers S, class Visit>
constexpr void for_each_member(const S& object, const S& other, Visit&& visit) {
  boost::hana::for_each(boost::hana::accessors<S>(), [&](auto accessor) {
    const auto get = boost::hana::second(accessor);
    visit(std::string_view{boost::hana::to<const char*>(boost::hana::first(accessor))}, get(object),
          get(other));
  });
}

}  // namespace weft
