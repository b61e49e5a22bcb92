// Feeds every grammar with generated texts, in a child process that may crash, and counts.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// fuzz_languages LANGUAGE|all SECONDS [SEED]   so much CPU time a language, from that seed on
// fuzz_languages --seed LANGUAGE SEED          prints the text of a seed
// fuzz_languages --file LANGUAGE FILE          treats one file and says what became of it
// fuzz_languages --table RECORD                the table of all runs in a record
//
// CODEWEAVER_FUZZ_RECORD  file to which each run adds a line a language
// CODEWEAVER_FUZZ_CASES   folder that gets the texts at which something did not hold
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "fuzz/generator.hpp"
#include "fuzz/link_checks.hpp"
#include "fuzz/table.hpp"
#include "fuzz/treatment.hpp"
#include "syntax/rules.hpp"

namespace {

using namespace codeweaver;
namespace fs = std::filesystem;

const syntax::ParseLimits kLimits{.budget = fuzz::kSlowness * std::chrono::milliseconds(500)};
constexpr time_t kStuckSeconds = 60;  // of CPU time, for one text
constexpr std::size_t kMaxCodes = 8;

/// What the child tells its parent.
struct Progress {
  std::uint64_t next_seed;
  std::uint64_t inputs, bytes, faults;
  double cpu_seconds;
  struct {
    char code[32];
    std::uint64_t count;
  } refusals[kMaxCodes];
  char fault[200];
  std::uint64_t fault_seed;
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> samples_of(syntax::LanguageIndex language) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(fs::path(CODEWEAVER_TEST_DATA) / "syntax"))
    if (entry.path().extension() != ".golden") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> samples;
  for (const fs::path& path : paths) {
    std::string text = read(path);
    if (syntax::language_of_content(path.filename().string(), text) == language)
      samples.push_back(std::move(text));
  }
  return samples;
}

/// The first language of each grammar.
std::vector<syntax::LanguageIndex> one_a_grammar() {
  std::set<const TSLanguage*> seen;
  std::vector<syntax::LanguageIndex> out;
  for (syntax::LanguageIndex i = 0; i < syntax::languages().size(); ++i) {
    const syntax::Rules* rules = syntax::rules_of(i);
    if (rules != nullptr && seen.insert(rules->grammar).second) out.push_back(i);
  }
  return out;
}

std::string id_of(syntax::LanguageIndex language) {
  return std::string(syntax::languages()[language].id);
}

void note_fault(Progress& progress, std::uint64_t seed, const std::string& what) {
  ++progress.faults;
  progress.fault_seed = seed;
  std::snprintf(progress.fault, sizeof progress.fault, "%s", what.c_str());
}

void note_refusal(Progress& progress, const std::string& code) {
  for (auto& refusal : progress.refusals) {
    if (refusal.count > 0 && code != refusal.code) continue;
    std::snprintf(refusal.code, sizeof refusal.code, "%s", code.c_str());
    ++refusal.count;
    return;
  }
}

void keep_case(syntax::LanguageIndex language, std::uint64_t seed, const std::string& text,
               const std::string& fault) {
  std::printf("%s seed %llu: %s\n", id_of(language).c_str(), static_cast<unsigned long long>(seed),
              fault.c_str());
  std::fflush(stdout);
  if (const char* folder = std::getenv("CODEWEAVER_FUZZ_CASES"); folder != nullptr) {
    fs::create_directories(folder);
    std::ofstream(fs::path(folder) / (id_of(language) + '-' + std::to_string(seed))) << text;
  }
}

/// Runs in the child until the time is over.
void work(syntax::LanguageIndex language, double seconds, Progress& progress) {
  const fuzz::Generator generator(language, samples_of(language));
  while (progress.cpu_seconds < seconds) {
    const itimerval until_stuck{.it_interval = {}, .it_value = {kStuckSeconds, 0}};
    ::setitimer(ITIMER_PROF, &until_stuck, nullptr);
    const std::uint64_t seed = progress.next_seed;
    const auto before = fuzz::thread_cpu_time();
    const std::string text = generator.make(seed);
    fuzz::Treatment done = fuzz::treat(text, language, kLimits);
    if (done.fault.empty()) done.fault = fuzz::broken_links(text, language);
    if (!done.fault.empty()) {
      note_fault(progress, seed, done.fault);
      keep_case(language, seed, text, done.fault);
    }
    if (!done.refusal.empty()) note_refusal(progress, done.refusal);
    progress.cpu_seconds += std::chrono::duration<double>(fuzz::thread_cpu_time() - before).count();
    progress.bytes += text.size();
    ++progress.inputs;
    ++progress.next_seed;
  }
}

/// A child that shall not take the machine with it.
void limit_child() {
#if !defined(__SANITIZE_ADDRESS__)
  const rlimit memory{std::uint64_t{3} << 30, std::uint64_t{3} << 30};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
}

fuzz::Tally fuzz_language(syntax::LanguageIndex language, double seconds, std::uint64_t seed) {
  void* const shared =
      ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& progress = *new (shared) Progress{};
  progress.next_seed = seed;
  while (progress.cpu_seconds < seconds) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
      limit_child();
      work(language, seconds, progress);
      std::fflush(stdout);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    const std::uint64_t fatal = progress.next_seed++;
    const bool is_stuck = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    const std::string what = is_stuck ? "stuck" : "crashed, status " + std::to_string(status);
    note_fault(progress, fatal, what);
    ++progress.inputs;
    progress.cpu_seconds += 1;
    keep_case(language, fatal, fuzz::Generator(language, samples_of(language)).make(fatal), what);
  }
  fuzz::Tally tally{.inputs = progress.inputs,
                    .bytes = progress.bytes,
                    .cpu_seconds = progress.cpu_seconds,
                    .sanitized_seconds = fuzz::kIsSanitized ? progress.cpu_seconds : 0,
                    .faults = progress.faults,
                    .refusals = {}};
  for (const auto& refusal : progress.refusals)
    if (refusal.count > 0) tally.refusals[refusal.code] = refusal.count;
  ::munmap(shared, sizeof(Progress));
  return tally;
}

int treat_file(syntax::LanguageIndex language, const char* path) {
  const std::string text = read(path);
  const syntax::ParseLimits limits;
  fuzz::Treatment done = fuzz::treat(text, language, limits);
  if (done.fault.empty()) done.fault = fuzz::broken_links(text, language);
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("%zu bytes, %.3f CPU seconds, %ld MiB at most, %s, %s\n", text.size(),
              std::chrono::duration<double>(done.cpu).count(), usage.ru_maxrss / 1024,
              done.refusal.empty() ? "a tree" : done.refusal.c_str(),
              done.fault.empty() ? "no fault" : done.fault.c_str());
  return done.fault.empty() ? 0 : 1;
}

int usage() {
  std::fprintf(stderr,
               "usage: fuzz_languages LANGUAGE|all SECONDS [SEED] | --seed LANGUAGE SEED | "
               "--file LANGUAGE FILE | --table RECORD\n");
  return 2;
}

}  // namespace

int main(int count, char** values) {
  const std::vector<std::string_view> arguments(values + 1, values + count);
  if (arguments.size() == 2 && arguments[0] == "--table") {
    std::fputs(fuzz::table_of_record(values[2]).c_str(), stdout);
    return 0;
  }
  if (arguments.size() < 2) return usage();
  const bool has_mode = arguments[0].starts_with("--");
  const std::string_view id = has_mode ? arguments[1] : arguments[0];
  const auto language = syntax::find_language(id);
  if (id != "all" && (!language || syntax::rules_of(*language) == nullptr)) return usage();
  if (has_mode && (!language || arguments.size() != 3)) return usage();
  if (arguments[0] == "--file") return treat_file(*language, values[3]);
  if (arguments[0] == "--seed") {
    const fuzz::Generator generator(*language, samples_of(*language));
    std::fputs(generator.make(std::strtoull(values[3], nullptr, 10)).c_str(), stdout);
    return 0;
  }
  const double seconds = std::strtod(values[2], nullptr);
  const std::uint64_t seed = count > 3 ? std::strtoull(values[3], nullptr, 10) : 1;
  std::uint64_t faults = 0;
  for (const syntax::LanguageIndex next : language ? std::vector{*language} : one_a_grammar()) {
    const fuzz::Tally tally = fuzz_language(next, seconds, seed);
    faults += tally.faults;
    std::printf("%-14s %8llu inputs, %.1f CPU seconds, %llu faults\n", id_of(next).c_str(),
                static_cast<unsigned long long>(tally.inputs), tally.cpu_seconds,
                static_cast<unsigned long long>(tally.faults));
    std::fflush(stdout);
    if (const char* record = std::getenv("CODEWEAVER_FUZZ_RECORD"); record != nullptr)
      if (!fuzz::append_to_record(record, id_of(next), tally)) return 1;
  }
  return faults == 0 ? 0 : 1;
}
