// A segment with vectors of code, queries for it, and the exact results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {

/// Origin of the rows of a set.
enum class VectorSource : std::uint8_t {
  kChunks,     ///< chunks of the corpus, as in the index
  kPieces,     ///< pieces of the same files, split at line ends to get enough rows
  kGenerated,  ///< clusters around a large common part, if the corpus is too small
};

/// `rows` vectors of the built-in model. The queries are distinct lines of code from the same
/// files. Throws std::runtime_error.
struct VectorData {
  VectorData(Workbench& bench, std::size_t rows, VectorSource wanted, store::VectorIndexKind kind);

  static constexpr std::size_t kQueries = 200, kDepth = 100;
  VectorSource source;
  std::shared_ptr<const store::Segment> segment;  ///< written for `kind`
  std::vector<std::vector<float>> queries;
  std::vector<std::vector<float>> exact;  ///< the best kDepth inner products per query, best first
  double write_cpu = 0;  ///< seconds to encode and write a segment, without a graph
  double graph_cpu = 0;  ///< additional seconds for kFaissHnsw
};

}  // namespace codeweaver::bench
