// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0

// The kernels of the numbered examples.
#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
#include <weft/model/device/ahbm.hpp>
#include <weft/model/device/tiny.hpp>
#include <weft/study.hpp>
#include <weft/values.hpp>
#include <weft/weft.hpp>

#include "golden/measure.hpp"

// Their headers are above; what remains is a kernel, a machine, and a main that nobody calls.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"  // such a main must return, says the compiler
namespace first {
#include "../../examples/00_first.cpp"
}
namespace overlapping {
#include "../../examples/01_overlap.cpp"
}
namespace tiled {
#include "../../examples/02_gemm_tiled.cpp"
}
namespace rows {
#include "../../examples/03_softmax.cpp"
}
namespace own {
#include "../../examples/04_own_op.cpp"
}
namespace beside {
#include "../../examples/05_asio_beside.cpp"
}
namespace rotation {
#include "../../examples/06_rotation.cpp"
}
namespace sweeping {
#include "../../examples/07_sweep.cpp"
}
#pragma GCC diagnostic pop

namespace {

using golden::ordered_json;
using weft::dtype, weft::f16, weft::f32;

/// While it lives, what kernels print is lost.
class Silence {
 public:
  Silence() = default;
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { std::cout.rdbuf(before_); }

 private:
  std::ostringstream lost_;
  std::streambuf* before_ = std::cout.rdbuf(lost_.rdbuf());
};

/// The kernel of 05, and the host that brings its input at 300 ns.
template <class Machine>
void measure_beside(ordered_json& all, const std::string& machine) {
  const Silence silence;
  golden::measure<Machine>(all, "05 beside a host/" + machine, [](auto& sim) {
    struct Host {
      weft::Event input, result;
      weft::Timer timer;
    };
    const std::shared_ptr<Host> host(
        new Host{weft::Event(sim), weft::Event(sim), weft::Timer(sim.context())});
    host->timer.expires_after(weft::Duration{300'000});
    host->timer.async_wait([host](const auto&...) { host->input.set(); });
    const auto tensor = [&](std::size_t r, std::size_t c) {
      return sim.hbm().tensor(dtype<f16>, r, c);
    };
    sim.launch([host, at = &sim, w = tensor(128, 64), x = tensor(64, 128),
                y = tensor(64, 64)](auto& tl) -> weft::Kernel<> {
      co_await beside::answer(tl, at, &host->input, &host->result, w, x, y);
    });
  });
}

template <class Machine>
void measure_on(ordered_json& all, const std::string& machine) {
  golden::measure<Machine>(all, "00 scores/" + machine, [](auto& sim) {
    const auto tensor = [&](std::size_t r, std::size_t c) {
      return sim.hbm().tensor(dtype<f16>, r, c);
    };
    const auto q = tensor(8, 128), k = tensor(128, 128), s = tensor(8, 128);
    sim.launch(first::scores, q, k, s);
  });
  golden::measure<Machine>(all, "01 overlap/" + machine, [](auto& sim) {
    const auto x = sim.hbm().tensor(dtype<f16>, 64, 128), y = sim.hbm().tensor(dtype<f16>, 128, 64);
    sim.launch(overlapping::overlap, x, y, true);
  });
  const auto gemm = [](auto kernel) {
    return [kernel](auto& sim) {
      const auto tensor = [&](std::size_t r, std::size_t c) {
        return sim.hbm().tensor(dtype<f16>, r, c);
      };
      const auto a = tensor(256, 512), b = tensor(512, 256), c = tensor(256, 256);
      sim.launch(kernel, a, b, c);
    };
  };
  golden::measure<Machine>(all, "02 tiled GEMM/" + machine, gemm(tiled::gemm<0>));
  golden::measure_every_policy<Machine>(all, "02 tiled GEMM, one ahead/" + machine,
                                        gemm(tiled::gemm<1>));
  const auto softmax = [](auto kernel) {
    return [kernel](auto& sim) {
      const auto x = sim.hbm().tensor(dtype<f32>, 512, 512);
      const auto y = sim.hbm().tensor(dtype<f32>, 512, 512);
      sim.launch(kernel, x, y);
    };
  };
  golden::measure<Machine>(all, "03 softmax/" + machine, softmax(rows::softmax<0, false>));
  golden::measure_every_policy<Machine>(all, "03 softmax, ahead and behind/" + machine,
                                        softmax(rows::softmax<1, true>));
  measure_beside<Machine>(all, machine);
  const auto attention = [](auto kernel) {
    return [kernel](auto& sim) {
      const auto tensor = [&](std::size_t r) { return sim.hbm().tensor(dtype<f16>, r, 128); };
      const auto q = tensor(256), k = tensor(512), v = tensor(512), o = tensor(256);
      sim.launch(kernel, q, k, v, o);
    };
  };
  golden::measure<Machine>(all, "06 straight down/" + machine, attention(rotation::straight_down));
  golden::measure<Machine>(all, "06 rotated by hand/" + machine,
                           attention(rotation::rotated_by_hand));
  golden::measure<Machine>(all, "06 lazy ring/" + machine, attention(rotation::lazy_ring));
  golden::measure<Machine>(all, "06 prefetch/" + machine, attention(rotation::prefetched));
  const auto stream = [](auto kernel) {
    return [kernel](auto& sim) {
      sim.launch(kernel, sim.hbm().tensor(dtype<f16>, 256 * sweeping::tiles, 128));
    };
  };
  golden::measure<Machine>(all, "07 loaded at use/" + machine, stream(sweeping::at_use));
  golden::measure<Machine>(all, "07 loaded two ahead/" + machine, stream(sweeping::ahead));
}

}  // namespace

void golden::measure_examples(ordered_json& all) {
  measure_on<weft::device::Tiny>(all, "tiny");
  measure_on<weft::device::Ahbm>(all, "ahbm");
  const auto own_op = [](auto kernel) {  // which no shipped machine can execute
    return [kernel](auto& sim) {
      const auto gate = sim.hbm().tensor(dtype<f16>, 64, 128);
      const auto up = sim.hbm().tensor(dtype<f16>, 64, 128);
      const auto best = sim.hbm().tensor(dtype<f16>, 64, 8);
      sim.launch(kernel, gate, up, best);
    };
  };
  measure_every_policy<own::Machine>(all, "04 own ops/with-selector", own_op(own::own_ops));
  measure_every_policy<own::Machine>(all, "04 weft's ops/with-selector", own_op(own::weft_ops));
}
