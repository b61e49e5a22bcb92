// BM25F over a snapshot: first bounds of all blocks, then the scores of promising blocks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/lexical_search.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "store/layout/chunk_set.hpp"
#include "store/postings/length_tables.hpp"
#include "store/postings/posting_marks.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/snapshot.hpp"
#include "store/search/term_coverage.hpp"
#include "store/search/top_list.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/vectors/dot_kernels.hpp"

namespace codeweaver::store {
namespace {

// The accumulators of a group of blocks fit the first-level cache.
constexpr std::size_t kGroupBlocks = 32;

/// The accumulators of a group of blocks fit the first-level cache.
struct SaturatedPosting {
  std::uint32_t chunk = 0;
  float saturated = 0;
};

/// A decoded posting of a term with uncut postings.
struct ActiveTerm {
  const TermPostings* postings = nullptr;
  float weight = 0;        ///< term weight times idf
  std::uint32_t mask = 0;  ///< its bit in ScoredChunk::terms
  std::size_t number = 0;  ///< index among the query's terms
  // Range of its decoded postings, if they are not cut.
  std::size_t first = 0, last = 0, next = 0;
};

/// Scores and matched terms of a few blocks of one part.
class BlockGroup {
 public:
  explicit BlockGroup(const LengthTables& tables) noexcept : tables_(tables) {}

  bool is_full() const noexcept { return count_ == kGroupBlocks; }
  /// Call it in ascending order of blocks.
  void add(std::size_t block) noexcept { blocks_[count_++] = block; }

  /// Adds the postings of `term`, which are cut.
  void score_cut(const Segment::Impl& segment, const ActiveTerm& term) noexcept {
    const auto bounds = term.postings->bounds();
    for (std::size_t g = 0; g < count_; ++g) {
      if (bounds[blocks_[g]] == 0) continue;
      const std::size_t end = std::min((blocks_[g] + 1) * kBlockChunks, segment.chunks.size());
      PostingCursor cursor = term.postings->block(blocks_[g]);
      while (cursor.chunk() < end) {
        const auto chunk = static_cast<std::size_t>(cursor.chunk());
        put(g, chunk, term, tables_.take(cursor, segment.lengths[chunk]));
      }
    }
  }
  /// Adds the postings of `term`, which are decoded.
  void score_decoded(std::span<const SaturatedPosting> postings, ActiveTerm& term) noexcept {
    std::size_t at = term.next;
    for (std::size_t g = 0; g < count_; ++g) {
      const std::size_t first = blocks_[g] * kBlockChunks;
      while (at < term.last && postings[at].chunk < first) ++at;
      for (; at < term.last && postings[at].chunk < first + kBlockChunks; ++at)
        put(g, postings[at].chunk, term, postings[at].saturated);
    }
    term.next = at;
  }

  /// Offers the chunks that were touched and are allowed, and clears the group. Returns their
  /// number.
  template <class Order>
  std::size_t collect(std::uint32_t part, std::span<const std::uint64_t> live,
                      std::span<const std::uint64_t> allowed, TopList<Order>& top) {
    std::size_t matching = 0;
    for (std::size_t g = 0; g < count_; ++g) {
      float* scores = scores_.data() + g * kBlockChunks;
      std::uint32_t* terms = terms_.data() + g * kBlockChunks;
      std::uint64_t word = touched_[g] & live[blocks_[g]] & allowed[blocks_[g]];
      matching += static_cast<std::size_t>(std::popcount(word));
      for (word &= kernels_.reaching(scores, top.threshold()); word != 0; word &= word - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(word));
        const auto chunk = static_cast<std::uint32_t>(blocks_[g] * kBlockChunks + i);
        top.offer({part, chunk, scores[i], terms[i]});
      }
      std::fill_n(scores, kBlockChunks, 0.0F);
      std::fill_n(terms, kBlockChunks, 0U);
      touched_[g] = 0;
    }
    count_ = 0;
    return matching;
  }

 private:
  void put(std::size_t g, std::size_t chunk, const ActiveTerm& term, float saturated) noexcept {
    const std::size_t i = chunk % kBlockChunks;
    scores_[g * kBlockChunks + i] += term.weight * saturated;
    terms_[g * kBlockChunks + i] |= term.mask;
    touched_[g] |= std::uint64_t{1} << i;
  }

  const LengthTables& tables_;
  const DotKernels& kernels_ = best_dot_kernels();
  std::size_t count_ = 0;
  std::array<std::size_t, kGroupBlocks> blocks_{};
  std::array<float, kGroupBlocks * kBlockChunks> scores_{};
  std::array<std::uint32_t, kGroupBlocks * kBlockChunks> terms_{};  ///< bits of the matched terms
  std::array<std::uint64_t, kGroupBlocks> touched_{};
};

/// Whether sums of scores with this weight have bounds.
constexpr bool has_bounds(float weight) noexcept {
  return weight >= 0 && weight < 1e20F;
}

/// One search; the parts are searched one after the other.
class LexicalSearch {
 public:
  LexicalSearch(const TermCoverage& query, std::size_t limit, const Bm25fOptions& options,
                bool is_exhaustive, PostingMarks* marks)
      : query_(query),
        options_(options),
        collection_{query.snapshot().live_chunks, query.snapshot().field_lengths},
        tables_(options, collection_),
        group_(tables_),
        top_(limit, SnapshotOrder(query.snapshot())),
        limit_(limit),
        is_exhaustive_(is_exhaustive || !BoundTable::applies_to(options) ||
                       !std::ranges::all_of(query.weights(), has_bounds)),
        // Each step of a sum of floats may be rounded up, and bounds may be rounded down.
        slack_(1.0F + static_cast<float>(query.terms().size() + 4) * 2.5e-7F),
        marks_(marks) {}

  /// Returns the number of chunks with any term; too low unless the search is exhaustive.
  std::size_t search(std::size_t part, const ChunkSet& allowed);
  std::vector<ScoredChunk> take() && { return std::move(top_).take(); }

 private:
  void find_terms();
  void decode(ActiveTerm& term);
  void add_bounds(const ActiveTerm& term, const BoundTable& table);
  float promising() const;
  template <class Wanted>
  std::size_t score(const ChunkSet& allowed, Wanted&& is_wanted);
  std::size_t score_group(const ChunkSet& allowed);

  const TermCoverage& query_;
  const Bm25fOptions& options_;
  rank::Bm25fCollection collection_;
  LengthTables tables_;
  BlockGroup group_;
  TopList<SnapshotOrder> top_;
  std::size_t limit_;
  bool is_exhaustive_;
  float slack_;
  PostingMarks* marks_;
  // Of the current part.
  std::size_t part_ = 0;
  const Segment::Impl* segment_ = nullptr;
  std::vector<ActiveTerm> terms_;
  std::vector<SaturatedPosting> decoded_;
  std::vector<float> bounds_;  ///< of the scores in each block; 0: skip the block
};

void LexicalSearch::find_terms() {
  terms_.clear();
  for (std::size_t i = 0; i < query_.terms().size(); ++i) {
    const TermPostings& postings = query_.postings(part_, i);
    if (query_.weights()[i] != 0 && !postings.empty())
      terms_.push_back({&postings, query_.weights()[i], i < 32 ? 1U << i : 0U, i});
  }
}

/// Decodes postings that are not cut, which are few. They give the exact bounds of their blocks.
void LexicalSearch::decode(ActiveTerm& term) {
  term.first = term.next = decoded_.size();
  const std::size_t size = segment_->chunks.size();
  std::size_t block = 0, next_mark = 0;
  float largest = 0;
  for (PostingCursor cursor = term.postings->block(0); cursor.chunk() < size;) {
    const auto chunk = static_cast<std::size_t>(cursor.chunk());
    if (chunk >= next_mark && marks_ != nullptr) {
      marks_->add(part_, term.number, cursor);
      next_mark = (chunk / PostingMarks::kStride + 1) * PostingMarks::kStride;
    }
    if (chunk / kBlockChunks != block) {
      bounds_[block] += term.weight * largest;
      block = chunk / kBlockChunks;
      largest = kLeastBound;
    }
    const float saturated = tables_.take(cursor, segment_->lengths[chunk]);
    largest = std::max(largest, saturated);
    decoded_.push_back({static_cast<std::uint32_t>(chunk), saturated});
  }
  bounds_[block] += term.weight * largest;
  term.last = decoded_.size();
}

void LexicalSearch::add_bounds(const ActiveTerm& term, const BoundTable& table) {
  std::array<float, 256> weighted;
  for (std::size_t i = 0; i < weighted.size(); ++i)
    weighted[i] = term.weight * table.saturated()[i];
  const auto bounds = term.postings->bounds();
  for (std::size_t b = 0; b < bounds.size(); ++b) bounds_[b] += weighted[bounds[b]];
}

/// A bound that about `limit_` blocks reach; most of the best chunks are in these blocks.
float LexicalSearch::promising() const {
  const float largest = *std::ranges::max_element(bounds_);
  constexpr std::size_t kSteps = 256;
  std::array<std::size_t, kSteps> counts{};
  const float scale = static_cast<float>(kSteps - 1) / largest;
  if (!(largest > 0) || !(scale < 1e30F)) return 0;
  for (const float bound : bounds_) ++counts[static_cast<std::size_t>(bound * scale)];
  std::size_t step = kSteps, sum = 0;
  while (step > 0 && sum < limit_) sum += counts[--step];
  return static_cast<float>(step) / scale;
}

std::size_t LexicalSearch::score_group(const ChunkSet& allowed) {
  for (ActiveTerm& term : terms_) {
    if (term.postings->blocks() != 0)
      group_.score_cut(*segment_, term);
    else
      group_.score_decoded(decoded_, term);
  }
  const std::size_t found =
      group_.collect(static_cast<std::uint32_t>(part_), query_.snapshot().parts[part_].live.words(),
                     allowed.words(), top_);
  top_.tighten();
  return found;
}

/// Scores the blocks for which is_wanted(bound) is true, each once.
template <class Wanted>
std::size_t LexicalSearch::score(const ChunkSet& allowed, Wanted&& is_wanted) {
  std::size_t found = 0;
  for (ActiveTerm& term : terms_) term.next = term.first;
  for (std::size_t b = 0; b < bounds_.size(); ++b) {
    if (bounds_[b] == 0 || !is_wanted(bounds_[b])) continue;
    bounds_[b] = 0;
    group_.add(b);
    if (group_.is_full()) found += score_group(allowed);
  }
  return found + score_group(allowed);
}

std::size_t LexicalSearch::search(std::size_t part, const ChunkSet& allowed) {
  part_ = part;
  segment_ = &query_.snapshot().parts[part].segment->impl();
  find_terms();
  if (terms_.empty()) return 0;
  decoded_.clear();
  bounds_.assign(block_count(segment_->chunks.size()), 0.0F);
  std::optional<BoundTable> table;  // of cut postings
  for (ActiveTerm& term : terms_) {
    if (term.postings->blocks() == 0) {
      decode(term);
      continue;
    }
    if (!table)
      table.emplace(options_, collection_,
                    rank::Bm25fCollection{segment_->chunks.size(), segment_->header.field_lengths});
    add_bounds(term, *table);
  }
  if (is_exhaustive_) {
    std::ranges::fill(bounds_, 1.0F);
    return score(allowed, [](float) { return true; });
  }
  const auto live = query_.snapshot().parts[part].live.words();
  for (std::size_t b = 0; b < bounds_.size(); ++b)
    if ((live[b] & allowed.words()[b]) == 0) bounds_[b] = 0;
  const float first = promising();
  const std::size_t found = score(allowed, [&](float bound) { return bound >= first; });
  return found + score(allowed, [&](float bound) { return !(bound * slack_ < top_.threshold()); });
}

}  // namespace

std::vector<ScoredChunk> search_lexical(const TermCoverage& query,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options, std::size_t* matching,
                                        PostingMarks* marks) {
  const Snapshot& snapshot = query.snapshot();
  if (marks != nullptr) marks->reset(snapshot.parts.size(), query.terms().size());
  LexicalSearch search(query, limit, options, matching != nullptr, marks);
  std::size_t found = 0;
  for (std::size_t p = 0; p < snapshot.parts.size(); ++p)
    found += search.search(p, allowed.empty() ? snapshot.parts[p].live : allowed[p]);
  if (matching != nullptr) *matching = found;
  return std::move(search).take();
}

std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options, std::size_t* matching) {
  return search_lexical(TermCoverage(snapshot, terms), allowed, limit, options, matching);
}

}  // namespace codeweaver::store
