// LineIndex: line starts and running token counts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/line_index.hpp"

#include <algorithm>
#include <cstring>

#include "codeweaver/text/token_count.hpp"

namespace codeweaver::chunk {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

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
  units_before_.reserve(starts_.size());
  units_before_.push_back(0);
  for (std::uint32_t i = 0; i < line_count(); ++i) {
    const std::string_view line = this->text({starts_[i], starts_[i + 1]});
    units_before_.push_back(units_before_.back() + text::token_units(line));
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
  return static_cast<std::uint32_t>(text::count_tokens(text(range)));
}

std::uint32_t LineIndex::roughly_tokens(syntax::ByteRange range) const noexcept {
  if (range.size() == 0) return 0;
  const std::uint32_t first = line_of(range.begin);
  const std::uint32_t last = line_of(range.end - 1);
  if (first == last) return tokens(range);
  const std::uint64_t units = text::token_units(text({range.begin, starts_[first + 1]})) +
                              (units_before_[last] - units_before_[first + 1]) +
                              text::token_units(text({starts_[last], range.end}));
  return static_cast<std::uint32_t>(units / text::detail::kUnitsPerToken);
}

}  // namespace codeweaver::chunk
