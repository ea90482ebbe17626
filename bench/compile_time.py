#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The weft authors
# SPDX-License-Identifier: BSL-1.0
"""compile_time.py [RUNS]: what weft costs to compile.

Prints the user seconds of g++ -fsyntax-only (the least of RUNS, 3 unless given) and the number of template
instantiations that clang++-19 -ftime-trace counts, which is the same in every run, for the headers, example 01, and
devices of 4 and of 1,024 equal PEs.
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
DEVICE = """#include <weft/weft.hpp>
using namespace weft::literals;
struct Pe : weft::Pe<weft::Cpu<weft::CpuSpec{.clock = 1_GHz}>,
                     weft::Dma<weft::DmaSpec{.read = {.bandwidth = 128_GBps}, .write = {.bandwidth = 128_GBps}}>> {};
struct Machine : weft::Device<"grid", weft::Grid<SIDE, SIDE, Pe>> {};
auto kernel = [](auto& tl, weft::HbmTensor<weft::f16> x) -> weft::Kernel<> {
  auto tile = tl.load(x, weft::shape<16, 16>);
  co_await tl.store(x, tile);
};
int main() {
  weft::Simulation<Machine> sim;
  sim.launch_all(kernel, sim.hbm().tensor(weft::dtype<weft::f16>, 16, 16));
  sim.run();
}
"""
CASES = {
    "model.hpp": "#include <weft/model.hpp>\n",
    "weft.hpp": "#include <weft/weft.hpp>\n",
    "values.hpp": "#include <weft/values.hpp>\n",
    "example 01": (ROOT / "examples/01_overlap.cpp").read_text(),
    "device of 4 PEs": DEVICE.replace("SIDE", "2"),
    "device of 1,024 PEs": DEVICE.replace("SIDE", "32"),
}
FLAGS = ["-std=c++20", f"-I{ROOT}/include", "-isystem", "/usr/include/eigen3"]


def user_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def instantiations(source: pathlib.Path, folder: pathlib.Path) -> int:
    subprocess.run(["clang++-19", *FLAGS, "-c", "-O0", "-ftime-trace", "-ftime-trace-granularity=0", source.name, "-o", "x.o"],
                   check=True, cwd=folder)
    trace = json.loads((folder / "x.json").read_text())
    return sum(event["name"] in ("InstantiateClass", "InstantiateFunction") for event in trace["traceEvents"])


runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
print(f"{'':22}{'g++ user s':>12}{'clang instantiations':>24}")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for case, text in CASES.items():
        source = folder / "case.cpp"
        source.write_text(text)
        seconds = min(user_seconds(["g++", *FLAGS, "-fsyntax-only", str(source)]) for _ in range(runs))
        print(f"{case:22}{seconds:12.2f}{instantiations(source, folder):24,}")
