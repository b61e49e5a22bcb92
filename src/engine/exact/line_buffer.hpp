// LineBuffer: a text of any size in windows of whole lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace codeweaver::engine {

/// Puts the next bytes of a text, at most `size`, at `out`. 0: the end; negative: errno is set.
using ReadBytes = std::function<std::ptrdiff_t(char* out, std::size_t size)>;

/// What a zero byte does: ends the text before the piece that holds it, ends a line, or nothing.
enum class ZeroRule : std::uint8_t { kEndsText, kEndsLine, kKept };

/// Windows follow each other as those of ripgrep do, 64 KB or a line that is longer: where a zero
/// ends a text, that tells which lines are searched. Memory: three times the longest line, at most.
class LineBuffer {
 public:
  static constexpr std::size_t kUsualBytes = 64U << 10;
  static constexpr std::size_t kMostBytes = 2U << 30;

  /// Begins a text; the memory of the one before is used again.
  void start(ReadBytes read, ZeroRule rule, std::stop_token stop = {});
  /// Reads on. False: there is nothing more, error() tells why if that is not the end, or `stop`
  /// said so.
  bool fill();
  /// Drops bytes at the begin of the window.
  void consume(std::size_t bytes) noexcept { begin_ += bytes; }

  std::string_view window() const noexcept { return {bytes_.get() + begin_, line_end_ - begin_}; }
  /// The window and what was read behind it.
  std::string_view read_bytes() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  /// Where the first zero byte lies in the text, as far as it was read.
  std::optional<std::uint64_t> zero() const noexcept { return zero_; }
  bool ends_at_zero() const noexcept { return rule_ == ZeroRule::kEndsText && zero_.has_value(); }
  /// An errno value; 0: none.
  int error() const noexcept { return error_; }

 private:
  bool grow();
  /// False: the text ends in the piece that was read to [from, end_).
  bool look_for_zeros(std::size_t from);

  ReadBytes read_;
  std::stop_token stop_;
  ZeroRule rule_ = ZeroRule::kEndsText;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0, line_end_ = 0, end_ = 0;  // of the window, and of what was read
  std::uint64_t offset_ = 0;                        // of end_ in the text
  std::optional<std::uint64_t> zero_;
  int error_ = 0;
};

}  // namespace codeweaver::engine
