// Scores of candidates: calibrated components, relevance and order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/searching/fuse/candidate.hpp"
#include "engine/searching/retrieve/retrieve.hpp"

namespace codeweaver::engine {

/// Weights of the components for all candidates of a query: normally `given`. If these are the
/// defaults and nearly all candidates are documents, words and meaning get more weight, because the
/// reranker was trained on questions about code.
rank::RelevanceWeights weights_for(std::span<const Candidate> candidates,
                                   const rank::RelevanceWeights& given);

/// Scores the candidates of one query. Views its arguments.
class Scorer {
 public:
  Scorer(const SearchContext& context, const Question& question, const Retrieved& retrieved,
         const rank::RelevanceWeights& weights)
      : context_(context), question_(question), retrieved_(retrieved), weights_(weights) {}

  /// Computes the scores from the results of both sides, the text and the reranker.
  void score(Candidate& found) const;
  /// True if the similarity is below `least`. Always false for verbatim matches and for candidates
  /// without the vector that the threshold needs.
  bool is_too_dissimilar(const Candidate& found, double least) const;
  /// A candidate and its relevance, at its place in the order.
  struct Place {
    const Candidate* found;
    double relevance;
  };
  /// The order of the scored candidates.
  std::vector<Place> order_of(std::span<const Candidate> scored) const;

 private:
  /// Factor on the odds for the kind of file or declaration that the question asks for; below 1 for
  /// records of changes that it does not ask for.
  double kind_factor(const Candidate& found) const;
  /// The same together with a given intent; below 1 also for tests under an intent that sets them
  /// aside.
  double asked_factor(const Candidate& found) const;

  const SearchContext& context_;
  const Question& question_;
  const Retrieved& retrieved_;
  rank::RelevanceWeights weights_;
};

/// Sorts by relevance, best first. Each further chunk of a file loses the share `file_decay`. Ties:
/// by path, line and ordinal.
std::vector<Candidate> ordered(std::vector<Candidate> scored, double file_decay);

}  // namespace codeweaver::engine
