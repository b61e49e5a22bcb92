// The stdio transport: a reader, workers for handlers, and a writer thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/stdio.hpp"

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"
#include "base/os/readiness.hpp"
#include "base/utf8.hpp"
#include "base/workers.hpp"
#include "json/body.hpp"
#include "json/writer.hpp"
#include "mcp/line_writer.hpp"

namespace codeweaver::mcp {
namespace {

/// A descriptor that becomes readable when the parent process is dead; closed if the system does
/// not support that. If the parent died before the call, we have another parent afterwards, so no
/// death is missed.
os::Descriptor watch_parent(os::ProcessId parent, bool& is_dead) {
  auto watch = os::watch_process(parent);
  is_dead = os::parent_process() != parent;
  return watch;
}

/// Splits the input into lines.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t limit) : limit_(limit) {}

  /// Calls `take(line, is_too_long)` for each line that is complete after `bytes`.
  template <class Take>
  void add(std::string_view bytes, const Take& take) {
    for (;;) {
      const auto end = bytes.find('\n');
      append(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      end_line(take);
      bytes.remove_prefix(end + 1);
    }
  }
  /// Takes the last line, which may have no line end.
  template <class Take>
  void end(const Take& take) {
    if (!line_.empty()) end_line(take);
  }

 private:
  void append(std::string_view part) {
    is_too_long_ |= line_.size() + part.size() > limit_;
    line_ += part.substr(0, limit_ - std::min(limit_, line_.size()));
  }
  template <class Take>
  void end_line(const Take& take) {
    take(std::string_view(line_), is_too_long_);
    line_.clear();
    is_too_long_ = false;
  }

  const std::size_t limit_;
  std::string line_;
  bool is_too_long_ = false;
};

class Session {
 public:
  Session(const Server& server, const StdioOptions& options)
      : options_(options),
        writer_(options.output, [this] { wake(); }),
        workers_(options.workers),
        lines_(options.max_message_bytes),
        connection_(server.connect(
            {.send = [this](const json::Value& message) { send(message); },
             .run = [this](std::function<void()> work) { workers_.run(std::move(work)); }})) {}

  void serve() {
    bool is_orphan = false;
    if (options_.ends_with_parent)
      parent_ =
          watch_parent(options_.parent != 0 ? options_.parent : os::parent_process(), is_orphan);
    while (!is_orphan && read_some()) {
    }
    if (has_ended_) workers_.wait_until_idle(options_.last_answers);
    connection_->close();
    workers_.close();
    writer_.finish();
  }

 private:
  /// False: serving ends.
  bool read_some() {
    const bool is_full = writer_.has_backlog();
    using For = os::Source::For;
    std::array<os::Source, 3> sources{{{options_.input, is_full ? For::kEnd : For::kInput},
                                       {changed_.handle()},
                                       {parent_.get()}}};
    auto& [input, changed, parent] = sources;
    if (os::wait_for_any(sources) < 0) return errno == EINTR;
    if (parent.is_ready || writer_.has_failed() || options_.stop.stop_requested()) return false;
    if (changed.is_ready) changed_.clear();
    if (!input.is_ready) return true;
    if (is_full) return false;  // the client has closed its side and does not read
    return take_input();
  }

  bool take_input() {
    std::array<char, 65536> buffer;
    const auto size = os::read_some(options_.input, buffer.data(), buffer.size());
    if (size < 0) return errno == EAGAIN;
    const auto take = [this](std::string_view line, bool is_too_long) {
      receive(line, is_too_long);
    };
    if (size == 0) {
      lines_.end(take);
      has_ended_ = true;
      return false;
    }
    lines_.add({buffer.data(), static_cast<std::size_t>(size)}, take);
    return true;
  }

  void receive(std::string_view line, bool is_too_long) {
    line = base::without_byte_order_mark(line);
    if (is_too_long)
      return send(make_parse_error(
          line,
          "the message is longer than " + std::to_string(options_.max_message_bytes) + " bytes"));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    auto message = json::parse_body(line);
    if (!message) return send(make_parse_error(line, message.error().cause));
    connection_->receive(std::move(*message));
  }

  void send(const json::Value& message) {
    // Later notifications replace lost ones; answers are never dropped.
    if (is_notification(message) && writer_.has_backlog()) return;
    writer_.write(json::dump(message));
  }

  void wake() { changed_.set(); }

  const StdioOptions options_;
  bool has_ended_ = false;  // end of the input
  os::WakeUp changed_;      // set by the writer
  os::Descriptor parent_;
  LineWriter writer_;
  base::Workers workers_;
  LineSplitter lines_;
  std::shared_ptr<Connection> connection_;
  std::stop_callback<std::function<void()>> on_stop_{options_.stop, [this] { wake(); }};
};

}  // namespace

void serve_stdio(const Server& server, const StdioOptions& options) {
  Session(server, options).serve();
}

}  // namespace codeweaver::mcp
