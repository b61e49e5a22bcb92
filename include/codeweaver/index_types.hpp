// What goes into and comes out of an indexing run: IndexOptions, IndexProgress, IndexReport.
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
#include "codeweaver/secret_policy.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

class Chunker;
class Snapshot;
class SparseEncoder;

/// What answers dense queries. Scores are the same; only FAISS Flat never misses a chunk.
enum class VectorIndexKind : std::uint8_t { kAuto, kScan, kFaissFlat, kFaissHnsw };

/// How the files of a folder are cut; part of their namespace.
enum class ChunkStrategy : std::uint8_t {
  kAst,               ///< by syntax, where the language has a grammar
  kSimpleFileChunks,  ///< runs of lines, whatever the language
};
constexpr std::string_view to_string(ChunkStrategy strategy) noexcept {
  return strategy == ChunkStrategy::kAst ? "ast" : "simple_file_chunks";
}

/// What shapes the content of an index; a change re-chunks what it touches.
struct IndexOptions {
  std::uint64_t max_file_bytes = 10ULL << 20;      ///< larger files are skipped with a warning
  std::uint64_t max_document_bytes = 64ULL << 20;  ///< the same of PDF, DOCX, PPTX and notebooks
  /// Program and arguments that read a PDF from standard input and write its text as Markdown, as
  /// `codeweaver extract --kind pdf -` does; it is killed after a minute. Empty: PDFs are left out.
  std::vector<std::string> pdf_reader{};
  /// Bytes that the treatment of one file may take on each thread, parsed trees above all; a file
  /// that needs more is cut by lines. Between 16 MiB and 16 GiB.
  std::uint64_t parse_memory = 256ULL << 20;
  /// Chunks of one file of bulk data (many alike records, recordings, translations, minified
  /// code) that get vectors; the rest is found by its words, in larger chunks. 0: no limit.
  std::uint32_t data_file_chunks = 4;
  std::size_t warn_files = 50'000;
  std::size_t max_files = 500'000;  ///< above it indexing is refused
  std::size_t workers = 0;          ///< threads; 0: one a core. Never changes the result
  /// Bytes that a run aims to stay below: with less, fewer files are worked on at once, and a large
  /// tree becomes several segments, which answer alike. Below 64 MiB counts as that.
  std::uint64_t memory_budget = 1ULL << 30;
  std::vector<std::string> exclude{};  ///< extra patterns in gitignore syntax
  std::vector<std::string>
      tooling_directories{};  ///< hidden folders to walk; empty: the built-in list
  std::map<std::string, std::string> extra_extensions{};  ///< extension or name to language id
  SecretPolicy secrets = SecretPolicy::kMask;
  ChunkStrategy chunk_strategy = ChunkStrategy::kAst;
  /// Cuts the files of the folder instead of that; what is pushed is cut by ours. Null: ours.
  std::shared_ptr<const Chunker> chunker{};
  /// Adds words to chunks and queries. Null: none.
  std::shared_ptr<const SparseEncoder> sparse_encoder{};
  std::uint32_t target_tokens = 500;
  std::uint32_t min_tokens = 200;
  std::uint32_t max_tokens = 800;
  std::uint32_t hard_limit = 4000;
  double text_overlap = 0.10;
  VectorIndexKind vector_index = VectorIndexKind::kAuto;  ///< kAuto: our scan
  /// A first run lets searches see what it has done so far after this time, and again whenever the
  /// time it took has tripled, and every three seconds, unless that took the run too long; 0: only
  /// its end. Never changes the result. Costs together about as much as writing the segments.
  std::chrono::milliseconds publish_after{0};
};

/// Where a run is; counts never go backwards.
struct IndexProgress {
  enum class Stage : std::uint8_t { kDiscover, kIndex, kDerive, kDone };
  Stage stage = Stage::kDiscover;
  std::size_t files_discovered = 0;  ///< that this run looks at
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  std::size_t errors = 0;
  std::string current_file{};
};

/// The process that another one waits for, as far as it told.
struct LockHolder {
  std::string process{};  ///< its id
  std::string since{};    ///< ISO 8601
  friend bool operator==(const LockHolder&, const LockHolder&) = default;
};

struct IndexRequest {
  bool force = false;  ///< rebuild everything; old chunks are removed
  /// Leaves the merging of small segments to Indexer::merge(), for callers who have a better time
  /// for it than the end of the run.
  bool defer_merges = false;
  /// Waits while another process indexes, instead of failing with "INDEX_LOCKED".
  bool wait_for_others = false;
  /// Called when that takes more than a moment.
  std::function<void(const LockHolder&)> on_wait{};
  /// Called on the thread that runs the index, at most about 20 times a second.
  std::function<void(const IndexProgress&)> on_progress{};
  /// Files whose content it holds are not cut, nor sent to an embedder where it has vectors of the
  /// same model; the index is what it would be without. Of no effect with `force`.
  std::shared_ptr<const Snapshot> snapshot{};
};

enum class IndexStatus : std::uint8_t { kSuccess, kPartial, kSkipped, kFailed, kCancelled };
constexpr std::string_view to_string(IndexStatus status) noexcept {
  switch (status) {
    case IndexStatus::kSuccess:
      return "success";
    case IndexStatus::kPartial:
      return "partial";
    case IndexStatus::kSkipped:
      return "skipped";
    case IndexStatus::kFailed:
      return "failed";
    case IndexStatus::kCancelled:
      return "cancelled";
  }
  return "failed";
}

/// A file that was not indexed. Failures were retried once; skips are no errors.
struct FileOutcome {
  std::string path{};
  std::string reason{};  ///< too_large | binary | not_utf8 | symlink | unreadable | ...
  std::string detail{};  ///< one sentence
};

/// A run that was stopped, or died, before its end; the next one continues it.
struct InterruptedRun {
  std::string run_id{};           ///< UUIDv7
  std::string started_at{};       ///< ISO 8601
  std::string last_checkpoint{};  ///< ISO 8601
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  bool has_same_settings = false;  ///< as are in force now
  bool is_recent = false;          ///< its last checkpoint is less than 24 hours old
  /// False: what it did should be done again (IndexRequest::force).
  bool can_resume() const noexcept { return has_same_settings && is_recent; }
};

/// How much of a folder searches see: all of it, unless its first run has not reached its end.
struct IndexCoverage {
  bool is_whole = false;
  std::size_t files = 0;       ///< not whole: that the committed state answers for
  std::size_t discovered = 0;  ///< of so many; 0: not known yet
  /// In [0, 1].
  double share() const noexcept {
    if (is_whole) return 1;
    return discovered == 0 ? 0 : static_cast<double>(files) / static_cast<double>(discovered);
  }
  friend bool operator==(const IndexCoverage&, const IndexCoverage&) = default;
};

/// What an answer says that is out of a part of the files; `seconds_left`: until it is whole, where
/// that is known.
std::string coverage_warning(const IndexCoverage& coverage,
                             std::optional<double> seconds_left = std::nullopt);

/// How far a run of some process has come, going by its last checkpoint.
struct RunProgress {
  std::string run_id{};                    ///< UUIDv7
  std::string started_at{}, updated_at{};  ///< ISO 8601
  std::size_t files_discovered = 0;        ///< that it looks at; 0: not known
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  std::size_t errors = 0;
  friend bool operator==(const RunProgress&, const RunProgress&) = default;
};

/// What a run did.
struct IndexReport {
  IndexStatus status = IndexStatus::kFailed;
  std::string run_id{};                 ///< UUIDv7
  std::size_t files_discovered = 0;     ///< chosen by discovery
  std::size_t files_indexed = 0;        ///< read and chunked, or found moved, in this run
  std::size_t files_from_snapshot = 0;  ///< of those: that IndexRequest::snapshot spared cutting
  std::size_t files_unchanged = 0;
  std::size_t files_removed = 0;
  std::size_t total_files = 0;     ///< in the index now
  std::size_t total_chunks = 0;    ///< in the index now
  std::size_t chunks_created = 0;  ///< in this run; unchanged contents create none
  double duration_seconds = 0;
  std::map<std::string, double> stage_seconds{};   ///< discover, index, derive, ... wall time
  std::map<std::string, std::size_t> languages{};  ///< language id to files in the index
  SecretCounts secrets{};                          ///< of the index now
  std::size_t bulk_files = 0;  ///< in the index, of which data_file_chunks left the rest to words
  std::vector<FileOutcome> failures{};
  std::vector<FileOutcome> skipped{};
  /// Files that were left out, by extension ("" without one).
  std::map<std::string, std::size_t> unknown_extensions{};
  /// Those of unknown_extensions whose files are text: IndexOptions::extra_extensions takes them
  /// in.
  std::vector<std::string> text_extensions{};
  std::vector<std::string> warnings{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEX_TYPES_HPP_
