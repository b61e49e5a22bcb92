// Segments: immutable, memory-mapped search structures derived from the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/text/term_list.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::store {

using rank::Bm25fOptions;
using rank::Field;
using rank::kFieldCount;
using rank::QueryTerm;

/// One chunk on its way into a segment. Views live until SegmentBuilder::add returns.
struct SegmentInput {
  std::string_view path;  ///< chunks of one file come one after another, files in path order
  base::Hash128 content;
  std::uint32_t ordinal = 0;  ///< of the chunk in its content
  Span lines;
  SemanticClass semantic_class{};
  ChunkSource source{};
  std::string_view language;
  bool is_test = false, is_generated = false;
  std::uint32_t tokens = 0;
  std::string_view symbol;  ///< qualified name; stored for ranking without the database
  std::array<const text::TermList*, kFieldCount>
      terms{};                    ///< analysed terms with repetitions; null: none
  std::span<const float> vector;  ///< unit length; empty: no dense side
};

/// Collects chunks and writes one segment file.
class SegmentBuilder {
 public:
  explicit SegmentBuilder(std::size_t dimension);  ///< 0: no vectors
  SegmentBuilder(SegmentBuilder&&) noexcept;
  SegmentBuilder& operator=(SegmentBuilder&&) noexcept;
  ~SegmentBuilder();
  void add(const SegmentInput& input);
  std::size_t size() const noexcept;
  /// Writes a file named by the hash of its bytes under `folder` and returns the name.
  /// The same inputs give the same bytes on every machine and for any thread count. Errors: kIo.
  Result<std::string> write(const std::filesystem::path& folder) &&;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What a chunk of a segment is, without its text. Views live as long as the Segment.
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

/// Chunks of a segment, one bit each.
class ChunkSet {
 public:
  ChunkSet() = default;
  ChunkSet(std::size_t size, bool value);
  std::size_t size() const noexcept { return size_; }
  bool test(std::size_t i) const noexcept { return (words_[i >> 6] >> (i & 63)) & 1U; }
  void set(std::size_t i, bool value) noexcept;
  std::size_t count() const noexcept;
  std::span<const std::uint64_t> words() const noexcept { return words_; }
  /// Intersects with a set of the same size.
  ChunkSet& operator&=(const ChunkSet& other) noexcept;

 private:
  std::vector<std::uint64_t> words_;
  std::size_t size_ = 0;
};

/// An open segment: chunk table, postings, vectors, all in one memory map.
/// Thread safety: immutable.
class Segment {
 public:
  /// Errors: kNotFound, kCorruption (header, checksum of the tables, or version).
  static Result<std::shared_ptr<const Segment>> open(const std::filesystem::path& file);
  ~Segment();

  std::size_t size() const noexcept;  ///< chunks
  std::size_t file_count() const noexcept;
  std::size_t dimension() const noexcept;  ///< 0: no vectors
  SegmentChunk chunk(std::size_t index) const noexcept;
  std::string_view file_path(std::size_t file) const noexcept;
  /// Chunks [first, last) of a file.
  std::pair<std::uint32_t, std::uint32_t> file_chunks(std::size_t file) const noexcept;
  /// Sum over all chunks of the number of terms in each field.
  std::array<std::uint64_t, kFieldCount> field_lengths() const noexcept;
  /// int8 row and its scale: value = scale * int8 (after centring, see vectors.hpp).
  struct Impl;
  const Impl& impl() const noexcept { return *impl_; }

 private:
  explicit Segment(std::unique_ptr<const Impl> impl) noexcept;
  std::unique_ptr<const Impl> impl_;
};

/// The segments of one committed state with their live chunks.
struct Snapshot {
  struct Part {
    std::shared_ptr<const Segment> segment;
    ChunkSet live;  ///< chunks not deleted since
  };
  std::uint64_t generation = 0;
  std::vector<Part> parts;
  std::size_t live_chunks = 0;
};

/// The list of segments of a generation, as stored in `manifest.json`, replaced atomically.
struct Manifest {
  std::uint64_t generation = 0;
  std::size_t dimension = 0;
  struct Entry {
    std::string file;
    std::vector<std::uint32_t> deleted_files;  ///< segment file indexes
  };
  std::vector<Entry> segments;
};
/// Errors: kNotFound (no manifest yet), kCorruption.
Result<Manifest> read_manifest(const std::filesystem::path& folder);
Result<void> write_manifest(const std::filesystem::path& folder, const Manifest& manifest);
/// Opens every segment of the manifest. Errors: as Segment::open.
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder);

/// A chunk of a snapshot with a score; higher is better.
struct ScoredChunk {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  float score = 0;
};

/// Best `limit` chunks by BM25F over the allowed ones (one set a part), best first; ties by part
/// and chunk, which is path order. Statistics are those of the whole snapshot. Also sets `matching`
/// to how many allowed chunks hold any term.
std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr);
/// The largest score any chunk could reach for these terms: the sum of their idf-weighted maxima,
/// optional terms only where the snapshot holds them; for calibration.
float lexical_upper_bound(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                          const Bm25fOptions& options = {});

/// Which structure answers dense queries.
enum class VectorIndexKind : std::uint8_t { kScan, kFaissFlat, kFaissHnsw };
/// Best `limit` chunks by cosine with `query` (unit length), best first; ties as above.
/// Cost: one pass over 8-bit codes (kScan). Errors: kInvalidArgument (dimension).
Result<std::vector<ScoredChunk>> search_dense(const Snapshot& snapshot,
                                              std::span<const float> query,
                                              std::span<const ChunkSet> allowed, std::size_t limit);

}  // namespace codeweaver::store
