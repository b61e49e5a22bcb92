// Runs another program and reads one line of its output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/ask_program.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <system_error>
#include <thread>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"
#include "base/os/readiness.hpp"

namespace codeweaver::cli {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);
constexpr auto kPause = std::chrono::milliseconds(2);
constexpr std::size_t kMaxAnswer = 4096;

Error failed(const std::vector<std::string>& command, const std::string& why) {
  return {ErrorCategory::kUnavailable, "PROGRAM_FAILED", "'" + command.front() + "' " + why,
          "finding the active project (codeweaver.active_project_command)",
          "Give the project with --project, or correct the setting."};
}

using Time = std::chrono::steady_clock::time_point;

std::chrono::milliseconds left_until(Time end) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(end -
                                                               std::chrono::steady_clock::now());
}

/// Reads the output until its end; false: it did not end in time.
bool read_answer(os::Handle read_end, Time end, std::string& answer) {
  std::array<char, 512> buffer{};
  for (;;) {
    const auto left = left_until(end);
    std::array<os::Source, 1> source{{{read_end}}};
    if (left.count() <= 0 || os::wait_for_any(source, left) <= 0) return false;
    const auto size = os::read_some(read_end, buffer.data(), buffer.size());
    if (size <= 0) return true;
    if (answer.size() < kMaxAnswer) answer.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

/// Waits for the child; nullopt: it did not end in time and was killed.
std::optional<os::ChildEnd> wait_for(os::ProcessId child, Time end) {
  for (;;) {
    if (const auto ended = os::end_of_child(child)) return ended;
    if (left_until(end).count() <= 0) {
      os::kill_child(child);
      os::wait_for_child(child);
      return std::nullopt;
    }
    std::this_thread::sleep_for(kPause);
  }
}

std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  const auto begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

}  // namespace

Result<std::string> ask_program(const std::vector<std::string>& command,
                                const settings::Environment& environment) {
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment) variables.push_back(name + '=' + value);
  os::ChildProcess child;
  if (const int code = os::start_child(command, &variables, os::ChildErrors::kInherited, child);
      code != 0)
    return failed(command, "cannot be started: " + std::generic_category().message(code));
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  const bool has_ended = read_answer(child.output.get(), end, answer);
  child.output.close();
  const auto ended = wait_for(child.id, has_ended ? end : Time());
  if (!ended) return failed(command, "did not answer within 5 s");
  if (ended->signal != 0) return failed(command, "was ended by a signal");
  if (ended->exit_code != 0)
    return failed(command, "failed with exit code " + std::to_string(ended->exit_code));
  return first_line(answer);
}

}  // namespace codeweaver::cli
