// Database: files, the occurrences of contents in a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr const char* kFileSql =
    "SELECT f.path, c.key, f.raw_hash, f.git_blob, f.size_bytes, f.mtime_ns, f.extension, "
    "f.ext_category, f.is_test, f.is_generated, f.outcome, f.reason, f.chunk_ids, n.purpose, "
    "n.chunk_strategy, a.source_system, a.source_batch_id, a.git_commit, a.git_branch, "
    "a.git_dirty, a.source_captured_at, a.indexed_at, a.indexer_version "
    "FROM files f JOIN namespaces n ON n.id = f.namespace JOIN audits a ON a.id = f.audit "
    "LEFT JOIN contents c ON c.id = f.content WHERE f.tree = ? AND f.path = ?";

constexpr const char* kNextFilesSql =
    "SELECT f.path, c.key, f.raw_hash, f.git_blob, f.size_bytes, f.mtime_ns, f.extension, "
    "f.ext_category, f.is_test, f.is_generated, f.outcome, f.reason, f.chunk_ids, n.purpose, "
    "n.chunk_strategy, a.source_system, a.source_batch_id, a.git_commit, a.git_branch, "
    "a.git_dirty, a.source_captured_at, a.indexed_at, a.indexer_version "
    "FROM files f JOIN namespaces n ON n.id = f.namespace JOIN audits a ON a.id = f.audit "
    "LEFT JOIN contents c ON c.id = f.content WHERE f.tree = ? AND f.path > ? "
    "ORDER BY f.path LIMIT 256";

Result<FileRecord> read_file_row(const Query& query) {
  FileRecord file;
  if (!query.is_null(1)) {
    auto content = parse_hash(query.bytes(1));
    if (!content) return corrupt_row("a content key");
    file.content = *content;
  }
  if (!read_file_columns(query, file)) return corrupt_row("the file '" + file.path + "'");
  file.purpose = query.text(13);
  file.chunk_strategy = query.text(14);
  read_audit_columns(query, 15, file);
  return file;
}

Result<bool> is_used(const Connection& connection, std::int64_t content) {
  Query query = connection.query("SELECT 1 FROM files WHERE content = ? LIMIT 1", content);
  return query.step();
}

}  // namespace

bool read_file_columns(const Query& row, FileRecord& file) {
  file.path = row.text(0);
  const auto raw_hash = parse_hash(row.bytes(2));
  auto chunk_ids = unpack_ids(row.bytes(12));
  if (!raw_hash || !chunk_ids) return false;
  file.raw_hash = *raw_hash;
  file.git_blob = row.text(3);
  file.size_bytes = static_cast<std::uint64_t>(row.integer(4));
  file.mtime_ns = row.integer(5);
  file.extension = row.text(6);
  file.ext_category = row.text(7);
  file.is_test = row.integer(8) != 0;
  file.is_generated = row.integer(9) != 0;
  file.outcome = parse_file_outcome(row.text(10));
  file.reason = row.text(11);
  file.chunk_ids = std::move(*chunk_ids);
  return true;
}

void read_audit_columns(const Query& row, int first, FileRecord& file) {
  file.source_system = row.text(first);
  file.source_batch_id = row.text(first + 1);
  file.git_commit = row.text(first + 2);
  file.git_branch = row.text(first + 3);
  file.git_dirty = row.integer(first + 4) != 0;
  file.source_captured_at = row.text(first + 5);
  file.indexed_at = row.text(first + 6);
  file.indexer_version = row.text(first + 7);
}

Result<std::int64_t> Database::Impl::audit_id(const FileRecord& file) {
  std::string key;
  for (const std::string* part :
       {&file.source_system, &file.source_batch_id, &file.git_commit, &file.git_branch,
        &file.source_captured_at, &file.indexed_at, &file.indexer_version}) {
    key += *part;
    key += '\0';
  }
  key += file.git_dirty ? '1' : '0';
  if (last_audit.id != 0 && last_audit.key == key) return last_audit.id;
  CODEWEAVER_TRY(connection.run(
      "INSERT OR IGNORE INTO audits (source_system, source_batch_id, git_commit, git_branch, "
      "git_dirty, source_captured_at, indexed_at, indexer_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      file.source_system, file.source_batch_id, file.git_commit, file.git_branch, file.git_dirty,
      file.source_captured_at, file.indexed_at, file.indexer_version));
  Query query = connection.query(
      "SELECT id FROM audits WHERE source_system = ? AND source_batch_id = ? AND git_commit = ? "
      "AND git_branch = ? AND git_dirty = ? AND source_captured_at = ? AND indexed_at = ? "
      "AND indexer_version = ?",
      file.source_system, file.source_batch_id, file.git_commit, file.git_branch, file.git_dirty,
      file.source_captured_at, file.indexed_at, file.indexer_version);
  CODEWEAVER_TRY(query.step());
  last_audit = {std::move(key), query.integer(0)};
  return last_audit.id;
}

Result<void> WritableTree::write_file(const FileRecord& file) {
  std::optional<std::int64_t> content;
  if (file.content != base::Hash128{}) {
    CODEWEAVER_ASSIGN(auto found, impl().content_id(file.content));
    if (!found) return missing_content(file.content);
    content = found;
  }
  CODEWEAVER_ASSIGN(auto space, impl().namespace_id(file.purpose, file.chunk_strategy));
  CODEWEAVER_ASSIGN(auto audit, impl().audit_id(file));
  const auto raw_hash = hash_bytes(file.raw_hash);
  const Blob raw{{raw_hash.data(), raw_hash.size()}};
  auto written = impl().connection.run(
      "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", id(),
      file.path, space, content, raw, file.git_blob, file.size_bytes, file.mtime_ns, file.extension,
      file.ext_category, file.is_test, file.is_generated, to_string(file.outcome), file.reason,
      Blob{pack_ids(file.chunk_ids)}, audit);
  if (!written || file.git_blob.empty()) return written;
  return impl().connection.run("INSERT OR REPLACE INTO git_objects VALUES (?, ?)", file.git_blob,
                               raw);
}

Result<void> WritableTree::put_file(const FileRecord& file) {
  return impl().atomically([&] { return write_file(file); });
}

Result<void> WritableTree::remove_file(std::string_view path) {
  return impl().atomically([&] {
    return impl().connection.run("DELETE FROM files WHERE tree = ? AND path = ?", id(), path);
  });
}

Result<std::optional<FileRecord>> TreeView::file(std::string_view path) const {
  Query query = impl().connection.query(kFileSql, id(), path);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<FileRecord>{};
  auto file = read_file_row(query);
  if (!file) {
    impl().connection.damage().add(file.error());
    return file.error();
  }
  return std::optional<FileRecord>(std::move(*file));
}

Result<std::vector<FileRecord>> TreeView::files_after(std::string_view path) const {
  Query query = impl().connection.query(kNextFilesSql, id(), path);
  std::vector<FileRecord> batch;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return batch;
    CODEWEAVER_ASSIGN(auto file, read_file_row(query));
    batch.push_back(std::move(file));
  }
}

Result<void> TreeView::for_each_file(const std::function<bool(const FileRecord&)>& visit) const {
  // In batches, so that no statement is open while the visitor uses the database.
  std::string last;
  for (;;) {
    CODEWEAVER_ASSIGN(auto batch, files_after(last));
    if (batch.empty()) return {};
    for (const FileRecord& file : batch)
      if (!visit(file)) return {};
    last = std::move(batch.back().path);
  }
}

Result<std::size_t> TreeView::count_files(FileOutcome outcome) const {
  Query query = impl().connection.query("SELECT count(*) FROM files WHERE tree = ? AND outcome = ?",
                                        id(), to_string(outcome));
  CODEWEAVER_TRY(query.step());
  return static_cast<std::size_t>(query.integer(0));
}

Result<std::uint64_t> TreeView::source_bytes() const {
  Query query = impl().connection.query(
      "SELECT coalesce(sum(size_bytes), 0) FROM files WHERE tree = ? AND outcome = 'indexed'",
      id());
  CODEWEAVER_TRY(query.step());
  return static_cast<std::uint64_t>(query.integer(0));
}

Result<std::optional<base::Hash128>> Database::raw_hash_of(std::string_view object_id) const {
  Query query =
      impl_->connection.query("SELECT raw_hash FROM git_objects WHERE object_id = ?", object_id);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<base::Hash128>{};
  auto hash = parse_hash(query.bytes(0));
  if (!hash) return corrupt_row("a git object");
  return hash;
}

Result<std::vector<std::int64_t>> Database::Impl::orphans() const {
  Query query = connection.query(
      "SELECT id FROM contents WHERE NOT EXISTS (SELECT 1 FROM files WHERE content = contents.id)");
  std::vector<std::int64_t> ids;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return ids;
    ids.push_back(query.integer(0));
  }
}

Result<std::size_t> Database::remove_orphans() {
  std::size_t removed = 0;
  auto done = impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    CODEWEAVER_ASSIGN(auto orphans, impl_->orphans());
    for (const std::int64_t content : orphans) {
      if (auto names = impl_->remove_symbol_names(content); !names) return names;
      auto deleted = connection.run("DELETE FROM contents WHERE id = ?", content);
      if (!deleted) return deleted;
    }
    removed = orphans.size();
    auto audits = connection.run(
        "DELETE FROM audits WHERE NOT EXISTS (SELECT 1 FROM files WHERE audit = audits.id)");
    if (!audits) return audits;
    impl_->forget_cached_ids();
    return connection.run(
        "DELETE FROM git_objects WHERE object_id NOT IN (SELECT git_blob FROM files)");
  });
  if (!done) return done.error();
  return removed;
}

Result<void> Database::purge_orphans() {
  Connection& connection = impl_->connection;
  if (auto set = connection.execute("PRAGMA secure_delete = ON"); !set) return set;
  const auto removed = remove_orphans();
  const auto reset = connection.execute("PRAGMA secure_delete = OFF");
  if (!removed) return removed.error();
  return reset ? fold_log() : reset;
}

Result<std::map<std::string, std::size_t>> TreeView::reasons(std::string_view also) const {
  Query query = impl().connection.query(
      "SELECT reason, count(*) FROM files WHERE reason != '' AND (tree = ?1 OR tree IN "
      "(SELECT id FROM trees WHERE ?2 != '' AND substr(name, 1, length(?2)) = ?2)) GROUP BY reason",
      id(), also);
  std::map<std::string, std::size_t> out;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return out;
    out.emplace(query.text(0), static_cast<std::size_t>(query.integer(1)));
  }
}

Result<void> Database::remove_unreferenced(std::span<const base::Hash128> keys) {
  return impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    for (const base::Hash128& key : keys) {
      CODEWEAVER_ASSIGN(auto content, impl_->content_id(key));
      if (!content) continue;
      CODEWEAVER_ASSIGN(auto used, is_used(connection, *content));
      if (used) continue;
      if (auto names = impl_->remove_symbol_names(*content); !names) return names;
      auto deleted = connection.run("DELETE FROM contents WHERE id = ?", *content);
      if (!deleted) return deleted;
    }
    impl_->forget_cached_ids();
    return connection.run(
        "DELETE FROM audits WHERE NOT EXISTS (SELECT 1 FROM files WHERE audit = audits.id)");
  });
}

Result<std::int64_t> Database::Impl::tree_id(std::string_view name) const {
  Query query = connection.query("SELECT id FROM trees WHERE name = ?", name);
  CODEWEAVER_ASSIGN(const auto row, query.step());
  return row ? query.integer(0) : std::int64_t{0};
}

Result<TreeView> Database::tree(std::string_view name) const {
  CODEWEAVER_ASSIGN(const auto id, impl_->tree_id(name));
  return TreeView(*this, id);
}

Result<WritableTree> Database::make_tree(std::string_view name) {
  CODEWEAVER_ASSIGN(auto id, impl_->tree_id(name));
  if (id == 0) {
    CODEWEAVER_TRY(impl_->atomically(
        [&] { return impl_->connection.run("INSERT INTO trees (name) VALUES (?)", name); }));
    CODEWEAVER_ASSIGN(id, impl_->tree_id(name));
  }
  return WritableTree(*this, id);
}

Result<std::vector<std::string>> Database::trees() const {
  Query query = impl_->connection.query("SELECT name FROM trees ORDER BY name");
  std::vector<std::string> names;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return names;
    names.push_back(query.text(0));
  }
}

Result<void> Database::remove_tree(std::string_view name) {
  return impl_->atomically([&]() -> Result<void> {
    auto forgotten = impl_->connection.run(
        "DELETE FROM meta WHERE substr(key, -length(?1) - 1) IN ('@' || ?1, '/' || ?1)", name);
    if (!forgotten) return forgotten;
    if (name.empty())
      return impl_->connection.run(
          "DELETE FROM files WHERE tree = (SELECT id FROM trees WHERE name = ?)", name);
    return impl_->connection.run("DELETE FROM trees WHERE name = ?", name);
  });
}

}  // namespace codeweaver::store
