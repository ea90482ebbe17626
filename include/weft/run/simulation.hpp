// SPDX-FileCopyrightText: 2026 The weft authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <weft/model/topology/device.hpp>
#include <weft/run/comm/fabric_state.hpp>
#include <weft/run/kernel/deadlock.hpp>
#include <weft/run/kernel/join.hpp>
#include <weft/run/kernel/launch.hpp>
#include <weft/run/log/report.hpp>
#include <weft/run/machine/hbm_channels.hpp>
#include <weft/run/machine/pe_state.hpp>
#include <weft/run/machine/silent_completions.hpp>
#include <weft/run/machine/use.hpp>
#include <weft/run/policies.hpp>
#include <weft/run/time/strand.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace weft {

template <class Sim, class PeT>
class Tl;  // what kernels get; `weft/tl/tl.hpp` defines it

/// Bounds for kernels that do not end by themselves: what goes beyond throws `Error` out of the run.
struct Limits {
  std::optional<Duration> virtual_time{};  ///< nothing happens after this moment
  std::optional<std::uint64_t> calls{};    ///< tl calls of all kernels together
};

/// A machine, alive: launch kernels on its PEs, run them in virtual time, get a `Report`.
///
/// `Machine` is a `Device`; `Policies`, in any order: `Lazy` (default), `Blocking` or `AtRunTime`; `Timing` (default) or `Values`;
/// `FullLog` (default), `Counters`, `NoLog` or a log of your own. One thread at a time; simulations are independent.
/// Deterministic: the same launches give the same report.
template <IsDevice Machine, class... Policies>
class Simulation {
  static_assert(
      ((LoadPolicy<Policies> || DataPolicy<Policies> || LogPolicy<Policies>) && ...),
      "simulation: a policy is Lazy, Blocking or AtRunTime, Timing or Values, or a log such "
      "as FullLog, Counters, NoLog");
  static_assert(load_policies<Policies...> <= 1,
                "simulation: choose one of Lazy, Blocking and AtRunTime");
  static_assert(data_policies<Policies...> <= 1, "simulation: choose one of Timing and Values");
  static_assert(log_policies<Policies...> <= 1, "simulation: choose one log");

 public:
  using machine = Machine;
  using load_policy = typename PickPolicy<IsLoadPolicy, Lazy, Policies...>::type;
  using chosen_data = typename PickPolicy<IsDataPolicy, Timing, Policies...>::type;
  static_assert(complete<chosen_data>, "simulation: include <weft/values.hpp> to use Values");
  using data_policy = std::conditional_t<complete<chosen_data>, chosen_data, Timing>;
  using log_policy = typename PickPolicy<IsLogPolicy, FullLog, Policies...>::type;
  static constexpr std::uint32_t pes = static_cast<std::uint32_t>(Machine::pes);

  Simulation() : Simulation(load_policy{}) {}
  /// With what `AtRunTime` leaves open. A negative issue cost is an `Error`.
  explicit Simulation(const load_policy& loads) : loads_(valid(loads)) {
    states_.reserve(pes);
    for (std::uint32_t pe = 0; pe != pes; ++pe) {
      Machine::pe_types::visit_at(Machine::pe_type_index(pe), [&]<class PeT>(Type<PeT>) {
        states_.push_back(make_pe<PeT>(pe));
      });
      states_.back().slots = &runtime_.add_slots();
    }
    if constexpr (data_policy::computes) data_.know(channels_.addresses());
    runtime_.clock.set_silent_completions(&completions_);
    runtime_.owner = this;
    runtime_.who_waits = [](void* self) {
      std::string all = ";" + static_cast<Simulation*>(self)->waiters().text;
      all.pop_back();
      return all;
    };
  }
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;
  /// Destroys the kernels that are still running, the innermost frame first.
  ~Simulation() {
    runtime_.clock.cancel_actors();
    runtime_.end_background();
    while (launches_ != nullptr) end(*launches_);
  }

  /// The HBM channel of a PE: `sim.hbm().tensor(weft::dtype<weft::f16>, rows, cols)`.
  [[nodiscard]] HbmChannel& hbm(std::uint32_t pe = 0) { return channels_.of(checked(pe)); }
  /// Where a tensor lives, to be said: `sim.where(kv).text()` is "cube 3, PE 5, hbm+0x1000".
  template <IsDType D>
  [[nodiscard]] Address where(const HbmTensor<D>& tensor) const {
    return channels_.addresses()->where(tensor.address());
  }

  /// Launches a kernel on PE 0. It starts at the present time, in launch order; the callable and copies of the arguments
  /// are kept until it has returned. Inside a kernel it joins that kernel's calls and starts when its turn comes.
  template <class Callable, class... Args>
  void launch(Callable&& kernel, Args&&... args) {
    launch_on(0, std::forward<Callable>(kernel), std::forward<Args>(args)...);
  }
  /// Launches a kernel on one PE. A PE the machine does not have throws `Error`.
  template <class Callable, class... Args>
  void launch_on(std::uint32_t pe, Callable&& kernel, Args&&... args) {
    launch_with(pe, Completion(), std::forward<Callable>(kernel), std::forward<Args>(args)...);
  }
  /// Launches a kernel on PE 0 as an Asio operation of signature `void(std::exception_ptr)`, for any completion token: it
  /// completes when the kernel has finished, with the kernel's error, which then does not leave the run.
  /// `co_await sim.async_launch(boost::asio::use_awaitable, kernel, args...)`
  template <class Token, class Callable, class... Args>
  auto async_launch(Token&& token, Callable&& kernel, Args&&... args) {
    return async_launch_on(0, std::forward<Token>(token), std::forward<Callable>(kernel),
                           std::forward<Args>(args)...);
  }
  template <class Token, class Callable, class... Args>
  auto async_launch_on(std::uint32_t pe, Token&& token, Callable&& kernel, Args&&... args) {
    return initiate_completion(
        runtime_.clock, std::forward<Token>(token),
        [this, pe, callable = std::decay_t<Callable>(std::forward<Callable>(kernel)),
         ... kept = std::decay_t<Args>(std::forward<Args>(args))](Completion done) mutable {
          launch_with(pe, std::move(done), std::move(callable), std::move(kept)...);
        });
  }
  /// Launches one kernel on every PE, in the order of PEs; it learns its own by `tl.pe()`.
  template <class Callable, class... Args>
  void launch_all(const Callable& kernel, const Args&... args) {
    for (std::uint32_t pe = 0; pe != pes; ++pe) launch_on(pe, kernel, args...);
  }

  /// Runs until nothing is pending and reports what was launched since the last report. A kernel that then still waits is
  /// a deadlock: throws `Deadlock`. If sends wait for places in queues, the kernels are first run on with more places, to
  /// find the smallest number that frees them. `now` and `finish_report` then still give the state at the deadlock, but the
  /// simulation cannot be run on, and what the freed kernels did to anything else is done: to variables of the host, streams,
  /// the bytes of HBM. What a kernel throws leaves here as `KernelError`.
  Report run() {
    clock().run();
    if (launches_ != nullptr) deadlock();
    return finish_report();
  }
  /// Performs everything due at or before `time` and leaves the clock there.
  void run_until(Duration time) { clock().run_until(time); }
  void run_for(Duration length) { clock().run_for(length); }
  /// Performs everything due at the next event time; false if nothing was pending.
  bool step() { return clock().step(); }
  /// When something happens next, completions that wake nobody included; empty if nothing is pending.
  [[nodiscard]] std::optional<Duration> next_event_time() const {
    const Ps moment = ended_ ? never : runtime_.clock.next_event_time();
    if (moment == never) return std::nullopt;
    return Duration{moment};
  }
  [[nodiscard]] Duration now() const noexcept {
    return ended_ ? ended_->now : Duration{runtime_.clock.now()};
  }
  /// True when every launched kernel has returned.
  [[nodiscard]] bool idle() const noexcept { return launches_ == nullptr && !ended_; }

  /// The same as the report of `run`, for a simulation that somebody else steps.
  [[nodiscard]] Report finish_report() {
    if (ended_) return ended_->report;
    Report::Data data;
    data.begin = begin_;
    data.latency = Duration{runtime_.last_completion};
    data.first_kernel = first_kernel_;
    data.pes = pes_;
    data.addresses = channels_.addresses();
    forget_kernels();
    data.kernels = kernels_;
    std::erase_if(kernels_, [](const KernelEvent& kernel) { return kernel.finished != never; });
    take_records(log_, data);
    for (PeState& state : states_) take_use(state, runtime_.clock.now(), data);
    fabric_.take_use(data.links);
    for (HbmChannel& channel : channels_) take_use(channel, data);
    data.unreceived = fabric_.unreceived();
    data.unused_loads = std::exchange(runtime_.unused_loads, {});
    runtime_.for_each_tile([&](Slot& slot) {
      if (slot.is_load && !slot.used && slot.ready != not_known)
        note_unused(data.unused_loads, slot.producer);
    });
    begin_ = Duration{runtime_.clock.now()};
    runtime_.last_completion = begin_.ps;
    return Report(std::move(data));
  }

  /// What goes beyond the limits throws, and says who waits, as `Deadlock` does.
  void limit(const Limits& limits) {
    runtime_.calls_left =
        limits.calls ? *limits.calls + 1 : std::numeric_limits<std::uint64_t>::max();
    runtime_.clock.set_limit(
        limits.virtual_time ? limits.virtual_time->ps : never,
        [](void* self, Ps beyond) {
          auto& sim = *static_cast<Simulation*>(self);
          throw Deadlock(Deadlock::text(sim.runtime_, sim.waiters(), Duration{beyond}));
        },
        this);
  }

  /// The bytes of HBM, and the hazards found; under `Values` only.
  [[nodiscard]] data_policy& values() noexcept
    requires(data_policy::computes)
  {
    return data_;
  }

  /// The clock as an Asio execution context: `boost::asio::co_spawn(sim.context(), ...)`, `weft::Timer timer(sim.context())`.
  [[nodiscard]] VirtualTimeContext& context() noexcept { return runtime_.clock; }
  /// The strand of a PE: what is posted to it runs one at a time, in order.
  [[nodiscard]] Strand& strand(std::uint32_t pe) {
    checked(pe);
    if (strands_.empty())
      for (std::uint32_t i = 0; i != pes; ++i) strands_.emplace_back(get_executor());
    return strands_[pe];
  }
  [[nodiscard]] VirtualTimeContext::executor_type get_executor() noexcept {
    return runtime_.clock.get_executor();
  }

  // What tl and the ops are built on.
  [[nodiscard]] Runtime& runtime() noexcept { return runtime_; }
  [[nodiscard]] PeState& pe_state(std::uint32_t pe) noexcept { return states_[pe]; }
  [[nodiscard]] const load_policy& loads() const noexcept { return loads_; }
  [[nodiscard]] log_policy& log() noexcept { return log_; }
  [[nodiscard]] data_policy& data() noexcept { return data_; }
  [[nodiscard]] bool has_hbm_ports() const noexcept { return channels_.has_ports(); }
  [[nodiscard]] FabricState<Machine>& fabric() noexcept { return fabric_; }

 private:
  template <class Callable, class... Args>
  void launch_with(std::uint32_t pe, Completion done, Callable&& kernel, Args&&... args) {
    checked(pe);
    Machine::pe_types::visit_at(Machine::pe_type_index(pe), [&]<class PeT>(Type<PeT>) {
      using Surface = Tl<Simulation, PeT>;
      if constexpr (std::is_invocable_v<std::decay_t<Callable>&, Surface&,
                                        std::decay_t<Args>&...>) {
        constexpr bool gives_kernel = is_kernel<
            std::invoke_result_t<std::decay_t<Callable>&, Surface&, std::decay_t<Args>&...>>;
        static_assert(gives_kernel, "launch: a kernel returns weft::Kernel");
        if constexpr (gives_kernel) {
          using Made = LaunchOf<Surface, std::decay_t<Callable>, std::decay_t<Args>...>;
          auto* made = new Made(runtime_, Surface(*this, pe), std::forward<Callable>(kernel),
                                std::forward<Args>(args)...);
          made->completion = std::move(done);
          start(*made, pe);
        }
      } else {
        static_assert(
            std::is_invocable_v<std::decay_t<Callable>&, Surface&, std::decay_t<Args>&...>,
            "launch: the kernel cannot be called with tl and these arguments");
      }
    });
  }

  /// Who waits, but for the kernel that runs.
  [[nodiscard]] Waiters waiters() { return {runtime_, launches_, fabric_, runtime_.running}; }

  /// Throws for kernels that wait while nothing is pending. If sends wait for places in queues, first looks for the
  /// smallest number of places that frees them, by going on with more.
  [[noreturn]] void deadlock() {
    std::string text = Deadlock::text(runtime_, waiters());
    if (const auto slots = fabric_.blocked_slots()) {
      const Ended ended{finish_report(), now()};
      text += places_that_free(slots);
      ended_ = ended;
    }
    throw Deadlock(text);
  }
  /// Runs on with more and more places in the queues. In words: how many free the kernels, or do not.
  std::string places_that_free(std::optional<std::uint32_t> slots) {
    constexpr int tries = 64;                    // a kernel may send for ever
    constexpr std::uint64_t calls = 10'000'000;  // or do something else for ever
    runtime_.calls_left = std::min(runtime_.calls_left, calls);
    try {
      for (int i = 0; i != tries && slots && launches_ != nullptr; ++i) {
        fabric_.raise_slots(*slots + 1);
        runtime_.clock.run();
        if (launches_ == nullptr)
          return sentence("; with ", *slots + 1, " places in every queue it would finish");
        slots = fabric_.blocked_slots();
      }
      if (slots)
        return sentence("; with ", *slots, " places in every queue it would not finish either");
    } catch (...) {  // what the freed kernels ran into has not happened: the deadlock has
    }
    return {};
  }
  /// The clock, to be run.
  VirtualTimeContext& clock() {
    if (ended_)
      fail("run: the simulation ended in a deadlock at ", nanoseconds(ended_->now),
           " ns; the search for places that free it has used its kernels up");
    return runtime_.clock;
  }

  std::uint32_t checked(std::uint32_t pe) const {
    if (pe >= pes) fail("PE ", pe, " does not exist, ", Machine::name, " has ", pes);
    return pe;
  }

  /// Gives a new kernel its number and its first wake-up, or lets the kernel that launches it do so in its turn.
  void start(Launch& launch, std::uint32_t pe) {
    launch.belongs_to(pe);
    launch.next_launch = launches_;
    if (launches_ != nullptr) launches_->prev_launch = &launch;
    launches_ = &launch;
    launch.owner = this;
    launch.on_wait = [](KernelActor& kernel, const WaitEvent& event) {
      static_cast<Simulation*>(kernel.owner)->log_.wait(event);
    };
    launch.on_finish = [](KernelActor& kernel) {
      Launch& ended = static_cast<Launch&>(kernel);
      static_cast<Simulation*>(ended.owner)->finished(ended);
    };
    const auto begin = [this, made = &launch](KernelActor&) -> Ps {
      number(*made);
      return 0;
    };
    if (KernelActor* kernel = runtime_.running; kernel != nullptr)
      kernel->call(0, kernel->where, begin);
    else
      number(launch);
  }
  void number(Launch& launch) {
    launch.launch = next_launch_++;
    launch.launched = runtime_.clock.now();
    kernels_.push_back({launch.launch, launch.pe, launch.launched, never, 0, 0});
    pes_.push_back(launch.pe);
    runtime_.clock.enlist(launch);
    runtime_.clock.schedule(launch, launch.launched);
  }

  void finished(Launch& launch) {
    const Ps now = runtime_.clock.now();
    runtime_.completes(now);
    KernelEvent& event = *std::lower_bound(
        kernels_.begin(), kernels_.end(), launch.launch,
        [](const KernelEvent& one, std::uint32_t number) { return one.kernel < number; });
    event.finished = now;
    event.issued = launch.issued;
    event.waited = launch.waited;
    struct Ending {
      Simulation& sim;
      Launch& launch;
      ~Ending() { sim.end(launch); }
    } ending{*this, launch};
    if (!launch.completion) return launch.rethrow_with_context();
    std::exception_ptr error;
    try {
      launch.rethrow_with_context();
    } catch (...) {
      error = std::current_exception();
    }
    launch.completion.complete(error);
  }

  void end(Launch& launch) noexcept {
    if (launch.next_launch != nullptr) launch.next_launch->prev_launch = launch.prev_launch;
    (launch.prev_launch != nullptr ? launch.prev_launch->next_launch : launches_) =
        launch.next_launch;
    if (launch.enlisted()) runtime_.clock.delist(launch);
    delete &launch;
  }

  /// Forgets the PEs of kernels that no later record can name: those before the first that runs, unless something that
  /// a kernel started still goes on by itself.
  void forget_kernels() {
    if (runtime_.background != nullptr ||
        std::ranges::any_of(states_, [](PeState& pe) { return pe.scheduler.under_way(); }))
      return;
    std::uint32_t first = next_launch_;
    for (const Launch* launch = launches_; launch != nullptr; launch = launch->next_launch)
      if (launch->enlisted()) first = std::min(first, launch->launch);
    pes_.erase(pes_.begin(), pes_.begin() + (first - first_kernel_));
    first_kernel_ = first;
  }

  Runtime runtime_;
  [[no_unique_address]] load_policy loads_;
  log_policy log_;
  [[no_unique_address]] data_policy data_;
  std::vector<PeState> states_;
  FabricState<Machine> fabric_{runtime_};
  HbmChannels<Machine> channels_;
  std::vector<Strand> strands_;  // by PE, made when first asked for
  MachineCompletions completions_{runtime_, states_};
  std::vector<KernelEvent> kernels_;  // launched since the last report, or still running, by number
  std::vector<std::uint32_t> pes_;    // of every kernel from `first_kernel_` on
  Launch* launches_ = nullptr;        // those that have not returned, the latest first
  std::uint32_t next_launch_ = 0;
  std::uint32_t first_kernel_ = 0;
  Duration begin_{0};
  /// What was when a deadlock was found, if the kernels have been run on since.
  struct Ended {
    Report report;
    Duration now;
  };
  std::optional<Ended> ended_;
};

}  // namespace weft
