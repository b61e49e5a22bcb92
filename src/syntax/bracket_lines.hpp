// BracketLines: finds the end of a line, treating open brackets as a continuation.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace codeweaver::syntax {

/// Works for any offset of a text and stays fast for thousands of queries in one long line. Keeps a
/// view of the text.
class BracketLines {
 public:
  explicit BracketLines(std::string_view text) noexcept : text_(text) {}

  /// Returns the first line feed at or after `begin` that is not inside a `(` or `[` opened since
  /// `begin`; returns `end` if there is none before it. Cost: the bytes of a short line. The first
  /// long line costs one pass over the text.
  std::uint32_t end_of(std::uint32_t begin, std::uint32_t end);

 private:
  void read_text();
  std::int32_t depth_at(std::uint32_t offset) const noexcept;

  std::string_view text_;
  bool has_read_ = false;
  std::vector<std::int32_t> depths_;  // open brackets at every kStep-th byte
  struct LineFeed {
    std::uint32_t offset;
    std::int32_t depth;
    std::uint32_t next_lower;  ///< index of the next one with less depth, or their number
  };
  std::vector<LineFeed> feeds_;
};

}  // namespace codeweaver::syntax
