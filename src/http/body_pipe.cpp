// The bounded buffer of a streamed body.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/body_pipe.hpp"

#include <algorithm>
#include <cstring>

namespace codeweaver::http {

Result<std::size_t> BodyPipe::read(std::span<char> into) {
  std::size_t count = 0;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return taken_ < bytes_.size() || ended_; });
    if (taken_ == bytes_.size()) {
      if (error_) return *error_;
      return std::size_t{0};
    }
    count = std::min(into.size(), bytes_.size() - taken_);
    std::memcpy(into.data(), bytes_.data() + taken_, count);
    taken_ += count;
    if (taken_ < bytes_.size() || ended_) return count;
    bytes_.clear();
    taken_ = 0;
  }
  wake_();
  return count;
}

bool BodyPipe::has_room() const {
  const std::lock_guard lock(mutex_);
  return bytes_.size() < kCapacity;
}

void BodyPipe::write(std::string_view bytes) {
  if (bytes.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    if (!ended_) bytes_.append(bytes);
  }
  changed_.notify_one();
}

void BodyPipe::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
}

void BodyPipe::fail(Error error) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    ended_ = true;
    error_ = std::move(error);
  }
  changed_.notify_one();
}

}  // namespace codeweaver::http
