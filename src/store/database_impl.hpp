// State of an open Database, shared by the files that implement it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "store/database.hpp"
#include "store/record_codec.hpp"
#include "store/sqlite.hpp"

namespace codeweaver::store {

struct Database::Impl {
  Impl(Connection open_connection, Connection::Mode open_mode)
      : connection(std::move(open_connection)), mode(open_mode) {}

  /// Runs `write` as one unit: in the open transaction, which it dooms if it fails, or in its own.
  Result<void> atomically(const std::function<Result<void>()>& write);
  Result<void> begin_commit_or_roll_back(const std::function<Result<void>()>& body);

  Result<std::optional<std::int64_t>> content_id(const base::Hash128& key) const;
  Result<std::int64_t> namespace_id(std::string_view purpose, std::string_view chunk_strategy);
  Result<std::int64_t> audit_id(const FileRecord& file);
  /// The next 256 files in path order.
  Result<std::vector<FileRecord>> files_after(std::string_view path) const;
  Result<void> write_file(const FileRecord& file);
  Result<void> write_symbols(std::int64_t content, const std::vector<SymbolRecord>& symbols);
  void forget_cached_ids() noexcept;

  Connection connection;
  Connection::Mode mode;
  Compressor compressor;
  std::int64_t tree = 1;
  std::string tree_name;
  bool in_transaction = false;
  std::optional<Error> doomed;  ///< first failed write of the open transaction

  // The last ids looked up: files of a run share their namespace and audit. Dropped whenever a
  // transaction rolls back.
  struct CachedId {
    std::string key;
    std::int64_t id = 0;
  };
  CachedId last_namespace, last_audit;
};

/// The error of putting something under a content that is not there.
Error missing_content(const base::Hash128& key);

}  // namespace codeweaver::store
