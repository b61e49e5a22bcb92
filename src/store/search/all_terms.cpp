// All terms: walks the postings of the rarest term, and looks up the others.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/all_terms.hpp"

#include <algorithm>

#include "store/postings/posting_blocks.hpp"
#include "store/search/chunk_order.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::store {
namespace {

/// Weight of one unit of a term's idf, relative to the term's presence.
constexpr float kRarity = 0.1F;

}  // namespace

std::optional<std::vector<ChunkKey>> chunks_with_all(const TermCoverage& query,
                                                     std::span<const ChunkSet> allowed,
                                                     std::size_t limit) {
  std::vector<std::size_t> terms;
  for (std::size_t i = 0; i < query.terms().size(); ++i)
    if (!query.terms()[i].optional) terms.push_back(i);
  std::ranges::sort(terms, {}, [&](std::size_t i) { return query.frequency(i); });
  std::vector<ChunkKey> out;
  if (terms.empty() || query.frequency(terms.front()) == 0) return out;
  for (std::uint32_t part = 0; part < query.snapshot().parts.size(); ++part) {
    std::vector<PostingWalk> walks;
    for (const std::size_t term : terms) walks.emplace_back(query.postings(part, term));
    for (; walks.front().chunk() < allowed[part].size(); walks.front().skip()) {
      const auto chunk = walks.front().chunk();
      if (!allowed[part].test(static_cast<std::size_t>(chunk))) continue;
      const bool holds_all = std::all_of(walks.begin() + 1, walks.end(), [&](PostingWalk& walk) {
        walk.skip_to(chunk);
        return walk.chunk() == chunk;
      });
      if (!holds_all) continue;
      if (out.size() == limit) return std::nullopt;
      out.push_back({part, static_cast<std::uint32_t>(chunk)});
    }
  }
  return out;
}

std::vector<ChunkKey> chunks_with_most(const TermCoverage& query, std::span<const ChunkSet> allowed,
                                       std::size_t limit) {
  struct Held {
    float weight = 0;
    ChunkKey key;
  };
  std::vector<Held> best;
  const auto is_better = [&](const Held& a, const Held& b) {
    return a.weight != b.weight ? a.weight > b.weight
                                : comes_before(query.snapshot(), a.key, b.key);
  };
  std::vector<float> weights;
  for (std::uint32_t part = 0; part < query.snapshot().parts.size(); ++part) {
    weights.assign(allowed[part].size(), 0);
    for (std::size_t term = 0; term < query.terms().size(); ++term) {
      if (query.terms()[term].optional || query.weights()[term] <= 0) continue;
      for (PostingWalk walk(query.postings(part, term)); walk.chunk() < weights.size();) {
        const auto chunk = static_cast<std::size_t>(walk.chunk());
        if (walk.take()[kBodyField] > 0) weights[chunk] += 1 + kRarity * query.idf()[term];
      }
    }
    for (std::uint32_t chunk = 0; chunk < weights.size(); ++chunk)
      if (weights[chunk] > 0 && allowed[part].test(chunk))
        best.push_back({weights[chunk], {part, chunk}});
    const auto kept = best.begin() + static_cast<std::ptrdiff_t>(std::min(limit, best.size()));
    std::ranges::partial_sort(best, kept, is_better);
    best.erase(kept, best.end());
  }
  std::vector<ChunkKey> out;
  for (const Held& held : best) out.push_back(held.key);
  return out;
}

}  // namespace codeweaver::store
