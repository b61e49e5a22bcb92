// Why not: follows one file through the stages of a query to where it is left out.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>

#include "codeweaver/reranker.hpp"
#include "engine/searching/query_run.hpp"
#include "engine/searching/score_text.hpp"
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

/// Relative to the project, as the index has it.
std::string indexed_path(std::string_view path, const std::string& root) {
  if (path.starts_with(root) && path.substr(root.size()).starts_with('/'))
    path.remove_prefix(root.size() + 1);
  while (path.starts_with("./")) path.remove_prefix(2);
  return std::string(path);
}

/// 1-based place of the first chunk of the file; unset: there is none.
std::optional<std::size_t> place_of(const store::Snapshot& snapshot,
                                    const std::vector<store::ScoredChunk>& hits,
                                    std::string_view path) {
  const auto at = std::ranges::find_if(hits, [&](const store::ScoredChunk& hit) {
    return snapshot.parts[hit.part].segment->chunk(hit.chunk).path == path;
  });
  if (at == hits.end()) return std::nullopt;
  return static_cast<std::size_t>(at - hits.begin()) + 1;
}

}  // namespace

Result<WhyNot> QueryRun::why_not(std::string_view path) {
  if (auto ready = prepare(); !ready) return ready.error();
  WhyNot out;
  out.path = indexed_path(path, context_.identity.project.root);
  if (is_not_indexed(out) || is_filtered(out)) return out;
  if (auto found = retrieve(); !found) return found.error();
  auto missed = is_not_retrieved(out);
  if (!missed) return missed.error();
  if (*missed) return out;
  fuse();
  if (is_below_depth(out)) return out;
  rank_all();
  order();
  if (is_dissimilar(out)) return out;
  drop_dissimilar();
  order();
  if (is_below_top(out)) return out;
  cut();
  assemble();
  find_in_answer(out);
  return out;
}

const Candidate* QueryRun::best_of(std::string_view path) const {
  const auto at = std::ranges::find_if(
      candidates_, [&](const Candidate& found) { return found.info.path == path; });
  return at == candidates_.end() ? nullptr : &*at;
}

bool QueryRun::is_not_indexed(WhyNot& out) const {
  out.stage = WhyNotStage::kNotIndexed;
  for (const auto& part : context_.snapshot.parts) {
    const auto file = find_file(*part.segment, out.path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first != last && part.live.test(first)) return false;
  }
  const auto record = context_.database.file(out.path);
  if (!record || !*record)
    out.reason =
        "The index does not know this path: there is no such file, or an ignore rule or a "
        "setting of the index leaves it out.";
  else if ((*record)->outcome != "indexed")
    out.reason = "It was " + (*record)->outcome + " when the project was indexed" +
                 ((*record)->reason.empty() ? "." : ": " + (*record)->reason + ".");
  else
    out.reason = "It is indexed, but has no text to find.";
  return true;
}

bool QueryRun::is_filtered(WhyNot& out) const {
  for (const auto& part : context_.snapshot.parts) {
    const auto file = find_file(*part.segment, out.path);
    if (!file) continue;
    const auto [first, last] = part.segment->file_chunks(*file);
    if (first == last || !part.live.test(first)) continue;
    const auto chunk = part.segment->chunk(first);
    auto field = filter_.refusal(chunk.path, chunk.language, chunk.is_test);
    const auto& allowed =
        allowed_[static_cast<std::size_t>(&part - context_.snapshot.parts.data())];
    bool is_any_allowed = false;
    for (auto i = first; i < last; ++i) is_any_allowed = is_any_allowed || allowed.test(i);
    if (field == FilterField::kNone && is_any_allowed) return false;
    if (field == FilterField::kNone) field = FilterField::kLines;
    out.stage = WhyNotStage::kFiltered;
    out.filter = to_string(field);
    out.filter_value = filter_.wanted(field);
    out.reason = "The filter " + out.filter + " = " + out.filter_value + " leaves it out";
    if (field == FilterField::kIncludeTests) out.reason += ": it is a test file";
    if (field == FilterField::kFocusLanguages)
      out.reason += chunk.language.empty() ? ": its language is not known"
                                           : ": it is " + std::string(chunk.language);
    out.reason += '.';
    return true;
  }
  return false;
}

Result<bool> QueryRun::is_not_retrieved(WhyNot& out) const {
  const auto place_in = [&](const auto& list) -> std::optional<std::size_t> {
    const auto at = std::ranges::find_if(list, [&](const auto& entry) {
      return context_.snapshot.parts[entry.id.part].segment->chunk(entry.id.chunk).path == out.path;
    });
    if (at == list.end()) return std::nullopt;
    return static_cast<std::size_t>(at - list.begin()) + 1;
  };
  out.lexical_rank = place_in(lexical_list_);
  out.dense_rank = place_in(dense_list_);
  if (out.lexical_rank || out.dense_rank || place_in(symbol_list_)) return false;
  out.stage = WhyNotStage::kNotRetrieved;
  out.limit = static_cast<double>(candidate_limit());
  const auto text = [](const std::optional<std::size_t>& rank) {
    return rank ? "rank " + std::to_string(*rank) : "not among the best " + std::to_string(kDeep);
  };
  out.lexical_rank =
      place_of(context_.snapshot, store::search_lexical(context_.snapshot, terms_, allowed_, kDeep),
               out.path);
  out.reason = "None of its chunks is among the " + std::to_string(candidate_limit()) +
               " candidates of a side: by words " + text(out.lexical_rank);
  if (has_dense_) {
    const auto hits = store::search_dense(context_.snapshot, vector_, allowed_, kDeep);
    if (!hits) return hits.error();
    out.dense_rank = place_of(context_.snapshot, *hits, out.path);
    out.reason += ", by meaning " + text(out.dense_rank);
  }
  out.reason += '.';
  return true;
}

bool QueryRun::is_below_depth(WhyNot& out) const {
  for (std::size_t i = 0; i < fused_list_.size() && !out.fused_rank; ++i) {
    const auto& [part, chunk] = fused_list_[i].id;
    if (context_.snapshot.parts[part].segment->chunk(chunk).path == out.path)
      out.fused_rank = i + 1;
  }
  if (best_of(out.path) != nullptr) return false;
  const auto depth = std::max(options_.rerank_depth, options_.top_k);
  out.stage = WhyNotStage::kRerankDepth;
  out.limit = static_cast<double>(depth);
  out.reason = "Rank " + std::to_string(out.fused_rank.value_or(0)) + " after fusion; the first " +
               std::to_string(depth) + " are looked at (rerank_depth).";
  return true;
}

/// Asked of all candidates in order, before the dissimilar ones go.
bool QueryRun::is_dissimilar(WhyNot& out) const {
  const Candidate* best = best_of(out.path);
  if (best == nullptr) {
    out.stage = WhyNotStage::kNotIndexed;
    out.reason = "It left the index during the search; search again.";
    return true;
  }
  for (const Candidate& found : candidates_) {
    if (found.info.path != out.path) continue;
    if (!is_too_dissimilar(found)) return false;
    if (found.similarity > best->similarity) best = &found;
  }
  out.stage = WhyNotStage::kMinSimilarity;
  out.span = best->info.lines;
  out.similarity = best->similarity;
  out.relevance = best->relevance;
  out.limit = options_.filter.min_similarity;
  out.reason = "Similarity " + score_text(best->similarity) + " (lines " + lines(best->info.lines) +
               ") is below min_similarity " + score_text(*out.limit) + '.';
  return true;
}

bool QueryRun::is_below_top(WhyNot& out) const {
  const Candidate& best = *best_of(out.path);
  out.rank = static_cast<std::size_t>(&best - candidates_.data()) + 1;
  out.span = best.info.lines;
  out.similarity = best.similarity;
  out.relevance = best.relevance;
  if (*out.rank <= options_.top_k) return false;
  const Candidate& shown = candidates_[options_.top_k - 1];
  out.stage = WhyNotStage::kTopK;
  out.limit = shown.relevance;
  out.differences = differences(best, shown);
  out.reason = "Rank " + std::to_string(*out.rank) + " of " + std::to_string(candidates_.size()) +
               " (lines " + lines(best.info.lines) + ") with relevance " +
               score_text(best.relevance) + "; the last of the " + std::to_string(options_.top_k) +
               " shown has " + score_text(shown.relevance) + '.';
  return true;
}

std::vector<FeatureDifference> QueryRun::differences(const Candidate& file,
                                                     const Candidate& shown) const {
  if (file.features.empty() || shown.features.empty()) return {};
  const auto names = context_.parts.reranker->feature_names();
  std::vector<std::pair<double, FeatureDifference>> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    double sum = 0, squares = 0;
    const auto count = static_cast<double>(candidates_.size());
    for (const Candidate& found : candidates_) {
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

void QueryRun::find_in_answer(WhyNot& out) const {
  const auto at = std::ranges::find_if(
      response_.matches, [&](const CodeMatch& match) { return match.file.path == out.path; });
  if (at == response_.matches.end()) {
    out.stage = WhyNotStage::kTokenLimit;
    out.limit = static_cast<double>(options_.token_limit);
    out.reason = "Rank " + std::to_string(*out.rank) + ", but token_limit " +
                 std::to_string(options_.token_limit) + " left room for " +
                 std::to_string(response_.matches.size()) + " matches.";
    return;
  }
  out.stage = WhyNotStage::kAnswered;
  out.reason = "It is in the answer, at rank " + std::to_string(*out.rank) + " (lines " +
               lines(*out.span) + ").";
}

}  // namespace codeweaver::engine
