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

/// Implementation of dense search. Scores are the same. kFaissFlat is exact; the others can miss a
/// chunk.
enum class VectorIndexKind : std::uint8_t { kAuto, kScan, kFaissFlat, kFaissHnsw };

/// How the files of a folder are cut into chunks; part of their namespace.
enum class ChunkStrategy : std::uint8_t {
  kAst,               ///< by syntax if the language has a grammar
  kSimpleFileChunks,  ///< by lines, for all languages
};
constexpr std::string_view to_string(ChunkStrategy strategy) noexcept {
  return strategy == ChunkStrategy::kAst ? "ast" : "simple_file_chunks";
}

/// Options that define the content of an index. After a change, the next run cuts the affected
/// files again.
struct IndexOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;  ///< larger files are skipped with a warning
  /// The same limit for PDF, DOCX, PPTX and notebooks.
  std::uint64_t max_document_bytes = 64ULL << 20;
  /// Program and arguments that read a PDF from standard input and write its text as Markdown, like
  /// `codeweaver extract --kind pdf -`. The program is killed after one minute. Empty: PDFs are
  /// skipped.
  std::vector<std::string> pdf_reader{};
  /// Bytes of memory that each thread may use for one file, mostly for its syntax tree. A file that
  /// needs more is cut by lines. Range: 16 MiB to 16 GiB.
  std::uint64_t parse_memory = 256ULL << 20;
  /// Chunks with vectors for one file of bulk data (many similar records, recordings, translations,
  /// minified code). The rest of the file gets larger chunks that only words find. 0: no limit.
  std::uint32_t data_file_chunks = 4;
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;  ///< a run refuses to index more files
  std::size_t workers = 0;          ///< threads; 0: one for each core. Never changes the result
  /// Bytes of memory that a run tries to stay below. With less, a run processes fewer files at
  /// once, and splits a large tree into several segments; results are the same. Values below 64 MiB
  /// count as 64 MiB.
  std::uint64_t memory_budget = 1ULL << 30;
  std::vector<std::string> exclude{};  ///< extra patterns in gitignore syntax
  /// Hidden folders to index; empty: the built-in list.
  std::vector<std::string> tooling_directories{};
  /// File extension or file name to language id. Other texts of unknown types are indexed as
  /// language "other".
  std::map<std::string, std::string> extra_extensions{};
  SecretPolicy secrets = SecretPolicy::kMask;
  ChunkStrategy chunk_strategy = ChunkStrategy::kAst;
  /// Cuts the files of the folder instead of the built-in chunker. Pushed items always use the
  /// built-in one. Null: the built-in one.
  std::shared_ptr<const Chunker> chunker{};
  /// Adds terms to chunks and queries. Null: none.
  std::shared_ptr<const SparseEncoder> sparse_encoder{};
  std::uint32_t target_tokens = 500;
  std::uint32_t min_tokens = 200;
  std::uint32_t max_tokens = 800;
  std::uint32_t hard_limit = 4000;
  double text_overlap = 0.10;
  VectorIndexKind vector_index = VectorIndexKind::kAuto;  ///< kAuto: kScan
  /// During a first run, searches see the finished files after this time. Later updates follow when
  /// the elapsed time has tripled, and at least every three seconds, less often if publishing is
  /// slow. 0: searches see only the finished index. Never changes the result. Cost: in total, about
  /// the time of writing the segments once.
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

/// The process that holds the lock. Fields are empty if it did not record them.
struct LockHolder {
  std::string process{};  ///< process id
  std::string since{};    ///< ISO 8601
  friend bool operator==(const LockHolder&, const LockHolder&) = default;
};

struct IndexRequest {
  bool force = false;  ///< rebuild everything; removes old chunks
  /// Leaves small segments unmerged; the caller runs Indexer::merge() later.
  bool defer_merges = false;
  /// Waits while another process indexes. If false, fails with "INDEX_LOCKED".
  bool wait_for_others = false;
  /// Called if the wait takes more than a moment.
  std::function<void(const LockHolder&)> on_wait{};
  /// Called on the thread of the run, at most about 20 times a second.
  std::function<void(const IndexProgress&)> on_progress{};
  /// Files with content in this snapshot are not cut again. They are not embedded again if the
  /// snapshot has vectors of the same model. The resulting index is the same as without it. Ignored
  /// if `force` is true.
  std::shared_ptr<const Snapshot> snapshot{};
};

/// A run that was stopped or crashed; the next run continues it.
struct InterruptedRun {
  std::string run_id{};           ///< UUIDv7
  std::string started_at{};       ///< ISO 8601
  std::string last_checkpoint{};  ///< ISO 8601
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  bool has_same_settings = false;  ///< the same settings as now
  bool is_recent = false;          ///< its last checkpoint is less than 24 hours old
  /// If false, rebuild the index (IndexRequest::force).
  bool can_resume() const noexcept { return has_same_settings && is_recent; }
};

/// The part of a folder that searches see: all of it after the first run, and a part until then.
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

/// Warning for an answer computed from a partial index. `seconds_left`: estimated time until the
/// index is complete; nullopt: not known.
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
  /// Indexed files whose chunks have no vectors; see IndexOptions::data_file_chunks.
  std::size_t bulk_files = 0;
  std::vector<FileOutcome> failures{};
  std::vector<FileOutcome> skipped{};
  /// Skipped files of unknown types by extension; "" for files without one. They are binary or bulk
  /// data; texts of unknown types are indexed.
  std::map<std::string, std::size_t> unknown_extensions{};
  std::vector<std::string> warnings{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEX_TYPES_HPP_
