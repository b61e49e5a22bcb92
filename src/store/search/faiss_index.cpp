// Vector indexes with FAISS; the results are scored again with our own fine codes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/search/faiss_index.hpp"

#include <faiss/IndexFlat.h>
#include <faiss/impl/IDSelector.h>

#include <algorithm>
#include <exception>
#include <new>

#include "base/try.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/scored_chunk.hpp"
#include "store/search/top_list.hpp"
#include "store/segments/faiss_graph.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/segment_impl.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {
namespace {

// If fewer than one in this many rows is allowed, a search of the graph mostly meets rows that are
// not allowed.
constexpr std::size_t kGraphSparseFilter = 5;

std::size_t graph_candidate_count(std::size_t limit) noexcept {
  return 2 * limit + 32;
}

std::vector<ScoredChunk> score(const VectorView& view, const QueryCodes& codes,
                               std::span<const std::uint32_t> rows, std::size_t limit) {
  TopList best(limit, SegmentOrder{});
  for (const std::uint32_t row : rows)
    best.offer({0, row, codes.fine_score(view, row, best_dot_kernels()), 0});
  return std::move(best).take();
}

class FaissFlat final : public VectorIndex {
 public:
  explicit FaissFlat(std::shared_ptr<const Segment> segment)
      : segment_(std::move(segment)),
        index_(static_cast<faiss::Index::idx_t>(segment_->dimension())) {
    const VectorView& view = segment_->impl().vectors;
    std::vector<float> rows(segment_->size() * view.dimension);
    for (std::size_t i = 0; i < segment_->size(); ++i)
      decode_row(view, i, std::span(rows).subspan(i * view.dimension, view.dimension));
    index_.add(static_cast<faiss::Index::idx_t>(segment_->size()), rows.data());
  }

  VectorIndexKind kind() const noexcept override { return VectorIndexKind::kFaissFlat; }

  std::vector<ScoredChunk> search(std::span<const float> query, const ChunkSet& allowed,
                                  std::size_t limit) const override {
    const Segment::Impl& segment = segment_->impl();
    ChunkSet wanted = allowed;
    wanted &= segment.with_vector;
    const std::size_t count = std::min(graph_candidate_count(limit), segment_->size());
    if (count == 0 || limit == 0) return {};
    faiss::IDSelectorBitmap selector(wanted.words().size_bytes(),
                                     reinterpret_cast<const std::uint8_t*>(wanted.words().data()));
    faiss::SearchParameters parameters;
    parameters.sel = &selector;
    std::vector<faiss::Index::idx_t> found(count, -1);
    std::vector<float> scores(count);
    index_.search(1, query.data(), static_cast<faiss::Index::idx_t>(count), scores.data(),
                  found.data(), &parameters);
    std::vector<std::uint32_t> rows;
    for (const auto row : found)
      if (row >= 0) rows.push_back(static_cast<std::uint32_t>(row));
    return score(segment.vectors, encode_query(segment.vectors, query), rows, limit);
  }

 private:
  std::shared_ptr<const Segment> segment_;
  faiss::IndexFlatIP index_;
};

class FaissHnsw final : public VectorIndex {
 public:
  FaissHnsw(std::shared_ptr<const Segment> segment, FaissGraph graph, std::size_t effort)
      : segment_(std::move(segment)),
        graph_(std::move(graph)),
        effort_(effort),
        scan_(make_vector_scan(segment_, best_dot_kernels())) {}

  VectorIndexKind kind() const noexcept override { return VectorIndexKind::kFaissHnsw; }

  std::vector<ScoredChunk> search(std::span<const float> query, const ChunkSet& allowed,
                                  std::size_t limit) const override {
    const Segment::Impl& segment = segment_->impl();
    ChunkSet wanted = allowed;
    wanted &= segment.with_vector;
    const std::size_t allowed_count = wanted.count();
    const std::size_t count = graph_candidate_count(limit);
    if (allowed_count < 4 * count || allowed_count * kGraphSparseFilter < segment_->size())
      return scan_->search(query, allowed, limit);
    // The filter removes candidates, so the search must keep more of them.
    const std::size_t effort = std::max(effort_, count) * segment_->size() / allowed_count;
    const QueryCodes codes = encode_query(segment.vectors, query);
    return score(segment.vectors, codes,
                 graph_.search(segment.vectors, codes, wanted, count, effort), limit);
  }

 private:
  std::shared_ptr<const Segment> segment_;
  FaissGraph graph_;
  std::size_t effort_;
  std::unique_ptr<const VectorIndex> scan_;
};

/// FAISS reads all vectors without checking checksums, so check them first.
Result<void> check_vectors(const Segment& segment) {
  const Segment::Impl& impl = segment.impl();
  for (const auto id : {SectionId::kVectorScales, SectionId::kVectorBiases, SectionId::kVectorRows,
                        SectionId::kVectorNibbles, SectionId::kGraph})
    if (!impl.is_intact(id)) return *segment.damage();
  return {};
}

Error faiss_error(const std::exception& error) {
  return {ErrorCategory::kInternal, "FAISS_FAILED",
          std::string("FAISS could not build an index: ") + error.what(), "opening a segment",
          "Choose the vector index 'scan'."};
}

}  // namespace

Result<std::unique_ptr<const VectorIndex>> make_faiss_flat(std::shared_ptr<const Segment> segment) {
  CODEWEAVER_TRY(check_vectors(*segment));
  try {
    return std::unique_ptr<const VectorIndex>(std::make_unique<FaissFlat>(std::move(segment)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return faiss_error(error);
  }
}

Result<std::unique_ptr<const VectorIndex>> make_faiss_hnsw(std::shared_ptr<const Segment> segment,
                                                           std::size_t effort) {
  if (segment->size() == 0) return make_vector_scan(std::move(segment), best_dot_kernels());
  if (!segment->has_graph())
    return Error{ErrorCategory::kUnsupported,
                 "NO_GRAPH",
                 "The segment " + segment->name() + " was written without a vector graph",
                 "opening a segment for 'faiss_hnsw'",
                 "Choose the vector index 'scan', or rebuild the index",
                 RemedyKind::kRebuild};
  CODEWEAVER_TRY(check_vectors(*segment));
  CODEWEAVER_ASSIGN(auto graph, FaissGraph::read(segment->impl().graph, segment->size()));
  return std::unique_ptr<const VectorIndex>(
      std::make_unique<FaissHnsw>(std::move(segment), std::move(graph), effort));
}

}  // namespace codeweaver::store
