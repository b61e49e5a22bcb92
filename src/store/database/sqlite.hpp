// SQLite with Result: a connection with cached statements, and our own error messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/try.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::store {

/// Bytes that are bound as a BLOB; the view must outlive the statement's execution.
struct Blob {
  std::string_view bytes;
};

/// The first damage that a connection found, even if the call continued.
struct DamageNote {
  std::optional<Error> first;
  void add(const Error& error) {
    if (error.category == ErrorCategory::kCorruption && !first) first = error;
  }
};

/// One execution of a statement; the destructor resets the statement for the next execution. Errors
/// are kept and returned by the next step(), so that bind() calls can be chained. Thread safety:
/// none, like its connection.
class Query {
 public:
  Query(sqlite3* database, sqlite3_stmt* statement, int status, DamageNote& damage) noexcept
      : database_(database), statement_(statement), damage_(&damage), status_(status) {}
  Query(Query&& other) noexcept
      : database_(other.database_),
        statement_(std::exchange(other.statement_, nullptr)),
        damage_(other.damage_),
        status_(other.status_),
        next_(other.next_) {}
  Query& operator=(Query&&) = delete;
  ~Query() { reset(); }

  /// Binds the next parameter. Text and blobs are not copied: they must live until the last step.
  void bind(std::string_view text) noexcept;
  void bind(Blob blob) noexcept;
  void bind(double value) noexcept;
  template <std::integral T>
  void bind(T value) noexcept {
    bind_integer(static_cast<std::int64_t>(value));
  }
  void bind(std::nullopt_t) noexcept;
  template <class T>
  void bind(const std::optional<T>& value) noexcept {
    if (value)
      bind(*value);
    else
      bind(std::nullopt);
  }

  /// True: there is a row; false: done.
  Result<bool> step();

  std::int64_t integer(int column) const noexcept {
    return sqlite3_column_int64(statement_, column);
  }
  double real(int column) const noexcept { return sqlite3_column_double(statement_, column); }
  bool is_null(int column) const noexcept {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL;
  }
  /// Text or blob; valid until the next step.
  std::string_view bytes(int column) const noexcept;
  std::string text(int column) const { return std::string(bytes(column)); }

 private:
  void bind_integer(std::int64_t value) noexcept;
  void note(int status) noexcept {
    if (status_ == SQLITE_OK) status_ = status;
  }
  void reset() noexcept;

  sqlite3* database_;
  sqlite3_stmt* statement_;
  DamageNote* damage_;
  int status_;
  int next_ = 1;
};

/// The error for a failed SQLite call. For DISK_FULL and STATE_CORRUPT it includes an action.
Error sqlite_error(sqlite3* database, int status);

/// One open SQLite file. Thread safety: none.
class Connection {
 public:
  enum class Mode : std::uint8_t { kReadOnly, kReadWrite };
  /// In files that reserve space for checksums, pages are checked: see checked_pages.hpp. Errors:
  /// kIo (also: not a regular file), kNotFound (kReadOnly only), kCorruption.
  static Result<Connection> open(const std::filesystem::path& file, Mode mode);
  Connection(Connection&&) noexcept = default;
  Connection& operator=(Connection&&) noexcept = default;

  /// Runs any number of statements that return no rows.
  Result<void> execute(const char* sql);

  /// A query with bound parameters. `sql` must be a literal: its address is the cache key. Text and
  /// blobs must outlive the Query.
  template <class... Args>
  Query query(const char* sql, const Args&... args) const {
    auto [statement, status] = prepare(sql);
    Query query(handle_.get(), statement, status, *damage_);
    (query.bind(args), ...);
    return query;
  }
  /// Runs a statement that returns no rows.
  template <class... Args>
  Result<void> run(const char* sql, const Args&... args) {
    Query statement = query(sql, args...);
    CODEWEAVER_TRY(statement.step());
    return {};
  }

  DamageNote& damage() const noexcept { return *damage_; }
  /// Bytes reserved at the end of each page, which SQLite does not use. reserve_bytes() only
  /// affects an empty file.
  int reserved_bytes() const noexcept;
  void reserve_bytes(int count) noexcept;

  /// Moves the log into the database and empties it; no effect while another connection uses it.
  Result<void> fold_log();
  std::uint64_t log_bytes() const noexcept;

  std::int64_t last_id() const noexcept { return sqlite3_last_insert_rowid(handle_.get()); }
  std::int64_t changes() const noexcept { return sqlite3_changes64(handle_.get()); }
  bool in_transaction() const noexcept { return sqlite3_get_autocommit(handle_.get()) == 0; }

 private:
  struct Close {
    void operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
  };
  using StatementPtr = std::unique_ptr<sqlite3_stmt, Finalize>;

  explicit Connection(sqlite3* handle) noexcept : handle_(handle) {}
  std::pair<sqlite3_stmt*, int> prepare(const char* sql) const;

  std::unique_ptr<sqlite3, Close> handle_;
  std::unique_ptr<DamageNote> damage_ = std::make_unique<DamageNote>();  // queries point to it
  mutable std::unordered_map<const char*, StatementPtr> statements_;     // finalized before handle_
};

}  // namespace codeweaver::store
