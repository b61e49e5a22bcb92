// Columns of characters, by ranges of code points.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/text_width.hpp"

#include <algorithm>
#include <iterator>

#include "cli/render/terminal_filter.hpp"
#include "codeweaver/detail/unicode_words.hpp"

namespace codeweaver::cli {
namespace {

struct CodeRange {
  char32_t first, last;
};

/// Blocks of Unicode with mostly wide characters, in order.
constexpr CodeRange kWideRanges[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x23E9, 0x23EC},   {0x2614, 0x2615},  {0x26A1, 0x26A1},
    {0x2705, 0x2705},   {0x2728, 0x2728},   {0x274C, 0x274C},   {0x2753, 0x2755},  {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97F},  {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE10, 0xFE19},   {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},  {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

/// Combining marks, joiners and variation selectors, in order.
constexpr CodeRange kNoWidthRanges[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x200B, 0x200F},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF}};

template <std::size_t N>
bool is_in_ranges(const CodeRange (&ranges)[N], char32_t code) {
  const auto* const next = std::ranges::upper_bound(ranges, code, {}, &CodeRange::first);
  return next != std::begin(ranges) && code <= std::prev(next)->last;
}

std::size_t columns_of_code(char32_t code) {
  if (code < kNoWidthRanges[0].first) return 1;
  if (is_in_ranges(kNoWidthRanges, code)) return 0;
  return is_in_ranges(kWideRanges, code) ? 2 : 1;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    auto size = own_sequence(text);
    if (size == 0) {
      const auto next = text::decode_utf8(text);
      columns += columns_of_code(next.code);
      size = next.size;
    }
    text.remove_prefix(size);
  }
  return columns;
}

std::size_t rows_of(std::string_view text, std::size_t columns) {
  std::size_t rows = 0;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const auto width = columns_of(text.substr(0, end));
    rows += columns > 0 && width > columns ? (width + columns - 1) / columns : 1;
    text.remove_prefix(end + 1);
  }
  return rows;
}

}  // namespace codeweaver::cli
