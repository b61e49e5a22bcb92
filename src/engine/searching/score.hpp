// Scores of candidates: their calibrated components, their relevance, and their order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/searching/candidate.hpp"
#include "engine/searching/retrieve.hpp"

namespace codeweaver::engine {

/// Shares of the components for all of a query's candidates: as `given`; where those are the usual
/// ones and nearly all candidates are documents, more of words and meaning, as the reranker learned
/// from questions on code.
rank::RelevanceWeights weights_for(std::span<const Candidate> candidates,
                                   const rank::RelevanceWeights& given);

/// The rules by which one query's candidates are scored. Views what it is made of.
class Scorer {
 public:
  Scorer(const SearchContext& context, const Question& question, const Retrieved& retrieved,
         const rank::RelevanceWeights& weights)
      : context_(context), question_(question), retrieved_(retrieved), weights_(weights) {}

  /// Fills all scores, from what the sides, the texts and the reranker said.
  void score(Candidate& found) const;
  /// Whether `least` leaves it out: never what matches word for word, nor what lacks the vector
  /// that the threshold is for.
  bool is_too_dissimilar(const Candidate& found, double least) const;
  /// A candidate and its relevance in the order.
  struct Place {
    const Candidate* found;
    double relevance;
  };
  /// The order that there would be if nothing but `scored` (places in `all`) were found, without
  /// what `least` leaves out.
  std::vector<Place> order_of(std::span<const Candidate> all, std::span<const std::size_t> scored,
                              double least) const;

 private:
  /// What the question's kind and a given intent make of it: a factor on odds, at least 1.
  double asked_factor(const Candidate& found) const;

  const SearchContext& context_;
  const Question& question_;
  const Retrieved& retrieved_;
  rank::RelevanceWeights weights_;
};

/// By relevance, best first, each further chunk of a file with `file_decay` less of it; ties by
/// path, line and ordinal.
std::vector<Candidate> ordered(std::vector<Candidate> scored, double file_decay);

}  // namespace codeweaver::engine
