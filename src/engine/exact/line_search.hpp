// LineSearch: which lines of a text are found, and which stand around them.
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

/// A line in its window. Views live for the call.
struct WindowLine {
  std::string_view window{};
  std::size_t begin = 0, end = 0;  ///< behind the line feed, if there is one
  std::uint64_t number = 0;        ///< from 1
  std::uint64_t offset = 0;        ///< of its first byte in the text
  bool is_match = true;            ///< false: it stands around one
  bool follows_text = false;       ///< \A does not hold where the window begins

  /// Its end without the line feed.
  std::size_t text_end() const noexcept { return end - (window[end - 1] == '\n' ? 1 : 0); }
};

/// Receives what a search finds.
class LineTaker {
 public:
  virtual ~LineTaker() = default;
  /// The next line that is found, or stands around one. False: no more of this text.
  virtual bool take(const WindowLine& line) = 0;
  /// Lines were left out before the one that comes next, if one comes.
  virtual void take_gap() = 0;
  /// The first zero byte of the text was met, before the lines that follow.
  virtual void take_zero(std::uint64_t offset) = 0;
};

/// One search of one text, with the rules of ripgrep for what is searched, for limits and for
/// zeros.
class LineSearch {
 public:
  struct Parts {
    const TextSearchOptions& options;
    bool takes_lines_alone = false;            ///< as Pattern's
    const std::vector<Span>* lines = nullptr;  ///< as TextSource's
    bool is_mapped = false;  ///< zeros count in the begin of the text and in lines alone
  };
  LineSearch(Parts parts, pattern::LineMatcher& matcher, LineBuffer& buffer, LineTaker& taker);
  /// Reads to the end, or to where it is known that nothing follows, or until `stop` says so.
  void run(std::stop_token stop = {});
  /// Up to which byte of the text was looked at; after run().
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
  std::size_t at_ = 0;       // from where on matches are looked for
  std::size_t visited_ = 0;  // behind the last line that was taken
  std::size_t counted_ = 0;  // number_ is that of the line here
  std::uint64_t number_ = 1, offset_ = 0, count_ = 0, most_ = UINT64_MAX, searched_ = 0;
  std::size_t after_left_ = 0;
  std::uint64_t looked_ = 0;           // lines, where they are looked at one by one
  std::size_t span_ = 0;               // of parts_.lines
  std::optional<std::uint64_t> zero_;  // that was met, of a mapped text
  bool has_taken_ = false;
};

}  // namespace codeweaver::engine
