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
#include "codeweaver/result.hpp"
#include "store/database/records.hpp"

namespace codeweaver::store {

class TreeView;
class WritableTree;

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
  static constexpr int kSchemaVersion = 6;

  /// Opens the file for writing, or creates it (its folder must exist). An older file gets the
  /// tables that it lacks: version 5 becomes 6; 2 and 3 become 4, which unlike 6 has no checksums
  /// in its pages. Errors: kIo, kCorruption ("SCHEMA_MISMATCH": found, expected, command;
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

  /// Views a tree: a working tree, a ref, or a pushed source. All trees share the contents. A tree
  /// that does not exist has no rows; "" always exists. Include store/database/tree_view.hpp.
  Result<TreeView> tree(std::string_view name) const;
  /// The same for writing; creates the tree if it does not exist.
  Result<WritableTree> make_tree(std::string_view name);
  Result<std::vector<std::string>> trees() const;  ///< in name order
  /// Deletes a tree with its files, and the meta keys that end in "@" or "/" and its name. Of tree
  /// "", deletes only the files. Views of the tree must no longer be used.
  Result<void> remove_tree(std::string_view name);

  Result<bool> has_content(const base::Hash128& key) const;
  /// Deletes contents without files, and overwrites their bytes in the database. Slower than
  /// remove_orphans(): for texts that must not stay on disk.
  Result<void> purge_orphans();
  /// Inserts the content, or replaces the one with this key.
  Result<void> put_content(const ContentRecord& content);
  Result<ContentRecord> content(const base::Hash128& key) const;     ///< kNotFound
  Result<std::string> content_text(const base::Hash128& key) const;  ///< kNotFound
  /// ContentRecord::facts of a content; empty also if there is no such content.
  Result<std::string> content_facts(const base::Hash128& key) const;
  /// Number of chunks of a content; nullopt: no such content.
  Result<std::optional<std::size_t>> chunk_count(const base::Hash128& key) const;
  Result<std::string> content_language(const base::Hash128& key) const;  ///< kNotFound

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

  /// Hash of the raw bytes of a git object, if a file with this `object_id` was ever stored.
  Result<std::optional<base::Hash128>> raw_hash_of(std::string_view object_id) const;
  /// Deletes the contents (with chunks, symbols, vectors) that no file of any tree refers to; also
  /// unused audits and git aliases. Returns the number of deleted contents.
  Result<std::size_t> remove_orphans();
  /// Deletes those contents of `keys` that no file of any tree refers to, and unused audits.
  Result<void> remove_unreferenced(std::span<const base::Hash128> keys);
  /// The definitions that begin in a chunk, sorted by first line, outer before inner. Errors: as
  /// chunk_texts().
  Result<std::vector<SymbolRecord>> definitions_in(const ChunkPlace& place) const;
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
  /// (empty: none). The kept trees lose their vectors. Views of other trees, except "", must no
  /// longer be used.
  Result<void> clear(std::string_view kept = "");

 private:
  friend class TreeView;
  friend class WritableTree;

  explicit Database(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::store
