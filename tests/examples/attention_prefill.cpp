// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/model/device/tiny.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include "../../examples/kernels/flash_prefill.hpp"
#include "../../examples/kernels/ring_prefill.hpp"
#include "../../examples/kernels/ring_prefill_composite.hpp"
#include "support/catch.hpp"

using namespace attention;
using namespace weft::literals;

// On `tiny`, with tiles of 64 rows of dimension 128: q, K and V are read in 228 ns each. A tile of keys takes
//   GEMMs   S and O: 2*64*64*128 / 8 TFLOPS = 131.072 ns each
//   math    S has 4,096 elements, 64 ns an op: scale, max, subtract, exp, sum, cast: 384 ns; on the diagonal also where
//           O has 8,192, 128 ns: rescale; m and l have 64, 1 ns: max, subtract, exp, multiply, add: 5 ns
//   in all  779.144 ns, on the diagonal 843.144 ns
namespace {

constexpr weft::LinkSpec link{.bandwidth = 128_GBps, .setup = 20_ns, .latency = 5_ns, .slots = 4};
struct Round : weft::Device<"tiny-ring", weft::Grid<1, 8, weft::device::TinyPe, weft::Ring<link>>> {
};
constexpr auto f16 = weft::dtype<weft::f16>;

constexpr auto in_tiles = flash_prefill<128, 64>;
constexpr auto in_blocks = flash_prefill_composite<128, 64, 256>;
template <class Waiting = weft::Lazy, class Kernel, class... More>
weft::Report prefill(const Kernel& kernel, std::size_t q_heads, std::size_t kv_heads,
                     std::size_t length, More... more) {
  weft::Simulation<weft::device::Tiny, Waiting> sim;
  const auto q = sim.hbm().tensor(f16, q_heads, length, 128);
  const auto k = sim.hbm().tensor(f16, kv_heads, length, 128);
  const auto v = sim.hbm().tensor(f16, kv_heads, length, 128);
  const auto o = sim.hbm().tensor(f16, q_heads, length, 128);
  sim.launch(kernel, q, k, v, o, more...);
  return sim.run();
}

enum class Form { lazy, composite };

template <Form form = Form::lazy>
weft::Report on_ring(std::size_t pes, std::size_t q_heads, std::size_t kv_heads,
                     std::size_t length) {
  weft::Simulation<Round> sim;
  std::vector<PromptShare> shares(pes);
  for (std::uint32_t pe = 0; pe != pes; ++pe) {
    const std::size_t rows = rows_in(tiles_on(pe, pes, tiles_of(length, 64)), 64, length);
    if (rows == 0) continue;
    const auto tensor = [&](std::size_t heads) {
      return sim.hbm(pe).tensor(f16, heads, rows, 128);
    };
    shares[pe] = {tensor(q_heads), tensor(kv_heads), tensor(kv_heads), tensor(q_heads)};
  }
  const weft::Group ring(0, pes);
  for (std::uint32_t pe = 0; pe != pes; ++pe)
    if constexpr (form == Form::lazy)
      sim.launch_on(pe, ring_prefill<128, 64>, ring, shares[pe], length, q_heads, kv_heads,
                    nullptr);
    else
      sim.launch_on(pe, ring_prefill_composite<128, 64, 256>, ring,
                    std::span<const PromptShare>(shares), length, q_heads, kv_heads);
  return sim.run();
}

std::uint64_t bytes_read(const weft::Report& report) {
  std::uint64_t bytes = 0;
  for (const weft::OpRecord op : report.op_log())
    if (op.kind == "memory/dma_read") bytes += op.bytes;
  return bytes;
}

}  // namespace

TEST_CASE("causal prefill, hoisted: the compute of the triangle, once the first K is there") {
  for (const std::int64_t n : {1, 2, 3, 5})
    for (const std::size_t hoisted : {1U, 2U, 3U})
      // q and K, 228 each; then 779.144 a tile, 64 for the mask and 128 for the division a row of tiles; the last store 228
      CHECK(prefill(in_tiles, 1, 1, static_cast<std::size_t>(64 * n), hoisted).latency().ps ==
            2 * 228'000 + n * (n + 1) / 2 * 779'144 + n * (64'000 + 128'000) + 228'000);
}

TEST_CASE("causal prefill, blocking: reads and compute in turn") {
  for (const std::int64_t n : {1, 2, 3, 5})
    // as above, but all reads of K and V in turn with it, and q once a row; stores hide under the next row's reads
    CHECK(prefill<weft::Blocking>(in_tiles, 1, 1, static_cast<std::size_t>(64 * n), std::size_t{0})
              .latency()
              .ps == n * (n + 1) / 2 * (779'144 + 456'000) + n * (64'000 + 128'000 + 228'000) +
                         228'000 + 64'000);
}

TEST_CASE("tiles above the diagonal are neither read nor computed") {
  for (const std::size_t length : {1U, 64U, 100U, 500U}) {
    const std::size_t n = tiles_of(length, 64);
    const weft::Report report = prefill(in_tiles, 4, 2, length, std::size_t{2});
    CHECK(report.count("memory/dma_read") == 4 * (n + n * (n + 1)));
    CHECK(report.count("compute/gemm") == 4 * n * (n + 1));
    CHECK(report.count("memory/dma_write") == 4 * n);
    CHECK(report.unused_loads().empty());
    // The composites read the same rows of K and V, tile by tile.
    const weft::Report blocks = prefill(in_blocks, 4, 2, length);
    CHECK(bytes_read(blocks) == bytes_read(report));
  }
}

TEST_CASE("a prompt is shared out whole, in fair triangles") {
  for (const std::size_t tiles : {0U, 1U, 7U, 16U, 33U})
    for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U}) {
      std::vector<int> owners(tiles, 0);
      for (std::size_t rank = 0; rank != pes; ++rank)
        for (const std::size_t t : tiles_on(rank, pes, tiles)) ++owners[t];
      for (const int n : owners) CHECK(n == 1);
    }
  CHECK(tiles_on(0, 2, 8) == std::vector<std::size_t>{0, 1, 6, 7});
  CHECK(tiles_on(1, 2, 8) == std::vector<std::size_t>{2, 3, 4, 5});
}

TEST_CASE("round the ring: K and V pass by every PE once per pass, whatever the number of PEs") {
  for (const std::size_t length : {64U, 200U, 1024U})
    for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U}) {
      CAPTURE(length, pes);
      const std::size_t n = tiles_of(length, 64);
      // Two query heads to a KV head, 4 query tiles at a time.
      const std::size_t passing = passing_at(0, pes, n, 4, 2).size();
      for (std::size_t rank = 1; rank != pes; ++rank)
        CHECK(passing_at(rank, pes, n, 4, 2).size() == passing);
      const weft::Report report = on_ring(pes, 4, 2, length);
      CHECK(report.count("comm/send") == 2 * 2 * passing * (pes - 1));
      CHECK(report.count("comm/recv") == 2 * 2 * passing * (pes - 1));
      CHECK(report.count("memory/dma_read") == 4 * n + 2 * 2 * passing);
      CHECK(report.count("compute/gemm") == 4 * n * (n + 1));
      CHECK(report.count("memory/dma_write") == 4 * n);
      CHECK(report.unused_loads().empty());
    }
}

TEST_CASE("a pass takes round only what one of its queries may see") {
  // 8 tiles on 2 PEs, 2 query tiles at a time: PE 0 has 0 1 6 7 and works on 0 and 7, then on 1 and 6; PE 1 has 2 3 4 5,
  // works on 2 and 5, then on 3 and 4. The second pass has no use for tile 7.
  std::vector<std::size_t> tiles[2];
  for (const Passing& kv : passing_at(1, 2, 8, 2, 1)) tiles[kv.pass].push_back(kv.tile);
  CHECK(tiles[0] == std::vector<std::size_t>{5, 0, 2, 7, 4, 1, 3, 6});
  CHECK(tiles[1] == std::vector<std::size_t>{5, 0, 2, 4, 1, 3, 6});
}

TEST_CASE("the ring's transfers hide under its compute") {
  // 32 tiles of rows, 4 to a PE: all PEs compute as much; the links carry a tile of K and V in 306 ns, each serves for
  // several tiles of compute.
  const std::int64_t one = on_ring(1, 1, 1, 2048).latency().ps;
  const std::int64_t eight = on_ring(8, 1, 1, 2048).latency().ps;
  CHECK(one > 7 * eight);
  CHECK(one < 8 * eight);
}

TEST_CASE("the ring does not pile up tiles, however long the prompt") {
  // 64 tiles on 8 PEs: each passes 112 of K and V on in two passes; its scratch holds 64 in all.
  CHECK(on_ring(8, 1, 1, 4096).latency() < on_ring(7, 1, 1, 4096).latency());
}

// Of a composite over a block of 256 keys for 64 queries, tile by tile of 128 keys, and for O of 128 columns:
//   reads   64 keys that exist: 228 ns; GEMM 2*64*128*128 / 8 TFLOPS = 262.144 ns; its epilogue 8,192 elements, 128 ns
//   math    S has 16,384 elements, 256 ns an op: where, max, subtract, exp, sum, cast; O 128 ns: rescale, add, divide
TEST_CASE("composites round the ring, one PE: a tile on the diagonal, to the picosecond") {
  // q 228, K 456, S 718.144, scaled 846.144; which rows see what: 1 and 256, 1,103.144; where 1,359.144; absorbed in
  // 5*256 + 128 + 5, 2,772.144; V 3,000.144, its product 3,262.288; added 3,390.288; divided 3,518.288; stored in 228.
  CHECK(on_ring<Form::composite>(1, 1, 1, 64).latency().ps == 3'746'288);
}

TEST_CASE("composites round the ring, two PEs: the other's keys come over the link") {
  // PE 1 has tile 0 and is done as above. PE 0 has tile 1: as above at first; its second S, issued at 846.144, has K over
  // the link 5 ns later than its own would be, at 1,079.144, S at 1,341.288, and is scaled when the first `where` is
  // done, 1,487.144. So the first absorbing begins 128 later, and O of the own keys is at 3,518.288. The other's: which
  // keys exist, 4, where, 3,778.288; absorbed 5,191.288; V over the link 5,424.288; O 5,686.432; 128 + 128; 228.
  CHECK(on_ring<Form::composite>(2, 1, 1, 128).latency().ps == 6'170'432);
}

TEST_CASE("composites round the ring read what one PE would, each in blocks of its owner's runs") {
  for (const std::size_t length : {64U, 200U, 1024U})
    for (const std::size_t pes : {1U, 2U, 3U, 5U, 8U}) {
      CAPTURE(length, pes);
      const weft::Report report = on_ring<Form::composite>(pes, 4, 2, length);
      CHECK(bytes_read(report) == bytes_read(prefill(in_blocks, 4, 2, length)));
      std::size_t blocks = 0;
      for (std::size_t rank = 0; rank != pes; ++rank)
        for (const std::size_t query : tiles_on(rank, pes, tiles_of(length, 64)))
          blocks += blocks_seen(query, rank, pes, length, 64, 256).size();
      CHECK(report.count("sched/composite") == 4 * 2 * blocks);
      CHECK(report.count("memory/dma_write") == 4 * tiles_of(length, 64));
      CHECK(report.count("comm/send") == 0);
    }
}

TEST_CASE("a query tile sees each key up to its own once, owners in turn round the ring") {
  // 8 tiles of 64 on 2 PEs: PE 0 has 0 1 and 6 7, PE 1 has 2 3 and 4 5. Tile 5 of PE 1 sees 384 keys, in blocks of 128.
  const std::vector<SeenBlock> seen = blocks_seen(5, 1, 2, 512, 64, 128);
  REQUIRE(seen.size() == 3);
  const std::size_t keys[] = {128, 256, 0}, owners[] = {1, 1, 0}, rows[] = {0, 128, 0};
  for (std::size_t i = 0; i != 3; ++i) {
    CHECK(seen[i].key == keys[i]);
    CHECK(seen[i].owner == owners[i]);
    CHECK(seen[i].row == rows[i]);
    CHECK(seen[i].keys == 128);
  }
}
