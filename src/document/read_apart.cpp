// read_apart: runs a reader program, with limits on time and output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/read_apart.hpp"

#include <array>
#include <cerrno>
#include <functional>
#include <system_error>

#include "base/os/files.hpp"
#include "base/os/memory.hpp"
#include "base/os/processes.hpp"
#include "base/os/readiness.hpp"
#include "base/utf8.hpp"
#include "document/errors.hpp"

namespace codeweaver::document {
namespace {

using Clock = std::chrono::steady_clock;

enum class ReadEnd : std::uint8_t { kComplete, kTooMuch, kTooLong, kStopped };

/// Reads until the other side closes.
ReadEnd read_output(os::Handle from, const Limits& limits, Clock::time_point until,
                    std::string& out) {
  std::array<char, 65536> buffer{};
  os::WakeUp stopped;
  const std::stop_callback<std::function<void()>> on_stop(limits.stop, [&] { stopped.set(); });
  while (out.size() <= limits.text_bytes) {
    if (limits.stop.stop_requested()) return ReadEnd::kStopped;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return ReadEnd::kTooLong;
    std::array sources{os::Source{.handle = from}, os::Source{.handle = stopped.handle()}};
    if (os::wait_for_any(sources, left) <= 0 || !sources.front().is_ready) continue;
    const auto count = os::read_some(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return ReadEnd::kComplete;
    out.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return ReadEnd::kTooMuch;
}

/// The error that the program wrote.
Error reported(std::string_view output) {
  const auto end = std::min(output.find('\n'), output.size());
  const auto code = output.substr(0, end);
  auto cause = std::string(output.substr(std::min(end + 1, output.size())));
  while (cause.ends_with('\n')) cause.pop_back();
  if (code == error_code::kDocumentEncrypted) return encrypted();
  if (code == error_code::kDocumentHasNoText) return no_text();
  if (code == error_code::kNoPdfReader) return no_pdf_reader(cause);
  if (code == error_code::kNoOfficeReader) return no_office_reader();
  Error error = corrupt("");
  if (code == error_code::kDocumentTooLarge) error.code = error_code::kDocumentTooLarge;
  if (!cause.empty()) error.cause = std::move(cause);
  return error;
}

}  // namespace

Result<std::string> read_apart(const std::vector<std::string>& command, std::string_view bytes,
                               const Limits& limits, std::chrono::milliseconds patience) {
  const auto input = os::memory_file(bytes);
  if (!input.is_open()) return no_pdf_reader(std::generic_category().message(errno));
  os::ChildProcess child;
  if (const int code =
          os::start_child(command, nullptr, os::ChildErrors::kDropped, child, input.get());
      code != 0)
    return no_pdf_reader(command.front() + ": " + std::generic_category().message(code));
  std::string output;
  const auto ended = read_output(child.output.get(), limits, Clock::now() + patience, output);
  if (ended != ReadEnd::kComplete) os::kill_child(child.id);
  const auto end = os::wait_for_child(child.id);
  if (ended == ReadEnd::kStopped) return reading_cancelled();
  if (ended == ReadEnd::kTooMuch) return too_large("its text has more than", limits.text_bytes);
  if (ended == ReadEnd::kTooLong)
    return corrupt("it could not be read within " + std::to_string(patience.count()) + " ms");
  if (end.signal != 0)
    return corrupt("its reader was killed by signal " + std::to_string(end.signal));
  if (end.exit_code == kReaderRefused) return reported(output);
  if (end.exit_code != 0)
    return no_pdf_reader(command.front() + " exited with code " + std::to_string(end.exit_code));
  if (!base::is_utf8(output)) return corrupt("its reader's output is not UTF-8");
  return output;
}

}  // namespace codeweaver::document
