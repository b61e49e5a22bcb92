// chunk_text: chooses between syntax tree and lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "chunk/chunk.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "chunk/bulk_data.hpp"
#include "chunk/line_index.hpp"
#include "chunk/segments.hpp"
#include "chunk/syntax_tree_source.hpp"
#include "chunk/text_chunker.hpp"
#include "chunk/tree_chunker.hpp"

namespace codeweaver::chunk {
namespace {

// If a parse found nothing and failed on most of the text, the language is probably wrong.
constexpr double kMaxErrorRatio = 0.5;

/// The class of lines without a tree: prose, unless the language indicates otherwise.
SemanticClass class_of_text(std::optional<syntax::LanguageIndex> language) noexcept {
  if (!language) return SemanticClass::kDocumentationStructured;
  const std::string_view category = syntax::languages()[*language].category;
  const bool is_prose = category == "docs" || category == "markup";
  return is_prose ? SemanticClass::kDocumentationStructured : SemanticClass::kDefinitionData;
}

bool has_grammar(std::optional<syntax::LanguageIndex> language) noexcept {
  return language && *language < syntax::languages().size() &&
         syntax::languages()[*language].has_grammar;
}

/// Pieces without a definition get the class of their kind of file.
void classify_by_category(std::string_view category, std::vector<Piece>& pieces) {
  for (Piece& piece : pieces) {
    if (!piece.symbol.empty()) continue;
    if (category == "docs") piece.semantic_class = SemanticClass::kDocumentationStructured;
    if (category == "data" || category == "config")
      piece.semantic_class = SemanticClass::kDefinitionData;
  }
}

/// In prose, long lines and large files (embedded images, books) do not indicate data or minified
/// code, and brackets do not nest. The budget limits their cost.
syntax::ParseLimits limits_of(syntax::LanguageIndex language, syntax::ParseLimits limits) {
  constexpr std::uint32_t kBookBytes = 8U << 20;
  constexpr std::uint32_t kPictureBytes = 1U << 20;
  if (syntax::languages()[language].category != "docs") return limits;
  limits.max_bytes = std::max(limits.max_bytes, kBookBytes);
  limits.max_line_bytes = std::max(limits.max_line_bytes, kPictureBytes);
  return limits;
}

ChunkedText cut_text(const LineIndex& lines, std::optional<syntax::LanguageIndex> language,
                     const ChunkOptions& options, const TreeVisitor& visit) {
  if (!options.use_syntax || !has_grammar(language))
    return chunk_lines(lines, class_of_text(language), options);
  if (is_minified(lines.text(), syntax::languages()[*language].id)) {
    ChunkedText out = chunk_lines(lines, class_of_text(language), options);
    out.warnings.clear();  // long lines are expected here
    return out;
  }

  const auto without_tree = [&](const std::string& why) {
    ChunkedText out = chunk_lines(lines, class_of_text(language), options);
    out.warnings.insert(out.warnings.begin(), "Text chunks used: " + why);
    return out;
  };
  auto tree =
      syntax::SyntaxTree::parse(lines.text(), *language, limits_of(*language, options.parse));
  if (!tree) return without_tree(tree.error().cause);
  const double error_ratio = tree->error_ratio();
  const bool is_lost = tree->definitions().empty() && error_ratio > kMaxErrorRatio;
  ChunkedText out;
  if (is_lost) {
    out = without_tree("the grammar could not parse " +
                       std::to_string(static_cast<int>(error_ratio * 100)) + " % of the text");
  } else {
    syntax::Budget& budget = tree->budget();
    out = chunk_tree(lines, SyntaxTreeSource(*tree), options, budget);
    if (const auto end = budget.end(); end != syntax::Budget::End::kNone)
      return without_tree(budget.error(end).cause);
    classify_by_category(syntax::languages()[*language].category, out.pieces);
  }
  out.error_ratio = error_ratio;
  if (visit) visit(*tree);
  return out;
}

}  // namespace

ChunkedText chunk_text(std::string_view text, std::optional<syntax::LanguageIndex> language,
                       const ChunkOptions& given, const TreeVisitor& visit) {
  const ChunkOptions options = consistent(given);
  const LineIndex lines(text);
  if (lines.trim(lines.whole()).size() == 0) return {};
  ChunkedText out = cut_text(lines, language, options, visit);
  if (options.data_file_chunks > 0 && out.pieces.size() > options.data_file_chunks && language &&
      is_bulk_data(text, syntax::languages()[*language].id))
    coarsen_bulk(lines, options, out);
  return out;
}

}  // namespace codeweaver::chunk
