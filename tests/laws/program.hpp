// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// A program as data: what a machine is and what the kernels on it say, in plain numbers.
///
/// Two readers perform it: `laws::Reference` (reference.hpp), which shares nothing with weft, and a
/// weft kernel that interprets the steps. Line numbers are step numbers. Nothing here includes
/// weft.
namespace laws {

using Ps = std::int64_t;  // picoseconds

/// What one op adds to the CPU cursor; `cycles` at the CPU's clock, rounded up to ps per op.
struct Cost {
  Ps ps = 0;
  std::int64_t cycles = 0;
};

struct Channel {
  std::int64_t bytes_per_second = 1;
  Ps setup = 0;
  Ps latency = 0;
  int channels = 1;
};

struct Gemm {
  std::int64_t flops_per_second = 0;  // or a systolic array:
  std::int64_t rows = 0, cols = 0;
  char stationary = 'o';  // 'o'utput, 'w'eight, 'i'nput
  std::int64_t hz = 1;
  Ps startup = 0;
};

struct Math {
  std::int64_t lanes = 1, hz = 1;
  Ps startup = 0;
  std::map<std::string, std::int64_t> cycles{};  // by function, "reduce", "cast"; 1 where absent
};

struct Link {
  std::int64_t bytes_per_second = 1;
  Ps setup = 0, latency = 0;
  int slots = 1;
};

struct Machine {
  std::int64_t cpu_hz = 1'000'000'000;
  std::map<std::string, Cost>
      issue{};  // load store dot math reduce cast composite send recv user, or 0
  Channel read{}, write{};
  Gemm gemm{};
  Math math{};
  Link link{};                                                      // each way between two PEs
  int slots = 1;                                                    // of the scheduler
  std::int64_t scratch = std::numeric_limits<std::int64_t>::max();  // bytes of each PE
  std::int64_t alignment = 1;  // that a tile's bytes are rounded up to
  bool blocking = false;
};

enum class Do {
  load,         // out = tile at place
  load_async,   // the same, never blocking
  wait,         // on in[0]; out = in[0] where given
  when_all,     // one wait on all of in
  dot,          // out = in[0] x in[1] (+ in[2]); async: resumes once issued
  math,         // out = op(in...); async likewise; also where
  user,         // the same on the math engine as an op of the user's own
  reduce,       // out = op over `axis` of in[0]
  cast,         // out = in[0] in another dtype
  store,        // in[0] to place; async: resumes once issued
  trans,        // out = view of in[0]
  resident,     // out = zeros or full
  drop,         // forget register out
  now,          // note the cursor
  call,         // await kernel bodies[0] with the same registers
  launch,       // start kernel bodies[0] with a copy of the registers
  join,         // await all kernels of bodies, each with a copy of the registers
  set_event,    // event number `out`
  wait_event,   // event number `out`
  barrier,      // arrive at the program's barrier and wait for the others
  composite,    // out = in[0] x (K x N block of HBM at place), then `epilogue` per output tile
  send,         // in[0] to the other PE of two; async: in the background
  recv,         // out = the next message from there
  open_scope,   // of scratch
  close_scope,  // the latest one that is open
};

/// A tile in HBM: the shape asked for, where it starts, and how much tensor there is.
struct Place {
  std::int64_t rows = 0, cols = 0;  // of the tile
  std::int64_t row = 0, col = 0;    // its origin
  std::int64_t tensor_rows = 0, tensor_cols = 0;
  std::int64_t element_bytes = 2;
  std::vector<std::int64_t> list{};  // if not empty: the rows of the tensor that are the tile's
};

struct Step {
  Do what;
  std::vector<int> in{};  // registers, in argument order
  int out = -1;
  std::string op{};  // math and reduce: the function
  Place place{};     // load, store, resident (shape only), composite (block)
  bool async = false;
  std::int64_t element = 2;  // bytes of an element of out; 0: it takes no scratch
  int axis = 1;              // reduce
  std::vector<int> bodies{};
  std::int64_t tile_n = 0, tile_k = 0, depth = 1;  // composite
  bool transposed = false;                         // composite: the block lies in HBM as N x K
  std::vector<std::string> epilogue{};
  std::vector<int> epilogue_in{};  // for each stage: which of `in` it takes, or -1
  int form = 0;  // which static types and spelling a weft kernel uses for it (generate.hpp)
};

/// A register for a temporary of one expression: empty again once the step that reads it is done.
inline constexpr int temporary = 1000;

using Body = std::vector<Step>;

struct Launch {
  int body = 0;
  int pe = 0;
};

struct Program {
  Machine machine{};
  std::vector<Body> bodies{};
  std::vector<Launch> launches{};
  int parties = 0;  // of the barrier
};

struct Record {  // one per op, in performing order
  int id = 0;
  std::string kind{}, op{};
  int pe = 0;
  int kernel = 0;  // index into Outcome::kernels
  int body = 0, line = 0;
  Ps issued = 0, start = 0, end = 0;
  std::int64_t bytes = 0, flops = 0;
  std::int64_t offset = 0;       // of what moves, from the start of its tensor, in bytes
  std::vector<int> producers{};  // record ids, in operand order
  int parent = -1;
};

struct Wait {
  Ps end = 0, ps = 0;
  int kernel = 0;
  int body = 0, line = 0;  // consumer
  int producer_body = -1, producer_line = -1;
  int producer = -1;  // record id
};

struct Life {  // one per kernel that was launched or joined
  int body = 0, pe = 0;
  int launch = 0;  // its number; a joined kernel has its parent's
  bool joined = false;
  Ps launched = 0, finished = -1;
};

struct Note {  // what a `now` step read
  int kernel = 0, body = 0, line = 0;
  Ps now = 0;
};

/// The error that ended a program: an op for which scratch did not suffice, or one whose operand a scope had recycled.
struct Failure {
  int launch = 0, pe = 0;
  Ps time = 0;
  int body = 0, line = 0;            // of the op
  std::int64_t asked = 0, used = 0;  // bytes, if scratch is exhausted
  int made_body = -1, made_line = -1, scope_body = -1, scope_line = -1;  // if it was recycled
};

/// The most scratch that a PE used, and what was live then: bytes by (body, line) that made them.
struct Peak {
  std::int64_t bytes = 0;
  std::map<std::pair<int, int>, std::int64_t> live{};
};

struct Outcome {
  std::vector<Record> records{};
  std::vector<Wait> waits{};
  std::vector<Life> kernels{};
  std::vector<Note> notes{};
  Ps latency = 0;
  std::map<int, Peak> peaks{};  // by PE
  std::optional<Failure> failure{};
};

}  // namespace laws
