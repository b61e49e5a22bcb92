// The machine and this process, by the registry, GetProcessTimes() and K32GetProcessMemoryInfo().
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/machine.hpp"

#include <psapi.h>
#include <winternl.h>

#include <array>

#include "base/os/windows/win32.hpp"

// In ntdll.dll; only a header of the driver kit declares it.
extern "C" NTSYSAPI NTSTATUS NTAPI RtlGetVersion(RTL_OSVERSIONINFOW* version);

namespace codeweaver::os {
namespace {

constexpr double kTicksPerSecond = 1e7;

/// The times that GetProcessTimes() and GetThreadTimes() return; used() is user and system time.
struct Times {
  FILETIME begin{}, end{}, kernel{}, user{};
  std::uint64_t used() const noexcept { return ticks_of(kernel) + ticks_of(user); }
};

Times times_of_process() noexcept {
  Times times;
  ::GetProcessTimes(::GetCurrentProcess(), &times.begin, &times.end, &times.kernel, &times.user);
  return times;
}

std::chrono::nanoseconds nanoseconds_of(std::uint64_t ticks) noexcept {
  return std::chrono::nanoseconds(static_cast<std::int64_t>(ticks) * 100);
}

PROCESS_MEMORY_COUNTERS memory_in_use() noexcept {
  PROCESS_MEMORY_COUNTERS used{};
  ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &used, sizeof used);
  return used;
}

MEMORYSTATUSEX memory_status() noexcept {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  ::GlobalMemoryStatusEx(&status);
  return status;
}

std::string processor_name() {
  std::array<wchar_t, 128> name{};
  DWORD bytes = sizeof name - sizeof(wchar_t);
  const auto error =
      ::RegGetValueW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     L"ProcessorNameString", RRF_RT_REG_SZ, nullptr, name.data(), &bytes);
  return error == ERROR_SUCCESS ? to_utf8(name.data()) : std::string();
}

/// The true version: the result of GetVersionExW() depends on the program's manifest.
std::string system_name() {
  RTL_OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof version;
  if (::RtlGetVersion(&version) != 0) return "Windows";
  return "Windows " + std::to_string(version.dwMajorVersion) + '.' +
         std::to_string(version.dwMinorVersion) + '.' + std::to_string(version.dwBuildNumber);
}

}  // namespace

Machine machine() {
  Machine out;
  out.processor = processor_name();
  out.system = system_name();
  out.memory_bytes = memory_status().ullTotalPhys;
  return out;
}

double load_average() noexcept {
  return 0;  // Windows has none
}

bool is_terminal(Handle handle) noexcept {
  DWORD mode = 0;
  return ::GetConsoleMode(native(handle), &mode);
}

bool is_redirected(Handle handle) noexcept {
  const DWORD kind = ::GetFileType(native(handle));
  return kind == FILE_TYPE_DISK || kind == FILE_TYPE_PIPE;
}

TerminalSize terminal_size(Handle handle) noexcept {
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  if (!::GetConsoleScreenBufferInfo(native(handle), &screen)) return {};
  const auto& window = screen.srWindow;
  return {static_cast<std::size_t>(window.Right - window.Left + 1),
          static_cast<std::size_t>(window.Bottom - window.Top + 1)};
}

std::chrono::nanoseconds process_cpu_time() noexcept {
  return nanoseconds_of(times_of_process().used());
}

std::chrono::nanoseconds thread_cpu_time() noexcept {
  Times times;
  ::GetThreadTimes(::GetCurrentThread(), &times.begin, &times.end, &times.kernel, &times.user);
  return nanoseconds_of(times.used());
}

void lower_thread_priority() noexcept {
  ::SetThreadPriority(::GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

ProcessFigures process_figures() {
  constexpr std::uint64_t kMostHandles = std::uint64_t{1} << 24;
  ProcessFigures out;
  const auto times = times_of_process();
  out.cpu_seconds = static_cast<double>(times.used()) / kTicksPerSecond;
  const auto begun = nanoseconds_since_1970(static_cast<std::int64_t>(ticks_of(times.begin)));
  out.start_seconds = static_cast<double>(begun) / 1e9;
  out.resident_bytes = memory_in_use().WorkingSetSize;
  const auto memory = memory_status();
  out.virtual_bytes = memory.ullTotalVirtual - memory.ullAvailVirtual;
  DWORD handles = 0;
  if (::GetProcessHandleCount(::GetCurrentProcess(), &handles)) out.open_files = handles;
  out.max_open_files = kMostHandles;
  return out;
}

std::uint64_t resident_bytes() {
  return memory_in_use().WorkingSetSize;
}

std::uint64_t peak_resident_bytes() {
  return memory_in_use().PeakWorkingSetSize;
}

bool reset_peak_resident_bytes() {
  return false;
}

}  // namespace codeweaver::os
