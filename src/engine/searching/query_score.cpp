// The second half of a query: relevance, order, answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "codeweaver/rank/calibration.hpp"
#include "codeweaver/rank/importance.hpp"
#include "codeweaver/rank/relevance.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "engine/searching/confidence.hpp"
#include "engine/searching/query_run.hpp"
#include "engine/searching/score_text.hpp"
#include "engine/state/item_path.hpp"
#include "store/search/lexical_search.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kSuggestedWords = 5;
/// What the chunks of a file before it leave of a candidate's relevance at least, so that those of
/// a large file do not vanish behind anything. With the usual decay it is reached by the eleventh
/// chunk of a file, so that no ten best matches depend on it.
constexpr double kLeastFileFactor = 0.2;

}  // namespace

void QueryRun::score(Candidate& found) const {
  const auto intent = intent_type();
  found.sparse = rank::calibrate_lexical(found.lexical_raw, attainable_);
  found.dense = has_dense_ ? rank::calibrate_cosine(found.dense_raw) : 0;
  found.semantic = rank::semantic_score(found.semantic_class(), intent, options_.task);
  found.similarity = rank::similarity(has_dense_ ? std::optional(found.dense) : std::nullopt,
                                      found.sparse, found.exact);
  const bool is_asked_for = found.is_of_kind(question_.kind);
  const auto raised = [&](double score) {
    return rank::raised(is_asked_for ? rank::boosted(score, rank::kAskedKindBoost) : score,
                        found.exact);
  };
  const auto beside = [&](double score) {
    return raised(found.rerank ? rank::beside_reranker(score) : score);
  };
  if (found.rerank) found.components.rerank = raised(*found.rerank);
  if (has_dense_) found.components.dense = beside(found.dense);
  found.components.sparse = beside(found.sparse);
  found.components.semantic = beside(found.semantic);
  found.relevance = rank::relevance(found.components, options_.weights).score;
}

void QueryRun::drop_dissimilar() {
  std::erase_if(candidates_, [this](const Candidate& found) { return is_too_dissimilar(found); });
}

/// The threshold is one of vectors: by words alone, long questions stay below it with all matches.
bool QueryRun::is_too_dissimilar(const Candidate& found) const {
  const auto* lacking = context_.lacking;
  if (!has_dense_ || (lacking != nullptr && lacking->contains(found.info.content))) return false;
  return found.exact == rank::ExactMatch::kNone &&
         found.similarity < options_.filter.min_similarity;
}

namespace {

bool is_more_relevant(const Candidate& a, const Candidate& b) {
  if (a.relevance != b.relevance) return a.relevance > b.relevance;
  return std::tuple(a.info.path, a.info.lines.start_line, a.info.ordinal) <
         std::tuple(b.info.path, b.info.lines.start_line, b.info.ordinal);
}

/// What the chunks of a file before a candidate leave of its relevance; ask in order of relevance.
class FileDecay {
 public:
  explicit FileDecay(double decay) : decay_(decay), least_(std::min(decay, kLeastFileFactor)) {}
  double next(const Candidate& found) {
    double& factor = factors_.try_emplace(shown_path(found.info.path), 1.0).first->second;
    const double own = found.exact < rank::ExactMatch::kIdentifierSymbol ? factor : 1;
    factor = std::max(factor * decay_, least_);
    return own;
  }

 private:
  double decay_, least_;
  std::map<std::string_view, double> factors_;
};

}  // namespace

void QueryRun::order() {
  std::sort(candidates_.begin(), candidates_.end(), is_more_relevant);
  FileDecay decay(options_.file_decay);
  for (auto& found : candidates_) found.relevance *= found.file_factor = decay.next(found);
  std::sort(candidates_.begin(), candidates_.end(), is_more_relevant);
}

double QueryRun::relevance_at(std::size_t place, std::span<const std::size_t> scored) const {
  std::vector<const Candidate*> ranked;
  for (const std::size_t i : scored)
    if (!is_too_dissimilar(candidates_[i])) ranked.push_back(&candidates_[i]);
  if (ranked.size() < place) return 0;
  std::ranges::sort(ranked, [](const auto* a, const auto* b) { return is_more_relevant(*a, *b); });
  FileDecay decay(options_.file_decay);
  std::vector<double> relevance;
  for (const Candidate* found : ranked) relevance.push_back(found->relevance * decay.next(*found));
  const auto at = relevance.begin() + static_cast<std::ptrdiff_t>(place) - 1;
  std::ranges::nth_element(relevance, at, std::greater<>());
  return *at;
}

/// The curve was fitted to scores of the built-in parts; those of others mean something else.
void QueryRun::judge_answer() {
  if (!reranked_ || !has_dense_ || options_.retrieval != Retrieval::kHybrid ||
      !context_.parts.reranker->name().starts_with("codeweaver/trees") ||
      context_.identity.embedder_provider != "codeweaver" || context_.parts.sparse_encoder)
    return;
  const auto features = answer_features(candidates_, *coverage_);
  response_.confidence = candidates_.empty() ? 0 : confidence(features);
  if (!options_.explain) return;
  for (std::size_t i = 0; i < features.size(); ++i)
    response_.answer_features.emplace(kAnswerFeatures[i], features[i]);
}

void QueryRun::cut() {
  if (candidates_.size() > options_.top_k) candidates_.resize(options_.top_k);
}

void QueryRun::assemble() {
  const bool has_context = options_.detail == Detail::kFull && options_.context_lines > 0;
  for (std::size_t i = 0; i < candidates_.size() && !stop_.stop_requested(); ++i) {
    auto& match = response_.matches.emplace_back(
        make_match(candidates_[i], context_.database, context_.identity, options_, term_set_));
    if (has_context && !is_out_of_time())
      add_context(candidates_[i], context_.database, options_.context_lines, match);
    if (options_.explain) explain(match, candidates_[i], i + 1);
  }
  std::vector<std::uint32_t> tokens;
  if (options_.detail == Detail::kFull)
    for (const auto& found : std::span(candidates_).first(response_.matches.size()))
      tokens.push_back(found.info.tokens);
  fit_budget(response_, options_.token_limit, term_set_, tokens);
  std::set<std::string> languages;
  for (const auto& match : response_.matches)
    if (!match.file.language.empty()) languages.insert(match.file.language);
  response_.languages_found.assign(languages.begin(), languages.end());
  strategies();
  if (response_.matches.empty() && candidates_.empty()) add_suggestions();
  response_.summary = summarize(response_);
}

void QueryRun::add_suggestions() {
  const auto words = words_in_index();
  response_.suggestions = suggest(query_, filter_, context_.statistics, admitted_chunks_,
                                  words.value_or(std::vector<std::string>()));
  if (!words && response_.total_matches > 0)
    response_.suggestions.insert(
        response_.suggestions.begin(),
        std::to_string(response_.total_matches) + " candidates are less similar than " +
            score_text(options_.filter.min_similarity) + ": try a smaller min_similarity");
}

void QueryRun::strategies() {
  auto& out = response_.search_strategy;
  const bool has_sparse = !terms_.empty();
  if (has_dense_ && has_sparse)
    out.push_back(SearchStrategy::kHybridSearch);
  else
    out.push_back(has_dense_ ? SearchStrategy::kDenseOnly : SearchStrategy::kSparseOnly);
  if (reranked_) out.push_back(SearchStrategy::kSemanticRerank);
}

std::optional<std::vector<std::string>> QueryRun::words_in_index() {
  std::vector<std::string> out;
  std::set<std::string, std::less<>> asked;
  for (auto& word : words_of(query_)) {  // as typed: terms are stems, which nobody would type
    if (out.size() == kSuggestedWords || is_over()) break;
    auto terms = text::analyze_query(word);
    std::erase_if(terms, [&](const auto& term) { return !term_set_.contains(term.text); });
    if (terms.empty() || !asked.insert(word).second) continue;
    if (!store::search_lexical(context_.snapshot, terms, allowed_, 1).empty())
      out.push_back(std::move(word));
  }
  if (!out.empty() && out.size() == asked.size()) return std::nullopt;
  return out;
}

}  // namespace codeweaver::engine
