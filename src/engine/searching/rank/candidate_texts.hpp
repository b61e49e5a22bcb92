// Texts of candidates: reading them, matching the query word for word, pairs for the reranker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/detail/exact_match.hpp"
#include "codeweaver/detail/phrase_run.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Reads the texts of the candidates at the positions `which`. Candidates that have a text keep it.
/// If a text cannot be read, the candidate stays without one and `warnings` says why.
void load_texts(const SearchContext& context, std::span<Candidate> candidates,
                std::span<const std::size_t> which, std::vector<std::string>& warnings);

/// Finds a query word for word in texts. Views the query.
class VerbatimMatcher {
 public:
  explicit VerbatimMatcher(std::string_view query) : matcher_(query), phrase_(query) {}

  /// True if the query is a single name.
  bool is_name() const noexcept { return matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier; }
  /// The strongest match possible for a text that contains `run` consecutive words of the query.
  rank::ExactMatch strongest(std::size_t run) const { return matcher_.strongest(run); }
  /// Sets `exact` and the phrase signal of the candidates at the positions `which`; they must have
  /// texts. A test named after the requested name does not count as its definition if another
  /// candidate defines it.
  void mark(std::span<Candidate> candidates, std::span<const std::size_t> which) const;

 private:
  rank::ExactMatcher matcher_;
  rank::PhraseRun phrase_;
};

/// Input of the reranker for a candidate, with its text if that was read. Views the candidate.
/// `attainable`: as in Retrieved.
RerankCandidate pair_of(Candidate& found, double attainable);

}  // namespace codeweaver::engine
