// Ranking of a query's candidates: texts, word-for-word matches, reranker, and which need them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <numeric>

#include "codeweaver/rank/calibration.hpp"
#include "codeweaver/reranker.hpp"
#include "engine/searching/confidence.hpp"
#include "engine/searching/phrase_bound.hpp"
#include "engine/searching/query_run.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// Texts read at a time after the first ones.
constexpr std::size_t kTextsAtOnce = 8;
/// Texts read between looks at the clock where all are read.
constexpr std::size_t kTextsInTime = 16;
/// What logistic curves of bounds may fall short of those of scores by rounding.
constexpr double kRounding = 1e-6;

std::vector<std::size_t> all_places(std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

}  // namespace

void QueryRun::rank() {
  const bool is_reranked = context_.parts.reranker && options_.rerank_depth != 0;
  // Explanations tell of all candidates.
  if (is_reranked && !options_.explain && candidates_.size() > answer_depth() && !is_over()) {
    std::vector<RerankCandidate> pairs;
    for (auto& found : candidates_) pairs.push_back(pair_of(found));
    if (const auto pass = context_.parts.reranker->start(question_.text, pairs))
      return rank_by_bounds(*pass);
  }
  rank_all();
}

void QueryRun::rank_all() {
  // The first few always, so that an answer that ran out of time is not empty.
  for (std::size_t next = 0; next < candidates_.size(); next += kTextsInTime) {
    if (next > 0 && is_over()) break;
    std::vector<std::size_t> which(std::min(kTextsInTime, candidates_.size() - next));
    std::iota(which.begin(), which.end(), next);
    load_texts(which);
  }
  std::erase_if(candidates_, [](const Candidate& c) { return !c.content; });
  mark_exact(all_places(candidates_.size()));
  if (!is_over()) rerank();
  for (auto& found : candidates_) score(found);
}

/// Places that an answer is made of, or judged by.
std::size_t QueryRun::answer_depth() const {
  return std::max(options_.top_k, kJudgedMatches);
}

/// The threshold algorithm (Fagin et al. 2003): candidates are read in order of the most that their
/// relevance can be, until the answer is more relevant than any other can be. Neither do those
/// left out take anything from matches of their file: they would come after them.
void QueryRun::rank_by_bounds(RerankPass& pass) {
  bound_relevance(pass, PhraseBound(question_.text, *coverage_));
  const bool is_name = matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier;
  // Whether tests define a name depends on all that may define it.
  const auto is_needed = [&](const Candidate& found) {
    return is_name && found.exact >= rank::ExactMatch::kIdentifierSymbol;
  };
  std::vector<double> most;
  for (const auto& found : candidates_)
    most.push_back(is_needed(found) ? 2 : is_too_dissimilar(found) ? -1 : found.relevance);
  auto places = all_places(candidates_.size());
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) { return most[a] > most[b]; });
  const auto needed = static_cast<std::size_t>(std::ranges::count_if(candidates_, is_needed));

  std::vector<std::size_t> scored;
  std::size_t next = 0, end = std::max(answer_depth() + kTextsAtOnce / 2, needed);
  while (next < places.size()) {
    end = std::min(end, places.size());
    std::vector<std::size_t> which(places.begin() + static_cast<std::ptrdiff_t>(next),
                                   places.begin() + static_cast<std::ptrdiff_t>(end));
    load_texts(which);
    std::erase_if(which, [&](std::size_t i) { return !candidates_[i].content; });
    mark_exact(which);
    std::vector<RerankCandidate> pairs;
    for (const std::size_t i : which) pairs.push_back(pair_of(candidates_[i]));
    const auto scores = pass.scores(pairs);
    for (std::size_t i = 0; i < which.size(); ++i) {
      auto& found = candidates_[which[i]];
      found.rerank = static_cast<double>(scores[i]);
      score(found);
      scored.push_back(which[i]);
    }
    if (is_over()) break;
    const double least = relevance_at(answer_depth(), scored);
    next = end;
    while (end < places.size() && end - next < kTextsAtOnce &&
           most[places[end]] + kRounding >= least)
      ++end;
    if (end == next) break;
  }
  std::erase_if(candidates_, [](const Candidate& c) { return !c.content; });
  reranked_ = true;
}

/// Gives each candidate the most that its match, its score and its relevance can be.
void QueryRun::bound_relevance(RerankPass& pass, const PhraseBound& phrases) {
  using rank::ExactMatch;
  constexpr auto kSymbol = static_cast<std::size_t>(rank::Field::kSymbol);
  constexpr auto kBody = static_cast<std::size_t>(rank::Field::kBody);
  const bool is_name = matcher_.kind() == rank::ExactMatcher::Kind::kIdentifier;
  std::vector<RerankCandidate> pairs;
  for (auto& found : candidates_) {
    const std::size_t run = phrases.longest(found.field_terms[kBody]);
    found.exact = matcher_.strongest(run);
    if (is_name && phrases.may_hold_last(found.field_terms[kSymbol]))
      found.exact = ExactMatch::kIdentifierSymbol;
    found.signals.phrase_words = static_cast<std::uint32_t>(run);
    pairs.push_back(pair_of(found));
  }
  const auto bounds = pass.bounds(pairs);
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    candidates_[i].rerank = static_cast<double>(bounds[i]);
    score(candidates_[i]);
  }
}

void QueryRun::load_texts(std::span<const std::size_t> which) {
  std::vector<store::ChunkPlace> places;
  for (const std::size_t i : which)
    places.push_back({candidates_[i].info.content, candidates_[i].info.ordinal});
  auto loaded = read_chunks(context_.database, context_.chunks, places);
  std::size_t gone = 0;
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (loaded[i])
      candidates_[which[i]].content = std::move(*loaded[i]);
    else if (loaded[i].error().category == ErrorCategory::kNotFound)
      ++gone;
    else if (response_.warnings.empty() || response_.warnings.back() != loaded[i].error().message())
      response_.warnings.push_back(loaded[i].error().message());
  }
  if (gone > 0)
    response_.warnings.push_back(std::to_string(gone) +
                                 " candidates left the index during the search; search again");
}

void QueryRun::mark_exact(std::span<const std::size_t> which) {
  using rank::ExactMatch;
  bool is_defined_outside_tests = false;
  for (const std::size_t i : which) {
    auto& found = candidates_[i];
    const std::size_t run = phrase_.longest(found.text());
    found.exact = matcher_.match(found.text(), found.record().symbol, run);
    found.signals.phrase_words = static_cast<std::uint32_t>(run);
    if (!is_identifier_) continue;
    for (const auto& name : found.record().defines)  // a chunk may define more than its main symbol
      if (found.exact != ExactMatch::kIdentifierSymbol &&
          matcher_.match({}, name) == ExactMatch::kIdentifierSymbol)
        found.exact = ExactMatch::kIdentifierSymbol;
    is_defined_outside_tests =
        is_defined_outside_tests ||
        (found.exact == ExactMatch::kIdentifierSymbol && !found.info.is_test);
  }
  // A test that is named after what it tests defines nothing that was asked for.
  if (!is_defined_outside_tests) return;
  for (const std::size_t i : which) {
    auto& found = candidates_[i];
    if (found.info.is_test) found.exact = std::min(found.exact, ExactMatch::kIdentifier);
  }
}

/// Where its text is read, with all that the text tells.
RerankCandidate QueryRun::pair_of(Candidate& found) const {
  found.signals.semantic_class = found.semantic_class();
  found.signals.exact = found.exact;
  RerankCandidate pair{
      .path = shown_path(found.info.path),
      .symbol = {},
      .doc = {},
      .content = {},
      .dense_score = static_cast<float>(rank::calibrate_cosine(found.dense_raw)),
      .sparse_score = static_cast<float>(rank::calibrate_lexical(found.lexical_raw, attainable_)),
      .is_test = found.info.is_test,
      .is_generated = found.info.is_generated,
      .signals = &found.signals};
  if (!found.content) return pair;
  const auto& record = found.record();
  found.signals.is_part = record.is_part;
  pair.symbol = record.symbol;
  pair.doc = record.doc;
  pair.content = found.text();
  return pair;
}

void QueryRun::rerank() {
  if (!context_.parts.reranker || options_.rerank_depth == 0 || candidates_.empty()) return;
  std::vector<RerankCandidate> pairs;
  for (auto& found : candidates_) pairs.push_back(pair_of(found));
  auto scores = context_.parts.reranker->rerank(question_.text, pairs);
  if (!scores) {
    response_.warnings.push_back("Reranking service unavailable, using the local reranker: " +
                                 scores.error().message());
    const auto local = make_learned_reranker();
    if (!local) return;
    scores = (*local)->rerank(question_.text, pairs);
    if (!scores) return;
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i)
    candidates_[i].rerank = static_cast<double>((*scores)[i]);
  reranked_ = true;
  auto places = all_places(candidates_.size());
  std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
    return candidates_[a].rerank > candidates_[b].rerank;
  });
  for (std::size_t i = 0; i < places.size(); ++i) candidates_[places[i]].rerank_rank = i + 1;
  if (options_.explain) measure_features(pairs);
}

void QueryRun::measure_features(std::span<const RerankCandidate> pairs) {
  const auto& reranker = *context_.parts.reranker;
  const std::size_t width = reranker.feature_names().size();
  const auto share_out = [&](const std::vector<float>& values,
                             std::vector<float> Candidate::*member) {
    if (values.size() != width * pairs.size()) return;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const auto row = values.begin() + static_cast<std::ptrdiff_t>(i * width);
      (candidates_[i].*member).assign(row, row + static_cast<std::ptrdiff_t>(width));
    }
  };
  share_out(reranker.features(question_.text, pairs), &Candidate::features);
  share_out(reranker.effects(question_.text, pairs), &Candidate::effects);
}

}  // namespace codeweaver::engine
