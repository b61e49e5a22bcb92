// State of an open Database, shared by the files that implement it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "store/database/compressor.hpp"
#include "store/database/database.hpp"
#include "store/database/pending_names.hpp"
#include "store/database/record_codec.hpp"
#include "store/database/sqlite.hpp"
#include "store/database/text_block.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::store {

/// After a crash, the next process to open the database reads the log again, which takes 1 ms per
/// MiB.
inline constexpr std::uint64_t kKeptLogBytes = 1 << 20;

struct Database::Impl {
  Impl(Connection open_connection, Connection::Mode open_mode)
      : connection(std::move(open_connection)), mode(open_mode) {}
  /// Does as much as it can; the next process that opens the database does the rest.
  ~Impl() {
    if (!pending_names.is_empty()) (void)begin_commit_or_roll_back([] { return Result<void>(); });
    if (mode == Connection::Mode::kReadWrite && connection.log_bytes() > kKeptLogBytes)
      (void)connection.fold_log();
  }

  /// Runs `write` as one unit: in the open transaction, which can then only roll back if `write`
  /// fails, or in its own transaction.
  Result<void> atomically(const std::function<Result<void>()>& write);
  Result<void> begin_commit_or_roll_back(const std::function<Result<void>()>& body,
                                         NamesFollow names = NamesFollow::kNow);

  Result<std::optional<std::int64_t>> content_id(const base::Hash128& key) const;
  Result<std::int64_t> existing_content_id(const base::Hash128& key) const;  ///< or kNotFound
  Result<std::int64_t> namespace_id(std::string_view purpose, std::string_view chunk_strategy);
  Result<std::int64_t> audit_id(const FileRecord& file);
  /// Returns 0 if no tree has this name.
  Result<std::int64_t> tree_id(std::string_view name) const;
  /// Ids of the contents that no file refers to.
  Result<std::vector<std::int64_t>> orphans() const;

  /// The error for a row that cannot be decoded. Records it as damage.
  Error damaged_row(std::string_view what) const;
  /// Returns `error`, and records it if it is damage.
  Error noted(Error error) const;
  Result<void> write_blocks(std::int64_t content, const ContentRecord& record);
  void collect_symbol_names(std::int64_t content, std::span<const SymbolRecord> symbols);
  /// Writes the collected names, or records that they are owed.
  Result<void> settle_symbol_names(NamesFollow names);
  Result<void> write_pending_names();
  /// Collects again the names that the database records as owed.
  Result<void> collect_owed_names();
  void note_names_committed() noexcept;
  void note_names_rolled_back();
  /// Finds the names that a crashed writer still owed.
  Result<void> find_debt();
  /// Removes the symbols of a content from the name lookup; call it before its blocks are deleted.
  Result<void> remove_symbol_names(std::int64_t content);
  /// Calls `visit` with each block of a content in order. An error of `visit` ends the walk.
  Result<void> for_each_block(std::int64_t content,
                              const std::function<Result<void>(const BlockView&)>& visit) const;
  /// Reads the text, chunks and symbols of a content.
  Result<void> read_blocks(std::int64_t id, ContentRecord& content) const;
  Result<void> write_facts(std::int64_t content, std::string_view facts);
  /// Empty: none.
  Result<std::string> read_facts(std::int64_t content) const;
  Result<std::string> unpacked_facts(Query query) const;
  /// The block that contains a chunk of a content; valid until the next call.
  struct Block {
    std::int64_t content = 0;
    std::uint32_t first_chunk = 0;
    BlockView view;  ///< of `bytes`
    std::string bytes;
    bool holds(std::uint32_t ordinal) const noexcept {
      return ordinal >= first_chunk && ordinal - first_chunk < view.chunk_count;
    }
  };
  Result<const Block*> block_of(std::int64_t content, std::uint32_t ordinal) const;
  /// The symbols that begin in a chunk. Errors: as block_of(), kCorruption.
  Result<std::vector<PlacedSymbol>> symbols_of(std::int64_t content, std::uint32_t chunk) const;
  Result<const Block*> unpack_block(std::int64_t content, std::uint32_t first_chunk,
                                    std::string_view frame) const;
  /// While this is on, the data does not change, so decompressed blocks stay valid.
  void keep_blocks(bool are_kept) noexcept {
    are_blocks_kept = are_kept;
    block_count = 0;
  }
  static Result<ChunkText> chunk_of(const Block& block, const ChunkPlace& place);
  Result<BlockView> unpack(std::string_view frame) const;
  /// Add up to `lines` whole lines to `part`, before `end` or after `begin`, at most
  /// bytes_around(lines).
  Result<void> extend_before(std::int64_t content, std::uint32_t first_chunk, std::uint32_t end,
                             std::size_t lines, TextPart& part) const;
  Result<void> extend_after(std::int64_t content, std::uint32_t next_chunk, std::uint32_t begin,
                            std::size_t lines, TextPart& part) const;
  void forget_cached_ids() noexcept;

  Connection connection;
  Connection::Mode mode;
  bool has_facts = true;  ///< false: a file of an older version, opened for reading
  mutable Compressor compressor;
  // The blocks decompressed last: results show lines around chunks that were read before.
  static constexpr std::size_t kMostBlocks = 64;
  bool are_blocks_kept = false;
  mutable std::vector<Block> blocks;
  mutable std::size_t block_count = 0, next_block = 0;  ///< in `blocks`: number in use; the next to
                                                        ///< replace
  bool in_transaction = false;
  std::optional<Error> doomed;  ///< first failed write of the open transaction

  PendingNames pending_names;
  /// The first content with owed names, as recorded in the database; nullopt: none.
  std::optional<std::int64_t> owed_from, owed_from_after_commit;
  bool is_debt_lost = false;       ///< the owed names are not in pending_names
  bool are_names_written = false;  ///< in the open transaction

  // The last ids looked up: the files of a run share their namespace and audit. Cleared on every
  // rollback.
  struct CachedId {
    std::string key;
    std::int64_t id = 0;
  };
  CachedId last_namespace, last_audit;
};

/// The low 24 bits of a block's id are the ordinal of its first chunk.
inline constexpr unsigned kChunkBits = 24;
inline constexpr std::int64_t kMaxChunks = std::int64_t{1} << kChunkBits;

/// The key of a name in `symbol_names`: few enough bits for SQLite to store it in 6 bytes.
std::int64_t symbol_hash(std::string_view name) noexcept;

/// Appends the part of a block after `text`, which starts at byte `begin` of the content. Blocks
/// overlap if chunks do. Errors: kCorruption (bytes in between are missing).
Result<void> append_text(std::string& text, std::uint32_t begin, const BlockView& block);

/// Reads path (column 0) and raw_hash to chunk_ids (2 to 12) from a row of `files`. False: they
/// cannot be decoded.
bool read_file_columns(const Query& row, FileRecord& file);
/// Reads the eight columns after the id of a row of `audits`, starting at column `first`.
void read_audit_columns(const Query& row, int first, FileRecord& file);

/// The error for an operation on a content that is not stored.
Error missing_content(const base::Hash128& key);

}  // namespace codeweaver::store
