// Database: opening, transactions, and the rows that describe the project and its runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/database.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/database/checked_pages.hpp"
#include "store/database/database_impl.hpp"
#include "store/database/schema.hpp"

namespace codeweaver::store {
namespace {

// Blocks of 1 to 3 KB leave 23 % of 4 KB pages empty, 11 % of 8 KB pages, and 6 % of these; the
// time to write and read is the same.
constexpr const char* kNewFilePragmas = R"sql(
PRAGMA page_size = 16384;
PRAGMA auto_vacuum = INCREMENTAL;
)sql";

constexpr const char* kWritePragmas = R"sql(
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA wal_autocheckpoint = 1024;
PRAGMA journal_size_limit = 67108864;
PRAGMA cache_size = -16384;
PRAGMA temp_store = MEMORY;
)sql";

// A search reads about a hundred contents; the default cache of 2 MB is too small for their pages.
constexpr const char* kReadPragmas = "PRAGMA cache_size = -16384";

// Deletes the data of trees with names that do not begin with ?1. The row of tree 1 stays.
constexpr const char* kClearTreesSql[] = {
    "DELETE FROM files WHERE tree IN (SELECT id FROM trees WHERE length(?1) = 0 OR "
    "substr(name, 1, length(?1)) <> ?1)",
    "DELETE FROM items WHERE tree IN (SELECT id FROM trees WHERE length(?1) = 0 OR "
    "substr(name, 1, length(?1)) <> ?1)",
    "DELETE FROM batches WHERE tree IN (SELECT id FROM trees WHERE length(?1) = 0 OR "
    "substr(name, 1, length(?1)) <> ?1)",
    "DELETE FROM trees WHERE id <> 1 AND (length(?1) = 0 OR substr(name, 1, length(?1)) <> ?1)"};

Result<std::int64_t> read_integer(const Connection& connection, const char* sql) {
  Query query = connection.query(sql);
  CODEWEAVER_ASSIGN(auto row, query.step());
  return row ? query.integer(0) : std::int64_t{0};
}

Error schema_mismatch(std::int64_t found, const std::filesystem::path& file) {
  std::string cause = "Database schema version mismatch. Expected: ";
  cause += std::to_string(Database::kSchemaVersion);
  cause += ", Found: ";
  cause += std::to_string(found);
  return {ErrorCategory::kCorruption,        "SCHEMA_MISMATCH",   std::move(cause),
          "opening '" + file.string() + "'", "Rebuild the index", RemedyKind::kRebuild};
}

enum class FileState { kEmpty, kCurrent, kWithoutFacts, kWithoutItems, kWithOldBlocks };

Result<bool> has_facts_table(const Connection& connection) {
  CODEWEAVER_ASSIGN(const auto tables, read_integer(connection,
                                                    "SELECT count(*) FROM sqlite_schema WHERE "
                                                    "type = 'table' AND name = 'facts'"));
  return tables > 0;
}

// Checks that the file is a codeweaver database, and returns its state.
Result<FileState> file_state(const Connection& connection, const std::filesystem::path& file) {
  // Read the tables first: another process may write all three values between these reads.
  CODEWEAVER_ASSIGN(auto tables, read_integer(connection, "SELECT count(*) FROM sqlite_schema"));
  CODEWEAVER_ASSIGN(auto application, read_integer(connection, "PRAGMA application_id"));
  CODEWEAVER_ASSIGN(auto version, read_integer(connection, "PRAGMA user_version"));
  if (application == 0 && version == 0 && tables == 0) return FileState::kEmpty;
  if (application != kApplicationId)
    return Error{ErrorCategory::kCorruption, error_code::kStateCorrupt,
                 file.string() + " is not a codeweaver database", "opening the index",
                 "Move the file away and index again."};
  if (version == kVersionWithoutItems) return FileState::kWithoutItems;
  if (version == kVersionWithOldBlocks) return FileState::kWithOldBlocks;
  if (version == kVersionWithoutChecksums) {
    CODEWEAVER_ASSIGN(const auto has_facts, has_facts_table(connection));
    return has_facts ? FileState::kCurrent : FileState::kWithoutFacts;
  }
  if (version != kVersionWithoutFacts && version != Database::kSchemaVersion)
    return schema_mismatch(version, file);
  if (connection.reserved_bytes() != kPageChecksumBytes)
    return Error{ErrorCategory::kCorruption,
                 error_code::kStateCorrupt,
                 "The index database is damaged: its pages have no space for checksums",
                 file.string(),
                 "Rebuild the index",
                 RemedyKind::kRebuild};
  return version == kVersionWithoutFacts ? FileState::kWithoutFacts : FileState::kCurrent;
}

Result<void> make_current(Connection& connection, FileState state) {
  std::string sql = "BEGIN IMMEDIATE;";
  if (state == FileState::kEmpty) {
    sql += kSchemaSql;
    sql += "INSERT INTO trees VALUES (1, '');PRAGMA application_id = ";
    sql += std::to_string(kApplicationId) + ';';
  }
  if (state == FileState::kEmpty || state == FileState::kWithoutItems) sql += kItemsSql;
  sql += kFactsSql;
  const bool has_checksums =
      state == FileState::kEmpty || connection.reserved_bytes() == kPageChecksumBytes;
  sql += "PRAGMA user_version = ";
  sql += std::to_string(has_checksums ? Database::kSchemaVersion : kVersionWithoutChecksums);
  sql += ";COMMIT;";
  auto made = connection.execute(sql.c_str());
  if (!made && connection.in_transaction()) (void)connection.execute("ROLLBACK");
  return made;
}

/// Rejects a file with texts that another version compressed with another dictionary; we must not
/// add to it.
Result<void> check_texts(const Connection& connection) {
  Query newest = connection.query("SELECT data FROM blocks ORDER BY id DESC LIMIT 1");
  CODEWEAVER_ASSIGN(auto row, newest.step());
  return row ? Compressor::check_dictionary(newest.bytes(0)) : Result<void>();
}

}  // namespace

Error missing_content(const base::Hash128& key) {
  return {ErrorCategory::kNotFound, "CONTENT_NOT_FOUND",
          "The index database has no content " + key.hex(), "using a content",
          "Index the project again."};
}

Database::Database(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::filesystem::path& file) {
  CODEWEAVER_ASSIGN(auto connection, Connection::open(file, Connection::Mode::kReadWrite));
  // Before anything is written, so that a foreign or newer file stays unchanged.
  CODEWEAVER_ASSIGN(auto state, file_state(connection, file));
  if (state == FileState::kEmpty) {
    connection.reserve_bytes(kPageChecksumBytes);
    CODEWEAVER_TRY(connection.execute(kNewFilePragmas));
  }
  CODEWEAVER_TRY(connection.execute(kWritePragmas));
  if (state != FileState::kCurrent) {
    auto made = make_current(connection, state);
    if (!made) {
      // Another process may have done it between our check and our lock.
      auto again = file_state(connection, file);
      if (!again || *again != FileState::kCurrent) return made.error();
    }
    // So that the file itself contains its schema, even if the log is lost.
    CODEWEAVER_TRY(connection.fold_log());
  }
  CODEWEAVER_TRY(check_texts(connection));
  auto impl = std::make_unique<Impl>(std::move(connection), Connection::Mode::kReadWrite);
  CODEWEAVER_TRY(impl->find_debt());
  return Database(std::move(impl));
}

Result<Database> Database::open_read_only(const std::filesystem::path& file) {
  CODEWEAVER_ASSIGN(auto connection, Connection::open(file, Connection::Mode::kReadOnly));
  CODEWEAVER_TRY(connection.execute(kReadPragmas));
  CODEWEAVER_ASSIGN(auto state, file_state(connection, file));
  if (state == FileState::kEmpty)
    return Error{ErrorCategory::kNotFound,
                 error_code::kIndexNotFound,
                 "The index database '" + file.string() + "' is empty",
                 "opening the index",
                 "Index the project",
                 RemedyKind::kIndex};
  auto impl = std::make_unique<Impl>(std::move(connection), Connection::Mode::kReadOnly);
  impl->has_facts = state == FileState::kCurrent;
  return Database(std::move(impl));
}

namespace {

Error damaged(const std::string& finding) {
  return {ErrorCategory::kCorruption,
          error_code::kStateCorrupt,
          "The index database is damaged: " + finding,
          "checking the index database",
          "Rebuild the index",
          RemedyKind::kRebuild};
}

}  // namespace

Result<void> Database::check() const {
  {
    Query query = impl_->connection.query("PRAGMA integrity_check(1)");
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row || query.bytes(0) != "ok") return damaged(row ? query.text(0) : "no answer");
  }
  Query blocks = impl_->connection.query("SELECT data FROM blocks");
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, blocks.step());
    if (!row) break;
    CODEWEAVER_TRY(impl_->unpack(blocks.bytes(0)));
  }
  if (!impl_->has_facts) return {};
  Query facts = impl_->connection.query("SELECT data FROM facts");
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, facts.step());
    if (!row) return {};
    const auto bytes = impl_->compressor.decompress(facts.bytes(0));
    if (!bytes) return impl_->noted(bytes.error());
  }
}

std::optional<Error> Database::damage() const {
  return impl_->connection.damage().first;
}

void Database::Impl::forget_cached_ids() noexcept {
  last_namespace = {};
  last_audit = {};
}

Result<void> Database::Impl::begin_commit_or_roll_back(const std::function<Result<void>()>& body,
                                                       NamesFollow names) {
  if (auto begun = connection.run("BEGIN IMMEDIATE"); !begun) return begun;
  // Rolls back if the body fails, also by an exception such as std::bad_alloc.
  struct Guard {
    Impl& impl;
    ~Guard() {
      impl.in_transaction = false;
      impl.doomed.reset();
      if (!impl.connection.in_transaction()) return;
      (void)impl.connection.run("ROLLBACK");
      impl.note_names_rolled_back();
      impl.forget_cached_ids();
    }
  } guard{*this};
  in_transaction = true;
  doomed.reset();
  auto done = body();
  if (!done) {
    forget_cached_ids();
    return done;
  }
  if (doomed) return *doomed;
  if (auto settled = settle_symbol_names(names); !settled) return settled;
  auto committed = connection.run("COMMIT");
  if (committed) note_names_committed();
  return committed;
}

Result<void> Database::Impl::atomically(const std::function<Result<void>()>& write) {
  if (!in_transaction) return begin_commit_or_roll_back(write);
  if (doomed) return *doomed;
  auto done = write();
  if (!done) doomed = done.error();
  return done;
}

Result<void> Database::transaction(const std::function<Result<void>()>& body, NamesFollow names) {
  if (impl_->in_transaction)
    return Error{ErrorCategory::kInternal, "NESTED_TRANSACTION",
                 "A transaction was started inside another one", "writing the index database",
                 "Please report this as a bug."};
  return impl_->begin_commit_or_roll_back(body, names);
}

bool Database::owes_symbol_names() const noexcept {
  return impl_->owed_from.has_value();
}

Database::Reading::Reading(const Database& database)
    : impl_(!database.impl_->connection.in_transaction() &&
                    database.impl_->connection.run("BEGIN").has_value()
                ? database.impl_.get()
                : nullptr) {
  if (impl_ != nullptr) impl_->keep_blocks(true);
}

Database::Reading::~Reading() {
  if (impl_ == nullptr) return;
  impl_->keep_blocks(false);
  (void)impl_->connection.run("COMMIT");
}

Result<void> Database::shrink() {
  constexpr std::int64_t kFew = 64, kShare = 4;  // pages
  auto& connection = impl_->connection;
  CODEWEAVER_ASSIGN(const auto all, read_integer(connection, "PRAGMA page_count"));
  CODEWEAVER_ASSIGN(const auto empty, read_integer(connection, "PRAGMA freelist_count"));
  if (empty < kFew || empty * kShare < all) return {};
  if (auto freed = connection.execute("PRAGMA incremental_vacuum"); !freed) return freed;
  return connection.fold_log();
}

Result<void> Database::fold_log() {
  return impl_->connection.fold_log();
}

Result<std::optional<std::string>> Database::meta(std::string_view key) const {
  Query query = impl_->connection.query("SELECT value FROM meta WHERE key = ?", key);
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<std::string>{};
  return std::optional<std::string>(query.text(0));
}

Result<void> Database::set_meta(std::string_view key, std::string_view value) {
  return impl_->atomically([&] {
    return impl_->connection.run(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", key,
        value);
  });
}

Result<ProjectRecord> Database::project() const {
  Query query = impl_->connection.query(
      "SELECT project_id, display_name, root, purpose, chunk_strategy FROM projects");
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row)
    return Error{ErrorCategory::kNotFound,
                 error_code::kProjectNotFound,
                 "The index database has no project record",
                 "reading the index database",
                 "Index the project",
                 RemedyKind::kIndex};
  return ProjectRecord{query.text(0), query.text(1), query.text(2), query.text(3), query.text(4)};
}

Result<void> Database::set_project(const ProjectRecord& project) {
  return impl_->atomically([&]() -> Result<void> {
    auto written = impl_->connection.run(
        "INSERT OR REPLACE INTO projects VALUES (1, ?, ?, ?, ?, ?)", project.project_id,
        project.display_name, project.root, project.purpose, project.chunk_strategy);
    if (!written) return written;
    CODEWEAVER_TRY(impl_->namespace_id(project.purpose, project.chunk_strategy));
    return {};
  });
}

Result<std::int64_t> Database::Impl::namespace_id(std::string_view purpose,
                                                  std::string_view chunk_strategy) {
  std::string key = std::string(purpose) + '\n' + std::string(chunk_strategy);
  if (last_namespace.id != 0 && last_namespace.key == key) return last_namespace.id;
  auto written =
      connection.run("INSERT OR IGNORE INTO namespaces (purpose, chunk_strategy) VALUES (?, ?)",
                     purpose, chunk_strategy);
  if (!written) return written.error();
  Query query =
      connection.query("SELECT id FROM namespaces WHERE purpose = ? AND chunk_strategy = ?",
                       purpose, chunk_strategy);
  CODEWEAVER_TRY(query.step());
  last_namespace = {std::move(key), query.integer(0)};
  return last_namespace.id;
}

Result<std::vector<NamespaceRecord>> TreeView::namespaces() const {
  Query query = impl().connection.query(
      "SELECT n.purpose, n.chunk_strategy, count(*) FROM files f JOIN namespaces n "
      "ON n.id = f.namespace WHERE f.tree = ? AND f.outcome = 'indexed' GROUP BY n.id ORDER BY 1, "
      "2",
      id());
  std::vector<NamespaceRecord> list;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return list;
    list.push_back({query.text(0), query.text(1), static_cast<std::size_t>(query.integer(2))});
  }
}

Result<void> Database::clear(std::string_view kept) {
  auto cleared = impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    auto done = connection.execute(
        "DELETE FROM file_failures; DELETE FROM runs; DELETE FROM vectors; DELETE FROM projects;"
        "DELETE FROM meta;");
    for (const char* sql : kClearTreesSql)
      if (done) done = connection.run(sql, kept);
    if (!done) return done;
    CODEWEAVER_TRY(remove_orphans());
    return connection.execute(
        "DELETE FROM namespaces WHERE id NOT IN (SELECT namespace FROM files);");
  });
  if (cleared)
    impl_->owed_from.reset();  // meta was deleted; names collected later are recorded
                               // again
  impl_->forget_cached_ids();
  return cleared;
}

}  // namespace codeweaver::store
