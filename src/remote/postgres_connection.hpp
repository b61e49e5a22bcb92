// Connections to a PostgreSQL server, and what statements answer; the one user of libpq.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/os/readiness.hpp"
#include "base/stop_scope.hpp"
#include "codeweaver/result.hpp"

struct pg_conn;
struct pg_result;

namespace codeweaver::remote {

/// Where a server is, and how it is asked.
struct PostgresAddress {
  std::string url{};       ///< "postgresql://user@host:5432/database", or libpq's key=value form
  std::string password{};  ///< empty: as the URL or libpq's own files say
  std::chrono::milliseconds timeout{30'000};  ///< of one statement, and of connecting
  /// Certificates, in PEM, by which alone the server is trusted, and then by its name; empty: as
  /// the URL says, which goes before this.
  std::string ca_file{};

  /// "host:port/database", for messages; holds no secret.
  std::string shown() const;
};

/// What a statement gave.
class PostgresRows {
 public:
  explicit PostgresRows(pg_result* result);
  const pg_result* get() const { return result_.get(); }
  std::size_t size() const;
  bool is_null(std::size_t row, std::size_t column) const;
  std::string_view text(std::size_t row, std::size_t column) const;
  std::int64_t integer(std::size_t row, std::size_t column) const;  ///< 0 where it is none
  double number(std::size_t row, std::size_t column) const;         ///< the same

 private:
  std::shared_ptr<pg_result> result_;
};

/// Values for $1, $2, ... as text; they are never part of the statement.
using PostgresValues = std::vector<std::optional<std::string>>;

/// Code of a statement that the server ended, as it and another one waited for each other. It may
/// pass the next time.
inline constexpr char kDeadlock[] = "STORE_DEADLOCK";

/// One session. Each call ends when the base::StopScope of its thread says so, and after the
/// timeout of the address; the session cannot be used again then. Thread safety: one thread at a
/// time.
class PostgresConnection {
 public:
  using Time = base::StopScope::Time;

  /// Errors: kUnavailable "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT", "SERVICE_UNTRUSTED";
  /// kInvalidArgument "API_KEY_REFUSED", "INVALID_URL"; kCancelled.
  static Result<std::unique_ptr<PostgresConnection>> open(const PostgresAddress& address);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;
  ~PostgresConnection();

  /// One statement. Errors: kUnavailable "SERVICE_DROPPED", "SERVICE_TIMEOUT", "SERVICE_FAILED"
  /// (the server's own words), "STORE_DEADLOCK"; kCancelled.
  Result<PostgresRows> run(std::string_view statement, const PostgresValues& values = {});
  /// Several statements without values, separated by ';'.
  Result<void> run_script(const std::string& script);
  /// `work` between BEGIN and COMMIT; all of it is undone where it fails.
  Result<void> transact(const std::function<Result<void>()>& work);
  /// `work` without the timeout of the address, for statements that take as long as they take.
  Result<void> without_time_limit(const std::function<Result<void>()>& work);
  /// Whether it can be used again.
  bool is_alive() const;

 private:
  enum class Wait : std::uint8_t { kReady, kStopped, kTimeout, kFailed };

  PostgresConnection(pg_conn* connection, const PostgresAddress& address);
  Wait connect();
  Wait wait(bool for_output);
  Wait flush();
  Wait read_results(PostgresRows& last);
  Result<PostgresRows> finish(bool is_sent);
  Error failure(const pg_result* result) const;
  Error given_up(Wait why) const;

  pg_conn* connection_;
  std::string shown_;
  std::chrono::milliseconds timeout_;
  bool is_limited_ = true;     // by timeout_
  bool is_lost_ = false;       // a call was given up
  std::optional<Time> end_{};  // of the call that goes on
  os::WakeUp stopped_;
};

}  // namespace codeweaver::remote
