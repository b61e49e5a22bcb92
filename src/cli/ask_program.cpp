// Asking another program for a short text: spawn, read, wait.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/ask_program.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include "base/child_process.hpp"

namespace codeweaver::cli {
namespace {

constexpr auto kPatience = std::chrono::seconds(5);
constexpr auto kPause = std::chrono::milliseconds(2);
constexpr std::size_t kMaxAnswer = 4096;

Error failed(const std::vector<std::string>& command, const std::string& why) {
  return {ErrorCategory::kUnavailable, "PROGRAM_FAILED", "'" + command.front() + "' " + why,
          "asking for the active project (codeweaver.active_project_command)",
          "Name the project with --project, or correct the setting."};
}

using Time = std::chrono::steady_clock::time_point;

std::chrono::milliseconds left_until(Time end) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(end -
                                                               std::chrono::steady_clock::now());
}

/// What comes until the end of the output; false: it did not end in time.
bool read_answer(int read_end, Time end, std::string& answer) {
  std::array<char, 512> buffer{};
  for (;;) {
    const auto left = left_until(end);
    pollfd ready{read_end, POLLIN, 0};
    if (left.count() <= 0 || ::poll(&ready, 1, static_cast<int>(left.count())) <= 0) return false;
    const auto size = ::read(read_end, buffer.data(), buffer.size());
    if (size <= 0) return true;
    if (answer.size() < kMaxAnswer) answer.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

/// How the child ended; nullopt: it did not in time, and was killed.
std::optional<int> wait_for(pid_t child, Time end) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (left_until(end).count() <= 0) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(kPause);
  }
  return status;
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
  std::vector<char*> variable_list;
  for (auto& variable : variables) variable_list.push_back(variable.data());
  variable_list.push_back(nullptr);
  base::ChildProcess child;
  if (const int code =
          base::start_child(command, variable_list.data(), base::ChildErrors::kInherited, child);
      code != 0)
    return failed(command, std::string("cannot be started: ") + std::strerror(code));
  std::string answer;
  const auto end = std::chrono::steady_clock::now() + kPatience;
  const bool has_ended = read_answer(child.output.get(), end, answer);
  child.output.close();
  const auto status = wait_for(child.id, has_ended ? end : Time());
  if (!status) return failed(command, "did not answer within 5 s");
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
    return failed(command, WIFEXITED(*status)
                               ? "failed with exit code " + std::to_string(WEXITSTATUS(*status))
                               : std::string("was ended by a signal"));
  return first_line(answer);
}

}  // namespace codeweaver::cli
