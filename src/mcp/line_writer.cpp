// LineWriter: writes lines to a possibly slow output on a separate thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/line_writer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>

#include "base/os/files.hpp"
#include "base/os/signals.hpp"

namespace codeweaver::mcp {
namespace {

// A ready pipe accepts this many bytes without blocking (pipe(7)).
constexpr std::size_t kPieceBytes = 4096;
constexpr std::chrono::seconds kPatience{1};  // at the end, for a reader that has stopped reading

}  // namespace

LineWriter::LineWriter(os::Handle output, std::function<void()> changed)
    : output_(output), changed_(std::move(changed)), thread_([this] { work(); }) {}

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
  ending_.set();
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
  os::ignore_broken_pipes_in_thread();
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
    std::array<os::Source, 2> sources{
        {{output_, os::Source::For::kOutput}, {is_ending ? os::kNoHandle : ending_.handle()}}};
    const int count = os::wait_for_any(
        sources, is_ending ? std::optional<std::chrono::milliseconds>(kPatience) : std::nullopt);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    is_ending |= sources[1].is_ready;
    if (!sources[0].is_ready) continue;
    const auto written = os::write_some(output_, bytes.data(), std::min(bytes.size(), kPieceBytes));
    if (written > 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EAGAIN)
      return false;
  }
  return true;
}

}  // namespace codeweaver::mcp
