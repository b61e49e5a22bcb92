// PartCutter: the parts of identifiers, found 61 bytes at a time.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace codeweaver::model {

/// Finds what text::for_each_part finds, without a branch at each byte, which would be mispredicted
/// at each word. The text must outlive it.
class PartCutter {
 public:
  explicit PartCutter(std::string_view text) noexcept : text_(text) {}

  bool at_end() const noexcept { return next_ > text_.size(); }
  /// The next parts, in order, in their original case; may be none before the end.
  /// Valid until the next call.
  std::span<const std::string_view> next() noexcept;

 private:
  static constexpr std::size_t kBlock = 64;
  /// A block begins with the byte before those it decides about and ends with the two after them.
  static constexpr std::size_t kDecided = kBlock - 3;

  /// kBlock bytes from the one before next_; zeros outside the text. May use `copy`.
  const char* block(std::array<char, kBlock>& copy) const noexcept;

  std::string_view text_;
  std::size_t next_ = 0;  ///< first byte not decided about
  std::size_t open_ = 0;  ///< where the part begins that goes on at next_
  bool is_open_ = false;
  std::array<std::string_view, kDecided + 1> parts_;
};

}  // namespace codeweaver::model
