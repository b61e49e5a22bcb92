// FileStates: batches of equal size, each processed by the next free thread.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/file_states.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/begin_thread.hpp"
#include "base/os/file_status.hpp"
#include "corpus/path_stats.hpp"

namespace codeweaver::corpus {
namespace {

constexpr std::size_t kPart = 500;  // paths per batch; starting a thread costs as much as 50

}  // namespace

FileStates::~FileStates() {
  {
    const std::lock_guard lock(mutex_);
    taken_ = parts_.size();
    is_over_ = true;
  }
  changed_.notify_all();
  threads_.clear();  // joins
}

void FileStates::add(std::string_view path) {
  next_.begins.push_back(next_.paths.size());
  next_.paths += path;
  next_.paths += '\0';
  if (next_.begins.size() == kPart) hand_out();
}

/// Passes the full batch to the other threads, and starts another thread if it may help.
void FileStates::hand_out() {
  {
    const std::lock_guard lock(mutex_);
    parts_.push_back(std::exchange(next_, {}));
  }
  changed_.notify_one();
  const std::size_t cores =
      std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostStatThreads);
  if (threads_.size() + 1 >= cores) return;
  auto thread = base::begin_thread([this] { look_at_parts(); });
  if (thread.joinable()) threads_.push_back(std::move(thread));  // else finish() processes all
}

void FileStates::look_at(Part& part) const {
  part.states.resize(part.begins.size());
  os::FileStatus status;
  for (std::size_t i = 0; i < part.begins.size(); ++i) {
    const char* const path = part.paths.data() + part.begins[i];
    if (!os::status_at(root_, path, status)) {
      part.states[i].error = errno;
      continue;
    }
    part.states[i] = {status.size_bytes,
                      {status.modified_ns, status.changed_ns},
                      status.type == os::FileType::kFile,
                      0};
  }
}

/// Processes batches until no more will come.
void FileStates::look_at_parts() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return taken_ < parts_.size() || is_over_; });
    if (taken_ == parts_.size()) return;
    Part& part = parts_[taken_++];
    lock.unlock();
    look_at(part);
    lock.lock();
  }
}

void FileStates::finish(const std::function<void(const char*, const FileState&)>& visit) {
  {
    const std::lock_guard lock(mutex_);
    parts_.push_back(std::exchange(next_, {}));
    is_over_ = true;
  }
  changed_.notify_all();
  look_at_parts();
  threads_.clear();  // joins
  for (const Part& part : parts_)
    for (std::size_t i = 0; i < part.begins.size(); ++i)
      visit(part.paths.data() + part.begins[i], part.states[i]);
}

}  // namespace codeweaver::corpus
