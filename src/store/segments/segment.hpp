// Segments: immutable, memory-mapped search structures derived from the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::store {

using rank::kFieldCount;

/// A chunk of a segment, without its text. Views live as long as the Segment.
struct SegmentChunk {
  std::string_view path, language, symbol;
  base::Hash128 content;
  std::uint32_t ordinal = 0;
  std::uint32_t file = 0;  ///< index of its file within the segment
  Span lines;
  SemanticClass semantic_class{};
  ChunkSource source{};
  bool is_test = false, is_generated = false;
  std::uint32_t tokens = 0;
};

/// An open segment: chunk table, postings, vectors, all in one memory map. Thread safety:
/// immutable.
class Segment {
 public:
  /// Opens a segment. Reads the whole file once to compare its checksums (0.05 ms per MB if
  /// cached), unless the file still has the identity `verified` that its writer recorded. Header,
  /// tables and bounds are always checked. Errors: kNotFound, kIo, kCorruption ("SEGMENT_CORRUPT").
  static Result<std::shared_ptr<const Segment>> open(
      const std::filesystem::path& file,
      const std::optional<base::FileIdentity>& verified = std::nullopt);
  /// Opens bytes that this process has just written. `name` is its name in errors.
  static Result<std::shared_ptr<const Segment>> open_written(base::MappedFile map,
                                                             std::string name);
  ~Segment();

  const std::string& name() const noexcept;  ///< of its file
  std::size_t size() const noexcept;         ///< chunks
  std::size_t file_count() const noexcept;
  std::size_t dimension() const noexcept;  ///< 0: no vectors
  SegmentChunk chunk(std::size_t index) const noexcept;
  std::size_t size_bytes() const noexcept;  ///< of the file
  /// The damage that a search found; the search skipped the damaged data. nullopt: none so far. If
  /// the file still had its recorded identity when it was opened, its checksums are compared page
  /// by page when they are read.
  std::optional<Error> damage() const;
  bool has_graph() const noexcept;  ///< it was written for kFaissHnsw
  std::string_view file_path(std::size_t file) const noexcept;
  base::Hash128 file_content(std::size_t file) const noexcept;
  /// Chunks [first, last) of a file.
  std::pair<std::uint32_t, std::uint32_t> file_chunks(std::size_t file) const noexcept;
  /// Sum over all chunks of the number of terms in each field.
  std::array<std::uint64_t, kFieldCount> field_lengths() const noexcept;
  std::array<std::uint16_t, kFieldCount> chunk_lengths(std::size_t index) const noexcept;

  struct Impl;  ///< segment_impl.hpp
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit Segment(std::unique_ptr<const Impl> impl) noexcept;
  static Result<std::shared_ptr<const Segment>> open_map(base::MappedFile map,
                                                         const std::filesystem::path& file,
                                                         bool is_verified);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace codeweaver::store
