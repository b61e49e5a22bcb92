// LineIndex: line starts and running token counts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/line_index.hpp"

#include <algorithm>
#include <cstring>

#include "codeweaver/text/token_count.hpp"

namespace codeweaver::chunk {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint32_t kStretch = 256;  // approximate bytes between anchors in a line

/// Whether the token counter is in the same state here, regardless of where it began.
bool is_between_pieces(std::string_view text, std::uint32_t at) noexcept {
  using text::detail::TokenByte;
  const auto kind = [&](std::uint32_t index) {
    return text::detail::kTokenBytes[static_cast<unsigned char>(text[index])];
  };
  return is_space(text[at - 1]) ? !is_space(text[at])
                                : kind(at) == TokenByte::kMark && kind(at - 1) != TokenByte::kMark;
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text) {
  if (text_.starts_with(kByteOrderMark)) first_ = kByteOrderMark.size();
  starts_.push_back(first_);
  for (std::uint32_t at = first_; at < size();) {
    const void* newline = std::memchr(text_.data() + at, '\n', text_.size() - at);
    if (newline == nullptr) break;
    at = static_cast<std::uint32_t>(static_cast<const char*>(newline) - text_.data()) + 1;
    if (at < size()) starts_.push_back(at);
  }
  starts_.push_back(size());
  count_units();
}

void LineIndex::count_units() {
  const auto after_space = [this](std::uint32_t at) {
    while (at < size() && is_space(text_[at])) ++at;
    return at;
  };
  anchors_.reserve(line_count());
  units_before_.reserve(line_count());
  anchors_.push_back(after_space(first_));
  units_before_.push_back(0);
  for (std::uint32_t i = 1; i < line_count(); ++i)
    if (starts_[i] > anchors_.back()) add_anchors(after_space(starts_[i]));
  if (anchors_.back() < size()) add_anchors(size());
}

void LineIndex::add_anchors(std::uint32_t end) {
  while (anchors_.back() < end) {
    const std::uint32_t begin = anchors_.back();
    std::uint32_t next = end;
    if (end - begin > 2 * kStretch) {
      next = begin + kStretch;
      while (next < end && !is_between_pieces(text_, next)) ++next;
    }
    units_before_.push_back(
        units_before_.back() +
        text::token_units_after(begin > first_ ? text_[begin - 1] : '\n', text({begin, next})));
    anchors_.push_back(next);
  }
}

std::uint32_t LineIndex::line_of(std::uint32_t offset) const noexcept {
  const auto after = std::upper_bound(starts_.begin(), starts_.end() - 1, offset);
  return after == starts_.begin() ? 0 : static_cast<std::uint32_t>(after - starts_.begin()) - 1;
}

syntax::ByteRange LineIndex::line(std::uint32_t index) const noexcept {
  syntax::ByteRange range{starts_[index], starts_[index + 1]};
  if (range.size() > 0 && text_[range.end - 1] == '\n') --range.end;
  if (range.size() > 0 && text_[range.end - 1] == '\r') --range.end;
  return range;
}

Span LineIndex::span_of(syntax::ByteRange range) const noexcept {
  const std::uint32_t last = range.size() > 0 ? range.end - 1 : range.begin;
  return {line_of(range.begin) + 1, line_of(last) + 1};
}

syntax::ByteRange LineIndex::trim(syntax::ByteRange range) const noexcept {
  range.begin = std::clamp(range.begin, first_, size());
  range.end = std::clamp(range.end, range.begin, size());
  while (range.begin < range.end && is_space(text_[range.begin])) ++range.begin;
  while (range.end > range.begin && is_space(text_[range.end - 1])) --range.end;
  return range;
}

syntax::ByteRange LineIndex::to_line_edges(syntax::ByteRange range) const noexcept {
  std::uint32_t begin = range.begin;
  while (begin > first_ && text_[begin - 1] != '\n' && is_space(text_[begin - 1])) --begin;
  if (begin == first_ || text_[begin - 1] == '\n') range.begin = begin;
  std::uint32_t end = range.end;
  while (end < size() && text_[end] != '\n' && is_space(text_[end])) ++end;
  if (end == size() || text_[end] == '\n') {
    while (end > range.end && text_[end - 1] == '\r') --end;
    range.end = end;
  }
  return range;
}

std::uint32_t LineIndex::tokens(syntax::ByteRange range) const noexcept {
  return range.size() == 0 ? 0 : static_cast<std::uint32_t>(text::tokens_of_units(units(range)));
}

std::uint64_t LineIndex::units(syntax::ByteRange range) const noexcept {
  constexpr std::uint32_t kLeastBytes = 128;  // fewer bytes are faster to count than to look up
  if (range.size() < kLeastBytes) return text::token_units(text(range));
  const auto first = std::upper_bound(anchors_.begin(), anchors_.end(), range.begin);
  const auto behind = std::upper_bound(first, anchors_.end(), range.end);
  if (first == behind) return text::token_units(text(range));
  const auto units_at = [this](auto anchor) {
    return units_before_[static_cast<std::size_t>(anchor - anchors_.begin())];
  };
  const std::uint32_t tail = *(behind - 1);
  return text::token_units(text({range.begin, *first})) + (units_at(behind - 1) - units_at(first)) +
         text::token_units_after(text_[tail - 1], text({tail, range.end}));
}

}  // namespace codeweaver::chunk
