// MarkdownWriter: writes blank lines between blocks, and escapes accidental Markdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "document/markdown_writer.hpp"

#include <algorithm>

#include "document/errors.hpp"
#include "document/page_mark.hpp"

namespace codeweaver::document {
namespace {

constexpr std::uint32_t kDeepestHeading = 6;
constexpr std::uint32_t kDeepestItem = 3;
/// Documentation tools add this link sign to headings.
constexpr std::string_view kLinkSign = "\u00B6";

/// Replaces each run of white space with one blank.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool is_blank = static_cast<unsigned char>(c) <= ' ';
    if (!is_blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::size_t longest_run(std::string_view text, char of) noexcept {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == of ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

void MarkdownWriter::begin(Block block) {
  const bool follows = last_ == Block::kNone ||
                       (last_ == block && (block == Block::kList || block == Block::kTable));
  if (!follows) out_ += '\n';
  if (block != Block::kTable) rows_ = 0;
  last_ = block;
}

void MarkdownWriter::begin_part(std::uint32_t number) {
  begin(Block::kMark);
  out_ += page_mark(kind_, number);
}

void MarkdownWriter::heading(std::uint32_t level, std::string_view text) {
  auto line = one_line(text);
  if (line.ends_with(kLinkSign)) line = one_line(line.substr(0, line.size() - kLinkSign.size()));
  if (line.empty()) return;
  begin(Block::kText);
  out_.append(std::clamp(level, 1U, kDeepestHeading), '#').append(1, ' ');
  out_.append(line).append(1, '\n');
}

void MarkdownWriter::paragraph(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  begin(Block::kText);
  for_each_line(text, [&](std::string_view line) { append_plain_line(line, out_); });
}

void MarkdownWriter::item(std::uint32_t depth, std::string_view text) {
  const auto line = one_line(text);
  if (line.empty()) return;
  begin(Block::kList);
  out_.append(std::size_t{2} * std::min(depth, kDeepestItem), ' ').append("- ");
  out_.append(line).append(1, '\n');
}

void MarkdownWriter::row(const std::vector<std::string>& cells) {
  const bool is_blank =
      std::ranges::all_of(cells, [](const auto& cell) { return one_line(cell).empty(); });
  if (is_blank) return;
  if (rows_ == 0) last_ = last_ == Block::kTable ? Block::kText : last_;  // a new table
  begin(Block::kTable);
  for (const auto& cell : cells) out_.append("| ").append(one_line(cell)).append(1, ' ');
  out_ += "|\n";
  if (++rows_ > 1) return;
  for (std::size_t i = 0; i < cells.size(); ++i) out_ += "| --- ";
  out_ += "|\n";
}

void MarkdownWriter::code(std::string_view language, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  begin(Block::kText);
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  out_.append(fence).append(language).append(1, '\n').append(text);
  if (!text.ends_with('\n')) out_ += '\n';
  out_.append(fence).append(1, '\n');
}

void MarkdownWriter::markdown(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return;
  begin(Block::kText);
  for_each_line(text, [&](std::string_view line) {
    if (line.starts_with("<!--"))
      append_plain_line(line, out_);
    else
      out_.append(line).append(1, '\n');
  });
}

Result<std::string> MarkdownWriter::finish() {
  if (is_full()) return too_large("its text has more than", max_bytes_);
  return std::move(out_);
}

}  // namespace codeweaver::document
