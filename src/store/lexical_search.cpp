// BM25F over a snapshot: term by term into a window of accumulators, then the best of the window.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>

#include "store/dot_kernels.hpp"
#include "store/posting_marks.hpp"
#include "store/segment_impl.hpp"
#include "store/top_list.hpp"

namespace codeweaver::store {
namespace {

// Accumulators of a window stay in the first-level cache.
constexpr std::size_t kWindowWords = 32;
constexpr std::size_t kWindow = kWindowWords * 64;
// Fields of chunks are short; longer ones are computed.
constexpr std::size_t kTabulatedLengths = 1024;
constexpr std::size_t kTabulatedCounts = 8;

/// The parts of the score that depend on lengths alone, tabulated for those that occur.
class LengthTables {
 public:
  LengthTables(const Bm25fOptions& options, const rank::Bm25fCollection& collection)
      : options_(options) {
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      average_[f] = collection.average_length(f);
      // A field without terms has no counts: whatever options make of it must not spread.
      for (std::size_t length = 1; length < kTabulatedLengths; ++length)
        factor_[f][length] = factor(f, length);
    }
    for (std::size_t count = 0; count < kTabulatedCounts; ++count)
      for (std::size_t length = 0; length < kTabulatedLengths; ++length)
        body_[count][length] =
            rank::saturate(options_, static_cast<float>(count + 1) * factor_[kBodyField][length]);
  }
  /// The saturated count of a term that is in the body only.
  float body(std::uint32_t count, std::size_t length) const noexcept {
    if (count - 1 < kTabulatedCounts && length < kTabulatedLengths) return body_[count - 1][length];
    return rank::saturate(options_, static_cast<float>(count) * factor(kBodyField, length));
  }
  /// The saturated sum of the counts over all fields. Fields that lack the term add zero, which
  /// costs less than to find out, and changes no bit.
  float saturated(const FieldCounts& counts,
                  const std::array<std::uint16_t, kFieldCount>& lengths) const noexcept {
    unsigned bits = 0;
    for (const std::uint16_t length : lengths) bits |= length;
    float combined = 0;
    if (bits < kTabulatedLengths) {
      for (std::size_t f = 0; f < kFieldCount; ++f)
        combined += static_cast<float>(counts[f]) * factor_[f][lengths[f]];
    } else {
      for (std::size_t f = 0; f < kFieldCount; ++f)
        if (counts[f] != 0) combined += static_cast<float>(counts[f]) * factor(f, lengths[f]);
    }
    return rank::saturate(options_, combined);
  }

 private:
  float factor(std::size_t field, std::size_t length) const noexcept {
    return rank::field_factor(options_, field, static_cast<float>(length), average_[field]);
  }

  const Bm25fOptions& options_;
  std::array<float, kFieldCount> average_{};
  std::array<std::array<float, kTabulatedLengths>, kFieldCount> factor_{};
  std::array<std::array<float, kTabulatedLengths>, kTabulatedCounts> body_;
};

/// Postings of a query term in one part, ready to be walked.
struct ActiveTerm {
  PostingCursor cursor;
  float weight = 0;        ///< term weight times idf
  std::uint32_t mask = 0;  ///< its bit in ScoredChunk::terms
  std::size_t number = 0;  ///< among the query's terms
};

/// One window of chunks of one part: scores, matched terms, and which chunks were touched.
class Window {
 public:
  explicit Window(const LengthTables& tables) noexcept : tables_(tables) {}

  /// Adds the postings of `term` in [first, first + kWindow) and below the segment's size. Calls
  /// mark(term) at each multiple of PostingMarks::kStride.
  template <class Mark>
  void add(const Segment::Impl& segment, std::size_t first, ActiveTerm& term, Mark&& mark) {
    const std::size_t end = std::min(first + kWindow, segment.chunks.size());
    for (std::size_t at = first; at < end; at += PostingMarks::kStride) {
      mark(term);
      add_until(segment, first, std::min(at + PostingMarks::kStride, end), term);
    }
  }

  /// Offers the touched and allowed chunks, clears the window, returns how many there were.
  template <class Order>
  std::size_t collect(std::uint32_t part, std::size_t first, std::span<const std::uint64_t> live,
                      std::span<const std::uint64_t> allowed, TopList<Order>& top) {
    std::size_t matching = 0;
    for (std::size_t w = 0; w < kWindowWords; ++w) {
      if (touched_[w] == 0) continue;
      float* scores = scores_.data() + w * 64;
      std::uint32_t* terms = terms_.data() + w * 64;
      std::uint64_t word = touched_[w] & live[first / 64 + w] & allowed[first / 64 + w];
      matching += static_cast<std::size_t>(std::popcount(word));
      for (word &= kernels_.reaching(scores, top.threshold()); word != 0; word &= word - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(word));
        top.offer({part, static_cast<std::uint32_t>(first + w * 64 + i), scores[i], terms[i]});
      }
      std::fill_n(scores, 64, 0.0F);
      std::fill_n(terms, 64, 0U);
      touched_[w] = 0;
    }
    return matching;
  }

 private:
  void add_until(const Segment::Impl& segment, std::size_t first, std::size_t end,
                 ActiveTerm& term) noexcept {
    PostingCursor cursor = term.cursor;  // so that it stays in registers
    while (cursor.chunk() < end) {
      const auto chunk = static_cast<std::size_t>(cursor.chunk());
      const auto& lengths = segment.lengths[chunk];
      const float saturated = cursor.is_body_only()
                                  ? tables_.body(cursor.take_body(), lengths[kBodyField])
                                  : tables_.saturated(cursor.take(), lengths);
      const std::size_t i = chunk - first;
      scores_[i] += term.weight * saturated;
      terms_[i] |= term.mask;
      touched_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    term.cursor = cursor;
  }

  const LengthTables& tables_;
  const DotKernels& kernels_ = best_dot_kernels();
  std::array<float, kWindow> scores_{};
  std::array<std::uint32_t, kWindow> terms_{};  ///< bits of those that it holds
  std::array<std::uint64_t, kWindowWords> touched_{};
};

std::vector<ActiveTerm> active_terms(const TermCoverage& query, std::size_t part) {
  std::vector<ActiveTerm> active;
  for (std::size_t i = 0; i < query.terms().size(); ++i) {
    if (query.weights()[i] == 0) continue;
    const std::string_view postings = query.postings(part, i);
    if (!postings.empty())
      active.push_back({PostingCursor(postings), query.weights()[i], i < 32 ? 1U << i : 0U, i});
  }
  return active;
}

}  // namespace

std::vector<ScoredChunk> search_lexical(const TermCoverage& query,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options, std::size_t* matching,
                                        PostingMarks* marks) {
  const Snapshot& snapshot = query.snapshot();
  if (marks != nullptr) marks->reset(snapshot.parts.size(), query.terms().size());
  const LengthTables tables(options, {snapshot.live_chunks, snapshot.field_lengths});
  Window window(tables);
  TopList top(limit, SnapshotOrder(snapshot));
  std::size_t found = 0;
  for (std::size_t p = 0; p < snapshot.parts.size(); ++p) {
    const Snapshot::Part& part = snapshot.parts[p];
    const Segment::Impl& segment = part.segment->impl();
    const ChunkSet& filter = allowed.empty() ? part.live : allowed[p];
    std::vector<ActiveTerm> active = active_terms(query, p);
    if (active.empty()) continue;
    const auto mark = [&](const ActiveTerm& term) {
      if (marks != nullptr) marks->add(p, term.number, term.cursor);
    };
    for (std::size_t first = 0; first < segment.chunks.size(); first += kWindow) {
      for (ActiveTerm& term : active) window.add(segment, first, term, mark);
      found += window.collect(static_cast<std::uint32_t>(p), first, part.live.words(),
                              filter.words(), top);
    }
  }
  if (matching != nullptr) *matching = found;
  return std::move(top).take();
}

std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options, std::size_t* matching) {
  return search_lexical(TermCoverage(snapshot, terms), allowed, limit, options, matching);
}

}  // namespace codeweaver::store
