// The machine and this process, by /proc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/machine.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string_view>
#include <system_error>

#include "base/os/posix/process_usage.hpp"

namespace codeweaver::os {
namespace {

/// The text after "key" and its colon in a file of "key: value" lines.
std::string proc_value(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!std::string_view(line).starts_with(key)) continue;
    const auto colon = line.find(':');
    const auto begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? std::string{} : line.substr(begin);
  }
  return {};
}

/// The value of a line "key: 12 kB" in bytes.
std::uint64_t proc_bytes(const char* file, std::string_view key) {
  const auto value = proc_value(file, key);
  return value.empty() ? 0 : std::stoull(value) << 10;
}

/// The word with this number, from 0, after the program name in /proc/self/stat.
std::uint64_t word_of_stat(std::size_t number) {
  std::ifstream file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto end = text.rfind(')');  // a name may contain blanks and brackets
  if (end == std::string::npos) return 0;
  std::istringstream words(text.substr(end + 1));
  std::string word;
  for (std::size_t i = 0; i <= number; ++i) words >> word;
  return words ? std::stoull(word) : 0;
}

/// Boot time of the machine, in seconds since 1970.
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
  return count > 0 ? count - 1 : 0;  // one is the listing itself
}

}  // namespace

Machine machine() {
  Machine out;
  out.processor = proc_value("/proc/cpuinfo", "model name");
  out.processor_features = proc_value("/proc/cpuinfo", "flags");
  out.system = system_name();
  out.memory_bytes = proc_bytes("/proc/meminfo", "MemTotal");
  return out;
}

void lower_thread_priority() noexcept {
  constexpr int kNice = 10;
  // On Linux niceness belongs to a thread, which is identified by its thread id.
  static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice));
}

ProcessFigures process_figures() {
  constexpr std::size_t kStartTime = 19;  // word 22 of the whole line
  ProcessFigures out;
  take_usage(out);
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

std::uint64_t resident_bytes() {
  return proc_bytes("/proc/self/status", "VmRSS");
}

std::uint64_t peak_resident_bytes() {
  return proc_bytes("/proc/self/status", "VmHWM");
}

bool reset_peak_resident_bytes() {
  std::ofstream out("/proc/self/clear_refs");
  out << 5 << std::flush;
  return out.good();
}

}  // namespace codeweaver::os
