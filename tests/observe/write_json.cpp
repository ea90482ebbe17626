// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#include <weft/observe/write_json.hpp>
#include <weft/weft.hpp>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"
#include "support/machines.hpp"

using namespace weft::literals;

namespace {

constexpr auto row = weft::shape<1, 10>;
using Hbm = weft::HbmTensor<weft::f16>;
using Row = weft::Tensor<weft::f16, weft::Shape<1, 10>>;

std::string json(const weft::Report& report) {
  std::ostringstream out;
  weft::write_json(out, report);
  return out.str();
}
std::string quoted(std::string_view text) {
  std::ostringstream out;
  weft::write_json_string(out, text);
  return out.str();
}

/// An op whose names a careless writer would spoil.
struct Odd {
  static constexpr std::string_view name = "a \"b\" \\ c\n";
  static constexpr std::string_view kind = "odd/\t";
  using Result = Row;
  static constexpr weft::MathWork work{10, &weft::FunctionCycles::neg};
  weft::Operand<Row> x;
};

}  // namespace

TEST_CASE(
    "a JSON string: quotes, backslashes and control characters are escaped, all else is kept") {
  CHECK(quoted("plain") == "\"plain\"");
  CHECK(quoted("") == "\"\"");
  CHECK(quoted("a \"b\" \\ c") == "\"a \\\"b\\\" \\\\ c\"");
  CHECK(quoted("\n\t\x01\x1f") == "\"\\u000a\\u0009\\u0001\\u001f\"");
  CHECK(quoted("\xc3\xa9\x7f") == "\"\xc3\xa9\x7f\"");
}

TEST_CASE("the JSON of a small run, to the byte") {
  // The load takes 20 ns, exp 10, the store 20.
  std::uint32_t first = 0;
  weft::Simulation<weft_test::NsMachine> sim;
  const Hbm x = sim.hbm().tensor(weft::dtype<weft::f16>, 4, 10);
  sim.launch(
      [&](auto& tl, Hbm t) -> weft::Kernel<> {
        first = __LINE__ + 1;
        auto a = tl.load(t.at(1, 0), row);
        auto b = co_await tl.exp(a);
        co_await tl.store(t, b);
      },
      x);
  const std::string here = quoted(std::source_location::current().file_name());
  const auto line = [&](std::uint32_t after) { return std::to_string(first + after); };
  const auto address = [&](std::size_t r) { return std::to_string(x.at(r, 0).origin()); };
  const std::string got = json(sim.run());
  CHECK(got ==
        "{\"latency\": 50000,\n \"op_log\": [\n"
        "  {\"id\": 0, \"kind\": \"memory/dma_read\", \"op\": \"load\", \"PE\": 0, \"kernel\": 0, "
        "\"engine\": \"dma.read\", \"issued\": 0, \"start\": 0, \"end\": 20000, \"bytes\": 20, "
        "\"flops\": 0, \"address\": " +
            address(1) + ", \"place\": \"PE 0, hbm+0x14\", \"shape\": [1, 10], \"file\": " + here +
            ", \"line\": " + line(0) +
            ", \"producers\": [], \"parent\": null},\n"
            "  {\"id\": 1, \"kind\": \"compute/math\", \"op\": \"exp\", \"PE\": 0, \"kernel\": 0, "
            "\"engine\": \"math\", \"issued\": 20000, \"start\": 20000, \"end\": 30000, "
            "\"bytes\": 0, \"flops\": 10, \"address\": 0, \"place\": null, \"shape\": [1, 10], "
            "\"file\": " +
            here + ", \"line\": " + line(1) +
            ", \"producers\": [0], \"parent\": null},\n"
            "  {\"id\": 2, \"kind\": \"memory/dma_write\", \"op\": \"store\", \"PE\": 0, "
            "\"kernel\": 0, \"engine\": \"dma.write\", \"issued\": 30000, \"start\": 30000, "
            "\"end\": 50000, \"bytes\": 20, \"flops\": 0, \"address\": " +
            address(0) + ", \"place\": \"PE 0, hbm+0x0\", \"shape\": [1, 10], \"file\": " + here +
            ", \"line\": " + line(2) +
            ", \"producers\": [1], \"parent\": null}],\n \"waits\": [\n"
            "  {\"consumer_file\": " +
            here + ", \"consumer_line\": " + line(1) + ", \"producer_file\": " + here +
            ", \"producer_line\": " + line(0) + ", \"ps\": 20000}],\n \"unreceived\": []}\n");
}

TEST_CASE("the JSON of a run without ops") {
  weft::Simulation<weft_test::NsMachine> sim;
  sim.launch([](auto&) -> weft::Kernel<> { co_return; });
  CHECK(json(sim.run()) ==
        "{\"latency\": 0,\n \"op_log\": [],\n \"waits\": [],\n \"unreceived\": []}\n");
}

TEST_CASE("the JSON of messages that were not both sent and received") {
  weft::Report::Data data;
  const auto here = std::source_location::current();
  data.unreceived = {{weft::MessageState::no_place, 3, 4, 7, here, 20_ns},
                     {weft::MessageState::not_sent, 4, 5, 8, here, 1500_ps}};
  const std::string place = quoted(here.file_name()) + ", \"line\": " + std::to_string(here.line());
  CHECK(json(weft::Report(std::move(data))) ==
        "{\"latency\": 0,\n \"op_log\": [],\n \"waits\": [],\n \"unreceived\": [\n"
        "  {\"state\": \"no place\", \"PE\": 3, \"peer\": 4, \"kernel\": 7, \"file\": " +
            place +
            ", \"since\": 20000},\n"
            "  {\"state\": \"not sent\", \"PE\": 4, \"peer\": 5, \"kernel\": 8, \"file\": " +
            place + ", \"since\": 1500}]}\n");
}

TEST_CASE("names that need escapes come back from a parser; an operand without a record is null") {
  weft::Simulation<weft_test::NsMachine> sim;
  sim.launch([](auto& tl) -> weft::Kernel<> {
    auto x = tl.zeros(weft::dtype<weft::f16>, row);
    co_await tl.issue(Odd{x});
  });
  const nlohmann::json read = nlohmann::json::parse(json(sim.run()));
  REQUIRE(read["op_log"].size() == 1);
  CHECK(read["op_log"][0]["op"] == "a \"b\" \\ c\n");
  CHECK(read["op_log"][0]["kind"] == "odd/\t");
  CHECK(read["op_log"][0]["producers"] == nlohmann::json::parse("[null]"));
}

TEST_CASE("the JSON of a composite: what it does names it as parent") {
  weft::Simulation<weft_test::NsMachine> sim;
  const Hbm b = sim.hbm().tensor(weft::dtype<weft::f16>, 10, 1);
  sim.launch(
      [](auto& tl, Hbm from) -> weft::Kernel<> {
        auto a = tl.zeros(weft::dtype<weft::f16>, row);
        co_await tl.composite(weft::gemm(weft::shape<10, 1>), a, tl.ref(from, weft::shape<10, 1>));
      },
      b);
  const nlohmann::json read = nlohmann::json::parse(json(sim.run()));
  REQUIRE(read["op_log"].size() == 3);
  CHECK(read["op_log"][0]["kind"] == "sched/composite");
  CHECK(read["op_log"][0]["end"] == 30'000);  // 20 ns of reading, 10 of multiplying
  CHECK(read["op_log"][0]["parent"].is_null());
  CHECK(read["op_log"][1]["parent"] == 0);
  CHECK(read["op_log"][2]["parent"] == 0);
}
