// LineWriter: writes lines to a descriptor that may be slow, on a thread of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/line_writer.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace codeweaver::mcp {
namespace {

// A pipe that is ready takes this much without blocking (pipe(7)).
constexpr std::size_t kPieceBytes = 4096;
constexpr int kPatienceMs = 1000;  // at the end, for a reader that does not read

}  // namespace

LineWriter::LineWriter(int output, std::function<void()> changed)
    : output_(output),
      changed_(std::move(changed)),
      ending_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { work(); }) {}

LineWriter::~LineWriter() {
  finish();
}

void LineWriter::write(std::string line) {
  {
    std::lock_guard lock(mutex_);
    if (has_failed_ || is_ending_) return;
    line += '\n';
    queued_bytes_ += line.size();
    queue_.push_back(std::move(line));
  }
  wake_.notify_one();
}

void LineWriter::finish() {
  {
    std::lock_guard lock(mutex_);
    if (is_ending_) return;
    is_ending_ = true;
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(ending_.get(), &one, sizeof one);
  wake_.notify_one();
  thread_.join();
}

bool LineWriter::has_backlog() const {
  std::lock_guard lock(mutex_);
  return queued_bytes_ > kBacklogBytes;
}

bool LineWriter::has_failed() const {
  std::lock_guard lock(mutex_);
  return has_failed_;
}

void LineWriter::work() {
  // A reader that is gone shows as an error of write(), not as a signal.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);

  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return is_ending_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const auto line = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    const bool is_written = write_out(line);
    lock.lock();
    const bool had_backlog = queued_bytes_ > kBacklogBytes;
    queued_bytes_ -= line.size();
    if (!is_written) {
      has_failed_ = true;
      queue_.clear();
      queued_bytes_ = 0;
    }
    if (!is_written || (had_backlog && queued_bytes_ <= kBacklogBytes)) {
      lock.unlock();
      changed_();
      lock.lock();
    }
  }
}

bool LineWriter::write_out(std::string_view bytes) {
  bool is_ending = false;
  while (!bytes.empty()) {
    std::array<pollfd, 2> ready{
        {{output_, POLLOUT, 0}, {is_ending ? -1 : ending_.get(), POLLIN, 0}}};
    const int count = poll(ready.data(), ready.size(), is_ending ? kPatienceMs : -1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    is_ending |= ready[1].revents != 0;
    if (ready[0].revents == 0) continue;
    const auto written = ::write(output_, bytes.data(), std::min(bytes.size(), kPieceBytes));
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR && errno != EAGAIN)
      return false;
  }
  return true;
}

}  // namespace codeweaver::mcp
