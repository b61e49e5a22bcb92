// MarkdownWriter: writes blocks of a document as Markdown, up to a limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// Separates blocks with a blank line. List items and rows follow each other directly.
class MarkdownWriter {
 public:
  MarkdownWriter(Kind kind, std::uint64_t max_bytes) : kind_(kind), max_bytes_(max_bytes) {}

  /// Starts a page, slide or cell.
  void begin_part(std::uint32_t number);
  void heading(std::uint32_t level, std::string_view text);  ///< level from 1, at most 6
  void paragraph(std::string_view text);                     ///< may contain line breaks
  void item(std::uint32_t depth, std::string_view text);     ///< list item; depth from 0
  void row(const std::vector<std::string>& cells);           ///< table row
  void end_table() noexcept { rows_ = 0; }
  /// Writes code in a fence that is longer than any fence inside.
  void code(std::string_view language, std::string_view text);
  /// Writes the document's own Markdown unchanged, except for lines that look like page marks.
  void markdown(std::string_view text);

  bool is_full() const noexcept { return out_.size() > max_bytes_; }
  /// Errors: kInvalidArgument "DOCUMENT_TOO_LARGE" if more than the limit was written.
  Result<std::string> finish();

 private:
  enum class Block : std::uint8_t { kNone, kMark, kText, kList, kTable };
  void begin(Block block);

  Kind kind_;
  std::uint64_t max_bytes_;
  std::string out_;
  Block last_ = Block::kNone;
  std::size_t rows_ = 0;  // rows of the current table
};

}  // namespace codeweaver::document
