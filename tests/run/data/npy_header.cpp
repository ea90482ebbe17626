// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/run/data/npy_header.hpp>

#include "support/catch.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace {

using weft::NpyHeader;

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// A file's start with this dictionary, as version 1.0 or 2.0.
std::vector<std::byte> start_with(const std::string& dictionary, int version = 1) {
  std::string text("\x93NUMPY", 6);
  text += static_cast<char>(version);
  text += '\0';
  text += static_cast<char>(dictionary.size() % 256);
  text += static_cast<char>(dictionary.size() / 256);
  if (version == 2) text += std::string(2, '\0');
  return bytes_of(text + dictionary);
}

NpyHeader parse(const std::string& dictionary) {
  return weft::parse_npy_header(start_with(dictionary), "q.npy");
}

/// What it throws, or "" if it does not.
std::string refusal(std::span<const std::byte> start) {
  try {
    (void)weft::parse_npy_header(start, "q.npy");
  } catch (const weft::Error& error) {
    return error.what();
  }
  return "";
}
std::string refusal(const std::string& dictionary) {
  return refusal(std::span<const std::byte>(start_with(dictionary)));
}

}  // namespace

TEST_CASE("npy_header: what numpy writes", "[data]") {
  // numpy.save of zeros((2, 3), float16), numpy 1.24
  const std::string text = std::string("\x93NUMPY\x01\x00v\x00", 10) +
                           "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }" +
                           std::string(58, ' ') + "\n";
  const NpyHeader header = weft::parse_npy_header(bytes_of(text), "q.npy");
  CHECK(header.descr == "<f2");
  CHECK_FALSE(header.fortran_order);
  CHECK(header.shape == std::vector<std::uint64_t>{2, 3});
  CHECK(header.data_offset == 128);
  CHECK(weft::npy_header_text(header) == text);
}

TEST_CASE("npy_header: shapes and other spellings", "[data]") {
  CHECK(parse("{'descr': '<f4', 'fortran_order': False, 'shape': (), }").shape.empty());
  CHECK(parse("{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }").shape ==
        std::vector<std::uint64_t>{7});
  CHECK(parse("{\"shape\":(1,2,3,4),\"fortran_order\":True,\"descr\":\"|i1\"}").fortran_order);
  CHECK(
      parse(" { 'descr' : '<f4' ,\n'fortran_order':False,'shape':( 0 , 18446744073709551615 ) } \n")
          .shape[1] == ~std::uint64_t{0});
  const NpyHeader second = weft::parse_npy_header(
      start_with("{'descr': '<i4', 'fortran_order': False, 'shape': (1,)}", 2), "q.npy");
  CHECK(second.descr == "<i4");
  CHECK(second.data_offset == 12 + 55);
  CHECK(weft::npy_shape(std::vector<std::uint64_t>{}) == "()");
  CHECK(weft::npy_shape(std::vector<std::uint64_t>{7}) == "(7,)");
  CHECK(weft::npy_shape(std::vector<std::uint64_t>{7, 8}) == "(7, 8)");
}

TEST_CASE("npy_header: the element type of each dtype", "[data]") {
  CHECK(weft::npy_descr<weft::f32>() == "<f4");
  CHECK(weft::npy_descr<weft::f16>() == "<f2");
  CHECK(weft::npy_descr<weft::bf16>() == "|V2");
  CHECK(weft::npy_descr<weft::f8e4m3>() == "|V1");
  CHECK(weft::npy_descr<weft::f8e5m2>() == "|V1");
  CHECK(weft::npy_descr<weft::i8>() == "|i1");
  CHECK(weft::npy_descr<weft::i32>() == "<i4");
  CHECK(weft::npy_descr<weft::b8>() == "|b1");
  CHECK(weft::npy_holds<weft::f32>("<f4"));
  CHECK(weft::npy_holds<weft::f32>("=f4"));
  CHECK_FALSE(weft::npy_holds<weft::f32>(">f4"));
  CHECK_FALSE(weft::npy_holds<weft::f32>("<f8"));
  CHECK_FALSE(weft::npy_holds<weft::f32>("<i4"));
  CHECK_FALSE(weft::npy_holds<weft::f32>("f4"));
  CHECK_FALSE(weft::npy_holds<weft::f32>(""));
  CHECK_FALSE(weft::npy_holds<weft::f16>("<u2"));
  CHECK(weft::npy_holds<weft::bf16>("<V2"));
  CHECK(weft::npy_holds<weft::bf16>("<u2"));
  CHECK_FALSE(weft::npy_holds<weft::bf16>(">u2"));
  CHECK_FALSE(weft::npy_holds<weft::bf16>("<f2"));
  CHECK(weft::npy_holds<weft::f8e4m3>("|u1"));
  CHECK_FALSE(weft::npy_holds<weft::f8e4m3>("|V2"));
  CHECK(weft::npy_holds<weft::b8>("|u1"));
  CHECK_FALSE(weft::npy_holds<weft::i8>("|u1"));
}

TEST_CASE("npy_header: what is wrong is said with the file's name", "[data]") {
  CHECK(refusal(std::span<const std::byte>{}) ==
        "q.npy: it is not a .npy file: it does not start with \\x93NUMPY");
  CHECK(refusal(std::span<const std::byte>(bytes_of("PK\x03\x04 something else"))) ==
        "q.npy: it is not a .npy file: it does not start with \\x93NUMPY");
  CHECK(refusal(std::span<const std::byte>(bytes_of("\x93NUMPY\x01"))) ==
        "q.npy: it ends within the first 10 bytes of its header");
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
  auto start = start_with(good, 2);
  CHECK(refusal(std::span(start).first(11)) ==
        "q.npy: it ends within the first 12 bytes of its header");
  CHECK(refusal(std::span(start).first(31)) == "q.npy: its header of 59 bytes is cut off after 19");
  start[11] = std::byte{0x7F};
  CHECK(refusal(std::span(start)) ==
        "q.npy: its header says that it is 2130706491 bytes long, at most 65536 are read");
  start = start_with(good);
  start[6] = std::byte{3};
  CHECK(refusal(std::span(start)) ==
        "q.npy: it is a .npy file of version 3.0, weft reads 1.0 and 2.0");
  start[6] = std::byte{1};
  start[8] = std::byte{60};
  CHECK(refusal(std::span(start)) == "q.npy: its header of 60 bytes is cut off after 59");

  CHECK(refusal("") == "q.npy: its header has no '{' at character 0");
  CHECK(refusal("{}") == "q.npy: its header has no 'descr'");
  CHECK(refusal("{'descr': '<f4', 'fortran_order': False}") == "q.npy: its header has no 'shape'");
  CHECK(refusal("{'descr': '<f4', 'shape': ()}") == "q.npy: its header has no 'fortran_order'");
  CHECK(refusal("{'descr': '<f4', 'descr': '<f4'}") ==
        "q.npy: its header has an entry that is unknown or stands twice");
  CHECK(refusal("{'color': 'red'}") ==
        "q.npy: its header has an entry that is unknown or stands twice");
  CHECK(refusal("{'descr': [('x', '<f4')]}") ==
        "q.npy: its header has a structured dtype, which weft does not read");
  CHECK(refusal("{'descr': '<f4") == "q.npy: its header has a quote that does not end");
  CHECK(refusal("{'descr' '<f4'}") == "q.npy: its header has no ':' at character 9");
  CHECK(refusal("{'descr': 4}") == "q.npy: its header has no text in quotes at character 10");
  CHECK(refusal("{'fortran_order': 0}") ==
        "q.npy: its header has a 'fortran_order' that is neither True nor False");
  CHECK(refusal("{'shape': (2, -3)}") == "q.npy: its header has no whole number at character 14");
  CHECK(refusal("{'shape': (2 3)}") == "q.npy: its header has no ')' at character 13");
  CHECK(refusal("{'shape': (18446744073709551616,)}") ==
        "q.npy: its header has an extent that does not fit into 64 bits");
  CHECK(refusal("{'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}") ==
        "q.npy: its header has more than 32 dimensions");
  CHECK(refusal(good + "x") == "q.npy: its header has text after the closing brace");
  CHECK(refusal(good.substr(0, good.size() - 1)) ==
        "q.npy: its header has no text in quotes at character 58");
}

TEST_CASE("npy_header: a size beyond 64 bits is refused", "[data]") {
  NpyHeader header{"<f4", false, {std::uint64_t{1} << 40, std::uint64_t{1} << 22}, 0};
  CHECK_THROWS_SAYING(weft::npy_data_bytes(header, 4, "q.npy"),
                      "more bytes than 64 bits can count");
  header.shape[1] = 1000;
  CHECK(weft::npy_data_bytes(header, 4, "q.npy") == 4000 * (std::uint64_t{1} << 40));
}

TEST_CASE("npy_header: no change to a header makes it read elsewhere", "[data]") {
  // Any outcome but a header or an Error is a fault, and the sanitizers see what the eye does not:
  // each start is an allocation of exactly its size.
  std::uint64_t state = 7;
  const auto below = [&](std::uint64_t limit) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % limit;
  };
  const std::string alphabet = "{}()[]'\",: 0123456789TFalsruedcpthno_<>|=fiuVb\\x\n";
  std::vector<std::vector<std::byte>> seeds;
  for (const int version : {1, 2})
    for (const char* const text : {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
                                   "{'shape':(7,),'descr':\"|V2\",'fortran_order':True}"})
      seeds.push_back(start_with(text, version));
  int read = 0;
  int refused = 0;
  int strange = 0;
  for (int i = 0; i < 40'000; ++i) {
    std::vector<std::byte> start = seeds[below(seeds.size())];
    for (std::uint64_t change = below(4); change-- > 0;) {
      const std::uint64_t at = below(start.size());
      switch (below(5)) {
        case 0:
          start[at] = static_cast<std::byte>(below(256));
          break;
        case 1:
          start[at] = static_cast<std::byte>(alphabet[below(alphabet.size())]);
          break;
        case 2:
          start.resize(at + 1);
          break;
        case 3:
          start.insert(start.begin() + static_cast<std::ptrdiff_t>(at),
                       static_cast<std::byte>(alphabet[below(alphabet.size())]));
          break;
        default:
          start[at] ^= static_cast<std::byte>(1U << below(8));
          break;
      }
    }
    const std::vector<std::byte> exact(start);
    try {
      const NpyHeader header = weft::parse_npy_header(exact, "q.npy");
      ++read;
      if (header.data_offset > exact.size() || header.shape.size() > 32 ||
          header.descr.size() > exact.size())
        ++strange;
    } catch (const weft::Error& error) {
      ++refused;
      if (std::string(error.what()).find("q.npy: ") != 0) ++strange;
    }
  }
  CHECK(read > 1000);
  CHECK(refused > 1000);
  CHECK(strange == 0);
}
