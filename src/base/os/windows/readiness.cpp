// Waits by WaitForMultipleObjects(), wakes by events. Pipes cannot be waited for, so it polls them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/readiness.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/os/wait_end.hpp"
#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

constexpr std::int64_t kPauseMs = 5;  // between two polls of a pipe

enum class Way : std::uint8_t { kNever, kAlways, kWait, kLook };

Way way_to_wait(const Source& source) noexcept {
  if (source.handle < 0) return Way::kNever;
  switch (::GetFileType(native(source.handle))) {
    case FILE_TYPE_DISK:
      return source.waits_for == Source::For::kEnd ? Way::kNever : Way::kAlways;
    case FILE_TYPE_PIPE:
      // Windows cannot report whether a pipe accepts more data.
      return source.waits_for == Source::For::kOutput ? Way::kAlways : Way::kLook;
    case FILE_TYPE_CHAR:
      return source.waits_for == Source::For::kInput ? Way::kWait : Way::kAlways;
    default:
      return Way::kWait;  // an event or a process
  }
}

/// Whether data waits in a pipe, or the other side has closed.
bool has_come(const Source& source) noexcept {
  DWORD bytes = 0;
  if (!::PeekNamedPipe(native(source.handle), nullptr, 0, nullptr, &bytes, nullptr)) return true;
  return source.waits_for == Source::For::kInput && bytes > 0;
}

bool is_ready_now(const Source& source, Way way) noexcept {
  switch (way) {
    case Way::kNever:
      return false;
    case Way::kAlways:
      return true;
    case Way::kWait:
      return ::WaitForSingleObject(native(source.handle), 0) == WAIT_OBJECT_0;
    case Way::kLook:
      return has_come(source);
  }
  return false;
}

/// The length of one wait: the time left until `end`, and at most until the next poll of the pipes.
DWORD pause_until(std::optional<WaitClock::time_point> end, bool looks) noexcept {
  if (!end) return looks ? static_cast<DWORD>(kPauseMs) : INFINITE;
  constexpr std::int64_t kLongest = INFINITE - 1;
  return static_cast<DWORD>(milliseconds_until(*end, looks ? kPauseMs : kLongest));
}

}  // namespace

int wait_for_any(std::span<Source> sources,
                 std::optional<std::chrono::milliseconds> limit) noexcept {
  if (sources.size() > kMostSources) {
    errno = EINVAL;
    return -1;
  }
  std::array<Way, kMostSources> ways{};
  std::array<HANDLE, kMostSources> waited{};
  DWORD waits = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ways[i] = way_to_wait(sources[i]);
    if (ways[i] == Way::kWait) waited[waits++] = native(sources[i].handle);
  }
  const bool looks = std::ranges::find(ways, Way::kLook) != ways.end();
  const auto end = end_of_wait(limit);
  for (;;) {
    int count = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      sources[i].is_ready = is_ready_now(sources[i], ways[i]);
      count += sources[i].is_ready ? 1 : 0;
    }
    const DWORD pause = pause_until(end, looks);
    if (count > 0 || pause == 0) return count;
    if (waits == 0) {
      ::Sleep(pause);
    } else if (::WaitForMultipleObjects(waits, waited.data(), FALSE, pause) == WAIT_FAILED) {
      fail();
      return -1;
    }
  }
}

WakeUp::WakeUp() noexcept : descriptor_(handle_of(::CreateEventW(nullptr, TRUE, FALSE, nullptr))) {}

void WakeUp::set() noexcept {
  ::SetEvent(native(handle()));
}

void WakeUp::clear() noexcept {
  ::ResetEvent(native(handle()));
}

}  // namespace codeweaver::os
