// Vectors of code in a segment, queries against them, and the exact answers.
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

/// Where the rows of a set come from.
enum class VectorSource : std::uint8_t {
  kChunks,     ///< chunks of the corpus, as they are indexed
  kPieces,     ///< pieces of the same files, cut at line ends so that there are enough of them
  kGenerated,  ///< clusters around a large common part: where the corpus is too small
};

/// `rows` vectors by the built-in model. The queries are lines of code from the same files, each
/// once. Throws std::runtime_error.
struct VectorData {
  VectorData(Workbench& bench, std::size_t rows, VectorSource wanted, store::VectorIndexKind kind);

  static constexpr std::size_t kQueries = 200, kDepth = 100;
  VectorSource source;
  std::shared_ptr<const store::Segment> segment;  ///< written for `kind`
  std::vector<std::vector<float>> queries;
  std::vector<std::vector<float>> exact;  ///< the best kDepth inner products of each, best first
  double write_cpu = 0;  ///< seconds to encode and write a segment, without a graph
  double graph_cpu = 0;  ///< seconds more for kFaissHnsw
};

}  // namespace codeweaver::bench
