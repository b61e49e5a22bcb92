// The database: everything that must not be lost, in one SQLite file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::store {

/// A chunk of a content: addressed by content and ordinal, shared by every file that holds it.
struct ChunkRecord {
  std::uint32_t begin = 0, end = 0;  ///< bytes of the content's text
  Span lines;
  ChunkSource source = ChunkSource::kTextBlock;
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  bool is_part = false;
  std::uint32_t tokens = 0;
  std::string symbol, kind, doc, context;
  std::vector<std::string> defines, references;
};

struct SymbolRecord {
  std::string name, qualified_name, kind;
  Span lines;
  std::uint32_t chunk = 0;  ///< ordinal
};

/// What was learnt from the bytes of a file, whatever it is called. Language decides how they were
/// read, so the key is hash of (bytes, language id, chunking settings): see content_key.
struct ContentRecord {
  base::Hash128 key;
  std::string language;  ///< language id; "" unknown
  std::string text;      ///< UTF-8, as chunked (stored compressed)
  double error_ratio = 0;
  std::vector<ChunkRecord> chunks;
  std::vector<SymbolRecord> symbols;
};

/// One path of one project: an occurrence of a content.
struct FileRecord {
  std::string path;        ///< relative, '/' separated
  base::Hash128 content;   ///< key of its ContentRecord
  base::Hash128 raw_hash;  ///< of the bytes on disk, for change detection
  std::string git_blob;    ///< object id where git knows it; may be empty
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::string extension, ext_category;
  bool is_test = false, is_generated = false;
  std::string outcome = "indexed";  ///< indexed | skipped | failed
  std::string reason;               ///< why it was skipped or failed
  std::vector<Uuid> chunk_ids;      ///< one a chunk of its content
  // audit
  std::string source_system = "local", source_batch_id, git_commit, git_branch;
  bool git_dirty = false;
  std::string source_captured_at, indexed_at;  ///< ISO 8601
};

/// The project an index belongs to, with its namespace.
struct ProjectRecord {
  std::string project_id, display_name, root;
  std::string purpose = "code_search", chunk_strategy = "ast";
};

/// One SQLite file in WAL mode.
/// Thread safety: one Database per thread; any number of readers beside one writer, in any process.
class Database {
 public:
  static constexpr int kSchemaVersion = 1;

  /// Opens or creates for writing. Errors: kIo, kCorruption ("SCHEMA_MISMATCH": found, expected,
  /// command).
  static Result<Database> open(const std::filesystem::path& file);
  /// Opens an existing database for reading. Errors: also kNotFound.
  static Result<Database> open_read_only(const std::filesystem::path& file);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  /// All or nothing; nested calls are an internal error. A failing body rolls back and its error is
  /// returned.
  Result<void> transaction(const std::function<Result<void>()>& body);

  Result<std::optional<std::string>> meta(std::string_view key) const;
  Result<void> set_meta(std::string_view key, std::string_view value);

  Result<ProjectRecord> project() const;  ///< kNotFound when none was set
  Result<void> set_project(const ProjectRecord& project);

  Result<bool> has_content(const base::Hash128& key) const;
  Result<void> put_content(const ContentRecord& content);
  Result<ContentRecord> content(const base::Hash128& key) const;     ///< kNotFound
  Result<std::string> content_text(const base::Hash128& key) const;  ///< kNotFound
  /// Chunk rows alone, without the text.
  Result<std::vector<ChunkRecord>> content_chunks(const base::Hash128& key) const;

  Result<void> put_file(const FileRecord& file);  ///< inserts or replaces by path
  Result<void> remove_file(std::string_view path);
  Result<std::optional<FileRecord>> file(std::string_view path) const;
  /// In path order. The callback may stop the walk by returning false.
  Result<void> for_each_file(const std::function<bool(const FileRecord&)>& visit) const;
  Result<std::size_t> count_files(std::string_view outcome) const;
  /// Contents that no file refers to any more.
  Result<std::size_t> remove_orphans();
  /// Definitions by exact name or qualified name, in path order; at most `limit`.
  struct SymbolHit {
    std::string path;
    SymbolRecord symbol;
  };
  Result<std::vector<SymbolHit>> find_symbols(std::string_view name, std::size_t limit) const;

  /// Deletes every row but the schema version.
  Result<void> clear();

 private:
  struct Impl;
  explicit Database(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
