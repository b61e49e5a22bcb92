// LineSearch: finds the matching lines of a text and the lines around them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "codeweaver/types.hpp"
#include "engine/exact/line_buffer.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {

/// A line in its window. Views are valid during the call.
struct WindowLine {
  std::string_view window{};
  std::size_t begin = 0, end = 0;  ///< after the line feed, if there is one
  std::uint64_t number = 0;        ///< from 1
  std::uint64_t offset = 0;        ///< of its first byte in the text
  bool is_match = true;            ///< false: a context line
  bool follows_text = false;       ///< \A does not match at the beginning of the window

  /// End of the line without the line feed.
  std::size_t text_end() const noexcept { return end - (window[end - 1] == '\n' ? 1 : 0); }
};

/// Receives the results of a search.
class LineTaker {
 public:
  virtual ~LineTaker() = default;
  /// Receives the next matching or context line. Returns false to end this text.
  virtual bool take(const WindowLine& line) = 0;
  /// Lines were skipped before the next line, if there is one.
  virtual void take_gap() = 0;
  /// The first zero byte of the text comes before the following lines.
  virtual void take_zero(std::uint64_t offset) = 0;
};

/// One search of one text, with ripgrep's rules for limits, zero bytes and what to search.
class LineSearch {
 public:
  struct Parts {
    const TextSearchOptions& options;
    bool takes_lines_alone = false;            ///< as in Pattern
    const std::vector<Span>* lines = nullptr;  ///< as in TextSource
    /// zero bytes only count at the beginning of the text and in reported lines
    bool is_mapped = false;
  };
  LineSearch(Parts parts, pattern::LineMatcher& matcher, LineBuffer& buffer, LineTaker& taker);
  /// Reads to the end, until no more results are possible, or until `stop`.
  void run(std::stop_token stop = {});
  /// Number of examined bytes of the text; call after run().
  std::uint64_t searched_bytes() const noexcept {
    return std::min(searched_, zero_.value_or(UINT64_MAX));
  }

 private:
  struct Line {
    std::size_t begin = 0, end = 0;
  };
  enum class Went : std::uint8_t { kOn, kEnded };

  bool fill();
  std::size_t roll();
  bool goes_line_by_line() const;
  bool may_match(std::uint64_t number);
  Went search_window();
  Went search_lines_one_by_one();
  std::optional<Line> next_match();
  Went take_unmatched();
  bool take_match(Line line);
  bool take_context(Line line);
  bool take(Line line, bool is_match);
  void tell_gap(Line line);
  bool take_before(std::size_t upto);
  bool take_after(std::size_t upto);
  Line line_at(std::size_t begin) const;
  bool is_match(Line line);
  bool is_full() const { return count_ >= most_; }
  void count_lines(std::size_t upto);
  void look_for_zero(std::string_view text, std::size_t begin);

  Parts parts_;
  std::stop_token stop_;
  const TextSearchOptions& options_;
  pattern::LineMatcher& matcher_;
  LineBuffer& buffer_;
  LineTaker& taker_;
  std::string_view window_;
  std::size_t at_ = 0;       // start of the search for the next match
  std::size_t visited_ = 0;  // end of the last passed line
  std::size_t counted_ = 0;  // position of line number_
  std::uint64_t number_ = 1, offset_ = 0, count_ = 0, most_ = UINT64_MAX, searched_ = 0;
  std::size_t after_left_ = 0;
  std::uint64_t looked_ = 0;           // examined lines when lines are examined one by one
  std::size_t span_ = 0;               // index in parts_.lines
  std::optional<std::uint64_t> zero_;  // position in a mapped text
  bool has_taken_ = false;
};

}  // namespace codeweaver::engine
