// Waits for children and ends them, by their handles.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/windows/children.hpp"

#include <csignal>
#include <map>
#include <mutex>

namespace codeweaver::os {
namespace {

constexpr UINT kKilled = 0xC000'013A;  // the code that Windows itself gives after Ctrl+C
constexpr int kKillSignal = 9;

struct Children {
  std::mutex mutex;  // guards the members below
  std::map<ProcessId, HANDLE> open;
};

Children& children() {
  static Children all;
  return all;
}

/// Null: not a child, or already waited for.
HANDLE process_of(ProcessId child) noexcept {
  auto& all = children();
  const std::lock_guard lock(all.mutex);
  const auto found = all.open.find(child);
  return found == all.open.end() ? nullptr : found->second;
}

void forget(ProcessId child) noexcept {
  auto& all = children();
  const std::lock_guard lock(all.mutex);
  const auto found = all.open.find(child);
  if (found == all.open.end()) return;
  ::CloseHandle(found->second);
  all.open.erase(found);
}

/// A program that crashes returns the code of its fault as its exit code.
int signal_of(DWORD code) noexcept {
  constexpr DWORD kFaults = 0xC000'0000;
  if (code == kKilled) return kKillSignal;
  if (code == EXCEPTION_ACCESS_VIOLATION || code == EXCEPTION_STACK_OVERFLOW) return SIGSEGV;
  return code >= kFaults ? SIGABRT : 0;
}

std::optional<ChildEnd> end_within(ProcessId child, DWORD milliseconds) noexcept {
  const HANDLE process = process_of(child);
  if (process == nullptr) return ChildEnd();
  if (::WaitForSingleObject(process, milliseconds) == WAIT_TIMEOUT) return std::nullopt;
  ChildEnd end;
  DWORD code = 0;
  FILETIME begun{}, ended{}, kernel{}, user{};
  ::GetExitCodeProcess(process, &code);
  ::GetProcessTimes(process, &begun, &ended, &kernel, &user);
  end.signal = signal_of(code);
  end.exit_code = end.signal == 0 ? static_cast<int>(code) : 0;
  end.cpu_seconds = static_cast<double>(ticks_of(kernel) + ticks_of(user)) / 1e7;
  forget(child);
  return end;
}

}  // namespace

void keep_child(ProcessId id, HANDLE process) {
  auto& all = children();
  const std::lock_guard lock(all.mutex);
  all.open.emplace(id, process);
}

ChildEnd wait_for_child(ProcessId child) noexcept {
  return end_within(child, INFINITE).value_or(ChildEnd());
}

std::optional<ChildEnd> end_of_child(ProcessId child) noexcept {
  return end_within(child, 0);
}

void kill_child(ProcessId child) noexcept {
  if (const HANDLE process = process_of(child); process != nullptr)
    ::TerminateProcess(process, kKilled);
}

}  // namespace codeweaver::os
