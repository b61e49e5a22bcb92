// Reads lines from a source of bytes, with constant memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "codeweaver/result.hpp"

namespace codeweaver::json {

/// Fills the buffer from its start and returns the number of bytes; 0: the end.
using ByteSource = std::function<Result<std::size_t>(std::span<char> buffer)>;

/// Not thread-safe.
class LineReader {
 public:
  enum class State : std::uint8_t { kWhole, kTooLong, kEnd };

  /// Lines of more than `max_bytes` are skipped without being stored.
  LineReader(ByteSource source, std::size_t max_bytes)
      : source_(std::move(source)), max_bytes_(max_bytes), buffer_(kBufferBytes, '\0') {}

  /// Moves to the next line that is not blank. Errors: those of the source.
  Result<State> next();
  /// The line without its end. Valid after kWhole.
  const std::string& line() const noexcept { return line_; }
  /// Whether the source ended within the line.
  bool is_cut() const noexcept { return is_cut_; }

 private:
  static constexpr std::size_t kBufferBytes = 64 << 10;
  Result<bool> refill();

  ByteSource source_;
  std::size_t max_bytes_;
  std::string buffer_;  // unconsumed bytes are from at_ to filled_
  std::size_t at_ = 0, filled_ = 0;
  std::string line_{};
  bool is_cut_ = false;
};

}  // namespace codeweaver::json
