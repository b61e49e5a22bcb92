// HNSW links over stored vector rows: built once, stored in the segment, read back and searched.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/vectors/vector_codes.hpp"

namespace codeweaver::store {

/// Links the rows with a flag in `present`. It uses a fixed order on one thread, so that the same
/// rows give the same bytes. Cost: about 80 microseconds per row at 256 dimensions.
std::string build_graph(const VectorView& view, std::span<const std::uint8_t> present);

/// A graph read from its section. Thread safety: immutable.
class FaissGraph {
 public:
  /// Checks every link. Errors: kCorruption.
  static Result<FaissGraph> read(std::string_view section, std::size_t rows);
  FaissGraph(FaissGraph&&) noexcept;
  ~FaissGraph();

  /// Returns approximately the best `count` of the `wanted` rows for the query, in any order.
  /// `effort`: candidates kept during the search (efSearch).
  std::vector<std::uint32_t> search(const VectorView& view, const QueryCodes& query,
                                    const ChunkSet& wanted, std::size_t count,
                                    std::size_t effort) const;

 private:
  struct Impl;
  explicit FaissGraph(std::unique_ptr<const Impl> impl) noexcept;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace codeweaver::store
