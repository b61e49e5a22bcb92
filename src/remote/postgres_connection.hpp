// Connections to a PostgreSQL server, and results of statements. Only this class uses libpq.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/os/readiness.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/result.hpp"

struct pg_conn;
struct pg_result;

namespace codeweaver::remote {

/// The address of a server, and how to connect.
struct PostgresAddress {
  std::string url{};       ///< "postgresql://user@host:5432/database", or libpq's key=value form
  std::string password{};  ///< empty: from the URL or libpq's own files
  std::chrono::milliseconds timeout{30'000};  ///< for one statement, and for connecting
  /// A PEM file with the only certificates to trust; the server's name must match, too. Settings in
  /// the URL take precedence. Empty: only the URL decides.
  std::string ca_file{};

  /// "host:port/database", for messages. Contains no secret.
  std::string shown() const;
};

/// The result of a statement.
class PostgresRows {
 public:
  explicit PostgresRows(pg_result* result);
  const pg_result* get() const { return result_.get(); }
  std::size_t size() const;
  bool is_null(std::size_t row, std::size_t column) const;
  std::string_view text(std::size_t row, std::size_t column) const;
  std::int64_t integer(std::size_t row, std::size_t column) const;  ///< 0 if it is not an integer
  double number(std::size_t row, std::size_t column) const;         ///< 0 if it is not a number

 private:
  std::shared_ptr<pg_result> result_;
};

/// Values for $1, $2, ... as text. They are never part of the statement.
using PostgresValues = std::vector<std::optional<std::string>>;

/// The error code of a statement that the server ended because of a deadlock. A retry may succeed.
inline constexpr char kDeadlock[] = "STORE_DEADLOCK";

/// One session. Each call ends with its context, and after the timeout of the address; the session
/// cannot be used afterwards. Not thread-safe.
class PostgresConnection {
 public:
  using Time = CallContext::Time;

  /// Errors: kUnavailable "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT", "SERVICE_UNTRUSTED";
  /// kInvalidArgument "API_KEY_REFUSED", "INVALID_URL"; kCancelled.
  static Result<std::unique_ptr<PostgresConnection>> open(const PostgresAddress& address,
                                                          CallContext context);
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;
  ~PostgresConnection();

  /// Sets the context of the next calls.
  void set_context(CallContext context) { context_ = std::move(context); }

  /// Runs one statement. Errors: kUnavailable "SERVICE_DROPPED", "SERVICE_TIMEOUT",
  /// "SERVICE_FAILED" (with the server's message), "STORE_DEADLOCK"; kCancelled.
  Result<PostgresRows> run(std::string_view statement, const PostgresValues& values = {});
  /// Runs several statements without values, separated by ';'.
  Result<void> run_script(const std::string& script);
  /// Runs `work` between BEGIN and COMMIT. If it fails, everything is rolled back.
  Result<void> transact(const std::function<Result<void>()>& work);
  /// Runs `work` without the timeout of the address, for long statements.
  Result<void> without_time_limit(const std::function<Result<void>()>& work);
  /// Whether the session can be used again.
  bool is_alive() const;

 private:
  enum class Wait : std::uint8_t { kReady, kStopped, kTimeout, kFailed };

  PostgresConnection(pg_conn* connection, const PostgresAddress& address, CallContext context);
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
  CallContext context_;
  bool is_limited_ = true;     // timeout_ applies
  bool is_lost_ = false;       // a call was abandoned
  std::optional<Time> end_{};  // of the current call
  os::WakeUp stopped_;
};

}  // namespace codeweaver::remote
