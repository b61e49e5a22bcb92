// TreeView: the rows of one tree of the database: its files, their symbols, and pushed items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/database/database.hpp"

namespace codeweaver::store {

/// A definition found by its name.
struct SymbolHit {
  std::string path;
  SymbolRecord symbol;
};

/// The place of a definition found by its name.
struct DefinitionPlace {
  std::string path;
  std::uint32_t chunk = 0;  ///< ordinal
};

/// Reads the rows of one tree; see Database::tree(). The database must outlive the view and must
/// not be moved. If another process deletes the tree, a new tree may take its place: use a view no
/// longer than one Database::Reading.
class TreeView {
 public:
  const Database& database() const noexcept { return *database_; }

  Result<std::optional<FileRecord>> file(std::string_view path) const;
  /// Visits the files in path order until the callback returns false.
  Result<void> for_each_file(const std::function<bool(const FileRecord&)>& visit) const;
  Result<std::size_t> count_files(FileOutcome outcome) const;
  Result<std::uint64_t> source_bytes() const;  ///< on disk, of the indexed files
  /// The namespaces of the indexed files, sorted by purpose, then strategy.
  Result<std::vector<NamespaceRecord>> namespaces() const;
  /// Number of files with chunks, by language; "" unknown.
  Result<std::map<std::string, std::size_t>> language_counts() const;
  /// Counts the files by FileRecord::reason, in this tree and in trees with names that begin with
  /// `also`.
  Result<std::map<std::string, std::size_t>> reasons(std::string_view also) const;

  /// Finds definitions by exact name or qualified name, in order of path and chunk; at most
  /// `limit`.
  Result<std::vector<SymbolHit>> find_symbols(std::string_view name, std::size_t limit) const;
  /// Like find_symbols(), but returns only their places and does not read them. One in 10^8 names
  /// may be mistaken for another.
  Result<std::vector<DefinitionPlace>> find_definitions(std::string_view name,
                                                        std::size_t limit) const;

  Result<std::optional<ItemRecord>> item(std::string_view node_id) const;
  /// Visits the items in node_id order until the callback returns false.
  Result<void> for_each_item(const std::function<bool(const ItemRecord&)>& visit) const;
  /// The reply to a batch that the tree has accepted.
  Result<std::optional<std::string>> batch_reply(std::string_view batch_id) const;

 protected:
  friend class Database;
  TreeView(const Database& database, std::int64_t id) noexcept : database_(&database), id_(id) {}
  Database::Impl& impl() const noexcept { return *database_->impl_; }
  std::int64_t id() const noexcept { return id_; }

 private:
  /// The next 256 files in path order.
  Result<std::vector<FileRecord>> files_after(std::string_view path) const;

  const Database* database_;
  std::int64_t id_;  // 0: the tree does not exist
};

/// Also writes the rows; see Database::make_tree(). If it was made in a transaction that rolled
/// back, it must no longer be used.
class WritableTree : public TreeView {
 public:
  /// Inserts or replaces by path. A zero `content` means none (skipped or failed files). Errors:
  /// kNotFound (its content is not stored).
  Result<void> put_file(const FileRecord& file);
  Result<void> remove_file(std::string_view path);     ///< no effect if it does not exist
  Result<void> put_item(const ItemRecord& item);       ///< inserts or replaces by node_id
  Result<void> remove_item(std::string_view node_id);  ///< no effect if it does not exist
  Result<void> put_batch_reply(std::string_view batch_id, std::string_view reply);

 private:
  friend class Database;
  using TreeView::TreeView;
  Result<void> write_file(const FileRecord& file);
};

}  // namespace codeweaver::store
