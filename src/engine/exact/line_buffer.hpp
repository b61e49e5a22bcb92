// LineBuffer: reads a text of any size in windows of whole lines.
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

/// Writes the next bytes of a text, at most `size`, to `out`. Returns 0 at the end; negative: errno
/// is set.
using ReadBytes = std::function<std::ptrdiff_t(char* out, std::size_t size)>;

/// Effect of a zero byte: it ends the text before the piece that contains it, ends a line, or has
/// no effect.
enum class ZeroRule : std::uint8_t { kEndsText, kEndsLine, kKept };

/// Windows follow the rules of ripgrep: 64 KB, or one longer line. If a zero byte ends a text, the
/// windows determine which lines are searched. Memory: at most three times the longest line.
class LineBuffer {
 public:
  static constexpr std::size_t kUsualBytes = 64U << 10;
  static constexpr std::size_t kMostBytes = 2U << 30;

  /// Starts a text; reuses the memory of the previous one.
  void start(ReadBytes read, ZeroRule rule, std::stop_token stop = {});
  /// Reads more. Returns false at the end, after an error (see error()), or after a stop.
  bool fill();
  /// Drops bytes at the beginning of the window.
  void consume(std::size_t bytes) noexcept { begin_ += bytes; }

  std::string_view window() const noexcept { return {bytes_.get() + begin_, line_end_ - begin_}; }
  /// The window and the bytes read after it.
  std::string_view read_bytes() const noexcept { return {bytes_.get() + begin_, end_ - begin_}; }
  /// Position of the first zero byte in the text, among the bytes read so far.
  std::optional<std::uint64_t> zero() const noexcept { return zero_; }
  bool ends_at_zero() const noexcept { return rule_ == ZeroRule::kEndsText && zero_.has_value(); }
  /// An errno value; 0: no error.
  int error() const noexcept { return error_; }

 private:
  bool grow();
  /// Returns false if the text ends in the bytes [from, end_).
  bool look_for_zeros(std::size_t from);

  ReadBytes read_;
  std::stop_token stop_;
  ZeroRule rule_ = ZeroRule::kEndsText;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0, line_end_ = 0, end_ = 0;  // of the window and of the bytes read
  std::uint64_t offset_ = 0;                        // position of end_ in the text
  std::optional<std::uint64_t> zero_;
  int error_ = 0;
};

}  // namespace codeweaver::engine
