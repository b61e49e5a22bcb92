// Texts of candidates: reading them, what in them the query says word for word, pairs to rerank.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/rank/exact_match.hpp"
#include "codeweaver/rank/phrase_run.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/searching/candidate.hpp"
#include "engine/searching/search_context.hpp"

namespace codeweaver::engine {

/// Reads the texts of those candidates whose places `which` holds. Those that cannot be read stay
/// without; `warnings` says why. Those that have their texts keep them.
void load_texts(const SearchContext& context, std::span<Candidate> candidates,
                std::span<const std::size_t> which, std::vector<std::string>& warnings);

/// Finds a query in texts, word for word. Views the query.
class VerbatimMatcher {
 public:
  explicit VerbatimMatcher(std::string_view query) : matcher_(query), phrase_(query) {}

  /// Whether the query is one name.
  bool is_name() const noexcept { return matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier; }
  /// The most that a text can match which says `run` words of the query in a row.
  rank::ExactMatch strongest(std::size_t run) const { return matcher_.strongest(run); }
  /// Sets `exact` and the phrase signal of those candidates, which have their texts. A test that
  /// is named after what it tests defines nothing that was asked for, where something else does.
  void mark(std::span<Candidate> candidates, std::span<const std::size_t> which) const;

 private:
  rank::ExactMatcher matcher_;
  rank::PhraseRun phrase_;
};

/// What the reranker is told of a candidate: with its text where that is read. Views the candidate.
/// `attainable`: as in Retrieved.
RerankCandidate pair_of(Candidate& found, double attainable);

}  // namespace codeweaver::engine
