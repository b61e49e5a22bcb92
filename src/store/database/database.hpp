// The database: everything that must not be lost, in one SQLite file.
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

/// A chunk of a content: addressed by content and ordinal, shared by every file that holds it.
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

/// A chunk of a content, by its ordinal.
struct ChunkPlace {
  base::Hash128 content;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(const ChunkPlace&, const ChunkPlace&) = default;
};

/// A chunk's row with its text.
struct ChunkText {
  ChunkRecord record;
  std::string text;
  friend bool operator==(const ChunkText&, const ChunkText&) = default;
};

/// Some consecutive bytes of a content's text.
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

/// What was learnt from the bytes of a file, whatever it is called. Language decides how they were
/// read, so the key is hash of (bytes, language id, chunking settings): see content_key.
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
  std::string git_blob;    ///< object id where git knows it; may be empty
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::string extension, ext_category;
  bool is_test = false, is_generated = false;
  FileOutcome outcome = FileOutcome::kIndexed;
  std::string reason;           ///< why it was skipped or failed; what was done to its text
  std::vector<Uuid> chunk_ids;  ///< one a chunk of its content
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
  std::string captured_at;  ///< see text::utc_timestamp(); empty: not known
  std::string node_type;
  std::string meta;           ///< further facts, a JSON object
  std::string orphan_policy;  ///< what was done about its lost source; empty: it has one
  friend bool operator==(const ItemRecord&, const ItemRecord&) = default;
};

/// The project an index belongs to, with its namespace.
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

/// One indexing run, for status and for resuming.
struct RunRecord {
  Uuid id;                              ///< version 7, so runs sort by start
  std::string started_at, finished_at;  ///< ISO 8601; finished_at empty while it runs
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

/// One SQLite file in WAL mode. A transaction that returned survives a power cut (synchronous=FULL:
/// one sync of the log a commit); one that did not leaves no trace. The log stays beside the file;
/// a writer that closes it folds it in when it is above 1 MiB.
/// Every member may also fail with kIo ("DATABASE_IO", "DISK_FULL"), kCorruption ("STATE_CORRUPT")
/// or kUnavailable ("DATABASE_BUSY", after waiting 10 s for another writer).
/// Thread safety: one Database per thread; any number of readers beside one writer, in any process.
class Database {
  struct Impl;
  class Salvager;

 public:
  /// When the symbol names of the contents of a transaction are written. Until then the look-up by
  /// name lacks them; sorting those of many contents saves most of the writing.
  enum class NamesFollow : std::uint8_t {
    kNow,    ///< with it, and all that are owed
    kLater,  ///< with a later one, or when enough are together; if the process dies, on opening
  };
  static constexpr int kSchemaVersion = 5;

  /// Opens or creates for writing (its folder must exist); a file of version 2 or 3 is brought
  /// to 4, which costs two empty tables at most. One of 4 stays so: it differs from 5 in that its
  /// pages have no checksums. Errors: kIo, kCorruption
  /// ("SCHEMA_MISMATCH": found, expected, command; "STATE_CORRUPT": not one of our databases).
  static Result<Database> open(const std::filesystem::path& file);
  /// Opens an existing database for reading. Errors: also kNotFound.
  static Result<Database> open_read_only(const std::filesystem::path& file);
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;
  ~Database();

  /// Reads every page, compares its checksum, checks the structure and unpacks every text; slow
  /// (about 3 s a GB). Errors: kCorruption.
  Result<void> check() const;
  /// The first damage that any call met since the file was opened, even where the call went on
  /// without what it could not read; nullopt: none.
  std::optional<Error> damage() const;

  /// All or nothing; nested calls are an internal error. A failing body rolls back and its error is
  /// returned; so does a write that failed inside, even when the body swallowed its error.
  /// Writes outside a transaction each commit on their own.
  Result<void> transaction(const std::function<Result<void>()>& body,
                           NamesFollow names = NamesFollow::kNow);
  /// Whether transactions with kLater left symbol names to be written.
  bool owes_symbol_names() const noexcept;

  /// Reads while it lives see one state and lock the database once, which a few dozen of them feel.
  /// No effect inside a transaction or another Reading. Must not outlive its Database.
  class Reading {
   public:
    explicit Reading(const Database& database);
    Reading(Reading&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
    Reading& operator=(Reading&&) = delete;
    ~Reading();

   private:
    Impl* impl_;  ///< null: it began no transaction
  };

  /// Gives pages that hold nothing back to the disk, where they are many: a quarter of the file and
  /// a megabyte. No effect in files of version 4 and before. Cost: copies as many pages.
  Result<void> shrink();
  /// Moves what the log holds into the file, synced, and empties it, whatever its size. No effect
  /// while somebody reads.
  Result<void> fold_log();

  Result<std::optional<std::string>> meta(std::string_view key) const;
  Result<void> set_meta(std::string_view key, std::string_view value);

  Result<ProjectRecord> project() const;  ///< kNotFound when none was set
  Result<void> set_project(const ProjectRecord& project);

  /// Chooses the tree whose files the calls below mean: a working tree, a ref, or a pushed source.
  /// Starts with "" (created at once). Contents are shared by all trees.
  Result<void> select_tree(std::string_view name);
  Result<std::vector<std::string>> trees() const;  ///< in name order
  /// Drops a tree with its files and the meta keys that end in "@" or "/" and its name; the
  /// selected one is emptied instead.
  Result<void> remove_tree(std::string_view name);

  Result<bool> has_content(const base::Hash128& key) const;
  /// Removes what no file has, and overwrites what it took in the database. Slower than
  /// remove_orphans(): for texts that must not stay.
  Result<void> purge_orphans();
  /// Why files of the selected tree, and of those whose names begin with `also`, are not as they
  /// were read: FileRecord::reason to files.
  Result<std::map<std::string, std::size_t>> reasons(std::string_view also) const;
  /// Inserts, or replaces what the key held.
  Result<void> put_content(const ContentRecord& content);
  Result<ContentRecord> content(const base::Hash128& key) const;     ///< kNotFound
  Result<std::string> content_text(const base::Hash128& key) const;  ///< kNotFound
  /// How many chunks a content has; nullopt: there is no such content.
  Result<std::optional<std::size_t>> chunk_count(const base::Hash128& key) const;
  Result<std::string> content_language(const base::Hash128& key) const;  ///< kNotFound
  /// How many files of the selected tree that have chunks are of each language; "" unknown.
  Result<std::map<std::string, std::size_t>> language_counts() const;

  /// The chunks at `places`, in that order. Unpacks only the blocks they are in, each once: a few
  /// microseconds a block beside its look-up. Errors of one: kNotFound, kCorruption.
  std::vector<Result<ChunkText>> chunk_texts(std::span<const ChunkPlace> places) const;
  /// The chunk's block and, as far as text and bytes_around(lines) go, `lines` whole lines before
  /// the chunk and after it. Cost: linear in those bytes. Errors: kNotFound.
  Result<TextPart> text_around(const ChunkPlace& place, std::size_t lines) const;

  /// Vectors of a content by some embedder, one row a chunk; for providers whose calls cost.
  /// Errors: kNotFound (no such content), kInvalidArgument (not a whole number of rows).
  Result<void> put_vectors(const base::Hash128& key, std::string_view embedder,
                           std::size_t dimension, std::span<const float> rows);
  /// nullopt: none stored for this embedder.
  Result<std::optional<std::vector<float>>> vectors(const base::Hash128& key,
                                                    std::string_view embedder) const;

  /// Inserts or replaces by path. A zero `content` means none (skipped or failed files).
  /// Errors: kNotFound (its content was not put).
  Result<void> put_file(const FileRecord& file);
  Result<void> remove_file(std::string_view path);  ///< no effect where there is none
  Result<std::optional<FileRecord>> file(std::string_view path) const;
  /// In path order. The callback may stop the walk by returning false.
  Result<void> for_each_file(const std::function<bool(const FileRecord&)>& visit) const;
  Result<std::size_t> count_files(FileOutcome outcome) const;
  /// Of the indexed files of the selected tree, by purpose, then strategy.
  Result<std::vector<NamespaceRecord>> namespaces() const;
  Result<std::uint64_t> source_bytes() const;  ///< on disk, of the indexed files
  /// Hash of the raw bytes that git calls `object_id`, where a file with it was ever put.
  Result<std::optional<base::Hash128>> raw_hash_of(std::string_view object_id) const;
  /// Deletes contents (with chunks, symbols, vectors) that no file of any tree refers to, and
  /// returns how many; also audits and git aliases that nothing uses.
  Result<std::size_t> remove_orphans();
  /// Deletes those of `keys` that no file of any tree refers to, and audits that nothing uses.
  Result<void> remove_unreferenced(std::span<const base::Hash128> keys);
  /// Definitions by exact name or qualified name, in order of path and chunk; at most `limit`.
  struct SymbolHit {
    std::string path;
    SymbolRecord symbol;
  };
  Result<std::vector<SymbolHit>> find_symbols(std::string_view name, std::size_t limit) const;
  /// Those that begin in a chunk, outer before inner, by first line. Errors: as chunk_texts().
  Result<std::vector<SymbolRecord>> definitions_in(const ChunkPlace& place) const;
  /// Only where they are, which spares reading them: one in 10^8 names may be mistaken for another.
  struct DefinitionPlace {
    std::string path;
    std::uint32_t chunk = 0;  ///< ordinal
  };
  Result<std::vector<DefinitionPlace>> find_definitions(std::string_view name,
                                                        std::size_t limit) const;

  Result<void> put_item(const ItemRecord& item);       ///< inserts or replaces by node_id
  Result<void> remove_item(std::string_view node_id);  ///< no effect where there is none
  Result<std::optional<ItemRecord>> item(std::string_view node_id) const;
  /// In node_id order. The callback may stop the walk by returning false.
  Result<void> for_each_item(const std::function<bool(const ItemRecord&)>& visit) const;
  /// The reply to a batch that the selected tree has taken.
  Result<std::optional<std::string>> batch_reply(std::string_view batch_id) const;
  Result<void> put_batch_reply(std::string_view batch_id, std::string_view reply);

  /// How much of a tree was read of a damaged file.
  struct Salvage {
    std::size_t files = 0;          ///< copied, with their contents
    std::vector<std::string> lost;  ///< paths of files whose row, content or item is damaged
    bool is_complete = true;        ///< every row could be read; else some may be lost unnamed
  };
  /// The names of trees that can still be read. Never fails.
  std::vector<std::string> salvage_tree_names() const;
  /// Copies what can still be read of a tree, with items and replies to batches, to the same tree
  /// of `target`; `of` is the namespace of its files. Errors: those of writing there.
  Result<Salvage> salvage_tree(std::string_view name, const NamespaceRecord& of,
                               Database& target) const;

  Result<void> put_run(const RunRecord& run);  ///< inserts or replaces by id
  Result<std::optional<RunRecord>> last_run() const;

  /// Deletes every row but the schema version and, of trees whose names begin with `kept` (empty:
  /// none), all but their vectors; selects tree "".
  Result<void> clear(std::string_view kept = "");

 private:
  explicit Database(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
