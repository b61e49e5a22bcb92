// LineSearch: searches windows in order and keeps lines for the context before a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/line_search.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::engine {
namespace {

/// Beginning of the line that is `lines` lines before the last line of a text.
std::size_t begin_of_last(std::string_view text, std::size_t lines) {
  std::size_t end = text.size();
  if (end == 0) return 0;
  if (text[end - 1] == '\n') --end;
  for (;; --lines) {
    const std::size_t newline = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    if (newline == std::string_view::npos) return 0;
    if (lines == 0) return newline + 1;
    end = newline;
  }
}

}  // namespace

LineSearch::LineSearch(Parts parts, pattern::LineMatcher& matcher, LineBuffer& buffer,
                       LineTaker& taker)
    : parts_(parts),
      options_(parts.options),
      matcher_(matcher),
      buffer_(buffer),
      taker_(taker),
      most_(parts.options.max_count.value_or(UINT64_MAX)) {}

void LineSearch::run(std::stop_token stop) {
  bool is_first = true;
  stop_ = std::move(stop);
  matcher_.set_stop(stop_);
  while (!stop_.stop_requested() && fill()) {
    if (is_first && parts_.is_mapped)
      look_for_zero(buffer_.read_bytes().substr(0, LineBuffer::kUsualBytes), 0);
    is_first = false;
    const auto went = goes_line_by_line() ? search_lines_one_by_one() : search_window();
    searched_ = offset_ + (went == Went::kEnded ? at_ : window_.size());
    if (went == Went::kEnded || !matcher_.problem().empty()) return;
  }
  if (buffer_.ends_at_zero()) searched_ = offset_;
}

/// True if each line is matched separately: if only some lines may match, or if the pattern only
/// takes single lines. The exception is a plain search (no inversion, context or limit) for a
/// pattern that can skip most lines.
bool LineSearch::goes_line_by_line() const {
  const bool is_plain =
      !options_.is_inverted && options_.before + options_.after == 0 && !options_.max_count;
  if (parts_.lines != nullptr) return true;
  return parts_.takes_lines_alone && !(is_plain && matcher_.skips_lines());
}

bool LineSearch::fill() {
  const bool knew_zero = buffer_.zero().has_value();
  const std::size_t size = window_.size(), used = roll();
  buffer_.consume(used);
  const bool has_more = buffer_.fill();
  if (!knew_zero && buffer_.zero()) taker_.take_zero(*buffer_.zero());
  if (!has_more || buffer_.ends_at_zero()) return false;
  window_ = buffer_.window();
  // If nothing was used and nothing was read, only kept context lines are left.
  return used > 0 || window_.size() != size;
}

std::size_t LineSearch::roll() {
  std::size_t used = window_.size();
  if (options_.before + options_.after > 0)
    used = std::max(begin_of_last(window_, options_.before), visited_);
  count_lines(used);
  offset_ += used;
  counted_ = visited_ = 0;
  at_ = window_.size() - used;
  return used;
}

void LineSearch::count_lines(std::size_t upto) {
  if (counted_ >= upto) return;
  number_ += static_cast<std::uint64_t>(
      std::count(window_.begin() + static_cast<std::ptrdiff_t>(counted_),
                 window_.begin() + static_cast<std::ptrdiff_t>(upto), '\n'));
  counted_ = upto;
}

LineSearch::Line LineSearch::line_at(std::size_t begin) const {
  const std::size_t newline = window_.find('\n', begin);
  return {begin, newline == std::string_view::npos ? window_.size() : newline + 1};
}

bool LineSearch::is_match(Line line) {
  auto text = window_.substr(line.begin, line.end - line.begin);
  if (text.ends_with('\n')) text.remove_suffix(1);
  return matcher_.matches(text);
}

std::optional<LineSearch::Line> LineSearch::next_match() {
  if (is_full() || at_ >= window_.size()) return std::nullopt;
  const auto place = matcher_.next_line(window_, at_);
  if (!place) return std::nullopt;
  return Line{place->begin, std::min(place->end + 1, window_.size())};
}

LineSearch::Went LineSearch::search_window() {
  while (at_ < window_.size()) {
    if (stop_.stop_requested()) return Went::kEnded;
    if (options_.is_inverted) {
      if (take_unmatched() == Went::kEnded) break;
      continue;
    }
    const auto line = next_match();
    if (!line) break;
    ++count_;
    if (!take_after(line->begin) || !take_before(line->begin)) return Went::kEnded;
    at_ = line->end;
    if (!take_match(*line)) return Went::kEnded;
  }
  if (!take_after(window_.size()) || (is_full() && after_left_ == 0)) return Went::kEnded;
  at_ = window_.size();
  return Went::kOn;
}

/// Passes on the lines before the next match, none of which matches.
LineSearch::Went LineSearch::take_unmatched() {
  const auto match = next_match();
  const Line lines{at_, match ? match->begin : window_.size()};
  at_ = match ? match->end : window_.size();
  if (lines.begin == lines.end) return Went::kOn;
  if (!take_after(lines.begin) || !take_before(lines.begin)) return Went::kEnded;
  for (std::size_t begin = lines.begin; begin < lines.end;) {
    const Line line = line_at(begin);
    ++count_;
    if (!take_match(line) || is_full() || stop_.stop_requested()) return Went::kEnded;
    begin = line.end;
  }
  return Went::kOn;
}

/// Must be called for consecutive lines.
bool LineSearch::may_match(std::uint64_t number) {
  if (parts_.lines == nullptr) return true;
  while (span_ < parts_.lines->size() && (*parts_.lines)[span_].end_line < number) ++span_;
  return span_ < parts_.lines->size() && (*parts_.lines)[span_].start_line <= number;
}

LineSearch::Went LineSearch::search_lines_one_by_one() {
  while (at_ < window_.size()) {
    if ((is_full() && after_left_ == 0) || stop_.stop_requested()) return Went::kEnded;
    const Line line = line_at(at_);
    const bool is_found =
        may_match(++looked_) && !is_full() && is_match(line) != options_.is_inverted;
    at_ = line.end;
    if (is_found) {
      ++count_;
      if (!take_before(line.begin) || !take_match(line)) return Went::kEnded;
    } else if (after_left_ > 0) {
      --after_left_;
      if (!take_context(line)) return Went::kEnded;
    }
  }
  return Went::kOn;
}

bool LineSearch::take_match(Line line) {
  if (!take(line, true)) return false;
  after_left_ = options_.after;
  return true;
}

bool LineSearch::take_context(Line line) {
  return take(line, false);
}

void LineSearch::tell_gap(Line line) {
  if (options_.before + options_.after > 0 && has_taken_ && visited_ < line.begin)
    taker_.take_gap();
}

bool LineSearch::take(Line line, bool is_match) {
  if (parts_.is_mapped) look_for_zero(window_.substr(0, line.end), line.begin);
  if (is_match) tell_gap(line);
  count_lines(line.begin);
  const bool follows_text = parts_.is_mapped && offset_ > 0;
  const WindowLine taken{window_,  line.begin,  line.end, number_, offset_ + line.begin,
                         is_match, follows_text};
  if (!taker_.take(taken)) return false;
  visited_ = line.end;
  has_taken_ = true;
  return true;
}

void LineSearch::look_for_zero(std::string_view text, std::size_t begin) {
  if (zero_) return;
  const std::size_t zero = text.find('\0', begin);
  if (zero == std::string_view::npos) return;
  zero_ = offset_ + zero;
  taker_.take_zero(*zero_);
}

bool LineSearch::take_before(std::size_t upto) {
  if (options_.before == 0 || visited_ >= upto) return true;
  const auto between = window_.substr(visited_, upto - visited_);
  for (std::size_t begin = visited_ + begin_of_last(between, options_.before - 1); begin < upto;) {
    const Line line = line_at(begin);
    tell_gap(line);
    if (!take_context(line)) return false;
    begin = line.end;
  }
  return true;
}

/// Passes on the lines after the last match. After the last counted match, some of them may match
/// as well.
bool LineSearch::take_after(std::size_t upto) {
  for (std::size_t begin = visited_; after_left_ > 0 && begin < upto;) {
    const Line line = line_at(begin);
    const bool is_found = is_full() && is_match(line) != options_.is_inverted;
    if (is_found) at_ = line.end;
    --after_left_;
    if (!take(line, is_found)) return false;
    begin = line.end;
  }
  return true;
}

}  // namespace codeweaver::engine
