// SQLite with Result: opening, statement cache, error mapping.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/sqlite.hpp"

#include <utility>

#include "base/os/files.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/database/checked_pages.hpp"

namespace codeweaver::store {
namespace {

// How long a writer waits for another process before it gives up.
constexpr int kBusyTimeoutMs = 10'000;

std::string read_only_uri(const std::filesystem::path& file, bool immutable) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    static constexpr char kHex[] = "0123456789abcdef";
    if (c == '?' || c == '#' || c == '%') {
      uri += '%';
      uri += kHex[static_cast<unsigned char>(c) >> 4];
      uri += kHex[static_cast<unsigned char>(c) & 15];
    } else {
      uri += c;
    }
  }
  uri += immutable ? "?mode=ro&immutable=1" : "?mode=ro";
  return uri;
}

int probe(sqlite3* handle) noexcept {
  return sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nullptr, nullptr, nullptr);
}

/// 0: no log, as for a database in memory.
std::uint64_t log_size(const std::string& database) noexcept {
  if (database.empty()) return 0;
  std::error_code error;
  const auto size = std::filesystem::file_size(database + "-wal", error);
  return error ? 0 : size;
}

}  // namespace

Error sqlite_error(sqlite3* database, int status) {
  const char* detail = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(status);
  const char* name = database != nullptr ? sqlite3_db_filename(database, "main") : nullptr;
  const std::string file = name != nullptr && *name != '\0' ? name : "index database";
  // checked_pages() returns this for a page with a wrong checksum.
  const bool is_damaged_page = status == SQLITE_IOERR_DATA;
  switch (is_damaged_page ? SQLITE_CORRUPT : status & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return {ErrorCategory::kCorruption,
              error_code::kStateCorrupt,
              "The index database is damaged: " +
                  std::string(is_damaged_page ? "the checksum of a page differs" : detail),
              file,
              "Rebuild the index",
              RemedyKind::kRebuild};
    case SQLITE_FULL:
      return {ErrorCategory::kIo, "DISK_FULL", "The disk that holds the index is full", file,
              "Free some space and run again; the last committed state is intact."};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorCategory::kUnavailable, "DATABASE_BUSY",
              "Another process has kept the index database locked for 10 s", file,
              "Wait for the other codeweaver process to finish, then retry."};
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return {ErrorCategory::kIo, "DATABASE_IO",
              "The index database cannot be read or written: " + std::string(detail), file,
              "Check that the file exists, its permissions, and the disk."};
    case SQLITE_NOMEM:
      return {ErrorCategory::kInternal, "OUT_OF_MEMORY", "SQLite ran out of memory", file, ""};
    default:
      return {ErrorCategory::kInternal, "DATABASE_ERROR",
              "SQLite rejected a statement: " + std::string(detail), file,
              "Please report this as a bug."};
  }
}

void Query::bind(std::string_view text) noexcept {
  const char* data = text.empty() ? "" : text.data();
  note(sqlite3_bind_text64(statement_, next_++, data, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
void Query::bind(Blob blob) noexcept {
  const char* data = blob.bytes.empty() ? "" : blob.bytes.data();
  note(sqlite3_bind_blob64(statement_, next_++, data, blob.bytes.size(), SQLITE_STATIC));
}
void Query::bind(double value) noexcept {
  note(sqlite3_bind_double(statement_, next_++, value));
}
void Query::bind(std::nullopt_t) noexcept {
  note(sqlite3_bind_null(statement_, next_++));
}
void Query::bind_integer(std::int64_t value) noexcept {
  note(sqlite3_bind_int64(statement_, next_++, value));
}

Result<bool> Query::step() {
  if (status_ != SQLITE_OK) return sqlite_error(database_, status_);
  const int status = sqlite3_step(statement_);
  if (status == SQLITE_ROW) return true;
  if (status == SQLITE_DONE) return false;
  auto error = sqlite_error(database_, sqlite3_extended_errcode(database_));
  damage_->add(error);
  return error;
}

std::string_view Query::bytes(int column) const noexcept {
  const void* data = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (data == nullptr || size <= 0) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

void Query::reset() noexcept {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

Result<Connection> Connection::open(const std::filesystem::path& file, Mode mode) {
  std::error_code error;
  if (mode == Mode::kReadOnly && !std::filesystem::exists(file, error))
    return Error{ErrorCategory::kNotFound,
                 error_code::kIndexNotFound,
                 "No index database at '" + file.string() + "'",
                 "opening the index",
                 "Index the project",
                 RemedyKind::kIndex};
  // Opening a named pipe would block.
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    return Error{ErrorCategory::kIo, "NOT_A_FILE", "Not a regular file: '" + file.string() + "'",
                 "opening the index database", "Move it away and index again."};

  const bool read_only = mode == Mode::kReadOnly;
  // SQLite gives its additional files the mode of the database, so create the database as private
  // first. Create it without opening it: closing a descriptor would drop the locks of this process
  // on the file.
  if (!read_only) os::create_unopened(file.c_str());  // usually it exists
  // On a read-only medium, a WAL database without its shared-memory file can only be opened as
  // immutable. That ignores the log, including later additions by other processes, so one failure
  // is not enough for it.
  for (const int attempt : {1, 2, 3}) {
    const bool immutable = attempt == 3;
    const std::string name = read_only ? read_only_uri(file, immutable) : file.string();
    const int flags =
        SQLITE_OPEN_NOMUTEX | (read_only ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                                         : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    sqlite3* raw = nullptr;
    int status = sqlite3_open_v2(name.c_str(), &raw, flags, checked_pages());
    Connection connection(raw);
    if (status == SQLITE_OK) {
      sqlite3_extended_result_codes(raw, 1);
      sqlite3_busy_timeout(raw, kBusyTimeoutMs);
      // By default the last connection to close folds the log in, and the next commit starts a new
      // log. That costs four more syncs for an edit of one row.
      sqlite3_db_config(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
      status = probe(raw);
      if (status == SQLITE_OK) return connection;
    }
    const int kind = status & 0xff;
    const bool may_go_on = attempt == 1 || (attempt == 2 && log_size(file.string()) == 0);
    const bool retry = read_only && may_go_on &&
                       (kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY || kind == SQLITE_IOERR);
    if (!retry) return sqlite_error(raw, status);
  }
  return sqlite_error(nullptr, SQLITE_CANTOPEN);
}

Result<void> Connection::execute(const char* sql) {
  const int status = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  if (status != SQLITE_OK)
    return sqlite_error(handle_.get(), sqlite3_extended_errcode(handle_.get()));
  return {};
}

int Connection::reserved_bytes() const noexcept {
  int count = -1;  // -1 queries the value
  const int status =
      sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
  return status == SQLITE_OK ? count : 0;
}

void Connection::reserve_bytes(int count) noexcept {
  (void)sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

std::uint64_t Connection::log_bytes() const noexcept {
  return log_size(sqlite3_db_filename(handle_.get(), "main"));
}

Result<void> Connection::fold_log() {
  sqlite3_busy_timeout(handle_.get(), 0);
  const int status = sqlite3_wal_checkpoint_v2(handle_.get(), "main", SQLITE_CHECKPOINT_TRUNCATE,
                                               nullptr, nullptr);
  sqlite3_busy_timeout(handle_.get(), kBusyTimeoutMs);
  if (status == SQLITE_OK || (status & 0xff) == SQLITE_BUSY) return {};
  return sqlite_error(handle_.get(), status);
}

std::pair<sqlite3_stmt*, int> Connection::prepare(const char* sql) const {
  StatementPtr& cached = statements_[sql];
  if (!cached) {
    sqlite3_stmt* statement = nullptr;
    const int status =
        sqlite3_prepare_v3(handle_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    cached.reset(statement);
    if (status != SQLITE_OK) return {nullptr, status};
  }
  return {cached.get(), SQLITE_OK};
}

}  // namespace codeweaver::store
