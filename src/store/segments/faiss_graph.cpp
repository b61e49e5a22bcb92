// HNSW links over stored vector rows, by FAISS with our own distances.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/faiss_graph.hpp"

#include <faiss/impl/AuxIndexStructures.h>
#include <faiss/impl/DistanceComputer.h>
#include <faiss/impl/HNSW.h>
#include <faiss/impl/IDSelector.h>

#include <algorithm>
#include <numeric>

#include "base/bytes.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::store {
namespace {

// Links per row on upper levels; twice as many on the lowest level.
constexpr int kLinks = 16;
constexpr int kConstructionEffort = 40;

using Rows = faiss::DistanceComputer::idx_t;

/// Distances are negative inner products, computed from integers as elsewhere. The packaged FAISS
/// computes float distances without vector instructions, six times slower.
class QueryDistances final : public faiss::DistanceComputer {
 public:
  QueryDistances(const VectorView& view, const QueryCodes& query) noexcept
      : view_(view), query_(query), kernels_(best_dot_kernels()) {}

  void set_query(const float*) override {}
  float operator()(Rows i) override {
    const auto row = static_cast<std::size_t>(i);
    std::int32_t dot = 0;
    kernels_.rows(view_.row(row), 1, view_.row_bytes, query_.coarse.data(), &dot);
    return -query_.coarse_score(view_, row, dot);
  }
  float symmetric_dis(Rows, Rows) override { return 0; }  // not used by searches

 private:
  const VectorView& view_;
  const QueryCodes& query_;
  const DotKernels& kernels_;
};

/// Distances between rows while the graph is built: each row is also encoded as a query.
class RowDistances final : public faiss::DistanceComputer {
 public:
  RowDistances(const VectorView& view, std::span<const std::uint8_t> present)
      : view_(view), kernels_(best_dot_kernels()), queries_(present.size() * view.row_bytes) {
    scales_.resize(present.size());
    offsets_.resize(present.size());
    biases_.resize(present.size());
    std::vector<float> vector(view.dimension);
    for (std::size_t i = 0; i < present.size(); ++i) {
      if (present[i] == 0) continue;
      decode_row(view, i, vector);
      const QueryCodes codes = encode_query(view, vector);
      std::copy(codes.coarse.begin(), codes.coarse.end(),
                queries_.begin() + static_cast<std::ptrdiff_t>(i * view.row_bytes));
      scales_[i] = codes.coarse_scale;
      offsets_[i] = codes.coarse_offset;
      biases_[i] = codes.constant;
    }
  }

  void set_query(const float*) override {}
  void set_row(std::size_t row) noexcept { row_ = static_cast<Rows>(row); }
  float operator()(Rows i) override { return symmetric_dis(row_, i); }
  float symmetric_dis(Rows i, Rows j) override {
    const auto query = static_cast<std::size_t>(i), row = static_cast<std::size_t>(j);
    std::int32_t dot = 0;
    kernels_.rows(view_.row(row), 1, view_.row_bytes, queries_.data() + query * view_.row_bytes,
                  &dot);
    return -(static_cast<float>(dot - offsets_[query]) * (scales_[query] * view_.scales[row]) +
             view_.biases[row] + biases_[query]);
  }

 private:
  const VectorView& view_;
  const DotKernels& kernels_;
  std::vector<std::int8_t> queries_;
  std::vector<float> scales_, biases_;
  std::vector<std::int32_t> offsets_;
  Rows row_ = 0;
};

/// The locks that FAISS requires for linking; we link on one thread.
class Locks {
 public:
  explicit Locks(std::size_t count) : locks_(count) {
    for (omp_lock_t& lock : locks_) omp_init_lock(&lock);
  }
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
  ~Locks() {
    for (omp_lock_t& lock : locks_) omp_destroy_lock(&lock);
  }
  std::vector<omp_lock_t>& get() noexcept { return locks_; }

 private:
  std::vector<omp_lock_t> locks_;
};

// Highest level first, shuffled within a level. Similar files are next to each other, and a graph
// that grows along clusters is poor.
std::vector<std::size_t> link_order(const faiss::HNSW& hnsw,
                                    std::span<const std::uint8_t> present) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < present.size(); ++i)
    if (present[i] != 0) order.push_back(i);
  std::uint64_t state = 0x9e3779b97f4a7c15ULL;
  for (std::size_t i = order.size(); i > 1; --i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(order[i - 1], order[(state >> 33) % i]);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return hnsw.levels[a] > hnsw.levels[b]; });
  return order;
}

Error graph_damaged() {
  return {ErrorCategory::kCorruption,
          error_code::kSegmentCorrupt,
          "The vector graph of a segment is damaged",
          "opening a segment",
          "The next run rebuilds it from the database",
          RemedyKind::kIndex};
}

}  // namespace

// The section contains: links per row, entry row, highest level, then one level per row, padding to
// 4 bytes, and the links of all rows, lowest level first; -1 means no link.
std::string build_graph(const VectorView& view, std::span<const std::uint8_t> present) {
  faiss::HNSW hnsw(kLinks);
  hnsw.efConstruction = kConstructionEffort;
  hnsw.prepare_level_tab(present.size());
  RowDistances distances(view, present);
  Locks locks(present.size());
  faiss::VisitedTable visited(static_cast<int>(present.size()));
  for (const std::size_t row : link_order(hnsw, present)) {
    distances.set_row(row);
    hnsw.add_with_locks(distances, hnsw.levels[row] - 1, static_cast<int>(row), locks.get(),
                        visited);
  }

  std::string section;
  base::put_raw(section, std::int32_t{kLinks});
  base::put_raw(section, std::int32_t{hnsw.entry_point});
  base::put_raw(section, std::int32_t{hnsw.max_level});
  for (const int level : hnsw.levels) section += static_cast<char>(level);
  section.resize((section.size() + 3) / 4 * 4);
  section.append(reinterpret_cast<const char*>(hnsw.neighbors.data()),
                 hnsw.neighbors.size() * sizeof(std::int32_t));
  return section;
}

struct FaissGraph::Impl {
  faiss::HNSW hnsw{kLinks};
};

FaissGraph::FaissGraph(std::unique_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
FaissGraph::FaissGraph(FaissGraph&&) noexcept = default;
FaissGraph::~FaissGraph() = default;

namespace {

// Whether every link leads to a row that exists on its level.
bool links_are_sound(const faiss::HNSW& hnsw) {
  const auto rows = static_cast<std::int32_t>(hnsw.levels.size());
  for (std::size_t row = 0; row < hnsw.levels.size(); ++row)
    for (int level = 0; level < hnsw.levels[row]; ++level) {
      std::size_t begin = 0, end = 0;
      hnsw.neighbor_range(static_cast<Rows>(row), level, &begin, &end);
      for (std::size_t i = begin; i < end; ++i) {
        const std::int32_t link = hnsw.neighbors[i];
        if (link < -1 || link >= rows) return false;
        if (link >= 0 && hnsw.levels[static_cast<std::size_t>(link)] <= level) return false;
      }
    }
  if (hnsw.entry_point == -1) return hnsw.max_level == -1;
  return hnsw.entry_point >= 0 && hnsw.entry_point < rows && hnsw.max_level >= 0 &&
         hnsw.levels[static_cast<std::size_t>(hnsw.entry_point)] == hnsw.max_level + 1;
}

}  // namespace

Result<FaissGraph> FaissGraph::read(std::string_view section, std::size_t rows) {
  base::ByteReader in(section);
  auto impl = std::make_unique<Impl>();
  faiss::HNSW& hnsw = impl->hnsw;
  if (in.raw<std::int32_t>() != kLinks) return graph_damaged();
  hnsw.entry_point = in.raw<std::int32_t>();
  hnsw.max_level = in.raw<std::int32_t>();
  const std::string_view levels = in.take(rows);
  (void)in.take((4 - rows % 4) % 4);
  if (!in.ok()) return graph_damaged();
  hnsw.offsets.reserve(rows + 1);
  for (const char level : levels) {
    const int count = static_cast<unsigned char>(level);
    if (count < 1 || static_cast<std::size_t>(count) >= hnsw.cum_nneighbor_per_level.size())
      return graph_damaged();
    hnsw.levels.push_back(count);
    hnsw.offsets.push_back(hnsw.offsets.back() +
                           static_cast<std::size_t>(hnsw.cum_nb_neighbors(count)));
  }
  if (in.remaining() != hnsw.offsets.back() * sizeof(std::int32_t)) return graph_damaged();
  hnsw.neighbors.resize(hnsw.offsets.back());
  const std::string_view links = in.take(in.remaining());
  if (!links.empty()) std::memcpy(hnsw.neighbors.data(), links.data(), links.size());
  if (!links_are_sound(hnsw)) return graph_damaged();
  return FaissGraph(std::move(impl));
}

std::vector<std::uint32_t> FaissGraph::search(const VectorView& view, const QueryCodes& query,
                                              const ChunkSet& wanted, std::size_t count,
                                              std::size_t effort) const {
  const faiss::HNSW& hnsw = impl_->hnsw;
  if (hnsw.entry_point < 0 || count == 0) return {};
  QueryDistances distances(view, query);
  faiss::VisitedTable visited(static_cast<int>(hnsw.levels.size()));
  // Both sides use bit i % 8 of byte i / 8 for element i (little-endian words).
  faiss::IDSelectorBitmap selector(wanted.words().size_bytes(),
                                   reinterpret_cast<const std::uint8_t*>(wanted.words().data()));
  faiss::SearchParametersHNSW parameters;
  parameters.sel = &selector;
  // FAISS 1.7.3 keeps only as many rows during the search as requested, regardless of efSearch, and
  // returns them in no order.
  const std::size_t kept = std::min(std::max(count, effort), hnsw.levels.size());
  parameters.efSearch = static_cast<int>(kept);
  std::vector<Rows> found(kept, -1);
  std::vector<float> distances_found(kept);
  hnsw.search(distances, static_cast<int>(kept), found.data(), distances_found.data(), visited,
              &parameters);
  std::vector<std::pair<float, std::uint32_t>> nearest;
  for (std::size_t i = 0; i < kept; ++i)
    if (found[i] >= 0 && wanted.test(static_cast<std::size_t>(found[i])))
      nearest.emplace_back(distances_found[i], static_cast<std::uint32_t>(found[i]));
  if (nearest.size() > count) {
    std::nth_element(nearest.begin(), nearest.begin() + static_cast<std::ptrdiff_t>(count),
                     nearest.end());
    nearest.resize(count);
  }
  std::vector<std::uint32_t> rows;
  for (const auto& [distance, row] : nearest) rows.push_back(row);
  return rows;
}

}  // namespace codeweaver::store
