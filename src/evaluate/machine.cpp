// Reads what the kernel says under /proc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/machine.hpp"

#include <malloc.h>
#include <stdlib.h>
#include <sys/utsname.h>

#include <fstream>
#include <string_view>
#include <thread>

#include "codeweaver/version.hpp"

namespace codeweaver::evaluate {
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

double status_mib(std::string_view key) {
  const auto value = proc_value("/proc/self/status", key);
  return value.empty() ? 0 : std::stod(value) / 1024;
}

std::string kernel() {
  utsname name{};
  return uname(&name) == 0 ? std::string(name.sysname) + ' ' + name.release : std::string{};
}

std::string simd() {
  const auto flags = ' ' + proc_value("/proc/cpuinfo", "flags") + ' ';
  std::string out;
  for (const char* flag : {"avx2", "avx512f", "avx512_vnni"})
    if (flags.find(' ' + std::string(flag) + ' ') != std::string::npos)
      out += (out.empty() ? "" : " ") + std::string(flag);
  return out.empty() ? "none" : out;
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

}  // namespace

std::vector<std::pair<std::string, std::string>> machine_facts() {
  const std::string memory = proc_value("/proc/meminfo", "MemTotal");
  return {{"cpu", proc_value("/proc/cpuinfo", "model name")},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"simd", simd()},
          {"memory", memory.empty() ? "" : std::to_string(std::stoull(memory) >> 10) + " MiB"},
          {"system", kernel()},
          {"load", std::to_string(load_average())},
          {"compiler", compiler()},
          {"version", std::string(kVersion)}};
}

double load_average() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

double peak_rss() {
  return status_mib("VmHWM");
}
double current_rss() {
  return status_mib("VmRSS");
}

bool reset_peak_rss() {
  malloc_trim(0);
  std::ofstream out("/proc/self/clear_refs");
  out << 5 << std::flush;
  return out.good();
}

}  // namespace codeweaver::evaluate
