// Segments: weights of units, the cut, and the hard limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/segments.hpp"

#include <algorithm>
#include <array>

#include "codeweaver/text/token_count.hpp"

namespace codeweaver::chunk {
namespace {

constexpr std::uint32_t kLeastHardLimit = 256;  // more than any line slice has
constexpr std::uint32_t kMaxFreeClosings = 8;   // consecutive units
constexpr std::array<std::string_view, 8> kClosingWords = {"end",   "fi",     "done",   "esac",
                                                           "endif", "#endif", "end if", "END"};

/// Tokens of each unit with the preceding white space. Their sums equal the tokens of the joined
/// text.
std::vector<std::uint32_t> weights(const LineIndex& lines,
                                   std::span<const syntax::ByteRange> units) {
  std::vector<std::uint32_t> tokens;
  tokens.reserve(units.size());
  std::uint64_t sum = 0;
  std::uint64_t counted = 0;
  std::uint32_t free_closings = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::uint32_t begin = i == 0 ? units[i].begin : units[i - 1].end;
    const bool closes = is_closing(lines.text(units[i]));
    free_closings = closes ? free_closings + 1 : 0;
    if (!closes || free_closings > kMaxFreeClosings) sum += lines.units({begin, units[i].end});
    const std::uint64_t now = sum / text::detail::kUnitsPerToken;
    tokens.push_back(static_cast<std::uint32_t>(now - counted));
    counted = now;
  }
  return tokens;
}

/// Appends the segment or its halves. Each is within the hard limit or a single unit.
void append_within_limit(const LineIndex& lines, std::span<const syntax::ByteRange> units,
                         Segment segment, std::uint32_t hard_limit, std::vector<Segment>& out) {
  std::vector<Segment> open{segment};
  while (!open.empty()) {
    const Segment next = open.back();
    open.pop_back();
    const syntax::ByteRange range =
        lines.to_line_edges({units[next.first].begin, units[next.last - 1].end});
    if (next.last - next.first == 1 || lines.tokens(range) <= hard_limit) {
      out.push_back(next);
      continue;
    }
    const std::uint32_t middle = next.first + (next.last - next.first) / 2;
    open.push_back({middle, next.last});
    open.push_back({next.first, middle});
  }
}

}  // namespace

ChunkOptions consistent(ChunkOptions options) noexcept {
  options.hard_limit = std::max(options.hard_limit, kLeastHardLimit);
  options.max_tokens = std::clamp(options.max_tokens, 1U, options.hard_limit - kLineEdgeTokens);
  options.target_tokens = std::clamp(options.target_tokens, 1U, options.max_tokens);
  options.min_tokens = std::min(options.min_tokens, options.target_tokens);
  options.text_overlap = std::clamp(options.text_overlap, 0.0, 0.5);
  return options;
}

std::vector<Segment> cut_segments(const LineIndex& lines, std::span<const syntax::ByteRange> units,
                                  std::span<const Boundary> boundaries,
                                  const ChunkOptions& options) {
  const SegmentSizes sizes{options.min_tokens, options.target_tokens, options.max_tokens};
  const std::vector<std::uint32_t> starts = partition(weights(lines, units), boundaries, sizes);
  std::vector<Segment> segments;
  segments.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : units.size();
    append_within_limit(lines, units, {starts[i], static_cast<std::uint32_t>(end)},
                        options.hard_limit, segments);
  }
  return segments;
}

bool is_closing(std::string_view text) noexcept {
  constexpr std::size_t kLongest = 12;
  if (text.size() > kLongest) return false;
  if (text.starts_with("</")) return true;
  if (std::find(kClosingWords.begin(), kClosingWords.end(), text) != kClosingWords.end())
    return true;
  return text.find_first_not_of(")]}>;, \t\r\n") == std::string_view::npos;
}

}  // namespace codeweaver::chunk
