// Ranks the candidates of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/rank.hpp"

#include <algorithm>
#include <utility>

#include "codeweaver/reranker.hpp"
#include "engine/searching/rank/candidate_texts.hpp"
#include "engine/searching/rank/overview.hpp"
#include "engine/searching/rank/score.hpp"

namespace codeweaver::engine {
namespace {

/// Number of texts read between checks of the time.
constexpr std::size_t kTextsInTime = 16;

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
    read_texts();
    verbatim_.mark(candidates_);
    if (!limit_.is_over()) rerank();
    for (Candidate& found : candidates_) scorer_.score(found);
    judge();
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
  std::vector<RerankCandidate> pairs() const {
    std::vector<RerankCandidate> out;
    out.reserve(candidates_.size());
    for (const Candidate& found : candidates_) out.push_back(pair_of(found, retrieved_.attainable));
    return out;
  }

  /// Reads the texts as long as there is time. Always reads the first few, so that an answer that
  /// ran out of time is not empty.
  void read_texts() {
    for (std::size_t next = 0; next < candidates_.size(); next += kTextsInTime) {
      if (next > 0 && limit_.is_over()) break;
      load_texts(context_,
                 std::span(candidates_)
                     .subspan(next)
                     .first(std::min(kTextsInTime, candidates_.size() - next)),
                 out_.warnings);
    }
    std::erase_if(candidates_, [](const Candidate& found) { return !found.content; });
  }

  bool is_too_dissimilar(const Candidate& found) const {
    return scorer_.is_too_dissimilar(found, out_.min_similarity);
  }

  /// Computes the confidence without a similarity threshold, then chooses the threshold if the
  /// caller gave none. A good answer, or one with a verbatim match, is cut at the threshold; a
  /// doubtful answer is not cut.
  void judge() {
    const auto& given = question_.options.filter.min_similarity;
    out_.min_similarity = given.value_or(question_.min_similarity());
    if (!out_.is_reranked) return;
    std::vector<const Candidate*> best;
    for (const auto& place : scorer_.order_of(candidates_)) {
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

  void rerank() {
    if (reranker() == nullptr || candidates_.empty()) return;
    const auto given = pairs();
    auto scores = reranker()->rerank(question_.reading.text, given, limit_.call());
    if (!scores) {
      out_.warnings.push_back("Reranking service unavailable, using the local reranker: " +
                              scores.error().message());
      const auto local = make_learned_reranker();
      if (!local) return;
      scores = (*local)->rerank(question_.reading.text, given);
      if (!scores) return;
    }
    for (std::size_t i = 0; i < candidates_.size(); ++i)
      candidates_[i].rerank = static_cast<double>((*scores)[i]);
    out_.is_reranked = true;
    std::vector<Candidate*> best;
    for (Candidate& found : candidates_) best.push_back(&found);
    std::ranges::stable_sort(best, std::ranges::greater(), &Candidate::rerank);
    for (std::size_t i = 0; i < best.size(); ++i) best[i]->rerank_rank = i + 1;
    if (question_.options.explain) measure_features(given);
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
