// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/op/cast.hpp>
#include <weft/model/op/composite.hpp>
#include <weft/model/op/dot.hpp>
#include <weft/model/op/load.hpp>
#include <weft/model/op/math.hpp>
#include <weft/model/op/reduce.hpp>
#include <weft/model/op/store.hpp>
#include <weft/model/op/where.hpp>
#include <weft/model/tensor/gathered_rows.hpp>
#include <weft/model/tensor/hbm_tensor.hpp>
#include <weft/run/data/composite_values.hpp>
#include <weft/run/data/evaluate.hpp>
#include <weft/run/data/hazard.hpp>
#include <weft/run/data/hbm_image.hpp>
#include <weft/run/data/npy.hpp>
#include <weft/run/data/raw_file.hpp>
#include <weft/run/kernel/operand.hpp>
#include <weft/run/log/address_map.hpp>
#include <weft/run/machine/compute_call.hpp>
#include <weft/run/machine/user_op.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace weft {

/// What a write that overlaps a transfer in flight does: it is kept in `Values::hazards()`, or throws at once.
enum class OnHazard : bool { report, raise };

/// The policy under which ops also compute: HBM has bytes, every op evaluates when its request is made, and transfers in
/// flight that race are found. Timing is the same to the picosecond.
class Values {
 public:
  static constexpr bool computes = true;

  /// Writes `numbers`, row by row, rounded to D. A count that is not the tensor's throws `Error`.
  template <IsDType D>
  void write(const HbmTensor<D>& tensor, std::span<const float> numbers) {
    check_count(tensor, numbers.size());
    std::vector<std::byte> bytes(numbers.size() * D::bytes);
    for (std::size_t i = 0; i != numbers.size(); ++i)
      store_element<D>(bytes.data() + i * D::bytes, from_f32<D>(numbers[i]));
    write_bytes(tensor, bytes);
  }
  template <IsDType D>
  void write(const HbmTensor<D>& tensor, const std::vector<float>& numbers) {
    write(tensor, std::span<const float>(numbers));
  }
  /// Reads the elements back, row by row.
  template <IsDType D>
  [[nodiscard]] std::vector<float> read(const HbmTensor<D>& tensor) const {
    const std::vector<std::byte> bytes = read_bytes(tensor);
    std::vector<float> numbers(bytes.size() / D::bytes);
    for (std::size_t i = 0; i != numbers.size(); ++i)
      numbers[i] = to_f32<D>(load_element<D>(bytes.data() + i * D::bytes));
    return numbers;
  }
  /// The same as raw elements of D, in the order of a row-major array.
  template <IsDType D>
  void write_bytes(const HbmTensor<D>& tensor, std::span<const std::byte> bytes) {
    if (bytes.size() != tensor.bytes().count)
      fail("HBM tensor: it has ", tensor.bytes().count, " bytes, ", bytes.size(), " are given");
    for_each_row(tensor, [&](const ByteView& row, std::size_t at) {
      image_.write(row, bytes.data() + at, 0);
    });
  }
  template <IsDType D>
  [[nodiscard]] std::vector<std::byte> read_bytes(const HbmTensor<D>& tensor) const {
    std::vector<std::byte> bytes(tensor.bytes().count);
    for_each_row(tensor, [&](const ByteView& row, std::size_t at) {
      image_.read(row, bytes.data() + at, 0);
    });
    return bytes;
  }

  /// Fills a tensor from a file: .npy (its shape and dtype must be the tensor's), or raw bytes under any other name.
  template <IsDType D>
  void read_file(const HbmTensor<D>& tensor, const std::string& path) {
    write_bytes(tensor, is_npy(path) ? read_npy<D>(path, extents(tensor))
                                     : read_raw(path, tensor.bytes().count));
  }
  /// Writes a tensor to a file, .npy or raw by its name.
  template <IsDType D>
  void write_file(const HbmTensor<D>& tensor, const std::string& path) const {
    const std::vector<std::byte> bytes = read_bytes(tensor);
    if (is_npy(path))
      write_npy<D>(path, extents(tensor), bytes);
    else
      write_raw(path, bytes);
  }

  /// Races between transfers in flight so far, in the order found.
  [[nodiscard]] const std::vector<Hazard>& hazards() const noexcept { return tracker_.hazards(); }
  void on_hazard(OnHazard policy) noexcept { policy_ = policy; }
  /// Tells it where addresses live; once, by the simulation.
  void know(std::shared_ptr<const AddressMap> addresses) { addresses_ = std::move(addresses); }
  /// Pages of the HBM image that take host memory.
  [[nodiscard]] std::size_t pages() const noexcept { return image_.pages(); }

  // What the ops call, when their requests are made.

  template <class D, class S>
  void load(op::Load<D, S>, Slot& tile, const HbmPosition<D>& from, double fill) {
    std::byte* data = allocate<Tensor<D, S>>(tile);
    if (!from.template holds<S>()) eval::fill(TileView<D>(data, rows<S>, cols<S>), fill);
    image_.read(bytes_of_tile(from, S::rows, S::cols), data, S::cols * D::bytes);
  }
  template <class D, class S>
  void load(op::Load<D, S>, Slot& tile, const GatheredRows<D>& from, double fill) {
    std::byte* data = allocate<Tensor<D, S>>(tile);
    if (!from.template holds<S>()) eval::fill(TileView<D>(data, rows<S>, cols<S>), fill);
    for (std::size_t i = 0; i != from.rows_present(S::rows); ++i)
      image_.read(bytes_of_tile(from.row(i), 1, S::cols), data + i * S::cols * D::bytes, 0);
  }
  template <class D, class S, class T>
  void store(op::Store<D, S>, Type<T>, const OperandRef& tile, const HbmPosition<D>& to) {
    std::vector<std::byte> converted(S::elements * D::bytes);
    eval::cast(TileView<D>(converted.data(), rows<S>, cols<S>), view<T>(tile));
    image_.write(bytes_of_tile(to, S::rows, S::cols), converted.data(), S::cols * D::bytes);
  }
  /// A transfer of the tile of shape S at a place is in flight from `issued` to `done`, by this line of that kernel.
  template <class S, class D>
  void reads(const HbmPosition<D>& at, Ps issued, Ps done, std::source_location where,
             std::uint32_t kernel) {
    found(tracker_.read(issued, done, bytes_of_tile(at, S::rows, S::cols),
                        site("load", where, kernel)));
  }
  template <class S, class D>
  void reads(const GatheredRows<D>& from, Ps issued, Ps done, std::source_location where,
             std::uint32_t kernel) {
    for (std::size_t i = 0; i != from.rows_present(S::rows); ++i)
      reads<Shape<1, S::cols>>(from.row(i), issued, done, where, kernel);
  }
  template <class S, class D>
  void writes(const HbmPosition<D>& at, Ps issued, Ps done, std::source_location where,
              std::uint32_t kernel) {
    found(tracker_.write(issued, done, bytes_of_tile(at, S::rows, S::cols),
                         site("store", where, kernel)));
  }
  /// The same where the end is not known yet: in flight until `close`.
  template <class S, class From>
  [[nodiscard]] OpenAccess open_read(const From& from, Ps issued, std::string_view op,
                                     std::source_location where, std::uint32_t kernel) {
    const OpenAccess access = tracker_.open();
    const AccessSite who = site(op, where, kernel);
    if constexpr (requires { from.row(0); }) {
      for (std::size_t i = 0; i != from.rows_present(S::rows); ++i)
        found(tracker_.open_read(access, issued, bytes_of_tile(from.row(i), 1, S::cols), who));
    } else {
      found(tracker_.open_read(access, issued, bytes_of_tile(from, S::rows, S::cols), who));
    }
    return access;
  }
  template <class S, class D>
  [[nodiscard]] OpenAccess open_write(const HbmPosition<D>& at, Ps issued,
                                      std::source_location where, std::uint32_t kernel) {
    const OpenAccess access = tracker_.open();
    found(tracker_.open_write(access, issued, bytes_of_tile(at, S::rows, S::cols),
                              site("store", where, kernel)));
    return access;
  }
  void close(OpenAccess access, Ps done) { tracker_.close(access, done); }

  template <class T>
  void fill(Type<T>, Slot& tile, const std::array<double, 3>& ramp) {
    TileView<typename T::dtype> out(allocate<T>(tile), rows<typename T::shape>,
                                    cols<typename T::shape>);
    if (ramp[1] == 0 && ramp[2] == 0)
      eval::fill(out, ramp[0]);
    else
      eval::iota(out, ramp[1] != 0 ? 0 : 1);
  }
  /// The bytes of a tile, row by row.
  template <class T>
  [[nodiscard]] std::unique_ptr<std::byte[]> capture(Type<T>, const OperandRef& tile) const {
    std::unique_ptr<std::byte[]> bytes(new std::byte[T::bytes]);
    eval::cast(
        TileView<typename T::dtype>(bytes.get(), rows<typename T::shape>, cols<typename T::shape>),
        view<T>(tile));
    return bytes;
  }
  /// The one element of a 1x1 tile.
  template <class T>
  [[nodiscard]] double scalar(Type<T>, const OperandRef& tile) const {
    return view<T>(tile).get(0, 0);
  }

  template <class D, class SA, class SB, class Out, class Source, std::size_t N>
  void evaluate(op::Dot<Tensor<D, SA>, Tensor<D, SB>, Out>, const Source&, Slot& result,
                const std::array<OperandRef, N>& in) {
    using Result = Tensor<Out, Shape<SA::rows, SB::cols>>;
    const auto a = view<Tensor<D, SA>>(in[0]);
    const auto b = view<Tensor<D, SB>>(in[1]);
    if constexpr (N == 2) {
      eval::dot(out<Result>(result), a, b);
    } else {
      const Layout l = in[2].layout;
      if ((SA::rows > 1 && l.row_stride == 0) || (SB::cols > 1 && l.col_stride == 0))
        fail("dot: the accumulator is a broadcast view, which cannot be added into");
      TileView<Out> added(in[2].slot->data + l.offset * static_cast<std::ptrdiff_t>(Out::bytes),
                          rows<typename Result::shape>, cols<typename Result::shape>, l.row_stride,
                          l.col_stride);
      eval::dot(added, a, b, added);
    }
  }
  template <class F, class R, class... Operands, std::size_t N>
  void evaluate(op::Math<F, R, Operands...>, const Numbers<sizeof...(Operands)>& numbers,
                Slot& result, const std::array<OperandRef, N>& in) {
    eval_math<F, R, Operands...>(numbers, result, in, std::index_sequence_for<Operands...>{});
  }
  template <class R, class C, class X, class Y, std::size_t N>
  void evaluate(op::Where<R, C, X, Y>, const Numbers<3>& numbers, Slot& result,
                const std::array<OperandRef, N>& in) {
    eval_math<fn::where, R, C, X, Y>(numbers, result, in, std::index_sequence_for<C, X, Y>{});
  }
  template <class F, class X, std::size_t A, class Source>
  void evaluate(op::Reduce<F, X, A>, const Source&, Slot& result,
                const std::array<OperandRef, 1>& in) {
    eval::reduce<F>(out<typename op::Reduce<F, X, A>::Result>(result), view<X>(in[0]),
                    static_cast<int>(A));
  }
  template <class X, class To, class Source>
  void evaluate(op::Cast<X, To>, const Source&, Slot& result, const std::array<OperandRef, 1>& in) {
    eval::cast(out<typename op::Cast<X, To>::Result>(result), view<X>(in[0]));
  }
  template <class O, class Op, std::size_t N>
  void evaluate(UserFacts<O>, const UserSource<Op>& source, Slot& result,
                const std::array<OperandRef, N>& in) {
    call_user(source.get(), out<typename O::Result>(result), in, UserTiles<O>{});
  }

  template <class Types, class... Stages>
  void composite(Type<Types>, Slot& result, const OperandRef& a,
                 const HbmPosition<typename Types::D>& b, const std::tuple<Stages...>& stages) {
    CompositeValues<Types, Stages...>::run(image_, out<typename Types::Result>(result),
                                           view<typename Types::Left>(a), b, stages);
  }

 private:
  template <class S>
  static constexpr std::ptrdiff_t rows = static_cast<std::ptrdiff_t>(S::rows);
  template <class S>
  static constexpr std::ptrdiff_t cols = static_cast<std::ptrdiff_t>(S::cols);

  template <class T>
  static std::byte* allocate(Slot& tile) {
    tile.data = new std::byte[T::bytes]{};
    return tile.data;
  }
  template <class T>
  static TileView<typename T::dtype> out(Slot& tile) {
    return {allocate<T>(tile), rows<typename T::shape>, cols<typename T::shape>};
  }
  template <class T>
  static ConstTileView<typename T::dtype> view(const OperandRef& tile) {
    return tile_view<T>(tile);
  }

  template <class F, class R, class... Operands, std::size_t N, std::size_t... Is>
  void eval_math(const Numbers<sizeof...(Operands)>& numbers, Slot& result,
                 const std::array<OperandRef, N>& in, std::index_sequence<Is...>) {
    // The dtype that plain numbers take: that of the tiles beside them.
    using D = typename FirstOf<typename std::conditional_t<
        std::is_same_v<F, fn::where>, SkipFirst<Operands...>, TypeList<Operands...>>>::dtype;
    const std::array<NumberOf<D>, sizeof...(Operands)> scalars{number_as<D>(numbers.values[Is])...};
    std::size_t tile = 0;
    const auto pick = [&]<class T>(Type<T>, const NumberOf<D>& number) {
      if constexpr (std::is_same_v<T, Number>)
        return ConstTileView<NumberDType<D>>(reinterpret_cast<const std::byte*>(&number), 1, 1);
      else
        return view<T>(in[tile++]);
    };
    // Braces evaluate in order.
    std::tuple views{pick(Type<Operands>{}, scalars[Is])...};
    std::apply([&](const auto&... each) { eval::elementwise<F>(out<R>(result), each...); }, views);
  }
  template <class D>
  using NumberDType = std::conditional_t<IsWholeDType<D>, i32, f32>;
  template <class D>
  using NumberOf = std::conditional_t<IsWholeDType<D>, std::int32_t, float>;
  template <class D>
  static NumberOf<D> number_as(double number) {
    if constexpr (IsWholeDType<D>) {
      if (number != std::floor(number) || std::fabs(number) > 2147483647.0)
        fail("math: the number beside a tile of ", D::name, " must be a whole number of 32 bits");
      return static_cast<std::int32_t>(number);
    } else {
      return static_cast<float>(number);
    }
  }
  template <class... Ts>
  struct SkipFirstOf;
  template <class T, class... Ts>
  struct SkipFirstOf<T, Ts...> {
    using type = TypeList<Ts...>;
  };
  template <class... Ts>
  using SkipFirst = typename SkipFirstOf<Ts...>::type;
  template <class List>
  struct FirstOf;
  template <class... Ts>
  struct FirstOf<TypeList<Number, Ts...>> : FirstOf<TypeList<Ts...>> {};
  template <class D, class S, class... Ts>
  struct FirstOf<TypeList<Tensor<D, S>, Ts...>> {
    using dtype = D;
  };

  template <class O, class Out, std::size_t N, class... Ts>
  static void call_user(const O& op, Out out, const std::array<OperandRef, N>& in,
                        TypeList<Ts...>) {
    [&]<std::size_t... Is>(std::index_sequence<Is...>) {
      constexpr bool evaluates = requires { op.evaluate(out, tile_view<Ts>(in[Is])...); };
      static_assert(
          evaluates,
          "issue: this op has no evaluate(result, tiles...), so it cannot run under Values");
      if constexpr (evaluates) op.evaluate(out, tile_view<Ts>(in[Is])...);
    }(std::index_sequence_for<Ts...>{});
  }

  static bool is_npy(std::string_view path) { return path.ends_with(".npy"); }
  template <IsDType D>
  static std::vector<std::uint64_t> extents(const HbmTensor<D>& tensor) {
    std::vector<std::uint64_t> shape;
    for (std::size_t i = 0; i != tensor.rank(); ++i) shape.push_back(tensor.extent(i));
    return shape;
  }
  template <IsDType D>
  static void check_count(const HbmTensor<D>& tensor, std::size_t count) {
    if (count != tensor.elements())
      fail("HBM tensor: it has ", tensor.elements(), " elements, ", count, " numbers are given");
  }
  /// Calls `visit(row, offset)` for each innermost row of a tensor, with its offset in a dense row-major array.
  template <IsDType D, class Visit>
  static void for_each_row(const HbmTensor<D>& tensor, Visit visit, std::size_t offset = 0) {
    if (tensor.rank() > 1) {
      const std::size_t inner = tensor.bytes().count / tensor.extent(0);
      for (std::uint64_t i = 0; i != tensor.extent(0); ++i)
        for_each_row(tensor[i], visit, offset + i * inner);
    } else if (tensor.rank() == 1) {
      visit(
          ByteView{tensor.address(), 1, tensor.extent(0), 0, tensor.stride(0) * D::bytes, D::bytes},
          offset);
    }
  }

  AccessSite site(std::string_view op, std::source_location where, std::uint32_t kernel) {
    std::string& name = kernels_[kernel];
    if (name.empty()) name = std::to_string(kernel);
    return {where.file_name(), where.line(), op, name};
  }
  void found(std::size_t count) {
    if (count == 0 || policy_ != OnHazard::raise) return;
    const Hazard& hazard = tracker_.hazards().back();
    const std::uint64_t begin = hazard.bytes.begin;
    fail(hazard_sentence(hazard), addresses_->knows(begin)
                                      ? ", from " + addresses_->where(begin).text() + " on"
                                      : std::string());
  }

  HbmImage image_;
  HazardTracker tracker_;
  std::map<std::uint32_t, std::string> kernels_;  // names, which accesses in flight refer to
  OnHazard policy_ = OnHazard::report;
  std::shared_ptr<const AddressMap> addresses_;
};

}  // namespace weft
