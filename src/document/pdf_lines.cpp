// Lines of a PDF: detects headings and paragraphs by font size and spacing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/pdf_lines.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "document/markdown_writer.hpp"

namespace codeweaver::document {
namespace {

constexpr float kLargerType = 1.12F;       // relative to the usual text: a heading
constexpr float kMoreSpace = 1.45F;        // relative to the usual spacing: a paragraph ends
constexpr std::size_t kLongHeading = 150;  // bytes; longer lines are text in a large font
constexpr std::size_t kHeadingLevels = 4;

/// Rounds to half points, so almost equal sizes are equal.
int rounded(float value) noexcept {
  return static_cast<int>(std::lround(value * 2));
}

/// The value with the most bytes of text.
int most_common(const std::map<int, std::size_t>& counts) noexcept {
  int best = 0;
  std::size_t most = 0;
  for (const auto& [value, count] : counts)
    if (count > most) {
      best = value;
      most = count;
    }
  return best;
}

bool has_letter(const std::string& text) noexcept {
  return std::ranges::any_of(text, [](unsigned char c) {
    return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

/// The usual sizes in a document.
struct Type {
  int size = 0;                    ///< of the usual text
  float space = 0;                 ///< between lines
  std::vector<int> heading_sizes;  ///< largest first

  explicit Type(const std::vector<PdfPage>& pages) {
    std::map<int, std::size_t> sizes, spaces, larger;
    for (const auto& page : pages)
      for (std::size_t i = 0; i < page.size(); ++i) {
        sizes[rounded(page[i].font_size)] += page[i].text.size();
        const float down = i > 0 ? page[i - 1].baseline - page[i].baseline : 0;
        if (down > 0) ++spaces[rounded(down)];
      }
    size = most_common(sizes);
    space = static_cast<float>(most_common(spaces)) / 2;
    for (const auto& page : pages)
      for (const auto& line : page)
        if (is_larger(line)) ++larger[-rounded(line.font_size)];
    for (const auto& [negative, count] : larger) heading_sizes.push_back(-negative);
  }

  bool is_larger(const PdfLine& line) const noexcept {
    return size > 0 && line.text.size() <= kLongHeading && has_letter(line.text) &&
           static_cast<float>(rounded(line.font_size)) >= static_cast<float>(size) * kLargerType;
  }
  /// 0: not a heading.
  std::uint32_t level_of(const PdfLine& line) const noexcept {
    if (!is_larger(line)) return 0;
    const auto at = std::ranges::find(heading_sizes, rounded(line.font_size));
    const auto place = static_cast<std::size_t>(at - heading_sizes.begin());
    return static_cast<std::uint32_t>(std::min(place, kHeadingLevels - 1) + 1);
  }
};

bool ends_sentence(const std::string& text) noexcept {
  return text.empty() || std::string_view(".!?:;").find(text.back()) != std::string_view::npos;
}

/// Whether a paragraph ends between two lines of a page.
bool is_apart(const PdfLine& above, const PdfLine& line, const Type& type) {
  if (above.is_broken) return false;
  const float down = above.baseline - line.baseline;
  if (down <= 0) return ends_sentence(above.text);  // the next column, or the same line
  return type.space > 0 && down > type.space * kMoreSpace;
}

}  // namespace

Result<std::string> pdf_markdown(const std::vector<PdfPage>& pages, const Limits& limits) {
  const Type type(pages);
  MarkdownWriter writer(Kind::kPdf, limits.text_bytes);
  std::uint32_t number = 0;
  for (const auto& page : pages) {
    writer.begin_part(++number);
    std::string block;
    std::uint32_t level = 0;
    const auto end_block = [&] {
      if (level > 0)
        writer.heading(level, block);
      else
        writer.paragraph(block);
      block.clear();
    };
    for (std::size_t i = 0; i < page.size(); ++i) {
      const auto own_level = type.level_of(page[i]);
      const bool is_next = i > 0 && (own_level != level || is_apart(page[i - 1], page[i], type));
      if (is_next) end_block();
      level = own_level;
      if (!block.empty() && !page[i - 1].is_broken) block += '\n';
      block += page[i].text;
    }
    end_block();
    if (writer.is_full()) break;
  }
  return writer.finish();
}

}  // namespace codeweaver::document
