// Requests as console events: a handler counts them, and a thread of the program waits for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/os/signals.hpp"

#include <array>
#include <atomic>
#include <csignal>

#include "base/os/windows/win32.hpp"

namespace codeweaver::os {
namespace {

enum class Answer : std::uint8_t { kEnd, kNote, kIgnore };

constexpr LONG kMostRequests = 1'000'000;

/// How requests of one kind are handled. Windows runs handlers on separate threads.
struct Answered {
  std::atomic<Answer> answer = Answer::kEnd;
  std::atomic<HANDLE> count = nullptr;
};
std::array<Answered, 2> g_answers;
std::atomic<int> g_last_stop = 0;

Answered& answer_to(Request kind) noexcept {
  return g_answers[static_cast<std::size_t>(kind)];
}

/// Runs on a thread that the system creates. TRUE: the process continues.
BOOL WINAPI take_event(DWORD event) {
  const bool is_stop = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
  const Request kind = is_stop ? Request::kStop : Request::kHangUp;
  switch (answer_to(kind).answer.load()) {
    case Answer::kEnd:
      return FALSE;
    case Answer::kIgnore:
      return TRUE;
    case Answer::kNote:
      break;
  }
  if (is_stop) g_last_stop = event == CTRL_C_EVENT ? SIGINT : SIGTERM;
  add_request(kind);
  // When the window closes or the user logs off, returning from this function ends the process.
  if (!is_stop) ::Sleep(INFINITE);
  return TRUE;
}

void answer_by(Request kind, Answer answer) noexcept {
  static const bool is_handled = ::SetConsoleCtrlHandler(take_event, TRUE);
  static_cast<void>(is_handled);
  answer_to(kind).answer = answer;
}

}  // namespace

void note_requests(Request kind) noexcept {
  const HANDLE before =
      answer_to(kind).count.exchange(::CreateSemaphoreW(nullptr, 0, kMostRequests, nullptr));
  if (before != nullptr) ::CloseHandle(before);
  answer_by(kind, Answer::kNote);
}

int wait_for_request(Request kind) noexcept {
  ::WaitForSingleObject(answer_to(kind).count, INFINITE);
  return kind == Request::kStop ? g_last_stop.load() : 0;
}

void add_request(Request kind) noexcept {
  ::ReleaseSemaphore(answer_to(kind).count, 1, nullptr);
}

void end_on_requests(Request kind) noexcept {
  answer_by(kind, Answer::kEnd);
}

void ignore_requests(Request kind) noexcept {
  answer_by(kind, Answer::kIgnore);
}

// On Windows, writing to a closed pipe only fails; nothing else happens.
void end_on_broken_pipe() noexcept {}
void ignore_broken_pipes() noexcept {}
void ignore_broken_pipes_in_thread() noexcept {}

}  // namespace codeweaver::os
