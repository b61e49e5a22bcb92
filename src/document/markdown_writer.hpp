// MarkdownWriter: blocks of a document to Markdown, up to a limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.hpp"

namespace codeweaver::document {

/// Blocks come with a blank line between them; list items and rows follow each other.
class MarkdownWriter {
 public:
  MarkdownWriter(Kind kind, std::uint64_t max_bytes) : kind_(kind), max_bytes_(max_bytes) {}

  /// What comes is on this page, slide or in this cell.
  void begin_part(std::uint32_t number);
  void heading(std::uint32_t level, std::string_view text);  ///< level from 1, at most 6
  void paragraph(std::string_view text);                     ///< may hold line breaks
  void item(std::uint32_t depth, std::string_view text);     ///< of a list; depth from 0
  void row(const std::vector<std::string>& cells);           ///< of a table
  void end_table() noexcept { rows_ = 0; }
  /// In a fence that is longer than any in it.
  void code(std::string_view language, std::string_view text);
  /// Markdown of the document's own, as it is, but for what reads as a mark.
  void markdown(std::string_view text);

  bool is_full() const noexcept { return out_.size() > max_bytes_; }
  /// Errors: kInvalidArgument "DOCUMENT_TOO_LARGE" once more was written than the limit allows.
  Result<std::string> finish();

 private:
  enum class Block : std::uint8_t { kNone, kMark, kText, kList, kTable };
  void begin(Block block);

  Kind kind_;
  std::uint64_t max_bytes_;
  std::string out_;
  Block last_ = Block::kNone;
  std::size_t rows_ = 0;  // of the table that is being written
};

}  // namespace codeweaver::document
