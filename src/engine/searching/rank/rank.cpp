// Ranks all candidates, or as many as needed to determine the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/rank.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "codeweaver/reranker.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/searching/rank/candidate_texts.hpp"
#include "engine/searching/rank/overview.hpp"
#include "engine/searching/rank/score.hpp"
#include "engine/searching/text/near_copies.hpp"
#include "engine/searching/text/phrase_bound.hpp"

namespace codeweaver::engine {
namespace {

/// Number of texts read at a time after the first ones.
constexpr std::size_t kTextsAtOnce = 8;
/// Number of texts read between checks of the time, if all texts are read.
constexpr std::size_t kTextsInTime = 16;
/// Rounding error by which a logistic curve of a bound may be below the curve of the score.
constexpr double kRounding = 1e-6;

std::vector<std::size_t> all_places(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

/// One ranking: its inputs and the result under construction.
class Ranking {
 public:
  Ranking(const SearchContext& context, const Question& question, const Retrieved& retrieved,
          std::vector<Candidate> candidates, TimeLimit& limit)
      : context_(context),
        question_(question),
        retrieved_(retrieved),
        limit_(limit),
        scorer_(context, question, retrieved, weights_for(candidates, question.options.weights)),
        verbatim_(question.reading.text),
        candidates_(std::move(candidates)) {}

  Ranked execute() {
    if (!rank_in_steps()) rank_all();
    if (limit_.is_stop_requested()) return std::move(out_);
    const auto similar =
        std::stable_partition(candidates_.begin(), candidates_.end(),
                              [this](const Candidate& found) { return !is_too_dissimilar(found); });
    out_.dissimilar.assign(std::move_iterator(similar), std::move_iterator(candidates_.end()));
    candidates_.erase(similar, candidates_.end());
    out_.candidates = ordered(std::move(candidates_), question_.options.file_decay);
    if (question_.wants_overview()) put_overview_first(out_.candidates);
    return std::move(out_);
  }

 private:
  const Reranker* reranker() const {
    return question_.options.rerank_depth != 0 ? context_.parts.reranker.get() : nullptr;
  }
  /// Number of places used for the answer or for its confidence.
  std::size_t answer_depth() const { return std::max(question_.options.top_k, kJudgedMatches); }

  std::vector<RerankCandidate> pairs_of(std::span<const std::size_t> which) {
    std::vector<RerankCandidate> pairs;
    pairs.reserve(which.size());
    for (const std::size_t i : which)
      pairs.push_back(pair_of(candidates_[i], retrieved_.attainable));
    return pairs;
  }

  /// Returns false, without ranking anything, if the reranker scores all candidates at once or if
  /// its pass failed.
  bool rank_in_steps() {
    const auto pass = bounded_pass();
    if (!pass) return false;
    try {
      rank_by_bounds(*pass);
      return true;
    } catch (const PassFailed& failed) {
      out_.warnings.push_back(std::string("Reranking in steps failed: ") + failed.what());
    }
    out_.is_reranked = false;
    out_.min_similarity = question_.options.filter.min_similarity.value_or(0);
    for (Candidate& found : candidates_) found.rerank.reset();
    return false;
  }

  /// Starts a pass of the reranker with bounds, if leaving texts unread can save time. Explanations
  /// need all candidates.
  std::unique_ptr<RerankPass> bounded_pass() {
    if (reranker() == nullptr || question_.options.explain ||
        candidates_.size() <= answer_depth() || limit_.is_over())
      return nullptr;
    return reranker()->start(question_.reading.text, pairs_of(all_places(candidates_.size())));
  }

  void rank_all() {
    // Always ranks the first few, so that an answer that ran out of time is not empty.
    for (std::size_t next = 0; next < candidates_.size(); next += kTextsInTime) {
      if (next > 0 && limit_.is_over()) break;
      std::vector<std::size_t> which(std::min(kTextsInTime, candidates_.size() - next));
      std::iota(which.begin(), which.end(), next);
      load_texts(context_, candidates_, which, out_.warnings);
    }
    drop_unread();
    verbatim_.mark(candidates_, all_places(candidates_.size()));
    if (!limit_.is_over()) rerank();
    for (Candidate& found : candidates_) scorer_.score(found);
    judge_all(all_places(candidates_.size()));
  }

  bool is_too_dissimilar(const Candidate& found) const {
    return scorer_.is_too_dissimilar(found, out_.min_similarity);
  }

  /// Computes the confidence without a similarity threshold, then chooses the threshold if the
  /// caller gave none. A good answer, or one with a verbatim match, is cut at the threshold; a
  /// doubtful answer is not cut.
  void judge_all(std::span<const std::size_t> scored) {
    const auto& given = question_.options.filter.min_similarity;
    out_.min_similarity = given.value_or(question_.min_similarity());
    if (!out_.is_reranked) return;
    std::vector<const Candidate*> best;
    for (const auto& place : scorer_.order_of(candidates_, scored, 0)) {
      best.push_back(place.found);
      if (best.size() == kJudgedMatches) break;
    }
    out_.confidence = answer_confidence(context_, question_, retrieved_, best);
    if (!given && is_doubtful(best)) out_.min_similarity = 0;
  }

  bool is_doubtful(std::span<const Candidate* const> best) const {
    const bool is_literal = std::ranges::any_of(best, [](const Candidate* found) {
      return found->lane || found->exact != rank::ExactMatch::kNone;
    });
    const auto& assessed = out_.confidence;
    return !is_literal && assessed &&
           assessed->features[kUnknownWords] < 1 &&  // some chunk contains one of the words
           assessed->confidence >= DoubtfulConfidence::kLeast &&
           assessed->confidence < DoubtfulConfidence::kMost;
  }

  /// The threshold algorithm (Fagin et al. 2003): reads candidates by the maximum of their possible
  /// relevance until the answer is more relevant than any other candidate can be. Skipped
  /// candidates do not lower other matches of their file either: they would come after them.
  void rank_by_bounds(RerankPass& pass) {
    out_.is_reranked = true;
    bound_relevance(pass);
    std::vector<std::size_t> scored;
    score_needed(pass, scored);
    judge_all(scored);
    if (out_.min_similarity > 0) score_needed(pass, scored);
    drop_unread();
  }

  /// Scores the candidates that the answer still needs and adds them to `scored`.
  void score_needed(RerankPass& pass, std::vector<std::size_t>& scored) {
    // Whether tests define a name depends on all candidates that may define it.
    const auto is_needed = [&](const Candidate& found) {
      return found.lane ||
             (verbatim_.is_name() && found.exact >= rank::ExactMatch::kIdentifierSymbol);
    };
    std::vector<double> most;
    for (const Candidate& found : candidates_)
      most.push_back(is_needed(found) ? 2 : is_too_dissimilar(found) ? -1 : found.relevance);
    auto places = all_places(candidates_.size());
    std::erase_if(places, [&](std::size_t i) { return std::ranges::count(scored, i) > 0; });
    std::ranges::stable_sort(places,
                             [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
    const auto needed = static_cast<std::size_t>(std::ranges::count_if(candidates_, is_needed));

    std::size_t end = std::min(std::max(answer_depth() + kTextsAtOnce / 2, needed), places.size());
    if (!scored.empty()) end = 0;
    for (std::size_t next = 0;;) {
      if (end > next) {
        const auto which = score_texts(std::span(places).subspan(next, end - next), pass);
        scored.insert(scored.end(), which.begin(), which.end());
      }
      if (limit_.is_over()) break;
      const double least = least_needed(scored);
      next = end;
      while (end < places.size() && end - next < kTextsAtOnce &&
             most[places[end]] + kRounding >= least)
        ++end;
      if (end == next) break;
    }
  }

  /// The relevance of the last candidate of the answer if only `scored` existed: it needs
  /// answer_depth() of them without copies (place_parts). 0: there are too few.
  double least_needed(std::span<const std::size_t> scored) const {
    NearCopies texts;
    std::size_t taken = 0;
    for (const auto& [found, relevance] :
         scorer_.order_of(candidates_, scored, out_.min_similarity)) {
      if (found->is_exact())
        texts.add(found->text());
      else if (texts.find_or_add(found->text()))
        continue;
      if (++taken == answer_depth()) return relevance;
    }
    return 0;
  }

  /// Reads, reranks and scores those candidates. Returns the positions of the readable ones.
  std::vector<std::size_t> score_texts(std::span<const std::size_t> places, RerankPass& pass) {
    load_texts(context_, candidates_, places, out_.warnings);
    std::vector<std::size_t> which(places.begin(), places.end());
    std::erase_if(which, [&](std::size_t i) { return !candidates_[i].content; });
    verbatim_.mark(candidates_, which);
    const auto scores = pass.scores(pairs_of(which));
    for (std::size_t i = 0; i < which.size(); ++i) {
      Candidate& found = candidates_[which[i]];
      found.rerank = static_cast<double>(scores[i]);
      scorer_.score(found);
    }
    return which;
  }

  /// Sets the upper bounds of match, score and relevance of each candidate.
  void bound_relevance(RerankPass& pass) {
    constexpr auto kSymbol = static_cast<std::size_t>(rank::Field::kSymbol);
    constexpr auto kBody = static_cast<std::size_t>(rank::Field::kBody);
    const PhraseBound phrases(question_.reading.text, retrieved_.coverage);
    for (Candidate& found : candidates_) {
      const std::size_t run = phrases.longest(found.field_terms[kBody]);
      found.exact = verbatim_.strongest(run);
      if (verbatim_.is_name() && phrases.may_hold_last(found.field_terms[kSymbol]))
        found.exact = rank::ExactMatch::kIdentifierSymbol;
      found.signals.phrase_words = static_cast<std::uint32_t>(run);
    }
    const auto bounds = pass.bounds(pairs_of(all_places(candidates_.size())));
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      candidates_[i].rerank = static_cast<double>(bounds[i]);
      scorer_.score(candidates_[i]);
    }
  }

  void drop_unread() {
    std::erase_if(candidates_, [](const Candidate& found) { return !found.content; });
  }

  void rerank() {
    if (reranker() == nullptr || candidates_.empty()) return;
    const auto pairs = pairs_of(all_places(candidates_.size()));
    auto scores = reranker()->rerank(question_.reading.text, pairs);
    if (!scores) {
      out_.warnings.push_back("Reranking service unavailable, using the local reranker: " +
                              scores.error().message());
      const auto local = make_learned_reranker();
      if (!local) return;
      scores = (*local)->rerank(question_.reading.text, pairs);
      if (!scores) return;
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      candidates_[i].rerank = static_cast<double>((*scores)[i]);
    out_.is_reranked = true;
    auto places = all_places(candidates_.size());
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
      return candidates_[a].rerank > candidates_[b].rerank;
    });
    for (std::size_t i = 0; i < places.size(); ++i) candidates_[places[i]].rerank_rank = i + 1;
    if (question_.options.explain) measure_features(pairs);
  }

  void measure_features(std::span<const RerankCandidate> pairs) {
    const std::size_t width = reranker()->feature_names().size();
    const auto share_out = [&](const std::vector<float>& values,
                               std::vector<float> Candidate::*member) {
      if (values.size() != width * pairs.size()) return;
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * width);
        (candidates_[i].*member).assign(row, row + static_cast<std::ptrdiff_t>(width));
      }
    };
    share_out(reranker()->features(question_.reading.text, pairs), &Candidate::features);
    share_out(reranker()->effects(question_.reading.text, pairs), &Candidate::effects);
  }

  const SearchContext& context_;
  const Question& question_;
  const Retrieved& retrieved_;
  TimeLimit& limit_;
  Scorer scorer_;
  VerbatimMatcher verbatim_;
  std::vector<Candidate> candidates_;
  Ranked out_;
};

}  // namespace

Ranked rank_candidates(const SearchContext& context, const Question& question,
                       const Retrieved& retrieved, std::vector<Candidate> candidates,
                       TimeLimit& limit) {
  return Ranking(context, question, retrieved, std::move(candidates), limit).execute();
}

}  // namespace codeweaver::engine
