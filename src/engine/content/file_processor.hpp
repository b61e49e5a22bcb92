// Turns one discovered file into records for the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "chunk/chunk.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/types.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Times (nanoseconds since 1970) and size of a file.
struct FileStamp {
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t size_bytes = 0;
  /// True if the file changed so recently that a later write may leave the stamp unchanged.
  bool is_racy = false;
};
/// nullopt: the file does not exist.
std::optional<FileStamp> stamp_of(const std::string& absolute_path);

/// Result of processing a file. `content` is empty for skipped files, or if the database already
/// has it.
struct ProcessedFile {
  store::FileRecord file;  ///< without chunk ids and audit
  std::optional<store::ContentRecord> content;
  bool is_from_snapshot = false;  ///< true for `content`
  std::vector<float> vectors{};   ///< of its chunks, from the given model; empty: none
  std::size_t chunk_count = 0;
  std::string language;
  FileStamp stamp;          ///< taken before the bytes were read
  bool is_failure = false;  ///< to be retried, then reported
  std::string detail;       ///< one sentence about a skip or a failure
  std::vector<std::string> warnings;
};

/// Chunks files with one set of options. Thread safety: const members may be called concurrently.
class FileProcessor {
 public:
  /// `stop` ends the reading of a document, which then counts as unreadable.
  explicit FileProcessor(const IndexOptions& options, std::stop_token stop = {});

  /// Reads, decodes, hashes and chunks `file`. Contents that `known` (may be null) or `given` has
  /// are not chunked again. Never fails: errors are part of the result.
  ProcessedFile process(const DiscoveredFile& file, const store::Database* known,
                        const GivenSnapshot& given = {}) const;

  /// True if a file is skipped because its name is typical of files with secrets.
  bool is_secret(const DiscoveredFile& file) const;
  /// Converts bytes that were read elsewhere to the text to chunk: decoded, or extracted from a
  /// document. Errors: those of corpus::decode_text(), document::read_document().
  Result<std::string> text_of(const DiscoveredFile& file, std::string bytes) const;
  /// Like process(), for text that was read elsewhere: without times, with file.size_bytes. Secrets
  /// in the text are masked, or the file is skipped because of them.
  ProcessedFile process_text(const DiscoveredFile& file, Result<std::string> text,
                             const store::Database* known, const GivenSnapshot& given = {}) const;
  /// The record of a file that is skipped for `reason`, one of file_reasons.hpp.
  ProcessedFile left_out(const DiscoveredFile& file, std::string_view reason) const;
  /// The facts about a file that do not need its text.
  ProcessedFile describe(const DiscoveredFile& file) const;
  /// Notes in the reason that only the start of the text has vectors.
  void note_bulk(std::string_view text, ProcessedFile& out) const;
  /// Hash of a file's text, by which a run recognizes it (store::FileRecord::raw_hash). Cost: reads
  /// the file; converts documents. Errors: as in ProcessedFile::reason.
  Result<base::Hash128> raw_hash(const DiscoveredFile& file) const;
  /// Key of the content for bytes in a language.
  base::Hash128 content_key(const base::Hash128& raw_hash, std::string_view language) const;

  /// Identifies everything except the bytes that determines the chunks and facts of a file.
  const std::string& fingerprint() const noexcept { return fingerprint_; }

 private:
  Result<std::string> read(const DiscoveredFile& file) const;
  bool take_given(const GivenSnapshot& given, const std::string& text, ProcessedFile& out) const;
  /// Also packs the facts of the text.
  Result<chunk::ChunkedText> cut(const DiscoveredFile& file, std::string_view text,
                                 std::string& packed) const;

  std::uint64_t max_file_bytes_, max_document_bytes_;
  std::vector<std::string> pdf_reader_;
  std::stop_token stop_;
  std::string strategy_;
  SecretPolicy secrets_;
  chunk::ChunkOptions chunking_;
  std::shared_ptr<const Chunker> chunker_;  // null: the built-in one
  std::string chunking_key_;  // what determines chunks, in addition to text and language
  std::string fingerprint_;
};

}  // namespace codeweaver::engine
