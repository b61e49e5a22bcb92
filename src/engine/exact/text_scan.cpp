// Scanning: lines that match or, inverted, those between; context; zero bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_scan.hpp"

#include <algorithm>
#include <optional>

namespace codeweaver::engine {
namespace {

constexpr std::size_t kReadBytes = 64U << 10;  // of ripgrep, which looks for zeros in each read

/// How much of a text ripgrep searches before it comes to the read that holds byte `zero`.
std::size_t searched_before(std::string_view text, std::size_t zero) {
  std::size_t capacity = kReadBytes, kept = 0, read = 0;
  while (read < text.size()) {
    if (capacity == kept) capacity *= 2;
    const std::size_t count = std::min(capacity - kept, text.size() - read);
    if (zero < read + count) break;
    const std::size_t newline = text.substr(read, count).rfind('\n');
    kept = newline == std::string_view::npos ? kept + count : count - newline - 1;
    read += count;
  }
  return read - kept;
}

class TextScan {
 public:
  TextScan(std::string_view text, const TextSearchOptions& options, pattern::LineMatcher& matcher,
           TextFile& file)
      : whole_(text), text_(text), options_(options), matcher_(matcher), file_(file) {}

  void run() {
    const std::size_t zero = whole_.find('\0');
    if (!file_.is_named && zero != std::string_view::npos) {
      text_ = whole_.substr(0, searched_before(whole_, zero));
    } else if (zero < kReadBytes) {
      file_.binary_offset = zero;
    }
    search();
    // Of lines without a match, ripgrep reads on, also where it wants one alone.
    const bool is_done = has_ended_ && !options_.is_inverted;
    if (text_.size() == whole_.size() || is_done || is_full_) return;
    file_.binary_offset = zero;
    if (options_.wanted != TextWanted::kLines) file_.line_count = file_.place_count = 0;
  }

 private:
  struct Line {
    std::size_t begin = 0, end = 0;  ///< without the line feed
  };

  void search() {
    const std::uint64_t most = options_.max_count.value_or(UINT64_MAX);
    for (std::size_t from = 0; file_.line_count < most && !has_ended_;) {
      const auto hit = next_hit(from);
      if (!hit) break;
      ++file_.line_count;
      if (options_.wanted == TextWanted::kPaths) {
        has_ended_ = true;
        return;
      }
      take(*hit);
      from = hit->end + 1;
    }
    is_full_ = file_.line_count >= most;
    if (options_.wanted == TextWanted::kLines) add_last();
  }

  /// Behind the last line that counts, others that match may stand among those around it.
  void add_last() {
    for (; after_left_ > 0 && shown_ < text_.size() && !has_ended_; --after_left_) {
      const Line line{shown_, std::min(text_.find('\n', shown_), text_.size())};
      const auto hit = is_full_ ? next_hit(line.begin) : std::nullopt;
      const bool is_hit = hit && hit->begin == line.begin;
      const bool has_places = is_hit && options_.wants_places && !options_.is_inverted;
      add_line(line, is_hit, has_places ? places(line) : decltype(TextLine::places){});
    }
  }

  /// Whether a line is printed. A named file that turns out to hold zeros ends here.
  bool is_printed(const Line& line) {
    if (!file_.is_named) return true;
    if (!file_.binary_offset) {
      const std::size_t zero = text_.substr(0, line.end).find('\0', line.begin);
      if (zero != std::string_view::npos) file_.binary_offset = zero;
    }
    has_ended_ = has_ended_ || file_.binary_offset.has_value();
    return !has_ended_;
  }

  std::optional<Line> next_hit(std::size_t from) {
    if (from >= text_.size()) return std::nullopt;
    if (!options_.is_inverted) return next_match(from);
    while (from < text_.size()) {
      if (!is_known_ || (match_ && match_->begin < from)) {
        match_ = next_match(from);
        is_known_ = true;
      }
      const std::size_t end = std::min(text_.find('\n', from), text_.size());
      if (!match_ || match_->begin != from) return Line{from, end};
      from = end + 1;
    }
    return std::nullopt;
  }

  std::optional<Line> next_match(std::size_t from) {
    const auto place = matcher_.next_line(text_, from);
    return place ? std::optional(Line{place->begin, place->end}) : std::nullopt;
  }

  void take(const Line& hit) {
    TextLine line;
    if (options_.wants_places && !options_.is_inverted) line.places = places(hit);
    file_.place_count += line.places.size();
    if (options_.wanted != TextWanted::kLines) return;
    add_after(hit.begin);
    add_before(hit.begin);
    add_line(hit, true, std::move(line.places));
    after_left_ = options_.after;
  }

  std::vector<std::pair<std::size_t, std::size_t>> places(const Line& hit) {
    const auto line = text_.substr(hit.begin, hit.end - hit.begin);
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::optional<std::size_t> last;
    for (std::size_t from = 0; from <= line.size();) {
      const auto place = matcher_.find(line, from);
      if (!place) break;
      const bool is_empty = place->begin == place->end;
      from = place->end + (is_empty ? 1 : 0);
      // An empty match does not touch the one before it.
      if (is_empty && last == place->end) continue;
      last = place->end;
      out.emplace_back(place->begin, place->end);
    }
    return out;
  }

  void add_line(const Line& line, bool is_match,
                std::vector<std::pair<std::size_t, std::size_t>> places = {}) {
    if (!is_printed(line)) return;
    const auto skipped = text_.substr(counted_, line.begin - counted_);
    number_ += static_cast<std::uint64_t>(std::count(skipped.begin(), skipped.end(), '\n'));
    counted_ = line.begin;
    const std::size_t end = std::min(line.end + 1, text_.size());
    file_.lines.push_back({number_, line.begin, text_.substr(line.begin, end - line.begin),
                           is_match, std::move(places)});
    shown_ = end;
  }

  /// The lines behind the last hit, up to byte `limit`, as far as they are asked for.
  void add_after(std::size_t limit) {
    for (; after_left_ > 0 && shown_ < limit && !has_ended_; --after_left_)
      add_line({shown_, std::min(text_.find('\n', shown_), text_.size())}, false);
    after_left_ = 0;
  }

  void add_before(std::size_t hit) {
    std::size_t begin = hit;
    for (std::size_t i = 0; i < options_.before && begin > shown_; ++i) {
      const std::size_t newline = begin < 2 ? std::string_view::npos : text_.rfind('\n', begin - 2);
      begin = newline == std::string_view::npos ? 0 : newline + 1;
      begin = std::max(begin, shown_);
    }
    while (begin < hit && !has_ended_) {
      const std::size_t end = text_.find('\n', begin);
      add_line({begin, end}, false);
      begin = end + 1;
    }
  }

  std::string_view whole_, text_;
  const TextSearchOptions& options_;
  pattern::LineMatcher& matcher_;
  TextFile& file_;
  bool has_ended_ = false;  // before the end of the text
  bool is_full_ = false;    // as many lines as are wanted
  bool is_known_ = false;   // of an inverted search: match_ is the next match
  std::optional<Line> match_;
  std::uint64_t number_ = 1;  // of the line at byte counted_
  std::size_t counted_ = 0;
  std::size_t shown_ = 0;       // behind the last line that was added
  std::size_t after_left_ = 0;  // lines to add behind the last hit
};

}  // namespace

void scan_text(std::string_view text, const TextSearchOptions& options,
               pattern::LineMatcher& matcher, TextFile& file) {
  TextScan(text, options, matcher, file).run();
}

}  // namespace codeweaver::engine
