// Runs in a child process; the counts are in memory that both processes share.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "fuzz/child_runs.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>

namespace codeweaver::fuzz {
namespace {

constexpr time_t kStuckSeconds = 60;

struct SharedRun {
  RunTally tally;
  std::uint64_t next_seed;
};

double process_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

void print_fault(const std::string& name, std::uint64_t seed, const std::string& fault) {
  std::printf("%s seed %llu: %s\n", name.c_str(), static_cast<unsigned long long>(seed),
              fault.c_str());
  std::fflush(stdout);
}

void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__)
  const rlimit memory{std::uint64_t{2} << 30, std::uint64_t{2} << 30};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
}

void treat_until(const std::string& name, double cpu_seconds, const TreatSeed& treat,
                 SharedRun& run) {
  while (run.tally.cpu_seconds < cpu_seconds) {
    const itimerval until_stuck{.it_interval = {}, .it_value = {kStuckSeconds, 0}};
    ::setitimer(ITIMER_PROF, &until_stuck, nullptr);
    const auto before = process_seconds();
    const auto fault = treat(run.next_seed, run.tally.bytes);
    if (!fault.empty()) {
      ++run.tally.faults;
      print_fault(name, run.next_seed, fault);
    }
    run.tally.cpu_seconds += process_seconds() - before;
    ++run.tally.inputs;
    ++run.next_seed;
  }
}

}  // namespace

RunTally run_in_children(const std::string& name, double cpu_seconds, std::uint64_t seed,
                         const TreatSeed& treat) {
  void* const shared =
      ::mmap(nullptr, sizeof(SharedRun), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& run = *new (shared) SharedRun{};
  run.next_seed = seed;
  while (run.tally.cpu_seconds < cpu_seconds) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      limit_memory();
      treat_until(name, cpu_seconds, treat, run);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    const bool is_stuck = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    print_fault(name, run.next_seed++,
                is_stuck ? "stuck" : "crashed, status " + std::to_string(status));
    ++run.tally.faults;
    ++run.tally.inputs;
    run.tally.cpu_seconds += 1;
  }
  const auto tally = run.tally;
  ::munmap(shared, sizeof(SharedRun));
  return tally;
}

}  // namespace codeweaver::fuzz
