// Chunkers: source text to indexed pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::chunk {

/// Sizes are tokens as in codeweaver/text/token_count.hpp.
struct ChunkOptions {
  bool use_syntax = true;             ///< false: lines only, for every language
  std::uint32_t target_tokens = 500;  ///< small neighbours are merged up to about this
  std::uint32_t min_tokens = 200;     ///< smaller pieces are joined with a neighbour
  std::uint32_t max_tokens = 800;     ///< larger units are split at their children
  std::uint32_t hard_limit = 4000;    ///< no chunk is ever larger
  double text_overlap = 0.10;         ///< share repeated in the next text chunk; AST: none
  /// Number of regular pieces at the start of a bulk data file. The rest is cut coarsely and found
  /// by words only. 0: no limit.
  std::uint32_t data_file_chunks = 0;
  syntax::ParseLimits parse{};
};

/// One piece of a file.
struct Piece {
  syntax::ByteRange range;  ///< range in the given text; the content is exactly these bytes
  Span lines;
  ChunkSource source = ChunkSource::kTextBlock;
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  /// Qualified name of the main definition; empty: none. It is the definition that makes up most of
  /// the piece, or else its first function or type, or else its first definition (a module only if
  /// there is no other). For a piece from the middle of a definition that is too large (or from its
  /// doc comment), it is that definition.
  std::string symbol;
  std::string kind;     ///< of the main definition: "function", "class", ...; empty: none
  std::string doc;      ///< of the main definition, if it starts in this piece
  std::string context;  ///< signatures of the enclosing definitions, outermost first, one per line
  /// The piece is part of a unit that is too large for one piece. It is cut between whole nodes (or
  /// lines of a leaf). Whole members of a large class are not parts; the head of the class is.
  bool is_part = false;
  bool by_words_alone = false;          ///< in the rest of a bulk data file: no vector
  std::uint32_t tokens = 0;             ///< of the content
  std::vector<std::string> defines;     ///< qualified names that start here, main definition first
  std::vector<std::string> references;  ///< called, imported and typed names, unique, in order
};

/// A definition of the file, for symbol look-up.
struct Symbol {
  std::string name, qualified_name, kind;
  Span lines;
  std::uint32_t piece = 0;  ///< index of the piece with its first line
};

struct ChunkedText {
  std::vector<Piece>
      pieces;  ///< ascending; AST pieces never overlap; every non-blank line is in one
  std::vector<Symbol> symbols;
  double error_ratio = 0;             ///< share of bytes the grammar could not parse
  std::vector<std::string> warnings;  ///< why text chunks were used; sliced lines
};

/// Called with the syntax tree that gave the chunks, for those who also need it.
using TreeVisitor = std::function<void(const syntax::SyntaxTree& tree)>;

/// Chunks `text` (valid UTF-8) of `language` (nullopt: plain text). Uses the syntax tree if there
/// is a grammar and the parse is sound, otherwise lines. Never fails. Blank text gives no pieces.
/// `visit` is not called if the text was not parsed, or if the parse exceeded its budget.
ChunkedText chunk_text(std::string_view text, std::optional<syntax::LanguageIndex> language,
                       const ChunkOptions& options = {}, const TreeVisitor& visit = {});

}  // namespace codeweaver::chunk
