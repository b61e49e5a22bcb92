// Chunkers: source text to the pieces that are indexed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// Sizes are tokens of codeweaver/text/token_count.hpp.
struct ChunkOptions {
  bool use_syntax = true;             ///< false: lines alone, whatever the language
  std::uint32_t target_tokens = 500;  ///< small neighbours are merged up to about this
  std::uint32_t min_tokens = 200;     ///< pieces below it look for a neighbour to join
  std::uint32_t max_tokens = 800;     ///< larger units are split at their children
  std::uint32_t hard_limit = 4000;    ///< no chunk is ever larger
  double text_overlap = 0.10;         ///< share of a text chunk repeated in the next; AST: none
  /// First pieces of a file of bulk data that are as those of any file; the rest is cut coarsely,
  /// to be found by its words alone. 0: no limit.
  std::uint32_t data_file_chunks = 0;
  syntax::ParseLimits parse{};
};

/// One piece of a file.
struct Piece {
  syntax::ByteRange range;  ///< into the text given; content is exactly these bytes
  Span lines;
  ChunkSource source = ChunkSource::kTextBlock;
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  /// Qualified name of the main definition: the one that makes up most of the piece, else the first
  /// function or type of it, else its first definition (a module only if there is no other); for a
  /// piece from the middle of a definition that is too large (or of its doc comment), that
  /// definition. Empty: none.
  std::string symbol;
  std::string kind;     ///< of the main definition: "function", "class", ...; empty: none
  std::string doc;      ///< of the main definition, if it starts in this piece
  std::string context;  ///< signatures of the definitions around the piece, outer first, one a line
  /// Piece of a unit that is too large to be whole: it holds some of the unit, cut between whole
  /// nodes (or lines of a leaf). Whole members of a large class are not parts, its head is.
  bool is_part = false;
  bool by_words_alone = false;          ///< behind the head of a file of bulk data: no vector
  std::uint32_t tokens = 0;             ///< of the content
  std::vector<std::string> defines;     ///< qualified names that start here, main definition first
  std::vector<std::string> references;  ///< called, imported and typed names, unique, in order
};

/// A definition of the file, kept for symbol look-up.
struct Symbol {
  std::string name, qualified_name, kind;
  Span lines;
  std::uint32_t piece = 0;  ///< index of the piece that holds its first line
};

struct ChunkedText {
  std::vector<Piece>
      pieces;  ///< ascending; AST pieces never overlap; every non-blank line is in one
  std::vector<Symbol> symbols;
  double error_ratio = 0;             ///< share of bytes the grammar could not parse
  std::vector<std::string> warnings;  ///< why text chunks were used, or a piece exceeded hard_limit
};

/// Chunks `text` (valid UTF-8) of `language` (nullopt: plain text): by syntax where there is a
/// grammar and the parse is sound, else by lines. Never fails; empty or blank text gives no pieces.
ChunkedText chunk_text(std::string_view text, std::optional<syntax::LanguageIndex> language,
                       const ChunkOptions& options = {});

}  // namespace codeweaver::chunk
