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

/// Reads the texts of candidates, and sets the signals that come with their records. Candidates
/// that have a text keep it. If a text cannot be read, the candidate stays without one and
/// `warnings` says why.
void load_texts(const SearchContext& context, std::span<Candidate> candidates,
                std::vector<std::string>& warnings);

/// Finds a query word for word in texts. Views the query.
class VerbatimMatcher {
 public:
  explicit VerbatimMatcher(std::string_view query) : matcher_(query), phrase_(query) {}

  /// True if the query is a single name.
  bool is_name() const noexcept { return matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier; }
  /// Sets the exact match, also as a signal, and the phrase signal of the candidates, which must
  /// have texts. A test named after the requested name does not count as its definition if another
  /// candidate defines it.
  void mark(std::span<Candidate> candidates) const;

 private:
  rank::ExactMatcher matcher_;
  rank::PhraseRun phrase_;
};

/// Input of the reranker for a candidate, with its text if that was read. Views the candidate.
/// `attainable`: as in Retrieved.
RerankCandidate pair_of(const Candidate& found, double attainable);

}  // namespace codeweaver::engine
