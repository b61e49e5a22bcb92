// Turns one discovered file into the records that the database keeps.
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

/// Times of a file in nanoseconds since 1970 and its size.
struct FileStamp {
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t size_bytes = 0;
  /// A write after this look may leave the stamp as it is: it was changed too shortly before.
  bool is_racy = false;
};
/// nullopt when it is gone.
std::optional<FileStamp> stamp_of(const std::string& absolute_path);

/// What became of a file. `content` is absent when the database already has it, or for skips.
struct ProcessedFile {
  store::FileRecord file;  ///< without chunk ids and audit
  std::optional<store::ContentRecord> content;
  bool is_from_snapshot = false;  ///< the content
  std::vector<float> vectors{};   ///< of its chunks, of the model that was named; empty: none
  std::size_t chunk_count = 0;
  std::string language;
  FileStamp stamp;          ///< taken before the bytes were read
  bool is_failure = false;  ///< to be retried, then reported
  std::string detail;       ///< one sentence for a skip or a failure
  std::vector<std::string> warnings;
};

/// Chunks files by one set of options.
/// Thread safety: const members may be called concurrently.
class FileProcessor {
 public:
  /// `stop` ends the reading of a document, which is then a file that cannot be read.
  explicit FileProcessor(const IndexOptions& options, std::stop_token stop = {});

  /// Reads, decodes, hashes and chunks `file`. `known` (may be null) answers for contents that
  /// need no chunking again, and then `given`. Never fails: what went wrong is in the outcome.
  ProcessedFile process(const DiscoveredFile& file, const store::Database* known,
                        const GivenSnapshot& given = {}) const;

  /// Whether a file is left out for its name: it holds secrets by convention.
  bool is_secret(const DiscoveredFile& file) const;
  /// Bytes that were read elsewhere as the text that is chunked: decoded, or made of a document.
  /// Errors: those of corpus::decode_text(), document::read_document().
  Result<std::string> text_of(const DiscoveredFile& file, std::string bytes) const;
  /// The same for text that was read elsewhere: without times, of file.size_bytes. Secrets in it
  /// are masked, or it is left out for them.
  ProcessedFile process_text(const DiscoveredFile& file, Result<std::string> text,
                             const store::Database* known, const GivenSnapshot& given = {}) const;
  /// A file that is left out for `reason`, which is one of file_reasons.hpp.
  ProcessedFile left_out(const DiscoveredFile& file, std::string_view reason) const;
  /// What is known of a file without its text.
  ProcessedFile describe(const DiscoveredFile& file) const;
  /// Notes in the reason that the head alone of its text has vectors.
  void note_bulk(std::string_view text, ProcessedFile& out) const;
  /// Hash of the text of a file, by which a run recognizes it (store::FileRecord::raw_hash). Cost:
  /// reads the file; converts documents. Errors: as ProcessedFile::reason.
  Result<base::Hash128> raw_hash(const DiscoveredFile& file) const;
  /// Key of the content that bytes are in a language.
  base::Hash128 content_key(const base::Hash128& raw_hash, std::string_view language) const;

  /// Identifies everything besides the bytes that decides the chunks of a file.
  const std::string& fingerprint() const noexcept { return fingerprint_; }

 private:
  Result<std::string> read(const DiscoveredFile& file) const;
  bool take_given(const GivenSnapshot& given, const std::string& text, ProcessedFile& out) const;
  Result<chunk::ChunkedText> cut(const DiscoveredFile& file, std::string_view text) const;

  std::uint64_t max_file_bytes_, max_document_bytes_;
  std::vector<std::string> pdf_reader_;
  std::stop_token stop_;
  std::string strategy_;
  SecretPolicy secrets_;
  chunk::ChunkOptions chunking_;
  std::shared_ptr<const Chunker> chunker_;  // null: ours
  std::string fingerprint_;
};

}  // namespace codeweaver::engine
