// BM25F over a snapshot: term by term into a window of accumulators, then the best of the window.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>

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
constexpr std::size_t kTabulatedCounts = 2;

/// The parts of the score that depend on lengths and counts alone, tabulated for those that occur.
class LengthTables {
 public:
  LengthTables(const Bm25fOptions& options, const rank::Bm25fCollection& collection)
      : options_(options) {
    for (std::size_t f = 0; f < kFieldCount; ++f) {
      average_[f] = collection.average_length(f);
      for (std::size_t length = 0; length < kTabulatedLengths; ++length)
        factor_[f][length] =
            rank::field_factor(options_, f, static_cast<float>(length), average_[f]);
    }
    for (std::size_t count = 0; count < kTabulatedCounts; ++count)
      for (std::size_t length = 0; length < kTabulatedLengths; ++length)
        body_[count][length] =
            rank::saturate(options_, static_cast<float>(count + 1) * factor_[kBodyField][length]);
  }
  float factor(std::size_t field, std::size_t length) const noexcept {
    if (length < kTabulatedLengths) return factor_[field][length];
    return rank::field_factor(options_, field, static_cast<float>(length), average_[field]);
  }
  /// The saturated count of a term that is in the body only, once or twice.
  float body(std::size_t count, std::size_t length) const noexcept {
    if (length < kTabulatedLengths) return body_[count - 1][length];
    return rank::saturate(options_, static_cast<float>(count) * factor(kBodyField, length));
  }

 private:
  const Bm25fOptions& options_;
  std::array<float, kFieldCount> average_{};
  std::array<std::array<float, kTabulatedLengths>, kFieldCount> factor_;
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
  Window(const Bm25fOptions& options, const LengthTables& tables) noexcept
      : options_(options), tables_(tables) {}

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
    for (std::size_t w = 0; w < kWindowWords && first / 64 + w < live.size(); ++w) {
      std::uint64_t word = touched_[w] & live[first / 64 + w] & allowed[first / 64 + w];
      matching += static_cast<std::size_t>(std::popcount(word));
      for (; word != 0; word &= word - 1) {
        const std::size_t i = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
        if (slots_[i].score >= top.threshold())
          top.offer(
              {part, static_cast<std::uint32_t>(first + i), slots_[i].score, slots_[i].terms});
      }
    }
    slots_.fill({});
    touched_.fill(0);
    return matching;
  }

 private:
  void add_until(const Segment::Impl& segment, std::size_t first, std::size_t end,
                 ActiveTerm& term) noexcept {
    while (term.cursor.chunk() < end) {
      const auto chunk = static_cast<std::size_t>(term.cursor.chunk());
      const auto& lengths = segment.lengths[chunk];
      float saturated = 0;
      if (const std::uint32_t count = term.cursor.body_count(); count != 0) {
        saturated = tables_.body(count, lengths[kBodyField]);
        term.cursor.skip_body();
      } else {
        float combined = 0;
        term.cursor.consume([&](std::size_t field, std::uint32_t times) {
          combined += static_cast<float>(times) * tables_.factor(field, lengths[field]);
        });
        saturated = rank::saturate(options_, combined);
      }
      const std::size_t i = chunk - first;
      slots_[i].score += term.weight * saturated;
      slots_[i].terms |= term.mask;
      touched_[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }

  struct Slot {
    float score = 0;
    std::uint32_t terms = 0;
  };
  const Bm25fOptions& options_;
  const LengthTables& tables_;
  std::array<Slot, kWindow> slots_{};
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
  Window window(options, tables);
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
