// What the system tells of this process.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/process_figures.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>

namespace codeweaver::base {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// The word of that number, from 0, behind the name in brackets of /proc/self/stat.
std::uint64_t word_of_stat(std::size_t number) {
  std::ifstream file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto end = text.rfind(')');  // a name may hold blanks and brackets
  if (end == std::string::npos) return 0;
  std::istringstream words(text.substr(end + 1));
  std::string word;
  for (std::size_t i = 0; i <= number; ++i) words >> word;
  return words ? std::stoull(word) : 0;
}

/// When the machine began, in seconds since 1970.
double boot_seconds() {
  std::ifstream file("/proc/stat");
  double seconds = 0;
  for (std::string key; file >> key;) {
    if (key == "btime") file >> seconds;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return seconds;
}

std::uint64_t open_files() {
  std::error_code error;
  std::uint64_t count = 0;
  for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end;
       at.increment(error))
    ++count;
  return count > 0 ? count - 1 : 0;  // one is that of the listing
}

}  // namespace

ProcessFigures process_figures() {
  constexpr std::size_t kStartTime = 19;  // word 22 of the whole line
  ProcessFigures out;
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0)
    out.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) out.max_open_files = limit.rlim_cur;
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  std::ifstream sizes("/proc/self/statm");
  sizes >> out.virtual_bytes >> out.resident_bytes;
  out.virtual_bytes *= page;
  out.resident_bytes *= page;
  out.open_files = open_files();
  if (const auto begun = word_of_stat(kStartTime); begun > 0 && ticks > 0)
    out.start_seconds = boot_seconds() + static_cast<double>(begun) / ticks;
  return out;
}

}  // namespace codeweaver::base
