// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/functions.hpp>
#include <weft/run/kernel/deferred.hpp>
#include <weft/run/kernel/kernel.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

namespace weft {

/// What travels in a collective: a tile, or a `std::tuple` of tiles that go one message each, in order.
template <class X>
struct ParcelOf;
template <class X>
  requires requires { typename X::tensor; }
struct ParcelOf<X> {
  using type = typename X::tensor;
  static type from(const X& tile) { return type(static_cast<const Handle&>(tile)); }
};
template <class... Xs>
struct ParcelOf<std::tuple<Xs...>> {
  using type = std::tuple<typename ParcelOf<Xs>::type...>;
  static type from(const std::tuple<Xs...>& tiles) {
    return std::apply([](const Xs&... each) { return type(ParcelOf<Xs>::from(each)...); }, tiles);
  }
};
/// A Tensor, a Deferred, a view, or a tuple of them.
template <class X>
concept Parcel = requires { typename ParcelOf<X>::type; };
template <Parcel X>
using parcel_t = typename ParcelOf<X>::type;

template <class T>
inline constexpr std::size_t tiles_in = 1;
template <class... Ts>
inline constexpr std::size_t tiles_in<std::tuple<Ts...>> = sizeof...(Ts);

template <std::size_t I, class T>
[[nodiscard]] const auto& tile_in(const T& parcel) noexcept {
  if constexpr (requires { typename T::tensor; })
    return parcel;
  else
    return std::get<I>(parcel);
}

/// Sends a parcel in the background; returns once its tiles are there and all its messages are issued.
template <std::size_t I = 0, class Tl, class T>
Kernel<> send_parcel(Tl& tl, std::uint32_t to, const T& parcel, std::source_location where) {
  co_await tl.send_async(to, tile_in<I>(parcel), where);
  if constexpr (I + 1 < tiles_in<T>) co_await send_parcel<I + 1>(tl, to, parcel, where);
}

template <class T>
struct Receive;
template <class D, class S>
struct Receive<Tensor<D, S>> {
  template <class Tl>
  static Tensor<D, S> from(Tl& tl, std::uint32_t pe, std::source_location where) {
    return Tensor<D, S>(static_cast<const Handle&>(tl.recv(pe, S{}, DType<D>{}, where)));
  }
};
template <class... Ts>
struct Receive<std::tuple<Ts...>> {
  template <class Tl>
  static std::tuple<Ts...> from(Tl& tl, std::uint32_t pe, std::source_location where) {
    return std::tuple<Ts...>{Receive<Ts>::from(tl, pe, where)...};  // braces: in order
  }
};
/// Receives a parcel: plain calls; whatever uses its tiles waits for them.
template <class T, class Tl>
[[nodiscard]] T recv_parcel(Tl& tl, std::uint32_t from, std::source_location where) {
  return Receive<T>::from(tl, from, where);
}

/// Two parcels folded into one by `f`: `weft::sum`, `weft::maximum`, `fn::mul`, `fn::min`, or a kernel
/// `f(tl, a, b) -> weft::Kernel<T>` without captures.
template <class Tl, class F, class T>
Kernel<T> fold(Tl& tl, F f, T a, T b, std::source_location where) {
  if constexpr (std::same_as<F, fn::sum> || std::same_as<F, fn::add>)
    co_return co_await tl.add(a, b, where);
  else if constexpr (std::same_as<F, fn::mul>)
    co_return co_await tl.mul(a, b, where);
  else if constexpr (std::same_as<F, fn::max>)
    co_return co_await tl.max(a, b, where);
  else if constexpr (std::same_as<F, fn::min>)
    co_return co_await tl.min(a, b, where);
  else
    co_return co_await f(tl, a, b);
}

}  // namespace weft
