// Formats system information about the machine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/machine.hpp"

#include <thread>

#include "base/os/machine.hpp"
#include "base/os/memory.hpp"
#include "codeweaver/version.hpp"

namespace codeweaver::evaluate {
namespace {

double mebibytes(std::uint64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

std::string simd(const std::string& features) {
  const auto flags = ' ' + features + ' ';
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
  const auto machine = os::machine();
  return {{"cpu", machine.processor},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"simd", simd(machine.processor_features)},
          {"memory",
           machine.memory_bytes == 0 ? "" : std::to_string(machine.memory_bytes >> 20) + " MiB"},
          {"system", machine.system},
          {"load", std::to_string(load_average())},
          {"compiler", compiler()},
          {"version", std::string(kVersion)}};
}

double load_average() {
  return os::load_average();
}

double peak_rss() {
  return mebibytes(os::peak_resident_bytes());
}
double current_rss() {
  return mebibytes(os::resident_bytes());
}

bool reset_peak_rss() {
  os::release_free_memory();
  return os::reset_peak_resident_bytes();
}

}  // namespace codeweaver::evaluate
