// Why not: follows one file through the stages of a query to the stage that drops it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/reranker.hpp"
#include "corpus/discovery.hpp"
#include "corpus/filter_path.hpp"
#include "engine/searching/answer/answer.hpp"
#include "engine/searching/answer/explain.hpp"
#include "engine/searching/answer/placed.hpp"
#include "engine/searching/rank/score.hpp"
#include "engine/searching/search.hpp"
#include "engine/state/item_path.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "store/search/dense_search.hpp"
#include "store/search/lexical_search.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kDeep = 1000;
constexpr std::size_t kDifferences = 6;

std::string lines(const Span& span) {
  return std::to_string(span.start_line) + '-' + std::to_string(span.end_line);
}

/// 1-based position of the first chunk of the file; nullopt: none.
std::optional<std::size_t> place_of_file(const store::Snapshot& snapshot,
                                         const std::vector<store::ScoredChunk>& hits,
                                         std::string_view path) {
  const auto at = std::ranges::find_if(hits, [&](const store::ScoredChunk& hit) {
    return snapshot.parts[hit.part].segment->chunk(hit.chunk).path == path;
  });
  if (at == hits.end()) return std::nullopt;
  return static_cast<std::size_t>(at - hits.begin()) + 1;
}

/// The file's best ranked candidate; null: none.
const Candidate* best_of(std::span<const Candidate> candidates, std::string_view path) {
  const auto at = std::ranges::find_if(
      candidates, [&](const Candidate& found) { return found.info.path == path; });
  return at == candidates.end() ? nullptr : &*at;
}

/// The folder above `path`, or `path` itself, that the last run skipped as a whole.
std::optional<store::FileRecord> left_out_above(const IndexRows& database, std::string_view path) {
  for (std::string_view folder = path; !folder.empty();
       folder = folder.substr(0, folder.rfind('/') == folder.npos ? 0 : folder.rfind('/'))) {
    auto record = database.file(std::string(folder));
    const bool is_left_out =
        record && *record && (*record)->outcome != store::FileOutcome::kIndexed;
    if (is_left_out && (folder != path || (*record)->reason == corpus::kNestedRepository))
      return std::move(**record);
  }
  return std::nullopt;
}

std::string reason_of(const store::FileRecord& folder, std::string_view path) {
  const bool is_itself = folder.path == path;
  const auto start = (is_itself ? "It" : "It is in " + folder.path + ", which") +
                     std::string(" was skipped when the project was indexed: ");
  if (folder.reason != corpus::kNestedRepository) return start + folder.reason + '.';
  return start +
         "the folder is a separate git repository. Search from inside it, or index it as a "
         "separate project.";
}

bool is_not_indexed(const SearchContext& context, WhyNot& out) {
  out.stage = WhyNotStage::kNotIndexed;
  for (const auto& part : context.snapshot.parts) {
    const auto file = find_file(*part.segment, out.path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first != last && part.live.test(first)) return false;
  }
  if (const auto folder = left_out_above(context.database, out.path)) {
    out.reason = reason_of(*folder, out.path);
    return true;
  }
  const auto record = context.database.file(out.path);
  if (!record || !*record)
    out.reason =
        "This path is not in the index: the file does not exist, or an ignore rule or an "
        "index setting excludes it.";
  else if ((*record)->outcome != store::FileOutcome::kIndexed)
    out.reason = "It was " + std::string(to_string((*record)->outcome)) +
                 " when the project was indexed" +
                 ((*record)->reason.empty() ? "." : ": " + (*record)->reason + ".");
  else
    out.reason = "It is indexed, but has no searchable text.";
  return true;
}

bool is_filtered(const SearchContext& context, const Question& question, WhyNot& out) {
  for (std::size_t i = 0; i < context.snapshot.parts.size(); ++i) {
    const auto& part = context.snapshot.parts[i];
    const auto file = find_file(*part.segment, out.path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first == last || !part.live.test(first)) continue;
    const auto chunk = part.segment->chunk(first);
    auto field = question.filter.refusal(chunk.path, chunk.language, chunk.is_test);
    bool is_any_allowed = false;
    for (auto c = first; c < last; ++c)
      is_any_allowed = is_any_allowed || question.allowed[i].test(c);
    if (field == FilterField::kNone && is_any_allowed) return false;
    if (field == FilterField::kNone) field = FilterField::kLines;
    out.stage = WhyNotStage::kFiltered;
    out.filter = to_string(field);
    out.filter_value = question.filter.wanted(field);
    out.reason = "The filter " + out.filter + " = " + out.filter_value + " excludes it";
    if (field == FilterField::kIncludeTests) out.reason += ": it is a test file";
    if (field == FilterField::kFocusLanguages)
      out.reason += chunk.language.empty() ? ": its language is unknown"
                                           : ": it is " + std::string(chunk.language);
    out.reason += '.';
    return true;
  }
  return false;
}

Result<bool> is_not_retrieved(const SearchContext& context, const Question& question,
                              const Retrieved& retrieved, WhyNot& out) {
  const auto place_in = [&](const ChunkList& list) -> std::optional<std::size_t> {
    const auto at = std::ranges::find_if(list, [&](const auto& entry) {
      return context.snapshot.parts[entry.id.part].segment->chunk(entry.id.chunk).path == out.path;
    });
    if (at == list.end()) return std::nullopt;
    return static_cast<std::size_t>(at - list.begin()) + 1;
  };
  out.lexical_rank = place_in(retrieved.lexical);
  out.dense_rank = place_in(retrieved.dense);
  if (out.lexical_rank || out.dense_rank || place_in(retrieved.named)) return false;
  out.stage = WhyNotStage::kNotRetrieved;
  out.limit = static_cast<double>(candidate_limit(question.options));
  const auto text = [](const std::optional<std::size_t>& rank) {
    return rank ? "rank " + std::to_string(*rank) : "not among the best " + std::to_string(kDeep);
  };
  const auto deeper = store::search_lexical(retrieved.coverage, question.allowed, kDeep);
  out.lexical_rank = place_of_file(context.snapshot, deeper, out.path);
  out.reason = "None of its chunks is among the best " +
               std::to_string(candidate_limit(question.options)) + " candidates by words (" +
               text(out.lexical_rank) + ')';
  if (retrieved.has_dense()) {
    const auto hits =
        store::search_dense(context.snapshot, retrieved.vector, question.allowed, kDeep);
    if (!hits) return hits.error();
    out.dense_rank = place_of_file(context.snapshot, *hits, out.path);
    out.reason += " or by meaning (" + text(out.dense_rank) + ')';
  }
  out.reason += '.';
  return true;
}

bool is_below_depth(const SearchContext& context, const Question& question, const Fused& fused,
                    WhyNot& out) {
  for (std::size_t i = 0; i < fused.list.size() && !out.fused_rank; ++i) {
    const auto& [part, chunk] = fused.list[i].id;
    if (context.snapshot.parts[part].segment->chunk(chunk).path == out.path) out.fused_rank = i + 1;
  }
  if (best_of(fused.candidates, out.path) != nullptr) return false;
  const auto depth = fused_depth(question.options);
  out.stage = WhyNotStage::kRerankDepth;
  out.limit = static_cast<double>(depth);
  out.reason = "Rank " + std::to_string(out.fused_rank.value_or(0)) +
               " after fusion; only the first " + std::to_string(depth) +
               " are considered (rerank_depth).";
  return true;
}

bool is_dissimilar(const Ranked& ranked, WhyNot& out) {
  if (best_of(ranked.candidates, out.path) != nullptr) return false;
  const Candidate* best = nullptr;
  for (const Candidate& found : ranked.dissimilar)
    if (found.info.path == out.path &&
        (best == nullptr || found.scores.similarity > best->scores.similarity))
      best = &found;
  if (best == nullptr) {
    out.stage = WhyNotStage::kNotIndexed;
    out.reason = "It was removed from the index during the search; search again.";
    return true;
  }
  out.stage = WhyNotStage::kMinSimilarity;
  out.span = best->info.lines;
  out.similarity = best->scores.similarity;
  out.relevance = best->scores.relevance;
  out.limit = ranked.min_similarity;
  out.reason = "Similarity " + score_text(best->scores.similarity) + " (lines " +
               lines(best->info.lines) + ") is below min_similarity " + score_text(*out.limit) +
               '.';
  return true;
}

/// Features that differ most between a candidate and the last shown one, in standard deviations.
std::vector<FeatureDifference> differences(const SearchContext& context,
                                           std::span<const Candidate> candidates,
                                           const Candidate& file, const Candidate& shown) {
  if (file.features.empty() || shown.features.empty()) return {};
  const auto names = context.parts.reranker->feature_names();
  std::vector<std::pair<double, FeatureDifference>> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    double sum = 0, squares = 0;
    const auto count = static_cast<double>(candidates.size());
    for (const Candidate& found : candidates) {
      const auto value = static_cast<double>(found.features[i]);
      sum += value;
      squares += value * value;
    }
    const double variance = squares / count - (sum / count) * (sum / count);
    const auto a = static_cast<double>(file.features[i]);
    const auto b = static_cast<double>(shown.features[i]);
    if (variance > 1e-9 && a != b)
      all.push_back({std::abs(a - b) / std::sqrt(variance), {std::string(names[i]), a, b}});
  }
  std::ranges::stable_sort(all, std::greater<>(), [](const auto& entry) { return entry.first; });
  if (all.size() > kDifferences) all.resize(kDifferences);
  std::vector<FeatureDifference> out;
  for (auto& [size, difference] : all) out.push_back(std::move(difference));
  return out;
}

/// True: the file's best chunk is nearly the same as an earlier match.
bool is_shown_elsewhere(std::span<const Placed> results, const Candidate& best, WhyNot& out) {
  const auto original = std::ranges::find_if(results, [&](const Placed& place) {
    return std::ranges::find(place.copies, &best) != place.copies.end();
  });
  out.stage = WhyNotStage::kTopK;
  out.span = best.info.lines;
  out.similarity = best.scores.similarity;
  out.relevance = best.scores.relevance;
  out.rank = static_cast<std::size_t>(original - results.begin()) + 1;
  out.reason = "Its lines " + lines(best.info.lines) + " are nearly the same as " +
               std::string(shown_path(original->candidate->info.path)) + ':' +
               lines(original->focus.lines) + ", at rank " + std::to_string(*out.rank) +
               ", which represents both.";
  return true;
}

bool is_below_top(const SearchContext& context, const Question& question, const Ranked& ranked,
                  WhyNot& out) {
  const auto& candidates = ranked.candidates;
  const Candidate& best = *best_of(candidates, out.path);
  const std::size_t top_k = question.options.top_k;
  std::vector<std::string> warnings;  // not reported here
  const auto results = place_parts(context, question, candidates, 2 * candidates.size(), warnings);
  const auto at = std::ranges::find(results, &best, &Placed::candidate);
  if (at == results.end()) return is_shown_elsewhere(results, best, out);
  out.rank = static_cast<std::size_t>(at - results.begin()) + 1;
  out.span = at->focus.lines;
  out.similarity = best.scores.similarity;
  out.relevance = best.scores.relevance;
  if (*out.rank <= top_k) return false;
  const Placed& shown = results[top_k - 1];
  out.stage = WhyNotStage::kTopK;
  out.limit = shown.relevance;
  out.differences = differences(context, candidates, best, *shown.candidate);
  out.reason = "Rank " + std::to_string(*out.rank) + " of " + std::to_string(results.size()) +
               " (lines " + lines(*out.span) + ") with relevance " +
               score_text(best.scores.relevance) + "; the last of the " + std::to_string(top_k) +
               " shown has " + score_text(shown.relevance) + '.';
  return true;
}

void find_in_answer(const SearchOptions& options, const FindCodeResponseSummary& answer,
                    WhyNot& out) {
  const auto at = std::ranges::find_if(
      answer.matches, [&](const CodeMatch& match) { return match.file.path == out.path; });
  if (at == answer.matches.end()) {
    out.stage = WhyNotStage::kTokenLimit;
    out.limit = static_cast<double>(options.token_limit);
    out.reason = "Rank " + std::to_string(*out.rank) + ", but because of token_limit " +
                 std::to_string(options.token_limit) + " the answer ends after rank " +
                 std::to_string(answer.matches.size()) + '.';
    return;
  }
  out.stage = WhyNotStage::kAnswered;
  out.reason = "It is in the answer, at rank " + std::to_string(*out.rank) + " (lines " +
               lines(*out.span) + ").";
}

}  // namespace

Result<WhyNot> why_not(const SearchContext& context, std::string_view query, std::string_view path,
                       const SearchOptions& options, const CallContext& call) {
  TimeLimit limit(options.deadline, call);
  CODEWEAVER_ASSIGN(const auto question, understand(context, query, options, limit.call()));
  WhyNot out;
  CODEWEAVER_ASSIGN(out.path, corpus::path_of_filter(context.identity.project.root, path));
  if (is_not_indexed(context, out) || is_filtered(context, question, out)) return out;

  CODEWEAVER_ASSIGN(const auto retrieved, retrieve(context, question, limit));
  CODEWEAVER_ASSIGN(auto missed, is_not_retrieved(context, question, retrieved, out));
  if (missed) return out;

  auto fused = fuse(context, question, retrieved);
  if (is_below_depth(context, question, fused, out)) return out;

  const auto ranked =
      rank_candidates(context, question, retrieved, std::move(fused.candidates), limit);
  if (limit.is_stop_requested()) return search_stopped();
  if (is_dissimilar(ranked, out) || is_below_top(context, question, ranked, out)) return out;

  find_in_answer(options, make_answer(context, question, retrieved, fused, ranked, limit), out);
  return out;
}

}  // namespace codeweaver::engine
