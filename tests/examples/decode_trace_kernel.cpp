// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include "../../examples/kernels/decode_step.hpp"

#include <weft/model/device/tiny.hpp>

#include "support/catch.hpp"

using namespace attention;

// On `tiny`, with one group of 4 query heads of dimension 128 and tiles of 64 keys:
//   reads   q 4x128 f16 = 1,024 B: 100 + 8 = 108 ns; K or V 16,384 B: 100 + 128 = 228 ns
//   GEMMs   S and O: 2*4*64*128 / 8 TFLOPS = 8.192 ns each
//   math    S has 256 elements, 4 ns an op: scale, max, subtract, exp, sum, cast: 24 ns
//           O has 512, 8 ns: rescale; m and l have 4, 1 ns: max, subtract, exp, multiply, add: 5 ns
//   a tile  8.192 + 24 + 8 + 5 + 8.192 = 53.384 ns
//   end     a division of O, 8 ns, and the store of 1,024 B, 108 ns
namespace {

template <class Waiting>
weft::Report decode(std::size_t heads, std::size_t keys, std::size_t hoisted) {
  weft::Simulation<weft::device::Tiny, Waiting> sim;
  launch_decode(sim, flash_decode<4, 128, 64>, place_decode(sim, {heads, 4, 128, keys}), nullptr,
                hoisted);
  return sim.run();
}

}  // namespace

TEST_CASE("two full tiles, blocking: everything in turn") {
  // 108 + 2 * (228 + 228 + 53.384) + 8 + 108
  CHECK(decode<weft::Blocking>(1, 128, 0).latency().ps == 1'242'768);
}

TEST_CASE("loads used at once are no faster lazy than blocking on a machine without read latency") {
  CHECK(decode<weft::Lazy>(1, 128, 0).latency().ps == 1'242'768);
}

TEST_CASE(
    "two full tiles, hoisted: reads back to back, the second tile's compute behind the last") {
  // q 108, K0 336, V0 564, K1 792, V1 1,020; O1 ends 8.192 after V1, then 8 + 108
  CHECK(decode<weft::Lazy>(1, 128, 1).latency().ps == 1'144'192);
  CHECK(decode<weft::Lazy>(1, 128, 2).latency().ps == 1'144'192);
}

TEST_CASE("a tail reads only the keys that exist, and masks the rest") {
  // 36 keys: K and V take 100 + 72 = 172 ns each; the mask costs a comparison of 64 elements (1 ns)
  // and where (4 ns) 108 + (456 + 53.384) + (344 + 5 + 53.384) + 8 + 108
  CHECK(decode<weft::Blocking>(1, 100, 0).latency().ps == 1'135'768);
}

TEST_CASE("heads follow each other, all stores but the last hidden under the next head's reads") {
  CHECK(decode<weft::Blocking>(3, 128, 0).latency().ps == 3 * 1'134'768 + 108'000);
}

TEST_CASE("hoisting changes neither the ops nor the engines' work") {
  for (const std::size_t keys : {1U, 63U, 64U, 65U, 500U}) {
    const std::size_t tiles = (keys + 63) / 64;
    const weft::Report blocking = decode<weft::Blocking>(3, keys, 0);
    CHECK(blocking.count("memory/dma_read") == 3 * (1 + 2 * tiles));
    CHECK(blocking.count("memory/dma_write") == 3);
    CHECK(blocking.count("compute/gemm") == 3 * 2 * tiles);
    weft::Duration previous = blocking.latency();
    for (const std::size_t hoisted : {0U, 1U, 2U, 3U}) {
      const weft::Report lazy = decode<weft::Lazy>(3, keys, hoisted);
      CHECK(lazy.op_log().size() == blocking.op_log().size());
      for (const char* engine : {"dma.read", "dma.write", "gemm", "math"}) {
        CHECK(lazy.busy(engine) == blocking.busy(engine));
      }
      CHECK(lazy.latency() <= previous);
      CHECK(lazy.latency() >= lazy.busy("dma.read"));
      CHECK(lazy.unused_loads().empty());
      previous = lazy.latency();
    }
  }
}

TEST_CASE("hoisting further than there are slots is refused") {
  CHECK_THROWS_SAYING(decode<weft::Lazy>(1, 64, most_hoisted + 1), "hoisted");
}
