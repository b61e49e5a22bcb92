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

/// Collects chunks and writes one segment file. Memory: about the size of the file without vectors,
/// and the same again while it writes; 4 bytes per dimension and chunk if there is no folder for
/// the vectors. Split above a million chunks.
class SegmentBuilder {
 public:
  /// `dimension` 0: no vectors. kFaissHnsw adds a graph (about 80 us and 140 bytes per chunk). Many
  /// vectors are buffered in a file in `folder`; if it is empty, in memory.
  explicit SegmentBuilder(std::size_t dimension, VectorIndexKind kind = VectorIndexKind::kScan,
                          const std::filesystem::path& folder = {});
  SegmentBuilder(SegmentBuilder&&) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&&) noexcept;
  ~SegmentBuilder();
  void add(const SegmentInput& input);
  std::size_t size() const noexcept;
  std::size_t memory_bytes() const noexcept;  ///< memory used now, approximately
  /// Writes a file to `folder`, named by the hash of its bytes, and returns the name. The same
  /// input gives the same bytes on every machine and for any thread count. Errors: kIo.
  Result<std::string> write(const std::filesystem::path& folder) &&;
  /// Like write(), but the segment exists only in memory. Errors: kIo.
  Result<std::shared_ptr<const Segment>> build() &&;
  /// Writes the chunks added so far; more may follow.
  Result<std::string> write_copy(const std::filesystem::path& folder) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
