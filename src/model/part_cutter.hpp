// PartCutter: finds the parts of identifiers, 61 bytes at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace codeweaver::model {

/// Finds the same parts as text::for_each_part, but without a branch at each byte, which would be
/// mispredicted at each word. The text must outlive it.
class PartCutter {
 public:
  explicit PartCutter(std::string_view text) noexcept : text_(text) {}

  bool at_end() const noexcept { return next_ > text_.size(); }
  /// The next parts, in order and in their original case. May be empty before the end. Valid until
  /// the next call.
  std::span<const std::string_view> next() noexcept;

 private:
  static constexpr std::size_t kBlock = 64;
  /// A block also includes the byte before the decided bytes and the two bytes after them.
  static constexpr std::size_t kDecided = kBlock - 3;

  /// kBlock bytes, starting one byte before next_; zeros outside the text. May use `copy`.
  const char* block(std::array<char, kBlock>& copy) const noexcept;

  std::string_view text_;
  std::size_t next_ = 0;  ///< first undecided byte
  std::size_t open_ = 0;  ///< start of the part that continues at next_
  bool is_open_ = false;
  std::array<std::string_view, kDecided + 1> parts_;
};

}  // namespace codeweaver::model
