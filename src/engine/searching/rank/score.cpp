// Computes the relevance of candidates and sorts them; later chunks of a file count less.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/score.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>

#include "codeweaver/detail/calibration.hpp"
#include "codeweaver/detail/importance.hpp"
#include "codeweaver/detail/intent_factor.hpp"
#include "codeweaver/detail/relevance.hpp"
#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// Minimum factor for later chunks of a file, so that the chunks of a large file do not fall behind
/// everything else. With the usual decay the eleventh chunk of a file reaches it, so the ten best
/// matches do not depend on it.
constexpr double kLeastFileFactor = 0.2;

/// Minimum number of documents among ten candidates for an answer about documents; notebooks have
/// code.
constexpr std::size_t kDocumentsOfTen = 9;
constexpr rank::RelevanceWeights kDocumentWeights{
    .rerank = 0.36, .dense = 0.36, .sparse = 0.18, .semantic = 0.1};

bool is_more_relevant(const Candidate& a, const Candidate& b) {
  if (a.scores.relevance != b.scores.relevance) return a.scores.relevance > b.scores.relevance;
  return std::tuple(a.info.path, a.info.lines.start_line, a.info.ordinal) <
         std::tuple(b.info.path, b.info.lines.start_line, b.info.ordinal);
}

/// Factor that earlier chunks of its file leave for a candidate; call in order of relevance.
class FileDecay {
 public:
  explicit FileDecay(double decay) : decay_(decay), least_(std::min(decay, kLeastFileFactor)) {}
  double next(const Candidate& found) {
    double& factor = factors_.try_emplace(shown_path(found.info.path), 1.0).first->second;
    const double own = found.is_exact() ? 1 : factor;
    factor = std::max(factor * decay_, least_);
    return own;
  }

 private:
  double decay_, least_;
  std::map<std::string_view, double> factors_;
};

}  // namespace

rank::RelevanceWeights weights_for(std::span<const Candidate> candidates,
                                   const rank::RelevanceWeights& given) {
  const auto documents =
      static_cast<std::size_t>(std::ranges::count_if(candidates, [](const Candidate& found) {
        return found.info.semantic_class == SemanticClass::kDocumentationStructured;
      }));
  const bool is_about_documents =
      !candidates.empty() && documents * 10 >= candidates.size() * kDocumentsOfTen;
  return is_about_documents && given == rank::RelevanceWeights{} ? kDocumentWeights : given;
}

void Scorer::score(Candidate& found) const {
  const bool has_dense = retrieved_.has_dense();
  Scores& out = found.scores;
  out = {};
  out.sparse = rank::calibrate_lexical(found.lexical_raw, retrieved_.attainable);
  out.dense = has_dense ? rank::calibrate_cosine(found.dense_raw) : 0;
  out.semantic =
      rank::semantic_score(found.semantic_class(), question_.intent_type(), question_.options.task);
  if (found.is_named_statements() && !found.info.is_test)  // worth at least as much as its function
    out.semantic = std::max(out.semantic,
                            rank::semantic_score(SemanticClass::kDefinitionCallable,
                                                 question_.intent_type(), question_.options.task));
  out.similarity = rank::similarity(has_dense ? std::optional(out.dense) : std::nullopt, out.sparse,
                                    found.exact);
  if (found.lane) out.similarity = std::max(out.similarity, found.lane->least);
  out.asked_factor = asked_factor(found);
  // A predicate shares few words with a question about what it decides.
  if (out.asked_factor == rank::kDecisionBoost)
    out.similarity = rank::boosted(out.similarity, rank::kDecisionBoost);
  const auto raised = [&](double score) {
    const double own = rank::boosted(score, out.asked_factor);
    if (!found.lane) return rank::raised(own, found.exact);
    const double in_lane = found.lane->least + (found.lane->most - found.lane->least) * own;
    return found.lane->kind == LaneKind::kText ? std::max(in_lane, rank::raised(own, found.exact))
                                               : in_lane;
  };
  const auto beside = [&](double score) {
    return raised(found.rerank ? rank::beside_reranker(score) : score);
  };
  if (found.rerank) {
    // Applied twice, because the reranker learned how seldom tests and documents are requested.
    const bool is_wanted_kind = out.asked_factor >= rank::kAskedKindBoost;
    out.components.rerank = raised(
        is_wanted_kind ? rank::boosted(*found.rerank, rank::kAskedKindBoost) : *found.rerank);
  }
  if (has_dense) out.components.dense = beside(out.dense);
  out.components.sparse = beside(out.sparse);
  out.components.semantic = beside(out.semantic);
  out.weights = weights_;
  out.relevance = rank::relevance(out.components, weights_).score;
  if (found.past > 0 && !found.is_exact())
    out.relevance = rank::boosted(out.relevance, past_factor(found.past));
}

double Scorer::kind_factor(const Candidate& found) const {
  const auto& reading = question_.reading;
  const auto declaration = reading.declaration;
  if (found.is_of_kind(reading.kind)) return rank::kAskedKindBoost;
  const bool is_by_file = found.declares(declaration);
  const bool is_by_text = found.declares_in_text(declaration);
  if (is_by_file && (is_by_text || text::names_kind_of_file(declaration)))
    return rank::kAskedKindBoost;
  if (is_by_file || is_by_text) return rank::kDeclarationBoost;
  if (reading.asks_for_decision && found.decides()) return rank::kDecisionBoost;
  const bool is_record = !reading.may_ask_for_changes && found.records_change();
  return is_record ? rank::kChangeRecordFactor : 1;
}

double Scorer::asked_factor(const Candidate& found) const {
  const double by_kind = kind_factor(found);
  if (!question_.is_intent_given()) return by_kind;
  const auto intent = *question_.intent_type();
  const auto may_hold = [&](IntentType wanted, bool (*holds)(std::string_view)) {
    return intent == wanted && holds(found.text());
  };
  const rank::IntentFacts facts{
      .semantic_class = found.semantic_class(),
      .is_test = found.info.is_test,
      .handles_errors = may_hold(IntentType::kDebug, rank::handles_errors),
      .holds_settings = may_hold(IntentType::kConfigure, rank::holds_settings),
      .saves_work = may_hold(IntentType::kOptimize, rank::saves_work)};
  const double by_intent = rank::intent_factor(intent, facts);
  return by_kind > 1 ? std::max(by_kind, by_intent) : by_kind * by_intent;
}

/// The threshold is for vectors: by words alone, all matches of a long question are below it.
bool Scorer::is_too_dissimilar(const Candidate& found, double least) const {
  if (!retrieved_.has_dense() || context_.lacking.contains(found.info.content)) return false;
  return found.exact == rank::ExactMatch::kNone && !found.lane && found.scores.similarity < least;
}

std::vector<Scorer::Place> Scorer::order_of(std::span<const Candidate> scored) const {
  std::vector<Place> out;
  for (const Candidate& found : scored) out.push_back({&found, found.scores.relevance});
  std::ranges::sort(
      out, [](const Place& a, const Place& b) { return is_more_relevant(*a.found, *b.found); });
  FileDecay decay(question_.options.file_decay);
  for (Place& place : out) place.relevance *= decay.next(*place.found);
  std::ranges::stable_sort(out, std::greater<>(), &Place::relevance);
  return out;
}

std::vector<Candidate> ordered(std::vector<Candidate> scored, double file_decay) {
  std::ranges::sort(scored, is_more_relevant);
  FileDecay decay(file_decay);
  for (Candidate& found : scored)
    found.scores.relevance *= found.scores.file_factor = decay.next(found);
  std::ranges::sort(scored, is_more_relevant);
  return scored;
}

}  // namespace codeweaver::engine
