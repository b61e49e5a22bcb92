// Segments: immutable, memory-mapped search structures derived from the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "codeweaver/text/term_list.hpp"
#include "codeweaver/types.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/postings/posting_blocks.hpp"

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
  std::span<const float> vector;  ///< unit length; empty, zero or not finite: no dense side
};

/// Which structure answers dense queries. kScan and kFaissFlat read the stored vectors; kFaissHnsw
/// needs the links that SegmentBuilder adds for it.
enum class VectorIndexKind : std::uint8_t { kScan, kFaissFlat, kFaissHnsw };

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
  /// The same of what was added so far; more may follow.
  Result<std::string> write_copy(const std::filesystem::path& folder) const;

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

/// An open segment: chunk table, postings, vectors, all in one memory map.
/// Thread safety: immutable.
class Segment {
 public:
  /// Reads the whole file once to compare its checksums (0.05 ms a MB when cached), so that what
  /// opens is right; not when it is still the file that was `verified`, as its writer recorded it.
  /// Header, tables and bounds are checked always. Errors: kNotFound, kIo, kCorruption
  /// ("SEGMENT_CORRUPT").
  static Result<std::shared_ptr<const Segment>> open(
      const std::filesystem::path& file,
      const std::optional<base::FileIdentity>& verified = std::nullopt);
  ~Segment();

  const std::string& name() const noexcept;  ///< of its file
  std::size_t size() const noexcept;         ///< chunks
  std::size_t file_count() const noexcept;
  std::size_t dimension() const noexcept;  ///< 0: no vectors
  SegmentChunk chunk(std::size_t index) const noexcept;
  std::size_t size_bytes() const noexcept;  ///< of the file
  /// What a search met: it went on without what is damaged. nullopt: nothing so far. A segment that
  /// nobody seems to have touched is compared with its checksums when it is read, page by page.
  std::optional<Error> damage() const;
  bool has_graph() const noexcept;  ///< was written for kFaissHnsw
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
  std::unique_ptr<const Impl> impl_;
};

class VectorIndex;

/// The segments of one committed state with their live chunks. Made by make_snapshot.
struct Snapshot {
  struct Part {
    std::shared_ptr<const Segment> segment;
    ChunkSet live;                               ///< chunks not deleted since
    std::shared_ptr<const VectorIndex> vectors;  ///< null: no vectors in the segment
  };
  std::uint64_t generation = 0;
  std::vector<Part> parts;
  std::size_t live_chunks = 0;
  std::array<std::uint64_t, kFieldCount> field_lengths{};  ///< terms of live chunks
};

/// The list of segments of a generation, as stored in a small file that is replaced atomically.
/// Segments are shared: each tree of a state has its own manifest over the same folder.
struct Manifest {
  std::uint64_t generation = 0;
  std::size_t dimension = 0;
  VectorIndexKind vector_index = VectorIndexKind::kScan;
  struct Entry {
    std::string file;                          ///< name as SegmentBuilder::write returned it
    std::vector<std::uint32_t> deleted_files;  ///< segment file indexes, ascending
    /// The file as its writer left it: as long as it is that, its checksums need no comparing.
    std::optional<base::FileIdentity> verified{};
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> segments;
  /// Of how many files it holds what segments hold of them.
  struct Coverage {
    std::uint64_t files = 0, of = 0;
    friend bool operator==(const Coverage&, const Coverage&) = default;
  };
  std::optional<Coverage> coverage{};  ///< unset: of all; set only until a first run has ended
  /// The name of the tree, where nothing but its own rows in the database has it; else empty.
  std::string tree{};
  friend bool operator==(const Manifest&, const Manifest&) = default;
};
/// Names of manifests: of the folder that was indexed, and the ending of those of other trees.
inline constexpr std::string_view kManifestName = "manifest";
inline constexpr std::string_view kManifestEnding = ".manifest";
/// Errors: kNotFound (no manifest yet), kCorruption ("MANIFEST_CORRUPT").
Result<Manifest> read_manifest(const std::filesystem::path& folder,
                               std::string_view name = kManifestName);
Result<void> write_manifest(const std::filesystem::path& folder, const Manifest& manifest,
                            std::string_view name = kManifestName);
/// Names of the manifests in a folder, in order.
Result<std::vector<std::string>> list_manifests(const std::filesystem::path& folder);
/// Opens every segment of the manifest; those that `previous` holds are shared, not opened again.
/// When a commit removes a segment meanwhile, the newer manifest is read. Errors: as read_manifest
/// and Segment::open, kUnsupported (kFaissHnsw and a segment without a graph).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Snapshot* previous = nullptr,
                                                      std::string_view name = kManifestName);
/// The same for a manifest that is at hand. Errors: also kNotFound (a segment is gone).
Result<std::shared_ptr<const Snapshot>> open_snapshot(const std::filesystem::path& folder,
                                                      const Manifest& manifest,
                                                      const Snapshot* previous = nullptr);
/// A snapshot of `parts` (segment and live set; their indexes are opened where missing).
Result<std::shared_ptr<const Snapshot>> make_snapshot(std::uint64_t generation,
                                                      std::vector<Snapshot::Part> parts,
                                                      VectorIndexKind kind);
/// Held in the folder of segments by whoever writes a merged one.
inline constexpr std::string_view kMergeLock = "merge.lock";
/// Deletes segment files that no manifest of the folder lists, left-over temporary files (those of
/// merges once nobody holds kMergeLock), and manifests that cannot be read. Open snapshots keep
/// their segments mapped. Only for who may write a manifest: it takes unfinished ones for left
/// over. Errors: kIo.
Result<std::size_t> remove_unlisted(const std::filesystem::path& folder);

/// A chunk of a snapshot with a score; higher is better.
struct ScoredChunk {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  float score = 0;
  std::uint32_t terms = 0;  ///< lexical: bit i set where query term i (below 32) occurs
};

/// Best `limit` chunks by BM25F over the live and allowed ones (one set a part; none at all: every
/// live chunk), best first; ties by path, then chunk. Statistics are those of all live chunks, so
/// scores do not depend on how chunks are spread over segments. Reads the postings of the blocks of
/// chunks that can hold one of the best; all of them where asked for `matching`, which it sets to
/// how many allowed chunks hold any term.
std::vector<ScoredChunk> search_lexical(const Snapshot& snapshot, std::span<const QueryTerm> terms,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr);
/// How each field of a chunk answers a query.
struct FieldScores {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  float score = 0;                           ///< BM25F over all fields, as search_lexical gives it
  std::array<float, kFieldCount> field{};    ///< BM25F of each field as if it were the only one
  std::array<float, kFieldCount> covered{};  ///< idf-weighted share of the terms it holds, [0, 1]
  float covered_by_any = 0;                  ///< the same over all fields together
  std::uint64_t terms = 0;                   ///< bit i set where query term i (below 64) occurs
  std::array<std::uint64_t, kFieldCount> field_terms{};  ///< the same by field
};

/// Statistics of a query's terms, taken once for all that follows: where they are, what each is
/// worth, and which share of the query a set of them covers. `snapshot` and `terms` must outlive
/// it.
class TermCoverage {
 public:
  TermCoverage(const Snapshot& snapshot, std::span<const QueryTerm> terms);
  /// The idf-weighted share of the terms whose bits (as in FieldScores::terms) are set, [0, 1].
  /// Optional terms are not counted.
  float operator()(std::uint64_t terms) const noexcept;
  const Snapshot& snapshot() const noexcept { return *snapshot_; }
  std::span<const QueryTerm> terms() const noexcept { return terms_; }
  /// Term weight times idf; 0 for one that no live chunk holds.
  std::span<const float> weights() const noexcept { return weights_; }
  /// idf of each term, not weighted; 0 as above.
  std::span<const float> idf() const noexcept { return idf_; }
  /// Live chunks that hold a term.
  std::uint64_t frequency(std::size_t term) const noexcept { return frequency_[term]; }
  /// The postings of a term in a part; empty where it does not occur.
  const TermPostings& postings(std::size_t part, std::size_t term) const noexcept {
    return postings_[part * terms_.size() + term];
  }

 private:
  const Snapshot* snapshot_;
  std::span<const QueryTerm> terms_;
  std::vector<TermPostings> postings_;
  std::vector<std::uint64_t> frequency_;
  std::vector<float> weights_, idf_, share_;
};

/// Whether any chunk, deleted ones included, may hold a term. Cost: a look-up a segment.
bool holds_term(const Snapshot& snapshot, std::string_view term);

class PostingMarks;

/// search_lexical for terms whose statistics are taken. `marks`: filled for score_fields.
std::vector<ScoredChunk> search_lexical(const TermCoverage& query,
                                        std::span<const ChunkSet> allowed, std::size_t limit,
                                        const Bm25fOptions& options = {},
                                        std::size_t* matching = nullptr,
                                        PostingMarks* marks = nullptr);

/// A chunk of a snapshot. Within a part, chunks are in path order.
struct ChunkKey {
  std::uint32_t part = 0;
  std::uint32_t chunk = 0;
  friend auto operator<=>(const ChunkKey&, const ChunkKey&) = default;
};

/// Scores `chunks` (ascending, each once) field by field, those without a term too. Optional terms
/// raise scores but are not counted as covered. Cost: one walk over the terms' postings, of those
/// that are cut into blocks and, with the marks that search_lexical left, of others near the
/// chunks.
std::vector<FieldScores> score_fields(const TermCoverage& query, std::span<const ChunkKey> chunks,
                                      const Bm25fOptions& options = {},
                                      const PostingMarks* marks = nullptr);

/// The largest score any chunk could reach for these terms: the sum of their idf-weighted maxima,
/// optional terms only where the snapshot holds them; for calibration.
float lexical_upper_bound(const TermCoverage& query, const Bm25fOptions& options = {});

/// Cosine with `query` (unit length) of each of `chunks`, as search_dense gives it; 0 for those
/// without a vector and in parts of another dimension. Cost: one 16-bit product each.
std::vector<float> score_dense(const Snapshot& snapshot, std::span<const float> query,
                               std::span<const ChunkKey> chunks);

/// Best `limit` chunks by cosine with `query` (unit length) over the live and allowed ones, best
/// first; ties as above. Chunks without a vector are never found. Scores of all index kinds are the
/// same; kFaissHnsw and, in large segments, kScan may miss a chunk. kScan costs a pass over codes.
/// Errors: kInvalidArgument ("DIMENSION_MISMATCH").
Result<std::vector<ScoredChunk>> search_dense(const Snapshot& snapshot,
                                              std::span<const float> query,
                                              std::span<const ChunkSet> allowed, std::size_t limit);

}  // namespace codeweaver::store
