// TextScanner: matching lines with the places in them, and the effects of zero bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_scan.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "engine/exact/line_search.hpp"

namespace codeweaver::engine {

std::string_view TextArena::keep(std::string_view text) {
  constexpr std::size_t kBlock = 16U << 10;
  if (text.size() > free_) {
    const std::size_t size = std::max(kBlock, text.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(size));
    next_ = blocks_.back().get();
    free_ = size;
  }
  std::memcpy(next_, text.data(), text.size());
  const std::string_view kept(next_, text.size());
  next_ += text.size();
  free_ -= text.size();
  bytes_ += text.size();
  return kept;
}

void TextArena::clear() noexcept {
  blocks_.clear();
  free_ = bytes_ = 0;
  next_ = nullptr;
}

/// Collects lines in a TextFile. In an explicitly named file, no line is printed after a zero byte.
class TextScanner::Collector : public LineTaker {
 public:
  Collector(const TextSearchOptions& options, pattern::LineMatcher& matcher, TextFile& file,
            TextArena& arena, const TextFileSink* sink, std::stop_token stop)
      : options_(options),
        matcher_(matcher),
        file_(file),
        arena_(arena),
        sink_(sink),
        stop_(std::move(stop)) {}

  bool take(const WindowLine& line) override {
    if (line.is_match) {
      ++file_.line_count;
      if (options_.wanted == TextWanted::kPaths) return false;
      if (options_.wanted == TextWanted::kCounts) {
        if (options_.wants_places)
          file_.place_count += std::max<std::size_t>(1, places(line).size());
        return true;
      }
    }
    if (options_.wanted != TextWanted::kLines) return true;
    if (zero_ && file_.is_named && !options_.goes_past_zeros) return false;
    add(line);
    return !stop_.stop_requested() && is_kept();  // a stop may have cut the places short
  }

  void take_gap() override { file_.ends_in_gap = true; }
  void take_zero(std::uint64_t offset) override { zero_ = offset; }

  /// Applies the effect of zero bytes on the whole text.
  void finish(std::uint64_t searched_bytes, bool ends_at_zero) {
    file_.searched_bytes = searched_bytes;
    if (options_.wanted == TextWanted::kLines)
      file_.binary_offset = zero_;
    else if (ends_at_zero)
      file_.line_count = file_.place_count = 0;
  }

  bool is_full() const noexcept { return is_full_; }

 private:
  void add(const WindowLine& line) {
    TextLine out;
    out.number = line.number;
    out.offset = line.offset;
    out.is_match = line.is_match;
    out.text = arena_.keep(line.window.substr(line.begin, line.end - line.begin));
    if (options_.wants_places && (line.is_match || options_.is_inverted)) out.places = places(line);
    file_.place_count += line.is_match ? out.places.size() : 0;
    file_.lines.push_back(std::move(out));
    file_.ends_in_gap = false;
  }

  /// True if more lines can be kept.
  bool is_kept() {
    if (sink_ == nullptr) {
      is_full_ = arena_.bytes() > kMostKept;
      return !is_full_;
    }
    if (arena_.bytes() < kPiece) return true;
    file_.goes_on = true;
    const bool is_wanted = (*sink_)(file_);
    file_.goes_on = false;
    file_.has_begun = true;
    file_.lines.clear();
    arena_.clear();
    return is_wanted;
  }

  std::vector<std::pair<std::size_t, std::size_t>> places(const WindowLine& line) {
    std::string_view text = line.window.substr(0, line.text_end());
    pattern::Place in{line.begin, line.text_end()};
    std::string behind;  // other text, so that \A does not match
    // In lines without a match, ripgrep looks for places in each line separately.
    if (!line.is_match) {
      text = text.substr(line.begin);
      in = {0, text.size()};
    } else if (line.follows_text && line.begin == 0) {
      behind = "\n" + std::string(text);
      text = behind;
      in = {1, text.size()};
    }
    const std::size_t end = line.end - line.begin;
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::optional<std::size_t> last;
    matcher_.open(text, in);
    for (std::size_t from = in.begin; from <= in.end && !stop_.stop_requested();) {
      const auto place = matcher_.find(from);
      // An empty match at the very end of a text does not count.
      if (!place || place->begin - in.begin >= end) break;
      const bool is_empty = place->begin == place->end;
      from = place->end + (is_empty ? 1 : 0);
      // An empty match must not touch the previous match.
      if (is_empty && last == place->end) continue;
      last = place->end;
      out.emplace_back(place->begin - in.begin, place->end - in.begin);
    }
    return out;
  }

  const TextSearchOptions& options_;
  pattern::LineMatcher& matcher_;
  TextFile& file_;
  TextArena& arena_;
  const TextFileSink* sink_;
  const std::stop_token stop_;
  std::optional<std::uint64_t> zero_;
  bool is_full_ = false;
};

ScanEnd TextScanner::run(const TextSource& text, Collector& collector, std::stop_token stop) {
  buffer_.start(text.read, text.zero_rule(), stop);
  LineSearch search({options_, pattern_.takes_lines_alone(), text.lines, text.is_mapped}, *matcher_,
                    buffer_, collector);
  search.run(std::move(stop));
  problem_ = matcher_->problem();
  collector.finish(search.searched_bytes(), buffer_.ends_at_zero());
  if (!problem_.empty()) {
    matcher_.reset();
    return ScanEnd::kFailed;
  }
  if (buffer_.error() != 0) {
    errno = buffer_.error();
    return ScanEnd::kFailed;
  }
  return collector.is_full() ? ScanEnd::kFull : ScanEnd::kDone;
}

ScanEnd TextScanner::scan(const TextSource& text, TextFile& file, TextArena& arena,
                          std::stop_token stop) {
  if (!matcher_) matcher_.emplace(pattern_);
  Collector collector(options_, *matcher_, file, arena, nullptr, stop);
  return run(text, collector, std::move(stop));
}

ScanEnd TextScanner::scan_in_pieces(const TextSource& text, TextFile& file,
                                    const TextFileSink& sink, std::stop_token stop) {
  if (!matcher_) matcher_.emplace(pattern_);
  TextArena arena;
  Collector collector(options_, *matcher_, file, arena, &sink, stop);
  const auto end = run(text, collector, stop);
  if (end == ScanEnd::kDone && file.line_count > 0 && !stop.stop_requested()) sink(file);
  return end;
}

}  // namespace codeweaver::engine
