// Explanations: ranks of a match at each stage, its scores, and the effects of reranker features.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/explain.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/relevance.hpp"
#include "codeweaver/reranker.hpp"
#include "syntax/class_word.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kEffectsShown = 6;

std::string_view exact_name(rank::ExactMatch exact) {
  switch (exact) {
    case rank::ExactMatch::kWhole:
    case rank::ExactMatch::kSnippet:
      return "the query occurs in it verbatim";
    case rank::ExactMatch::kIdentifierSymbol:
      return "it defines the requested name";
    case rank::ExactMatch::kIdentifier:
      return "it contains the requested name";
    case rank::ExactMatch::kPhrase:
      return "it contains the query as a phrase";
    case rank::ExactMatch::kNone:
      break;
  }
  return "";
}

std::string_view lane_name(const Lane& lane) {
  switch (lane.kind) {
    case LaneKind::kPlace:
      return "it contains the requested line";
    case LaneKind::kFile:
      return "it is in the requested file";
    case LaneKind::kText:
      return "the query contains its text";
    case LaneKind::kWord:
      return "it contains the requested name, which nothing defines";
    case LaneKind::kName:
      break;
  }
  switch (lane.match) {
    case text::NameMatch::kStyle:
      return "it defines the requested name, in another style";
    case text::NameMatch::kBegins:
      return "it defines a name that starts with the requested one";
    case text::NameMatch::kHolds:
      return "it defines a name that contains the requested one";
    case text::NameMatch::kNear:
      return "it defines a name similar to the requested one";
    case text::NameMatch::kParts:
      return "it defines a name with all parts of the requested one";
    case text::NameMatch::kExact:
    case text::NameMatch::kNone:
      break;
  }
  return "it defines the requested name";
}

std::string_view kind_name(text::AskedKind kind) {
  return kind == text::AskedKind::kTests
             ? "it is a test, and the query asks for tests"
             : "it is documentation, and the query asks for documentation";
}

std::string ranks_text(const MatchRanks& ranks) {
  const auto place = [](const std::optional<std::size_t>& rank) {
    return rank ? std::to_string(*rank) : std::string("-");
  };
  return "ranks: lexical " + place(ranks.lexical) + ", dense " + place(ranks.dense) + ", fused " +
         std::to_string(ranks.fused) + ", reranked " + place(ranks.reranked) + ", answer " +
         std::to_string(ranks.answer);
}

/// A score, and its weight in the sum if that differs: sides count less when there is a reranker,
/// and matches of the requested name or kind count more.
std::string component_text(std::string_view name, double score,
                           const std::optional<double>& counted) {
  const auto own = score_text(score), summed = score_text(counted.value_or(score));
  return std::string(name) + ' ' + own + (own == summed ? "" : ", counted as " + summed);
}

void explain_reranker(const Reranker& reranker, const Candidate& found, CodeMatch& match) {
  if (found.features.empty()) return;
  const auto names = reranker.feature_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    match.features.emplace(names[i], static_cast<double>(found.features[i]));
  if (found.effects.empty()) return;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (found.effects[i] == 0) continue;
    match.effects.emplace(names[i], static_cast<double>(found.effects[i]));
    places.push_back(i);
  }
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(found.effects[a]) > std::abs(found.effects[b]);
  });
  std::string line;
  for (std::size_t i = 0; i < std::min(kEffectsShown, places.size()); ++i) {
    const auto effect = static_cast<double>(found.effects[places[i]]);
    line += (i == 0 ? "effects: " : ", ") + std::string(names[places[i]]) + ' ' +
            score_text(static_cast<double>(found.features[places[i]])) + " (" +
            (effect > 0 ? "+" : "") + score_text(effect) + ')';
  }
  if (!line.empty()) match.explanation.push_back(line);
}

/// Why the odds of a candidate are multiplied by its factor; empty: they are not.
std::string factor_text(const Question& question, const Candidate& found) {
  const auto& reading = question.reading;
  const auto odds = ": odds x " + score_text(found.scores.asked_factor);
  if (found.is_of_kind(reading.kind)) return std::string(kind_name(reading.kind));
  const auto declared = std::string(text::described(reading.declaration));
  if (found.declares(reading.declaration))
    return "files like this usually hold " + declared + ", and the query asks for one" + odds;
  if (found.declares_in_text(reading.declaration))
    return "it has a line like those of " + declared + ", and the query asks for one" + odds;
  if (reading.asks_for_decision && found.decides())
    return "its name says that it decides, and the query asks for a decision" + odds;
  if (found.scores.asked_factor == 1) return {};
  if (!question.is_intent_given())
    return "it records a past change, and the query does not ask for one" + odds;
  return (found.scores.asked_factor > 1 ? "raised by intent " : "lowered by intent ") +
         std::string(to_string(*question.intent_type())) + odds;
}

}  // namespace

void explain_match(const SearchContext& context, const Question& question,
                   const Retrieved& retrieved, const Placed& result, std::size_t rank,
                   CodeMatch& match) {
  const Candidate& found = *result.candidate;
  auto& out = match.explanation;
  const auto place = [](const std::optional<std::size_t>& position) {
    return position ? "rank " + std::to_string(*position) : std::string("not among the best");
  };
  auto& ranks = match.ranks.emplace();
  ranks = {found.lexical_rank, found.dense_rank, found.fused_rank, std::nullopt, rank};
  if (found.rerank) ranks.reranked = found.rerank_rank;
  out.push_back(ranks_text(ranks));
  out.push_back("rank " + std::to_string(rank) + ", relevance " + score_text(result.relevance) +
                ", similarity " + score_text(found.scores.similarity));
  const auto& counted = found.scores.components;
  out.push_back(component_text("sparse", found.scores.sparse, counted.sparse) + " (BM25F " +
                score_text(found.lexical_raw) + " of " + score_text(retrieved.attainable) +
                " attainable, " + place(found.lexical_rank) + ")");
  if (retrieved.has_dense())
    out.push_back(component_text("dense", found.scores.dense, counted.dense) + " (cosine " +
                  score_text(found.dense_raw) + ", " + place(found.dense_rank) + ")");
  if (found.rerank)
    out.push_back(component_text("rerank", *found.rerank, counted.rerank) + " (" +
                  std::string(context.parts.reranker->name()) + ")");
  out.push_back(component_text("semantic", found.scores.semantic, counted.semantic) + " (" +
                std::string(syntax::class_word(found.semantic_class())) + " for " +
                (question.intent ? "intent " + std::string(to_string(question.intent->intent_type))
                                 : "task " + std::string(to_string(question.task))) +
                ")");
  if (found.lane)
    out.emplace_back(lane_name(*found.lane));
  else if (found.exact != rank::ExactMatch::kNone)
    out.emplace_back(exact_name(found.exact));
  if (auto reason = factor_text(question, found); !reason.empty()) out.push_back(std::move(reason));
  out.push_back(rank::explain(rank::relevance(found.scores.components, found.scores.weights)) +
                (found.scores.file_factor < 1 ? " x " + score_text(found.scores.file_factor) +
                                                    " as another match in its file"
                                              : ""));
  if (found.past > 0 && !found.is_exact())
    out.push_back("past commits with similar messages changed its file: odds x " +
                  score_text(past_factor(found.past)));
  if (result.is_second)
    out.push_back("another definition in its chunk, with " + score_text(result.focus.evidence) +
                  " of the evidence of the best definition");
  if (context.parts.reranker) explain_reranker(*context.parts.reranker, found, match);
}

}  // namespace codeweaver::engine
