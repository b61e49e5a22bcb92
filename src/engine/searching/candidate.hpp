// A candidate answer on its way through the query pipeline.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/rank/calibration.hpp"
#include "codeweaver/rank/importance.hpp"
#include "codeweaver/rank/relevance.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/text/asked_kind.hpp"
#include "engine/searching/lane.hpp"
#include "store/database/database.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

struct Candidate {
  std::uint32_t part = 0, chunk = 0;
  store::SegmentChunk info;
  double lexical_raw = 0, dense_raw = 0;                ///< BM25F score, cosine
  std::optional<std::size_t> lexical_rank, dense_rank;  ///< 1-based, in its own list
  double sparse = 0, dense = 0;                         ///< calibrated
  RerankSignals signals;
  std::array<std::uint64_t, store::kFieldCount> field_terms{};  ///< as in store::FieldScores
  std::size_t fused_rank = 0, rerank_rank = 0;                  ///< 1-based; 0: not ranked
  std::vector<float> features, effects;  ///< of the reranker; filled for explanations
  std::optional<double> rerank;
  double semantic = 0;
  double past = 0;  ///< of its file in what commits changed that read like the query: 1, the most
  double asked_factor = 1;  ///< on the odds of its components: of the kind or intent asked for
  double similarity = 0;
  rank::RelevanceComponents components;  ///< what relevance is made of
  rank::RelevanceWeights weights;        ///< of the components
  double relevance = 0;
  double file_factor = 1;  ///< what the chunks of its file before it left of the relevance
  rank::ExactMatch exact = rank::ExactMatch::kNone;
  std::optional<Lane> lane{};
  std::shared_ptr<const store::ChunkText> content;  ///< null: gone since the snapshot

  /// Statements that have a name: from the inside of a function, or of a script.
  bool is_named_statements() const {
    return !info.symbol.empty() && rank::is_flow_or_operation(info.semantic_class);
  }
  /// The same text is a definition here and a test there: the path decides.
  SemanticClass semantic_class() const {
    const auto own = info.semantic_class;
    const bool is_code = rank::is_definition(own) || is_named_statements();
    return info.is_test && is_code ? SemanticClass::kDefinitionTest : own;
  }
  /// Whether the query asks for what this is; never true of kAny.
  bool is_of_kind(text::AskedKind kind) const {
    if (kind == text::AskedKind::kTests) return info.is_test;
    return kind == text::AskedKind::kDocumentation &&
           info.semantic_class == SemanticClass::kDocumentationStructured;
  }
  /// Whether it comes before all that is merely related.
  bool is_exact() const noexcept {
    return lane.has_value() || exact >= rank::ExactMatch::kIdentifierSymbol;
  }
  const store::ChunkRecord& record() const { return content->record; }
  std::string_view text() const { return content->text; }
};

}  // namespace codeweaver::engine
