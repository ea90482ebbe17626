// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/core/error.hpp>
#include <weft/model/shape/dtype.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weft {

static_assert(std::endian::native == std::endian::little,
              "weft writes elements as they lie in memory, which must be little-endian");

/// The longest header read. numpy's own are 128 bytes, and numpy refuses any beyond 10'000.
inline constexpr std::uint64_t npy_header_limit = 65536;
/// Magic string, version and header length take up to 12 bytes before that.
inline constexpr std::uint64_t npy_prefix_limit = 12 + npy_header_limit;

/// What stands before the elements in a .npy file.
struct NpyHeader {
  std::string descr;  ///< numpy's code of the element type, such as "<f4"
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
  std::uint64_t data_offset = 0;
};

/// numpy's code for elements of D. bf16 and the 8-bit floats, which numpy lacks, are raw: "|V2" and
/// "|V1", the form that the ml_dtypes package saves (after numpy.load,
/// `array.view(ml_dtypes.bfloat16)` gives them their type again).
template <IsDType D>
constexpr std::string_view npy_descr() {
  if constexpr (std::same_as<D, f32>) return "<f4";
  if constexpr (std::same_as<D, f16>) return "<f2";
  if constexpr (std::same_as<D, i8>) return "|i1";
  if constexpr (std::same_as<D, i32>) return "<i4";
  if constexpr (std::same_as<D, b8>) return "|b1";
  static_assert(D::bytes == 1 || D::bytes == 2 || D::bytes == 4, "this dtype has no .npy form");
  if constexpr (D::bytes == 1) return "|V1";
  if constexpr (D::bytes == 2) return "|V2";
  return "|V4";
}

/// Whether elements with this code are read as D: its own code, or with the same bits as unsigned
/// whole numbers ("u1" for b8, "u1" and "u2" for the raw ones). Big-endian elements of more than
/// one byte are not.
template <IsDType D>
constexpr bool npy_holds(std::string_view descr) {
  if (descr.size() != 3) return false;
  const std::string_view own = npy_descr<D>().substr(1);
  const std::string_view code = descr.substr(1);
  const bool raw = own[0] == 'V' || own == "b1";
  if (code != own && !(raw && code[0] == 'u' && code[1] == own[1])) return false;
  if (D::bytes == 1 || code[0] == 'V')
    return descr[0] == '|' || descr[0] == '<' || descr[0] == '>' || descr[0] == '=';
  return descr[0] == '<' || descr[0] == '=';
}

/// Extents as numpy writes them: "(2, 3)", "(3,)", "()".
[[nodiscard]] inline std::string npy_shape(std::span<const std::uint64_t> shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// How many bytes the elements take. More than 64 bits can count throws `Error`.
[[nodiscard]] inline std::uint64_t npy_data_bytes(const NpyHeader& header,
                                                  std::uint64_t element_bytes,
                                                  std::string_view name) {
  std::uint64_t bytes = element_bytes;
  bool overflow = false;
  for (const std::uint64_t extent : header.shape)
    overflow |= __builtin_mul_overflow(bytes, extent, &bytes);
  if (overflow)
    fail(name, ": shape ", npy_shape(header.shape), " has more bytes than 64 bits can count");
  return bytes;
}

/// Reads the Python dictionary in a header, and nothing beyond its end. Whatever is not as numpy
/// writes it throws `Error`.
class NpyDictionary {
 public:
  NpyDictionary(std::string_view text, std::string_view name) : text_(text), name_(name) {}

  [[nodiscard]] NpyHeader read() {
    NpyHeader header;
    bool descr = false;
    bool order = false;
    bool shape = false;
    expect('{');
    while (!next('}')) {
      const std::string_view key = string();
      expect(':');
      if (key == "descr" && !std::exchange(descr, true))
        header.descr = read_descr();
      else if (key == "fortran_order" && !std::exchange(order, true))
        header.fortran_order = truth();
      else if (key == "shape" && !std::exchange(shape, true))
        header.shape = extents();
      else
        wrong("an entry that is unknown or stands twice");
      if (!next(',')) {
        expect('}');
        break;
      }
    }
    blanks();
    if (at_ != text_.size()) wrong("text after the closing brace");
    if (!descr) wrong("no 'descr'");
    if (!order) wrong("no 'fortran_order'");
    if (!shape) wrong("no 'shape'");
    return header;
  }

 private:
  [[noreturn]] void wrong(std::string_view what) const { fail(name_, ": its header has ", what); }

  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }
  bool next(char c) {
    blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!next(c)) wrong(sentence("no '", std::string_view(&c, 1), "' at character ", at_));
  }
  std::string_view string() {
    blanks();
    const char quote = at_ < text_.size() ? text_[at_] : ' ';
    if (quote != '\'' && quote != '"') wrong(sentence("no text in quotes at character ", at_));
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find(quote, begin);
    if (end == std::string_view::npos) wrong("a quote that does not end");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }
  std::string read_descr() {
    blanks();
    if (at_ < text_.size() && text_[at_] == '[')
      wrong("a structured dtype, which weft does not read");
    return std::string(string());
  }
  bool truth() {
    blanks();
    for (const auto& [word, value] :
         {std::pair<std::string_view, bool>{"True", true}, {"False", false}})
      if (text_.substr(at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    wrong("a 'fortran_order' that is neither True nor False");
  }
  std::vector<std::uint64_t> extents() {
    std::vector<std::uint64_t> shape;
    expect('(');
    while (!next(')')) {
      shape.push_back(number());
      if (shape.size() > 32) wrong("more than 32 dimensions");
      if (!next(',')) {
        expect(')');
        break;
      }
    }
    return shape;
  }
  std::uint64_t number() {
    blanks();
    const std::size_t begin = at_;
    std::uint64_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
      if (__builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
          __builtin_add_overflow(value, digit, &value))
        wrong("an extent that does not fit into 64 bits");
    }
    if (at_ == begin) wrong(sentence("no whole number at character ", at_));
    return value;
  }

  std::string_view text_;
  std::string_view name_;
  std::size_t at_ = 0;
};

/// The header of a .npy file that starts with `start`; its elements begin at `data_offset`. `name`
/// is for the sentences.
[[nodiscard]] inline NpyHeader parse_npy_header(std::span<const std::byte> start,
                                                std::string_view name) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  const auto byte = [&](std::size_t i) { return std::to_integer<std::uint64_t>(start[i]); };
  constexpr std::string_view magic = "\x93NUMPY";
  if (!text.starts_with(magic.substr(0, text.size())) || text.empty())
    fail(name, ": it is not a .npy file: it does not start with \\x93NUMPY");
  if (text.size() < 10) fail(name, ": it ends within the first 10 bytes of its header");
  if ((byte(6) != 1 && byte(6) != 2) || byte(7) != 0)
    fail(name, ": it is a .npy file of version ", byte(6), ".", byte(7),
         ", weft reads 1.0 and 2.0");
  const std::uint64_t prefix = byte(6) == 1 ? 10 : 12;
  if (text.size() < prefix) fail(name, ": it ends within the first 12 bytes of its header");
  std::uint64_t length = byte(8) + (byte(9) << 8);
  if (prefix == 12) length += (byte(10) << 16) + (byte(11) << 24);
  if (length > npy_header_limit)
    fail(name, ": its header says that it is ", length, " bytes long, at most ", npy_header_limit,
         " are read");
  if (length > text.size() - prefix)
    fail(name, ": its header of ", length, " bytes is cut off after ", text.size() - prefix);
  NpyHeader header = NpyDictionary(text.substr(prefix, length), name).read();
  header.data_offset = prefix + length;
  return header;
}

/// The start of a .npy file of version 1.0, padded so that the elements begin at a multiple of 64
/// bytes.
[[nodiscard]] inline std::string npy_header_text(const NpyHeader& header) {
  std::string text = sentence("{'descr': '", header.descr,
                              "', 'fortran_order': ", header.fortran_order ? "True" : "False",
                              ", 'shape': ", npy_shape(header.shape), ", }");
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  if (text.size() > 65535)
    fail("a .npy header of ", text.size(), " bytes does not fit into version 1.0");
  std::string start("\x93NUMPY\x01\x00", 8);
  start += static_cast<char>(text.size() % 256);
  start += static_cast<char>(text.size() / 256);
  return start + text;
}

}  // namespace weft
