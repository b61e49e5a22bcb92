// The machine and this process, by sysctl(3), Mach's task_info() and libproc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/machine.hpp"

#include <libproc.h>
#include <mach/mach.h>
#include <pthread/qos.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/os/posix/process_usage.hpp"

namespace codeweaver::os {
namespace {

/// The text value of a sysctl name; empty: unknown name.
std::string text_of(const char* name) {
  std::size_t size = 0;
  if (::sysctlbyname(name, nullptr, &size, nullptr, 0) != 0 || size == 0) return {};
  std::string text(size, '\0');
  if (::sysctlbyname(name, text.data(), &size, nullptr, 0) != 0) return {};
  text.resize(std::min(size, text.find('\0')));
  return text;
}

std::uint64_t number_of(const char* name) noexcept {
  std::uint64_t number = 0;
  std::size_t size = sizeof number;
  return ::sysctlbyname(name, &number, &size, nullptr, 0) == 0 ? number : 0;
}

/// Memory sizes of this process; zeros: unknown.
mach_task_basic_info memory_in_use() noexcept {
  mach_task_basic_info info{};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  const auto told = ::task_info(mach_task_self(), MACH_TASK_BASIC_INFO,
                                reinterpret_cast<task_info_t>(&info), &count);
  return told == KERN_SUCCESS ? info : mach_task_basic_info{};
}

std::uint64_t open_files() noexcept {
  std::array<proc_fdinfo, 1024> files{};
  const int bytes = ::proc_pidinfo(::getpid(), PROC_PIDLISTFDS, 0, files.data(), sizeof files);
  if (bytes <= 0) return 0;
  if (static_cast<std::size_t>(bytes) < sizeof files)
    return static_cast<std::uint64_t>(bytes) / sizeof files[0];
  // More than 1024 files: use the size that the kernel suggests, which is slightly too high.
  const int room = ::proc_pidinfo(::getpid(), PROC_PIDLISTFDS, 0, nullptr, 0);
  return static_cast<std::uint64_t>(std::max(room, bytes)) / sizeof files[0];
}

double start_seconds() noexcept {
  proc_bsdinfo info{};
  if (::proc_pidinfo(::getpid(), PROC_PIDTBSDINFO, 0, &info, sizeof info) != sizeof info) return 0;
  return static_cast<double>(info.pbi_start_tvsec) +
         static_cast<double>(info.pbi_start_tvusec) / 1e6;
}

}  // namespace

Machine machine() {
  Machine out;
  out.processor = text_of("machdep.cpu.brand_string");
  out.processor_features = text_of("machdep.cpu.features");  // Intel processors only
  out.system = system_name();
  out.memory_bytes = number_of("hw.memsize");
  return out;
}

void lower_thread_priority() noexcept {
  ::pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
}

ProcessFigures process_figures() {
  ProcessFigures out;
  take_usage(out);
  const auto memory = memory_in_use();
  out.virtual_bytes = memory.virtual_size;
  out.resident_bytes = memory.resident_size;
  out.open_files = open_files();
  out.start_seconds = start_seconds();
  return out;
}

std::uint64_t resident_bytes() {
  return memory_in_use().resident_size;
}

std::uint64_t peak_resident_bytes() {
  return memory_in_use().resident_size_max;
}

bool reset_peak_resident_bytes() {
  return false;
}

}  // namespace codeweaver::os
