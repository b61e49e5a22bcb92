// LineBuffer: incomplete lines move to the beginning of the memory before the next read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/line_buffer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace codeweaver::engine {

void LineBuffer::start(ReadBytes read, ZeroRule rule, std::stop_token stop) {
  constexpr std::size_t kMostKept = 4U << 20;
  if (!bytes_ || capacity_ > kMostKept) {
    bytes_ = std::make_unique_for_overwrite<char[]>(kUsualBytes);
    capacity_ = kUsualBytes;
  }
  read_ = std::move(read);
  stop_ = std::move(stop);
  rule_ = rule;
  begin_ = line_end_ = end_ = 0;
  offset_ = 0;
  zero_.reset();
  error_ = 0;
}

bool LineBuffer::grow() {
  const std::size_t larger = capacity_ * 3;
  if (larger > kMostBytes) {
    error_ = EFBIG;
    return false;
  }
  auto bytes = std::make_unique_for_overwrite<char[]>(larger);
  std::memcpy(bytes.get(), bytes_.get(), end_);
  bytes_ = std::move(bytes);
  capacity_ = larger;
  return true;
}

bool LineBuffer::look_for_zeros(std::size_t from) {
  if (rule_ == ZeroRule::kKept) return true;
  for (std::size_t at = from; at < end_; ++at) {
    auto* const found = static_cast<char*>(std::memchr(bytes_.get() + at, 0, end_ - at));
    if (found == nullptr) return true;
    at = static_cast<std::size_t>(found - bytes_.get());
    if (!zero_) zero_ = offset_ - (end_ - at);
    if (rule_ == ZeroRule::kEndsText) return false;
    *found = '\n';
  }
  return true;
}

bool LineBuffer::fill() {
  if (begin_ > 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  line_end_ = end_;
  for (;;) {
    if (stop_.stop_requested() || (end_ == capacity_ && !grow())) return false;
    const auto count = read_(bytes_.get() + end_, capacity_ - end_);
    if (count < 0) {
      error_ = errno;
      return false;
    }
    if (count == 0) {
      line_end_ = end_;
      return line_end_ > 0;
    }
    const std::size_t from = end_;
    end_ += static_cast<std::size_t>(count);
    offset_ += static_cast<std::uint64_t>(count);
    if (!look_for_zeros(from)) return false;
    const std::size_t newline = std::string_view(bytes_.get() + from, end_ - from).rfind('\n');
    if (newline != std::string_view::npos) {
      line_end_ = from + newline + 1;
      return true;
    }
  }
}

}  // namespace codeweaver::engine
