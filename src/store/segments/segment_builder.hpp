// SegmentBuilder: collects chunks and writes one segment file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include "codeweaver/result.hpp"
#include "store/segments/segment_input.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {

class Segment;

/// Collects chunks and writes one segment file. Memory: about what the file has without vectors,
/// once more while it writes, and 4 bytes a dimension and chunk for vectors that have no folder to
/// wait in. Split above a million chunks.
class SegmentBuilder {
 public:
  /// `dimension` 0: no vectors. kFaissHnsw adds a graph (about 80 us and 140 bytes a chunk).
  /// Many vectors wait in a file in `folder`; none: in memory.
  explicit SegmentBuilder(std::size_t dimension, VectorIndexKind kind = VectorIndexKind::kScan,
                          const std::filesystem::path& folder = {});
  SegmentBuilder(SegmentBuilder&&) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&&) noexcept;
  ~SegmentBuilder();
  void add(const SegmentInput& input);
  std::size_t size() const noexcept;
  std::size_t memory_bytes() const noexcept;  ///< held now, nearly
  /// Writes a file named by the hash of its bytes under `folder` and returns the name.
  /// The same inputs give the same bytes on every machine and for any thread count. Errors: kIo.
  Result<std::string> write(const std::filesystem::path& folder) &&;
  /// The same without a file: a segment that lives in memory alone. Errors: kIo (there is none).
  Result<std::shared_ptr<const Segment>> build() &&;
  /// The same of what was added so far; more may follow.
  Result<std::string> write_copy(const std::filesystem::path& folder) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
