// The stdio transport: a reader, workers for handlers, a thread that writes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/stdio.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/workers.hpp"
#include "json/writer.hpp"
#include "mcp/line_writer.hpp"

namespace codeweaver::mcp {
namespace {

/// Readable once the parent of this process is dead; closed if the system cannot tell. Nothing is
/// missed in between: a parent that died before it was opened is no longer our parent after.
base::Descriptor watch_parent(pid_t parent, bool& is_dead) {
#ifdef SYS_pidfd_open
  base::Descriptor watch(parent > 1 ? static_cast<int>(syscall(SYS_pidfd_open, parent, 0)) : -1);
#else
  base::Descriptor watch;
#endif
  is_dead = getppid() != parent;
  return watch;
}

/// Cuts what comes in into lines.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t limit) : limit_(limit) {}

  /// Calls `take(line, is_too_long)` for each line that ends in `bytes`.
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
  /// The last line may lack its end.
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
        changed_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        writer_(options.output, [this] { wake(); }),
        workers_(options.workers),
        lines_(options.max_message_bytes),
        connection_(server.connect(
            {.send = [this](const json::Value& message) { send(message); },
             .run = [this](std::function<void()> work) { workers_.run(std::move(work)); }})) {}

  void serve() {
    bool is_orphan = false;
    if (options_.ends_with_parent)
      parent_ = watch_parent(options_.parent != 0 ? options_.parent : getppid(), is_orphan);
    while (!is_orphan && read_some()) {
    }
    connection_->close();
    workers_.close();
    writer_.finish();
  }

 private:
  /// False: this is the end.
  bool read_some() {
    const bool is_full = writer_.has_backlog();
    std::array<pollfd, 3> ready{{{options_.input, static_cast<short>(is_full ? 0 : POLLIN), 0},
                                 {changed_.get(), POLLIN, 0},
                                 {parent_.get(), POLLIN, 0}}};
    if (poll(ready.data(), ready.size(), -1) < 0) return errno == EINTR;
    if (ready[2].revents != 0 || writer_.has_failed() || options_.stop.stop_requested())
      return false;
    if (ready[1].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const auto taken = ::read(changed_.get(), &count, sizeof count);
    }
    if (ready[0].revents == 0) return true;
    if (is_full) return false;  // the client has closed its end, and does not read
    return take_input();
  }

  bool take_input() {
    std::array<char, 65536> buffer;
    const auto size = ::read(options_.input, buffer.data(), buffer.size());
    if (size < 0) return errno == EINTR || errno == EAGAIN;
    const auto take = [this](std::string_view line, bool is_too_long) {
      receive(line, is_too_long);
    };
    if (size == 0) {
      lines_.end(take);
      return false;
    }
    lines_.add({buffer.data(), static_cast<std::size_t>(size)}, take);
    return true;
  }

  void receive(std::string_view line, bool is_too_long) {
    if (is_too_long)
      return send(make_parse_error("the message is longer than " +
                                   std::to_string(options_.max_message_bytes) + " bytes"));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    auto message = json::parse(line);
    if (!message) return send(make_parse_error(message.error().cause));
    connection_->receive(std::move(*message));
  }

  void send(const json::Value& message) {
    // Later news make up for lost ones; answers are never dropped.
    if (is_notification(message) && writer_.has_backlog()) return;
    writer_.write(json::dump(message));
  }

  void wake() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(changed_.get(), &one, sizeof one);
  }

  const StdioOptions options_;
  base::Descriptor changed_;  // an eventfd: the writer has news
  base::Descriptor parent_;
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
