// Statements through libpq.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_connection.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "net/service_codes.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::string_view kDeadlockState = "40P01";

constexpr const char* kAddressAdvice =
    "Check that PostgreSQL runs there and that store.url is its address "
    "(postgresql://user@host:5432/database).";

std::string in_one_line(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c == '\n' || c == '\t') c = ' ';
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Error not_connected(const PostgresAddress& address, std::string_view said) {
  const auto where = "PostgreSQL server at " + address.shown();
  if (said.find("password") != std::string_view::npos ||
      said.find("authentication failed") != std::string_view::npos)
    return {ErrorCategory::kInvalidArgument, "API_KEY_REFUSED",
            "The " + where + " refused the user or the password", "connecting to the store",
            "Check the user in store.url, and the password in the variable that store.api_key_env "
            "names."};
  if (said.find("certificate") != std::string_view::npos ||
      said.find("does not support SSL") != std::string_view::npos)
    return {ErrorCategory::kUnavailable, net::service_code::kUntrusted,
            "The " + where + " is not to be trusted: " + in_one_line(said),
            "connecting to the store",
            "Name the file of its authority's certificate in network.ca_file, and its host in "
            "store.url as the certificate does."};
  if (said.find("does not exist") != std::string_view::npos)
    return {ErrorCategory::kInvalidArgument, "INVALID_URL",
            "The " + where + " has no such database or user: " + in_one_line(said),
            "connecting to the store", "Create it (createdb), or correct store.url."};
  return {ErrorCategory::kUnavailable, net::service_code::kUnreachable,
          "The " + where + " is not reachable: " + in_one_line(said), "connecting to the store",
          kAddressAdvice};
}

/// Its end ends the request for a cancellation.
struct Cancel {
  PGcancel* handle;
  explicit Cancel(pg_conn* connection) : handle(PQgetCancel(connection)) {}
  Cancel(const Cancel&) = delete;
  Cancel& operator=(const Cancel&) = delete;
  ~Cancel() { PQfreeCancel(handle); }
  void send() const {
    char why[256];
    if (handle != nullptr) PQcancel(handle, why, sizeof(why));
  }
};

}  // namespace

std::string PostgresAddress::shown() const {
  std::string host = "localhost", port = "5432", database;
  char* error = nullptr;
  auto* const options = PQconninfoParse(url.c_str(), &error);
  PQfreemem(error);
  for (const auto* option = options; option != nullptr && option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    if (std::strcmp(option->keyword, "host") == 0) host = option->val;
    if (std::strcmp(option->keyword, "port") == 0) port = option->val;
    if (std::strcmp(option->keyword, "dbname") == 0) database = option->val;
  }
  PQconninfoFree(options);
  return host + ':' + port + '/' + database;
}

PostgresRows::PostgresRows(pg_result* result) : result_(result, &PQclear) {}

std::size_t PostgresRows::size() const {
  return static_cast<std::size_t>(PQntuples(result_.get()));
}

bool PostgresRows::is_null(std::size_t row, std::size_t column) const {
  return PQgetisnull(result_.get(), static_cast<int>(row), static_cast<int>(column)) != 0;
}

std::string_view PostgresRows::text(std::size_t row, std::size_t column) const {
  const int y = static_cast<int>(row), x = static_cast<int>(column);
  return {PQgetvalue(result_.get(), y, x),
          static_cast<std::size_t>(PQgetlength(result_.get(), y, x))};
}

std::int64_t PostgresRows::integer(std::size_t row, std::size_t column) const {
  const auto digits = text(row, column);
  std::int64_t out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

double PostgresRows::number(std::size_t row, std::size_t column) const {
  const auto digits = text(row, column);
  double out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

PostgresConnection::PostgresConnection(pg_conn* connection, std::string shown)
    : connection_(connection), shown_(std::move(shown)) {}

PostgresConnection::~PostgresConnection() {
  PQfinish(connection_);
}

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::open(
    const PostgresAddress& address) {
  char* wrong = nullptr;
  auto* const parsed = PQconninfoParse(address.url.c_str(), &wrong);
  PQconninfoFree(parsed);
  PQfreemem(wrong);
  if (parsed == nullptr)  // the text itself may hold a password
    return Error{ErrorCategory::kInvalidArgument, "INVALID_URL",
                 "The address of the PostgreSQL server cannot be read", "connecting to the store",
                 kAddressAdvice};
  const auto seconds = std::to_string(std::max<std::int64_t>(2, address.timeout.count() / 1000));
  const bool is_trusted_by_file = !address.ca_file.empty();
  // What follows goes before what stands here, and empty words say nothing.
  const char* keys[] = {"sslrootcert",
                        "sslmode",
                        "dbname",
                        "password",
                        "connect_timeout",
                        "application_name",
                        "client_encoding",
                        "fallback_application_name",
                        nullptr};
  const char* const password = address.password.empty() ? nullptr : address.password.c_str();
  const char* values[] = {is_trusted_by_file ? address.ca_file.c_str() : nullptr,
                          is_trusted_by_file ? "verify-full" : nullptr,
                          address.url.c_str(),
                          password,
                          seconds.c_str(),
                          "codeweaver",
                          "UTF8",
                          "codeweaver",
                          nullptr};
  auto* const connection = PQconnectdbParams(keys, values, 1);
  std::unique_ptr<PostgresConnection> out(new PostgresConnection(connection, address.shown()));
  if (PQstatus(connection) != CONNECTION_OK)
    return not_connected(address, PQerrorMessage(connection));
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);  // "already exists"
  // Filtered searches of an approximate index go on until they have enough.
  CODEWEAVER_TRY(
      out->run_script("SET statement_timeout = " + std::to_string(address.timeout.count()) +
                      "; SET hnsw.iterative_scan = strict_order; "
                      "SET hnsw.ef_search = 400; SET jit = off"));
  return out;
}

bool PostgresConnection::is_alive() const {
  return PQstatus(connection_) == CONNECTION_OK && PQtransactionStatus(connection_) == PQTRANS_IDLE;
}

Error PostgresConnection::failure(const pg_result* result, const std::stop_token& stop) const {
  const char* const field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field == nullptr ? "" : field;
  const auto who = "The PostgreSQL server at " + shown_;
  if (stop.stop_requested())
    return {ErrorCategory::kCancelled, error_code::kCancelled, "The call was stopped",
            "using the store", ""};
  if (PQstatus(connection_) != CONNECTION_OK || state.starts_with("57P") || state.starts_with("08"))
    return {ErrorCategory::kUnavailable, net::service_code::kDropped,
            who + " ended the connection: " + in_one_line(PQerrorMessage(connection_)),
            "using the store", kAddressAdvice};
  if (state == "57014")
    return {ErrorCategory::kUnavailable, net::service_code::kTimeout,
            who + " did not answer in time", "using the store",
            "Look at what else it does, or raise store.timeout_ms."};
  return {ErrorCategory::kUnavailable,
          state == kDeadlockState ? kDeadlock : net::service_code::kFailed,
          who + " refused a statement (" + std::string(state) +
              "): " + in_one_line(PQresultErrorMessage(result)),
          "using the store", "Its log may say more."};
}

Result<PostgresRows> PostgresConnection::run(std::string_view statement,
                                             const PostgresValues& values,
                                             const std::stop_token& stop) {
  std::vector<const char*> texts;
  for (const auto& value : values) texts.push_back(value ? value->c_str() : nullptr);
  const Cancel cancel(connection_);
  const std::stop_callback on_stop(stop, [&] { cancel.send(); });
  PostgresRows rows(nullptr);
  pg_result* const result =
      PQexecParams(connection_, std::string(statement).c_str(), static_cast<int>(texts.size()),
                   nullptr, texts.data(), nullptr, nullptr, 0);
  rows = PostgresRows(result);
  const auto status = PQresultStatus(result);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return rows;
  return failure(result, stop);
}

Result<void> PostgresConnection::run_script(const std::string& script) {
  pg_result* const result = PQexec(connection_, script.c_str());
  const PostgresRows owner(result);
  const auto status = PQresultStatus(result);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) return {};
  return failure(result, {});
}

Result<void> PostgresConnection::transact(const std::function<Result<void>()>& work) {
  CODEWEAVER_TRY(run("BEGIN"));
  auto done = work();
  if (done) {
    CODEWEAVER_TRY(run("COMMIT"));
    return done;
  }
  (void)run("ROLLBACK");  // where that fails, the connection is not alive
  return done;
}

}  // namespace codeweaver::remote
