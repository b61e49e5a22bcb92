// A candidate for an answer, with everything that the stages of a query add to it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/detail/asked_decision.hpp"
#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/detail/calibration.hpp"
#include "codeweaver/detail/change_record.hpp"
#include "codeweaver/detail/declaration_kind.hpp"
#include "codeweaver/detail/importance.hpp"
#include "codeweaver/detail/relevance.hpp"
#include "codeweaver/reranker.hpp"
#include "corpus/classify.hpp"
#include "engine/searching/retrieve/lane.hpp"
#include "store/database/database.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {

/// What Scorer computes.
struct Scores {
  double sparse = 0, dense = 0;  ///< calibrated
  double semantic = 0;
  double asked_factor = 1;  ///< on the odds of the components, for the requested kind or intent
  double similarity = 0;
  rank::RelevanceComponents components{};  ///< summands of the relevance
  rank::RelevanceWeights weights{};        ///< of the components
  double relevance = 0;
  double file_factor = 1;  ///< share of the relevance that earlier chunks of its file leave
};

struct Candidate {
  std::uint32_t part = 0, chunk = 0;
  store::SegmentChunk info;
  double lexical_raw = 0, dense_raw = 0;                ///< BM25F score, cosine
  std::optional<std::size_t> lexical_rank, dense_rank;  ///< 1-based, in the list of that side
  RerankSignals signals;
  std::size_t fused_rank = 0, rerank_rank = 0;  ///< 1-based; 0: not ranked
  std::vector<float> features, effects;         ///< of the reranker; only set for explanations
  double past = 0;  ///< share of its file in past commits similar to the query; at most 1
  std::optional<Lane> lane{};
  rank::ExactMatch exact = rank::ExactMatch::kNone;
  std::optional<double> rerank{};
  Scores scores{};
  std::shared_ptr<const store::ChunkText> content;  ///< null: deleted since the snapshot was made

  /// True for named statements inside a function or script.
  bool is_named_statements() const {
    return !info.symbol.empty() && rank::is_flow_or_operation(info.semantic_class);
  }
  /// Definitions and named statements of test files are tests; the path decides.
  SemanticClass semantic_class() const {
    const auto own = info.semantic_class;
    const bool is_code = rank::is_definition(own) || is_named_statements();
    return info.is_test && is_code ? SemanticClass::kDefinitionTest : own;
  }
  /// True if the candidate is of the requested kind. Always false for kAny.
  bool is_of_kind(text::AskedKind kind) const {
    if (kind == text::AskedKind::kTests)
      return info.is_test && !corpus::looks_like_test_help(info.path);
    return kind == text::AskedKind::kDocumentation &&
           info.semantic_class == SemanticClass::kDocumentationStructured;
  }
  /// True if its file usually holds declarations of this kind. Always false for kNone.
  bool declares(text::DeclarationKind kind) const {
    return !info.is_test && !info.is_generated && text::usually_declares(kind, info.path);
  }
  /// True if its text has a line as those that declare something of this kind. Reads the text.
  bool declares_in_text(text::DeclarationKind kind) const {
    return !info.is_test && !info.is_generated && text::declares_in_text(kind, text());
  }
  /// True for a migration, an update script or a change log, unless the query names it.
  bool records_change() const { return !lane && text::records_change(info.path); }
  /// True for a small chunk outside tests that defines something with the name of a predicate.
  bool decides() const {
    constexpr std::size_t kMostNames = 4;
    const auto& names = record().defines;
    return !info.is_test && names.size() <= kMostNames &&
           std::ranges::any_of(names, [](const auto& name) { return text::names_decision(name); });
  }
  /// True if it is ranked before all candidates that are merely related.
  bool is_exact() const noexcept {
    return lane.has_value() || exact >= rank::ExactMatch::kIdentifierSymbol;
  }
  const store::ChunkRecord& record() const { return content->record; }
  std::string_view text() const { return content->text; }
};

}  // namespace codeweaver::engine
