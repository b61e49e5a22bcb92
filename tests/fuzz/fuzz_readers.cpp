// Feeds the readers of queries, patterns, globs and settings with generated texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// fuzz_readers query|pattern|glob|settings SECONDS [SEED]   so much CPU time, from that seed on
// fuzz_readers --seed KIND SEED                             prints the text of a seed
//
// Texts are read in a child process. What kills it, takes a minute of CPU time or does not hold is
// printed with its seed, and ends the program with 1.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <new>
#include <string>
#include <string_view>

#include "fuzz/reader_checks.hpp"
#include "fuzz/reader_texts.hpp"
#include "settings/toml_file.hpp"

namespace {

using namespace codeweaver;

constexpr double kStuckSeconds = 60;  // of CPU time, for one text

/// What the child tells its parent.
struct Progress {
  std::uint64_t seed = 0;  // being read
  std::uint64_t texts = 0, bytes = 0;
  double cpu_seconds = 0, longest = 0;
  std::uint64_t longest_seed = 0;
};

double cpu_now() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::string check(const fuzz::ReaderTexts& kind, const std::string& text, std::uint64_t seed) {
  if (kind.name == "query") return fuzz::check_query_text(text);
  if (kind.name == "pattern")
    return fuzz::check_pattern_text(text, static_cast<unsigned>(seed % 66));
  if (kind.name == "glob") return fuzz::check_glob_text(text);
  static_cast<void>(settings::read_toml_value(text));
  static_cast<void>(settings::check_toml(text));
  return {};
}

/// Runs in the child. Returns its exit status.
int read_texts(const fuzz::ReaderTexts& kind, double seconds, Progress& progress) {
  for (double before = cpu_now(); progress.cpu_seconds < seconds; ++progress.seed) {
    const auto text = kind.make(progress.seed);
    const auto fault = check(kind, text, progress.seed);
    const double now = cpu_now();
    ++progress.texts;
    progress.bytes += text.size();
    progress.cpu_seconds += now - before;
    if (now - before > progress.longest) {
      progress.longest = now - before;
      progress.longest_seed = progress.seed;
    }
    if (now - before > kStuckSeconds || !fault.empty()) {
      std::printf("%s: seed %llu: %s\n", std::string(kind.name).c_str(),
                  static_cast<unsigned long long>(progress.seed),
                  fault.empty() ? "takes too long" : fault.substr(0, 300).c_str());
      return 2;
    }
    before = now;
  }
  return 0;
}

int fuzz_reader(const fuzz::ReaderTexts& kind, double seconds, std::uint64_t seed) {
  void* const shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  auto& progress = *new (shared) Progress{.seed = seed};
  int faults = 0;
  for (constexpr int kMostFaults = 20; progress.cpu_seconds < seconds && faults < kMostFaults;) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      const int status = read_texts(kind, seconds, progress);
      std::fflush(stdout);
      _exit(status);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    if (status == 0) break;
    ++faults;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 2)
      std::printf("%s: seed %llu: the process died\n", std::string(kind.name).c_str(),
                  static_cast<unsigned long long>(progress.seed));
    ++progress.seed;
  }
  std::printf("%s: %llu texts, %llu bytes, %.0f CPU-s, %d faults; longest %.2f s (seed %llu)\n",
              std::string(kind.name).c_str(), static_cast<unsigned long long>(progress.texts),
              static_cast<unsigned long long>(progress.bytes), progress.cpu_seconds, faults,
              progress.longest, static_cast<unsigned long long>(progress.longest_seed));
  return faults == 0 ? 0 : 1;
}

const fuzz::ReaderTexts* find_kind(std::string_view name) {
  for (const auto* const kind :
       {&fuzz::kQueryTexts, &fuzz::kPatternTexts, &fuzz::kGlobTexts, &fuzz::kSettingsTexts})
    if (kind->name == name) return kind;
  return nullptr;
}

}  // namespace

int main(int count, char** arguments) {
  const bool prints = count == 4 && std::string_view(arguments[1]) == "--seed";
  const auto* const kind = count < 3 ? nullptr : find_kind(arguments[prints ? 2 : 1]);
  if (kind == nullptr) {
    std::fputs("fuzz_readers query|pattern|glob|settings SECONDS [SEED]\n", stderr);
    return 2;
  }
  if (prints) {
    const auto text = kind->make(std::strtoull(arguments[3], nullptr, 10));
    std::fwrite(text.data(), 1, text.size(), stdout);
    return 0;
  }
  return fuzz_reader(*kind, std::atof(arguments[2]),
                     count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1);
}
