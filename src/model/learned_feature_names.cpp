// Names of the learned features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>

#include "model/learned_features.hpp"

namespace codeweaver::model {
namespace {

constexpr auto kNames = std::to_array<std::string_view>({
    // the query
    "query_words",
    "query_idf",
    "query_identifier",
    "query_snippet",
    "query_holds_identifier",
    "query_asks",
    "query_coverage_best",
    "query_cosine_best",
    // the two lists and their fusion
    "lexical_of_best",
    "lexical_of_attainable",
    "lexical_rank",
    "cosine",
    "cosine_below_best",
    "dense_rank",
    "fused_of_best",
    // fields
    "symbol_lexical",
    "path_lexical",
    "doc_lexical",
    "body_lexical",
    "symbol_coverage",
    "path_coverage",
    "doc_coverage",
    "body_coverage",
    "coverage",
    "coverage_below_best",
    // the file
    "file_lexical_of_best",
    "file_rest_of_best",
    "file_coverage",
    "file_cosine_below_best",
    "file_cosine_mean",
    "file_chunks",
    "rank_in_file",
    "file_symbol_coverage",
    "file_doc_coverage",
    "file_head_coverage",
    "file_fused_of_best",
    "same_stem_files",
    // names and texts
    "symbol_cosine",
    "head_cosine",
    "symbol_soft_query",
    "symbol_soft_text",
    "stem_soft_query",
    "stem_soft_text",
    "path_soft_query",
    "symbol_share",
    "path_share",
    "head_share",
    "doc_share",
    "name_share",
    "named_exactly",
    "stem_share",
    "stem_named",
    "pairs",
    "body_soft_query",
    "body_soft_worst",
    "body_soft_window",
    // word for word
    "phrase_words",
    "phrase_share",
    "exact_phrase",
    "exact_identifier",
    "exact_definition",
    // the kind of chunk
    "callable",
    "type",
    "data",
    "documentation",
    "other_kind",
    "part",
    "tokens",
    "has_symbol",
    "has_doc",
    "test",
    "generated",
    "depth",
    "side_folder",
    "bundled_folder",
    "fixture_folder",
    "outdated_folder",
    "prose_file",
    "config_file",
    "generic_stem",
    "folder_stem",
    // how far below the best candidate's, in the order of kRelative
    "symbol_cosine_below_best",
    "head_cosine_below_best",
    "stem_soft_query_below_best",
    "path_soft_query_below_best",
    "symbol_share_below_best",
    "path_share_below_best",
    "body_soft_query_below_best",
    "body_soft_window_below_best",
});

constexpr std::size_t column_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kNames, name) - kNames.begin());
}

constexpr std::array kRelative{column_of("symbol_cosine"),   column_of("head_cosine"),
                               column_of("stem_soft_query"), column_of("path_soft_query"),
                               column_of("symbol_share"),    column_of("path_share"),
                               column_of("body_soft_query"), column_of("body_soft_window")};

}  // namespace

std::span<const std::string_view> learned_feature_names() noexcept {
  return kNames;
}

std::span<const std::size_t> relative_features() noexcept {
  return kRelative;
}

}  // namespace codeweaver::model
