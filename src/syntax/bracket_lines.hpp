// BracketLines: where a line ends that goes on while brackets are open.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace codeweaver::syntax {

/// Answers for any place of a text, also for thousands in one long line. Keeps a view of the text.
class BracketLines {
 public:
  explicit BracketLines(std::string_view text) noexcept : text_(text) {}

  /// The first line feed from `begin` on at which no `(` or `[` is open that was opened since;
  /// `end` when there is none before it. Cost: the bytes of a short line; the first time that one
  /// is long, a pass over the text.
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
