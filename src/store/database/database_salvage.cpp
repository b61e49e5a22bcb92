// Database: reads the intact parts of a damaged file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <map>
#include <set>

#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

// A walk ends at a damaged page, so each table is walked from both ends. Files are also walked by
// their index, which has the paths of rows on damaged pages.
constexpr const char* kNamesSql[] = {"SELECT name FROM trees NOT INDEXED ORDER BY id",
                                     "SELECT name FROM trees NOT INDEXED ORDER BY id DESC",
                                     "SELECT name FROM trees ORDER BY name",
                                     "SELECT name FROM trees ORDER BY name DESC"};
constexpr const char* kTreeSql[] = {"SELECT id, name FROM trees NOT INDEXED ORDER BY id",
                                    "SELECT id, name FROM trees NOT INDEXED ORDER BY id DESC"};
constexpr const char* kRowsSql[] = {
    "SELECT rowid FROM files NOT INDEXED WHERE tree = ? ORDER BY rowid",
    "SELECT rowid FROM files NOT INDEXED WHERE tree = ? ORDER BY rowid DESC"};
constexpr const char* kPathsSql[] = {
    "SELECT rowid, path FROM files WHERE tree = ? ORDER BY path",
    "SELECT rowid, path FROM files WHERE tree = ? ORDER BY path DESC"};
constexpr const char* kFileRowSql =
    "SELECT path, content, raw_hash, git_blob, size_bytes, mtime_ns, extension, ext_category, "
    "is_test, is_generated, outcome, reason, chunk_ids, audit FROM files WHERE rowid = ?";
constexpr const char* kItemRowsSql[] = {
    "SELECT node_id, path, captured_at, node_type, meta, orphan_policy FROM items "
    "WHERE tree = ? ORDER BY node_id",
    "SELECT node_id, path, captured_at, node_type, meta, orphan_policy FROM items "
    "WHERE tree = ? ORDER BY node_id DESC"};
constexpr const char* kBatchesSql[] = {
    "SELECT batch_id, reply FROM batches WHERE tree = ? ORDER BY batch_id",
    "SELECT batch_id, reply FROM batches WHERE tree = ? ORDER BY batch_id DESC"};

}  // namespace

/// Copies one tree from a damaged file to a new one.
class Database::Salvager {
 public:
  Salvager(const Impl& from, const NamespaceRecord& of, Database& target, WritableTree tree)
      : from_(from.connection), impl_(from), of_(of), to_(target), to_tree_(tree) {}

  Result<Salvage> copy(std::string_view name) {
    find_tree(name);
    std::map<std::int64_t, std::string> rows;  // row id to path; the path is empty if the index
                                               // lacks it
    for (const char* sql : kRowsSql)
      walk(from_.query(sql, tree_),
           [&](const Query& row) { rows.try_emplace(row.integer(0), std::string()); });
    for (const char* sql : kPathsSql)
      walk(from_.query(sql, tree_),
           [&](const Query& row) { rows.insert_or_assign(row.integer(0), row.text(1)); });
    for (const auto& [id, path] : rows) walk(from_.query(kFileRowSql, id), &Salvager::take_file);
    for (const auto& [id, path] : rows)
      if (!path.empty() && !files_.contains(path)) lost_.insert(path);
    for (auto& [path, file] : files_) CODEWEAVER_TRY(put_file(file));
    CODEWEAVER_TRY(copy_items());
    CODEWEAVER_TRY(copy_batches());
    out_.lost.assign(lost_.begin(), lost_.end());
    return std::move(out_);
  }

 private:
  struct File {
    FileRecord record;
    std::optional<std::int64_t> content;
    std::int64_t audit = 0;
  };

  template <class Visit>
  void walk(Query rows, Visit visit) {
    for (;;) {
      auto row = rows.step();
      if (!row) out_.is_complete = false;
      if (!row || !*row) return;
      std::invoke(visit, rows);
    }
  }
  void walk(Query rows, void (Salvager::*visit)(const Query&)) {
    walk(std::move(rows), [&](const Query& row) { (this->*visit)(row); });
  }

  void find_tree(std::string_view name) {
    for (const char* sql : kTreeSql)
      walk(from_.query(sql), [&](const Query& row) {
        if (row.bytes(1) == name) tree_ = row.integer(0);
      });
    walk(from_.query("SELECT id FROM trees WHERE name = ?", name),
         [&](const Query& row) { tree_ = row.integer(0); });
  }

  void take_file(const Query& row) {
    File file;
    if (!read_file_columns(row, file.record)) return;
    if (!row.is_null(1)) file.content = row.integer(1);
    file.audit = row.integer(13);
    auto path = file.record.path;
    files_.try_emplace(std::move(path), std::move(file));
  }

  /// Optional: a file can be used without its audit.
  void add_audit(std::int64_t id, FileRecord& record) {
    walk(from_.query("SELECT source_system, source_batch_id, git_commit, git_branch, git_dirty, "
                     "source_captured_at, indexed_at, indexer_version FROM audits WHERE id = ?",
                     id),
         [&](const Query& row) { read_audit_columns(row, 0, record); });
  }

  /// nullopt: a part of it is damaged.
  std::optional<ContentRecord> content(std::int64_t id) {
    std::optional<ContentRecord> found;
    walk(from_.query("SELECT key, language, error_ratio, text_bytes, chunks FROM contents "
                     "WHERE id = ?",
                     id),
         [&](const Query& row) {
           const auto key = parse_hash(row.bytes(0));
           if (!key) return;
           ContentRecord record;
           record.key = *key;
           record.language = row.text(1);
           record.error_ratio = row.real(2);
           if (!impl_.read_blocks(id, record) || std::ssize(record.text) != row.integer(3) ||
               std::ssize(record.chunks) != row.integer(4))
             return;
           // Optional: they can be read from the text again.
           if (auto facts = impl_.read_facts(id)) record.facts = std::move(*facts);
           found = std::move(record);
         });
    return found;
  }

  Result<void> put_file(File& file) {
    auto& record = file.record;
    if (file.content) {
      auto text = content(*file.content);
      if (!text) {
        out_.is_complete = false;
        lost_.insert(record.path);
        return {};
      }
      record.content = text->key;
      CODEWEAVER_ASSIGN(const auto has, to_.has_content(text->key));
      if (!has)
        if (auto put = to_.put_content(*text); !put) return put;
    }
    add_audit(file.audit, record);
    record.purpose = of_.purpose;
    record.chunk_strategy = of_.chunk_strategy;
    if (auto put = to_tree_.put_file(record); !put) return put;
    saved_.insert(record.path);
    ++out_.files;
    return {};
  }

  Result<void> copy_items() {
    Result<void> done;
    for (const char* sql : kItemRowsSql)
      walk(from_.query(sql, tree_), [&](const Query& row) {
        const ItemRecord item{row.text(0), row.text(1), row.text(2),
                              row.text(3), row.text(4), row.text(5)};
        if (!item.path.empty() && !saved_.contains(item.path)) {
          lost_.insert(item.path);
        } else if (done) {
          done = to_tree_.put_item(item);
        }
      });
    return done;
  }

  Result<void> copy_batches() {
    Result<void> done;
    for (const char* sql : kBatchesSql)
      walk(from_.query(sql, tree_), [&](const Query& row) {
        if (done) done = to_tree_.put_batch_reply(row.text(0), row.text(1));
      });
    return done;
  }

  const Connection& from_;
  const Impl& impl_;
  const NamespaceRecord& of_;
  Database& to_;
  WritableTree to_tree_;
  std::int64_t tree_ = 0;
  std::map<std::string, File> files_;  // by path
  std::set<std::string> saved_, lost_;
  Salvage out_;
};

std::vector<std::string> Database::salvage_tree_names() const {
  std::set<std::string> names;
  for (const char* sql : kNamesSql) {
    Query rows = impl_->connection.query(sql);
    for (auto row = rows.step(); row && *row; row = rows.step()) names.insert(rows.text(0));
  }
  return {names.begin(), names.end()};
}

Result<Database::Salvage> Database::salvage_tree(std::string_view name, const NamespaceRecord& of,
                                                 Database& target) const {
  CODEWEAVER_ASSIGN(const auto tree, target.make_tree(name));
  return Salvager(*impl_, of, target, tree).copy(name);
}

}  // namespace codeweaver::store
