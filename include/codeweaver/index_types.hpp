// Input and output of an indexing run: IndexOptions, IndexProgress, IndexReport.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INDEX_TYPES_HPP_
#define CODEWEAVER_INDEX_TYPES_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/index_runs.hpp"
#include "codeweaver/secret_policy.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Chunker;
class Snapshot;
class SparseEncoder;

/// How dense search finds vectors. All kinds compute the same scores. kFaissFlat finds all of the
/// best chunks; the others can miss one.
enum class VectorIndexKind : std::uint8_t { kAuto, kScan, kFaissFlat, kFaissHnsw };

/// How the files of a folder are cut into chunks; part of their namespace.
enum class ChunkStrategy : std::uint8_t {
  kAst,               ///< by syntax if the language has a grammar
  kSimpleFileChunks,  ///< by lines, for all languages
};
constexpr std::string_view to_string(ChunkStrategy strategy) noexcept {
  return strategy == ChunkStrategy::kAst ? "ast" : "simple_file_chunks";
}

/// Options that define the content of an index. If they change, the next run cuts the affected
/// files again.
struct IndexOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;  ///< larger files are skipped with a warning
  /// The same limit for PDF, DOCX, PPTX and notebooks.
  std::uint64_t max_document_bytes = 64ULL << 20;
  /// Program with arguments that reads a PDF from standard input and writes its text as Markdown,
  /// such as `codeweaver extract --kind pdf -`. It is killed after one minute. Empty: PDFs are
  /// skipped.
  std::vector<std::string> pdf_reader{};
  /// Bytes of memory that each thread may use for one file, mostly for its syntax tree. A file that
  /// needs more is cut by lines. Range: 16 MiB to 16 GiB.
  std::uint64_t parse_memory = 256ULL << 20;
  /// Maximum number of chunks with vectors in a file of bulk data (many similar records,
  /// recordings, translations, minified code). The rest of the file gets larger chunks without
  /// vectors, which searches find only by their words. 0: no limit.
  std::uint32_t data_file_chunks = 4;
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;  ///< a run refuses to index more files
  std::size_t workers = 0;          ///< threads; 0: one for each core. Never changes the result
  /// Target for the memory of a run, in bytes. With a smaller target, a run processes fewer files
  /// at once, and writes a large tree as several segments (files of the index). Results are the
  /// same. Values below 64 MiB count as 64 MiB.
  std::uint64_t memory_budget = 1ULL << 30;
  std::vector<std::string> exclude{};  ///< extra patterns in gitignore syntax
  /// Hidden folders that are indexed. Empty: the built-in list.
  std::vector<std::string> tooling_directories{};
  /// Maps file extensions or file names to language ids. Texts of other unknown types are indexed
  /// with the language "other".
  std::map<std::string, std::string> extra_extensions{};
  SecretPolicy secrets = SecretPolicy::kMask;
  ChunkStrategy chunk_strategy = ChunkStrategy::kAst;
  /// The chunker for the files of the folder. Null: the built-in one for chunk_strategy. It does
  /// not apply to pushed items, which the built-in chunker always cuts.
  std::shared_ptr<const Chunker> chunker{};
  /// Adds terms to chunks and queries. Null: no terms are added.
  std::shared_ptr<const SparseEncoder> sparse_encoder{};
  std::uint32_t target_tokens = 500;
  std::uint32_t min_tokens = 200;
  std::uint32_t max_tokens = 800;
  std::uint32_t hard_limit = 4000;
  double text_overlap = 0.10;
  VectorIndexKind vector_index = VectorIndexKind::kAuto;  ///< kAuto: kScan
  /// Time after which searches can see the files that a first run has finished so far. The run
  /// publishes again when the elapsed time has tripled, but at least every three seconds, or less
  /// often if publishing is slow. 0: searches see only the complete index. The complete index is
  /// the same in any case. Cost: in total, about the time of writing the segments once.
  std::chrono::milliseconds publish_after{0};
};

/// Progress of a run; counts never decrease.
struct IndexProgress {
  enum class Stage : std::uint8_t { kDiscover, kIndex, kDerive, kDone };
  Stage stage = Stage::kDiscover;
  std::size_t files_discovered = 0;  ///< files that this run checks
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  std::size_t errors = 0;
  std::string current_file{};
};

/// The process that holds the lock. A field is empty if the process did not record its value.
struct LockHolder {
  std::string process{};  ///< process id
  std::string since{};    ///< ISO 8601
  friend bool operator==(const LockHolder&, const LockHolder&) = default;
};

struct IndexRequest {
  bool force = false;  ///< rebuild everything; removes old chunks
  /// If true, the run does not merge small segments; the caller runs Indexer::merge() later.
  bool defer_merges = false;
  /// If true, waits while another process indexes. If false, fails with "INDEX_LOCKED".
  bool wait_for_others = false;
  /// Called if the wait takes more than a moment.
  std::function<void(const LockHolder&)> on_wait{};
  /// Called on the thread of the run, at most about 20 times a second.
  std::function<void(const IndexProgress&)> on_progress{};
  /// Chunks that were made earlier from the same contents. Files with these contents are not cut
  /// again. They are not embedded again if the snapshot has vectors of the same model. The
  /// resulting index is the same as without a snapshot. Ignored if `force` is true.
  std::shared_ptr<const Snapshot> snapshot{};
};

/// A run that was stopped or crashed. The next run continues it, unless IndexRequest::force is set.
struct InterruptedRun {
  std::string run_id{};           ///< UUIDv7
  std::string started_at{};       ///< ISO 8601
  std::string last_checkpoint{};  ///< ISO 8601
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  bool has_same_settings = false;  ///< the same settings as now
  bool is_recent = false;          ///< its last checkpoint is less than 24 hours old
  /// If false, do not continue the run: rebuild the index (IndexRequest::force).
  bool can_resume() const noexcept { return has_same_settings && is_recent; }
};

/// The part of a folder that searches see. During the first run it is a part of the files, later
/// all.
struct IndexCoverage {
  bool is_whole = false;
  std::size_t files = 0;       ///< files in the committed state, if it is not whole
  std::size_t discovered = 0;  ///< files to index; 0: not known yet
  /// Share of the files, in [0, 1].
  double share() const noexcept {
    if (is_whole) return 1;
    return discovered == 0 ? 0 : static_cast<double>(files) / static_cast<double>(discovered);
  }
  friend bool operator==(const IndexCoverage&, const IndexCoverage&) = default;
};

/// Returns the warning for an answer from a partial index. `seconds_left` is the estimated time
/// until the index is complete; nullopt: unknown.
std::string coverage_warning(const IndexCoverage& coverage,
                             std::optional<double> seconds_left = std::nullopt);

/// Result of a run.
struct IndexReport {
  IndexStatus status = IndexStatus::kFailed;
  std::string run_id{};              ///< UUIDv7
  std::size_t files_discovered = 0;  ///< files that discovery selected
  std::size_t files_indexed = 0;     ///< read and chunked, or recognised as moved, in this run
  /// The part of files_indexed whose chunks came from IndexRequest::snapshot.
  std::size_t files_from_snapshot = 0;
  std::size_t files_unchanged = 0;
  std::size_t files_removed = 0;
  std::size_t total_files = 0;     ///< in the index after the run
  std::size_t total_chunks = 0;    ///< in the index after the run
  std::size_t chunks_created = 0;  ///< in this run; unchanged content creates none
  double duration_seconds = 0;
  /// Wall time by stage: discover, index, derive, ...
  std::map<std::string, double> stage_seconds{};
  std::map<std::string, std::size_t> languages{};  ///< number of indexed files by language id
  SecretCounts secrets{};                          ///< in the index after the run
  /// Files of bulk data, where only some chunks have vectors; see IndexOptions::data_file_chunks.
  std::size_t bulk_files = 0;
  std::vector<FileOutcome> failures{};
  std::vector<FileOutcome> skipped{};
  /// Number of skipped files of unknown types, by extension ("" for files without one). They are
  /// binary files or bulk data, because other texts of unknown types are indexed.
  std::map<std::string, std::size_t> unknown_extensions{};
  std::vector<std::string> warnings{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEX_TYPES_HPP_
