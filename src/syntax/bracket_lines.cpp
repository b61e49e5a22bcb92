// BracketLines: stores depths at regular offsets, and links each line feed to the next less deep
// one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/bracket_lines.hpp"

#include <algorithm>

namespace codeweaver::syntax {

namespace {

constexpr std::uint32_t kStride = 256;

constexpr std::int32_t change_at(char c) noexcept {
  if (c == '(' || c == '[') return 1;
  return c == ')' || c == ']' ? -1 : 0;
}

}  // namespace

std::uint32_t BracketLines::end_of(std::uint32_t begin, std::uint32_t end) {
  std::int32_t depth = 0;
  const std::uint32_t near = begin + std::min(end - begin, kStride);
  for (std::uint32_t at = begin; at < near; ++at) {
    depth += change_at(text_[at]);
    if (text_[at] == '\n' && depth <= 0) return at;
  }
  if (near == end) return end;
  if (!has_read_) read_text();
  auto feed =
      std::lower_bound(feeds_.begin(), feeds_.end(), near,
                       [](const LineFeed& left, std::uint32_t at) { return left.offset < at; });
  const std::int32_t outside = depth_at(begin);
  while (feed != feeds_.end() && feed->depth > outside) feed = feeds_.begin() + feed->next_lower;
  return feed == feeds_.end() ? end : std::min(feed->offset, end);
}

void BracketLines::read_text() {
  has_read_ = true;
  depths_.reserve(text_.size() / kStride + 1);
  std::int32_t depth = 0;
  for (std::uint32_t at = 0; at < text_.size(); ++at) {
    if (at % kStride == 0) depths_.push_back(depth);
    depth += change_at(text_[at]);
    if (text_[at] == '\n') feeds_.push_back({at, depth, 0});
  }
  const auto count = static_cast<std::uint32_t>(feeds_.size());
  for (std::uint32_t i = count; i-- > 0;) {
    std::uint32_t next = i + 1;
    while (next < count && feeds_[next].depth >= feeds_[i].depth) next = feeds_[next].next_lower;
    feeds_[i].next_lower = next;
  }
}

std::int32_t BracketLines::depth_at(std::uint32_t offset) const noexcept {
  std::int32_t depth = depths_[offset / kStride];
  for (std::uint32_t at = offset - offset % kStride; at < offset; ++at)
    depth += change_at(text_[at]);
  return depth;
}

}  // namespace codeweaver::syntax
