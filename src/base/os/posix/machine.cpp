// The machine and this process, by clock_gettime(2), getloadavg(3) and ioctl(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/machine.hpp"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/os/posix/cpu_seconds.hpp"
#include "base/os/posix/process_usage.hpp"

namespace codeweaver::os {
namespace {

std::chrono::nanoseconds time_of(clockid_t clock) noexcept {
  timespec now{};
  ::clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

std::string system_name() {
  utsname name{};
  if (::uname(&name) != 0) return {};
  return std::string(name.sysname) + ' ' + name.release;
}

void take_usage(ProcessFigures& figures) noexcept {
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0)
    figures.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) figures.max_open_files = limit.rlim_cur;
}

double load_average() noexcept {
  double load = 0;
  return ::getloadavg(&load, 1) == 1 ? load : 0;
}

bool is_terminal(Handle handle) noexcept {
  return ::isatty(handle) != 0;
}

bool is_redirected(Handle handle) noexcept {
  struct stat status {};
  if (::fstat(handle, &status) != 0) return false;
  return S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
}

TerminalSize terminal_size(Handle handle) noexcept {
  winsize size{};
  if (::ioctl(handle, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

std::chrono::nanoseconds process_cpu_time() noexcept {
  return time_of(CLOCK_PROCESS_CPUTIME_ID);
}

std::chrono::nanoseconds thread_cpu_time() noexcept {
  return time_of(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace codeweaver::os
