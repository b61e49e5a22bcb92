// The database: all data that must not be lost, in one SQLite file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/types.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::store {

/// A chunk of a content, addressed by content and ordinal. All files with this content share it.
struct ChunkRecord {
  std::uint32_t begin = 0, end = 0;  ///< bytes of the content's text
  Span lines;
  ChunkSource source = ChunkSource::kTextBlock;
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  bool is_part = false;
  bool by_words_alone = false;  ///< no vector
  std::uint32_t tokens = 0;
  std::string symbol, kind, doc, context;
  std::vector<std::string> defines, references;
  friend bool operator==(const ChunkRecord&, const ChunkRecord&) = default;
};

/// The address of a chunk: its content and its ordinal in it.
struct ChunkPlace {
  base::Hash128 content;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(const ChunkPlace&, const ChunkPlace&) = default;
};

/// The record of a chunk with its text.
struct ChunkText {
  ChunkRecord record;
  std::string text;
  friend bool operator==(const ChunkText&, const ChunkText&) = default;
};

/// Consecutive bytes of a content's text.
struct TextPart {
  std::uint32_t begin = 0;
  std::string text;
};

struct SymbolRecord {
  std::string name, qualified_name, kind;
  Span lines;
  std::uint32_t chunk = 0;  ///< ordinal
  friend bool operator==(const SymbolRecord&, const SymbolRecord&) = default;
};

/// Everything derived from the bytes of a file, independent of its path. The result depends on the
/// language, so the key is the hash of (bytes, language id, chunking settings): see content_key.
struct ContentRecord {
  base::Hash128 key;
  std::string language;  ///< language id; "" unknown
  std::string text;      ///< UTF-8, as chunked (stored in compressed blocks)
  double error_ratio = 0;
  std::vector<ChunkRecord> chunks;
  std::vector<SymbolRecord> symbols;
  friend bool operator==(const ContentRecord&, const ContentRecord&) = default;
};

/// One path of one project: an occurrence of a content.
struct FileRecord {
  std::string path;        ///< relative, '/' separated
  base::Hash128 content;   ///< key of its ContentRecord
  base::Hash128 raw_hash;  ///< of the bytes on disk, for change detection
  std::string git_blob;    ///< object id, if git knows it; may be empty
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::string extension, ext_category;
  bool is_test = false, is_generated = false;
  FileOutcome outcome = FileOutcome::kIndexed;
  std::string reason;           ///< why the file was skipped or failed, or how its text was changed
  std::vector<Uuid> chunk_ids;  ///< one per chunk of its content
  std::string purpose = "code_search", chunk_strategy = "ast";  ///< its namespace
  // audit
  std::string source_system = "local", source_batch_id, git_commit, git_branch;
  bool git_dirty = false;
  std::string source_captured_at, indexed_at;  ///< ISO 8601
  std::string indexer_version;
  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

/// One element that another tool pushed into the selected tree, or its deletion.
struct ItemRecord {
  std::string node_id;
  std::string path;         ///< of its FileRecord; empty: deleted
  std::string captured_at;  ///< see text::utc_timestamp(); empty: unknown
  std::string node_type;
  std::string meta;           ///< further facts, a JSON object
  std::string orphan_policy;  ///< how its missing source was handled; empty: it has a source
  friend bool operator==(const ItemRecord&, const ItemRecord&) = default;
};

/// The project of an index, with its namespace.
struct ProjectRecord {
  std::string project_id, display_name, root;
  std::string purpose = "code_search", chunk_strategy = "ast";
  friend bool operator==(const ProjectRecord&, const ProjectRecord&) = default;
};

/// A namespace with the number of its files in one tree.
struct NamespaceRecord {
  std::string purpose, chunk_strategy;
  std::size_t files = 0;
  friend bool operator==(const NamespaceRecord&, const NamespaceRecord&) = default;
};

/// One indexing run, for the status and for resuming.
struct RunRecord {
  Uuid id;                              ///< version 7, so runs sort by start time
  std::string started_at, finished_at;  ///< ISO 8601; finished_at is empty while it runs
  std::string status = "running";  ///< running | success | partial | skipped | failed | cancelled
  std::string settings_hash;
  std::uint64_t files_indexed = 0, files_skipped = 0, files_removed = 0, chunks = 0;
  struct Failure {
    std::string path, reason;
    friend bool operator==(const Failure&, const Failure&) = default;
  };
  std::vector<Failure> failures;  ///< in path order
  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

/// One SQLite file in WAL mode.
/// - A committed transaction survives a power cut (synchronous=FULL: one sync of the log per
///   commit). A transaction that did not commit has no effect.
/// - The log stays next to the file. A writer that closes the database folds the log in if it is
///   larger than 1 MiB.
/// - Every member may also fail with kIo ("DATABASE_IO", "DISK_FULL"), kCorruption
///   ("STATE_CORRUPT") or kUnavailable ("DATABASE_BUSY", after waiting 10 s for another writer).
/// - Thread safety: one Database per thread. Any number of readers may run next to one writer, in
///   any process.
class Database {
  struct Impl;
  class Salvager;

 public:
  /// When the symbol names of a transaction's contents are written. Until then, lookups by name do
  /// not find them. Sorting the names of many contents first saves most of the writes.
  enum class NamesFollow : std::uint8_t {
    kNow,    ///< with it, and all names still owed
    kLater,  ///< with a later kNow transaction, on closing, or when enough have accumulated
  };
  static constexpr int kSchemaVersion = 5;

  /// Opens the file for writing, or creates it (its folder must exist). Version 2 or 3 is upgraded
  /// to 4, which adds at most two empty tables. Version 4 stays as it is; unlike 5, its pages have
  /// no checksums. Errors: kIo, kCorruption ("SCHEMA_MISMATCH": found, expected, command;
  /// "STATE_CORRUPT": not a codeweaver database).
  static Result<Database> open(const std::filesystem::path& file);
  /// Opens an existing database for reading. Errors: also kNotFound.
  static Result<Database> open_read_only(const std::filesystem::path& file);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  /// Reads every page, compares the checksums, checks the structure and decompresses every text.
  /// Slow (about 3 s per GB). Errors: kCorruption.
  Result<void> check() const;
  /// The first damage that any call found since the file was opened, even if the call skipped the
  /// damaged data; nullopt: none.
  std::optional<Error> damage() const;

  /// Runs `body` in a transaction. Nested calls are an internal error. If the body fails, the
  /// transaction rolls back and returns its error; likewise if a write inside failed, even if the
  /// body ignored that error. A write outside a transaction commits by itself.
  Result<void> transaction(const std::function<Result<void>()>& body,
                           NamesFollow names = NamesFollow::kNow);
  /// Whether transactions with kLater left symbol names to be written.
  bool owes_symbol_names() const noexcept;

  /// While it lives, all reads see one state and lock the database only once, which matters from a
  /// few dozen reads on. No effect inside a transaction or another Reading. Must not outlive its
  /// Database.
  class Reading {
   public:
    explicit Reading(const Database& database);
    Reading(Reading&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
    Reading& operator=(Reading&&) = delete;
    ~Reading();

   private:
    Impl* impl_;  ///< null: it started no transaction
  };

  /// Returns unused pages to the disk, if they are at least a quarter of the file and 1 MiB. No
  /// effect in files of version 4 and older. Cost: copies as many pages.
  Result<void> shrink();
  /// Moves the log's content into the file, synced, and empties the log, regardless of its size. No
  /// effect while another connection reads.
  Result<void> fold_log();

  Result<std::optional<std::string>> meta(std::string_view key) const;
  Result<void> set_meta(std::string_view key, std::string_view value);

  Result<ProjectRecord> project() const;  ///< kNotFound if none was set
  Result<void> set_project(const ProjectRecord& project);

  /// Selects the tree for the calls below: a working tree, a ref, or a pushed source. Initially ""
  /// (which always exists). All trees share the contents.
  Result<void> select_tree(std::string_view name);
  Result<std::vector<std::string>> trees() const;  ///< in name order
  /// Deletes a tree with its files, and the meta keys that end in "@" or "/" and its name. The
  /// selected tree and tree "" are not deleted; only their files are.
  Result<void> remove_tree(std::string_view name);

  Result<bool> has_content(const base::Hash128& key) const;
  /// Deletes contents without files, and overwrites their bytes in the database. Slower than
  /// remove_orphans(): for texts that must not stay on disk.
  Result<void> purge_orphans();
  /// Counts the files by FileRecord::reason, in the selected tree and in trees with names that
  /// begin with `also`.
  Result<std::map<std::string, std::size_t>> reasons(std::string_view also) const;
  /// Inserts the content, or replaces the one with this key.
  Result<void> put_content(const ContentRecord& content);
  Result<ContentRecord> content(const base::Hash128& key) const;     ///< kNotFound
  Result<std::string> content_text(const base::Hash128& key) const;  ///< kNotFound
  /// Number of chunks of a content; nullopt: no such content.
  Result<std::optional<std::size_t>> chunk_count(const base::Hash128& key) const;
  Result<std::string> content_language(const base::Hash128& key) const;  ///< kNotFound
  /// Number of files with chunks in the selected tree, by language; "" unknown.
  Result<std::map<std::string, std::size_t>> language_counts() const;

  /// Returns the chunks at `places`, in that order. Decompresses only their blocks, each once: a
  /// few microseconds per block, besides the lookup. Errors of a chunk: kNotFound, kCorruption.
  std::vector<Result<ChunkText>> chunk_texts(std::span<const ChunkPlace> places) const;
  /// Returns the chunk's block, with `lines` whole lines before and after the chunk, limited by the
  /// text and by bytes_around(lines). Cost: linear in the returned bytes. Errors: kNotFound.
  Result<TextPart> text_around(const ChunkPlace& place, std::size_t lines) const;

  /// Stores vectors of a content by an embedder, one row per chunk; for embedders that cost money.
  /// Errors: kNotFound (no such content), kInvalidArgument (not a whole number of rows).
  Result<void> put_vectors(const base::Hash128& key, std::string_view embedder,
                           std::size_t dimension, std::span<const float> rows);
  /// nullopt: none stored for this embedder.
  Result<std::optional<std::vector<float>>> vectors(const base::Hash128& key,
                                                    std::string_view embedder) const;

  /// Inserts or replaces by path. A zero `content` means none (skipped or failed files). Errors:
  /// kNotFound (its content is not stored).
  Result<void> put_file(const FileRecord& file);
  Result<void> remove_file(std::string_view path);  ///< no effect if it does not exist
  Result<std::optional<FileRecord>> file(std::string_view path) const;
  /// Visits the files in path order until the callback returns false.
  Result<void> for_each_file(const std::function<bool(const FileRecord&)>& visit) const;
  Result<std::size_t> count_files(FileOutcome outcome) const;
  /// The namespaces of the selected tree's indexed files, sorted by purpose, then strategy.
  Result<std::vector<NamespaceRecord>> namespaces() const;
  Result<std::uint64_t> source_bytes() const;  ///< on disk, of the indexed files
  /// Hash of the raw bytes of a git object, if a file with this `object_id` was ever stored.
  Result<std::optional<base::Hash128>> raw_hash_of(std::string_view object_id) const;
  /// Deletes the contents (with chunks, symbols, vectors) that no file of any tree refers to; also
  /// unused audits and git aliases. Returns the number of deleted contents.
  Result<std::size_t> remove_orphans();
  /// Deletes those contents of `keys` that no file of any tree refers to, and unused audits.
  Result<void> remove_unreferenced(std::span<const base::Hash128> keys);
  /// Finds definitions by exact name or qualified name, in order of path and chunk; at most
  /// `limit`.
  struct SymbolHit {
    std::string path;
    SymbolRecord symbol;
  };
  Result<std::vector<SymbolHit>> find_symbols(std::string_view name, std::size_t limit) const;
  /// The definitions that begin in a chunk, sorted by first line, outer before inner. Errors: as
  /// chunk_texts().
  Result<std::vector<SymbolRecord>> definitions_in(const ChunkPlace& place) const;
  /// Like find_symbols(), but returns only their places and does not read them. One in 10^8 names
  /// may be mistaken for another.
  struct DefinitionPlace {
    std::string path;
    std::uint32_t chunk = 0;  ///< ordinal
  };
  Result<std::vector<DefinitionPlace>> find_definitions(std::string_view name,
                                                        std::size_t limit) const;

  Result<void> put_item(const ItemRecord& item);       ///< inserts or replaces by node_id
  Result<void> remove_item(std::string_view node_id);  ///< no effect if it does not exist
  Result<std::optional<ItemRecord>> item(std::string_view node_id) const;
  /// Visits the items in node_id order until the callback returns false.
  Result<void> for_each_item(const std::function<bool(const ItemRecord&)>& visit) const;
  /// The reply to a batch that the selected tree has accepted.
  Result<std::optional<std::string>> batch_reply(std::string_view batch_id) const;
  Result<void> put_batch_reply(std::string_view batch_id, std::string_view reply);

  /// The result of reading a tree from a damaged file.
  struct Salvage {
    std::size_t files = 0;          ///< copied, with their contents
    std::vector<std::string> lost;  ///< paths of files with a damaged row, content or item
    bool is_complete = true;        ///< every row could be read; else some files may be lost
                                    ///< without a name
  };
  /// The names of trees that can still be read. Never fails.
  std::vector<std::string> salvage_tree_names() const;
  /// Copies all readable files of a tree, with items and batch replies, to the same tree of
  /// `target`; `of` is the namespace of its files. Errors: those of writing to `target`.
  Result<Salvage> salvage_tree(std::string_view name, const NamespaceRecord& of,
                               Database& target) const;

  Result<void> put_run(const RunRecord& run);  ///< inserts or replaces by id
  Result<std::optional<RunRecord>> last_run() const;

  /// Deletes everything except the schema version and the trees with names that begin with `kept`
  /// (empty: none). The kept trees lose their vectors. Selects tree "".
  Result<void> clear(std::string_view kept = "");

 private:
  explicit Database(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
