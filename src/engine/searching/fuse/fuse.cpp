// Merges the lists and adds the candidates' signals from the index, without their texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/fuse/fuse.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "codeweaver/reranker.hpp"
#include "engine/searching/fuse/candidate_signals.hpp"
#include "engine/state/item_path.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {
namespace {

/// Makes candidates of the first `count` chunks of the fused list, with their ranks.
std::vector<Candidate> take_candidates(const SearchContext& context, const Retrieved& retrieved,
                                       const ChunkList& list, std::size_t count) {
  std::vector<std::pair<store::ChunkKey, std::size_t>> places;
  std::vector<Candidate> out(count);
  // A custom reranker alone decides the order.
  const auto& reranker = context.parts.reranker;
  const bool has_lane = reranker == nullptr || reranker->traits().is_built_in;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [key, score] = list[i];
    Candidate& found = out[i];
    found.part = key.part;
    found.chunk = key.chunk;
    found.info = context.snapshot.parts[key.part].segment->chunk(key.chunk);
    found.fused_rank = i + 1;
    found.signals.fused = static_cast<float>(score);
    // The reranker was trained with parts of functions that count as functions.
    found.signals.semantic_class =
        found.is_named_statements() ? SemanticClass::kDefinitionCallable : found.semantic_class();
    if (const auto past = retrieved.past.find(shown_path(found.info.path));
        past != retrieved.past.end())
      found.past = past->second;
    if (const Lane* const lane = has_lane ? retrieved.exact.find(key) : nullptr) found.lane = *lane;
    places.emplace_back(key, i);
  }
  std::ranges::sort(places);
  const auto number = [&](const ChunkList& side, auto Candidate::*rank,
                          auto RerankSignals::*signal) {
    for (std::size_t i = 0; i < side.size(); ++i) {
      const auto at = std::ranges::lower_bound(places, side[i].id, {},
                                               [](const auto& place) { return place.first; });
      if (at == places.end() || at->first != side[i].id) continue;
      out[at->second].*rank = i + 1;
      out[at->second].signals.*signal = static_cast<std::uint32_t>(i + 1);
    }
  };
  number(retrieved.lexical, &Candidate::lexical_rank, &RerankSignals::lexical_rank);
  number(retrieved.dense, &Candidate::dense_rank, &RerankSignals::dense_rank);
  return out;
}

float best_score(const ChunkList& list) {
  return list.empty() ? 0.0F : static_cast<float>(list.front().score);
}

}  // namespace

std::size_t fused_depth(const SearchOptions& options) {
  return std::max(options.rerank_depth, options.top_k);
}

Fused fuse(const SearchContext& context, const Question& question, const Retrieved& retrieved) {
  using store::ChunkKey;
  const std::array<rank::RankedList<ChunkKey>, 3> lists = {
      {{retrieved.lexical, 1}, {retrieved.dense, 1}, {retrieved.named, 1}}};
  Fused out;
  out.list = question.options.fusion == FusionMethod::kRrf
                 ? rank::fuse_rrf<ChunkKey>(lists, question.options.rrf_k)
                 : rank::fuse_weighted<ChunkKey>(lists);
  out.candidates = take_candidates(context, retrieved, out.list,
                                   std::min(out.list.size(), fused_depth(question.options)));
  fill_signals({retrieved.coverage, retrieved.marks, retrieved.vector, question.allowed,
                retrieved.attainable, best_score(retrieved.lexical), best_score(retrieved.dense)},
               out.candidates);
  return out;
}

}  // namespace codeweaver::engine
