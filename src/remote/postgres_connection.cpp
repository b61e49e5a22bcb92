// Runs statements through libpq.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_connection.hpp"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stop_token>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "net/service_codes.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::string_view kDeadlockState = "40P01";

constexpr const char* kTimeLimit = "statement_timeout";
constexpr const char* kSetTimeLimit = "SELECT set_config('statement_timeout', $1, false)";
/// PostgreSQL 14 and newer.
constexpr std::string_view kWatchClient =
    "SELECT set_config(name, '2s', false) FROM pg_settings WHERE name = "
    "'client_connection_check_interval'";

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
            "Check the user in store.url, and the password in the environment variable that "
            "store.api_key_env names."};
  if (said.find("certificate") != std::string_view::npos ||
      said.find("does not support SSL") != std::string_view::npos)
    return {ErrorCategory::kUnavailable, net::service_code::kUntrusted,
            "The " + where + " is not trusted: " + in_one_line(said), "connecting to the store",
            "Set network.ca_file to the certificate of its authority, and use the host name of the "
            "certificate in store.url."};
  if (said.find("does not exist") != std::string_view::npos)
    return {ErrorCategory::kInvalidArgument, "INVALID_URL",
            "The " + where + " has no such database or user: " + in_one_line(said),
            "connecting to the store", "Create it (createdb), or correct store.url."};
  return {ErrorCategory::kUnavailable, net::service_code::kUnreachable,
          "The " + where + " is not reachable: " + in_one_line(said), "connecting to the store",
          kAddressAdvice};
}

/// Wakes a waiting connection when a stop is requested.
class StopSignal {
 public:
  StopSignal(os::WakeUp& wake_up, const std::stop_token& stop) : wake_up_(wake_up) {
    on_stop_.emplace(stop, [&wake_up] { wake_up.set(); });
  }
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal() {
    on_stop_.reset();
    wake_up_.clear();
  }

 private:
  os::WakeUp& wake_up_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
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

PostgresConnection::PostgresConnection(pg_conn* connection, const PostgresAddress& address,
                                       CallContext context)
    : connection_(connection),
      shown_(address.shown()),
      timeout_(address.timeout),
      context_(std::move(context)) {}

PostgresConnection::~PostgresConnection() {
  PQfinish(connection_);
}

/// Waits until the socket is ready, or with TLS until data may be there: OpenSSL can hold data that
/// it has read from the socket already, and only a further call of libpq gets them.
PostgresConnection::Wait PostgresConnection::wait(bool for_output) {
  using For = os::Source::For;
  constexpr std::chrono::milliseconds kTlsPause{20};
  const bool may_hold_data = PQstatus(connection_) == CONNECTION_OK && PQsslInUse(connection_) != 0;
  const auto socket = PQsocket(connection_);
  if (socket < 0) return Wait::kFailed;
  for (;;) {
    std::optional<std::chrono::milliseconds> left;
    if (end_) {
      left = std::chrono::ceil<std::chrono::milliseconds>(*end_ - std::chrono::steady_clock::now());
      if (left->count() <= 0) return Wait::kTimeout;
    }
    if (may_hold_data) left = std::min(left.value_or(kTlsPause), kTlsPause);
    // Reads data from the server also while the server accepts none.
    std::array<os::Source, 3> sources{{{stopped_.handle()},
                                       {socket, For::kInput},
                                       {for_output ? socket : os::kNoHandle, For::kOutput}}};
    if (os::wait_for_any(sources, left) < 0 && errno != EINTR) return Wait::kFailed;
    if (context_.stop.stop_requested()) return Wait::kStopped;
    if (may_hold_data || sources[1].is_ready || sources[2].is_ready) return Wait::kReady;
  }
}

PostgresConnection::Wait PostgresConnection::connect() {
  const StopSignal on_stop(stopped_, context_.stop);
  end_ = std::chrono::steady_clock::now() + context_.left_of(timeout_);
  for (auto state = PGRES_POLLING_WRITING;; state = PQconnectPoll(connection_)) {
    if (state == PGRES_POLLING_OK) return Wait::kReady;
    if (state == PGRES_POLLING_FAILED) return Wait::kFailed;
    const auto waited = wait(state == PGRES_POLLING_WRITING);
    if (waited != Wait::kReady) return waited;
  }
}

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::open(const PostgresAddress& address,
                                                                     CallContext context) {
  char* wrong = nullptr;
  auto* const parsed = PQconninfoParse(address.url.c_str(), &wrong);
  PQconninfoFree(parsed);
  PQfreemem(wrong);
  if (parsed == nullptr)  // the text may contain a password
    return Error{ErrorCategory::kInvalidArgument, "INVALID_URL",
                 "The address of the PostgreSQL server is not valid", "connecting to the store",
                 kAddressAdvice};
  const bool is_trusted_by_file = !address.ca_file.empty();
  // Later keys override earlier ones, and empty values are ignored.
  const char* keys[] = {"sslrootcert",
                        "sslmode",
                        "dbname",
                        "password",
                        "application_name",
                        "client_encoding",
                        "fallback_application_name",
                        nullptr};
  const char* const password = address.password.empty() ? nullptr : address.password.c_str();
  const char* values[] = {is_trusted_by_file ? address.ca_file.c_str() : nullptr,
                          is_trusted_by_file ? "verify-full" : nullptr,
                          address.url.c_str(),
                          password,
                          "codeweaver",
                          "UTF8",
                          "codeweaver",
                          nullptr};
  std::unique_ptr<PostgresConnection> out(
      new PostgresConnection(PQconnectStartParams(keys, values, 1), address, std::move(context)));
  auto* const connection = out->connection_;
  const auto connected = PQstatus(connection) == CONNECTION_BAD ? Wait::kFailed : out->connect();
  if (connected == Wait::kFailed) return not_connected(address, PQerrorMessage(connection));
  if (connected != Wait::kReady) return out->given_up(connected);
  PQsetnonblocking(connection, 1);
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);  // "already exists"
  // Filtered searches of an approximate index continue until they have enough results.
  CODEWEAVER_TRY(
      out->run_script("SET statement_timeout = " + std::to_string(address.timeout.count()) +
                      "; SET hnsw.iterative_scan = strict_order; "
                      "SET hnsw.ef_search = 400; SET jit = off"));
  // Lets the server end abandoned statements, too. Not all servers support this.
  const auto set = out->run(kWatchClient);
  if (!set && !out->is_alive()) return set.error();
  return out;
}

bool PostgresConnection::is_alive() const {
  return !is_lost_ && PQstatus(connection_) == CONNECTION_OK &&
         PQtransactionStatus(connection_) == PQTRANS_IDLE;
}

Error PostgresConnection::given_up(Wait why) const {
  if (why == Wait::kStopped)
    return {ErrorCategory::kCancelled, error_code::kCancelled, "The call was stopped",
            "using the store", ""};
  return {ErrorCategory::kUnavailable, net::service_code::kTimeout,
          "The PostgreSQL server at " + shown_ + " did not answer in time", "using the store",
          "Check its load, or raise store.timeout_ms."};
}

Error PostgresConnection::failure(const pg_result* result) const {
  const char* const field = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field == nullptr ? "" : field;
  const auto who = "The PostgreSQL server at " + shown_;
  if (is_lost_ || PQstatus(connection_) != CONNECTION_OK || state.starts_with("57P") ||
      state.starts_with("08"))
    return {ErrorCategory::kUnavailable, net::service_code::kDropped,
            who + " closed the connection: " + in_one_line(PQerrorMessage(connection_)),
            "using the store", kAddressAdvice};
  if (state == "57014") return given_up(Wait::kTimeout);
  return {ErrorCategory::kUnavailable,
          state == kDeadlockState ? kDeadlock : net::service_code::kFailed,
          who + " rejected a statement (" + std::string(state) +
              "): " + in_one_line(PQresultErrorMessage(result)),
          "using the store", "Check its log for details."};
}

PostgresConnection::Wait PostgresConnection::flush() {
  for (int left = 0; (left = PQflush(connection_)) != 0;) {
    if (left < 0) return Wait::kFailed;
    const auto waited = wait(true);
    if (waited != Wait::kReady) return waited;
    if (PQconsumeInput(connection_) == 0) return Wait::kFailed;
  }
  return Wait::kReady;
}

/// `last` receives the last result of the statements.
PostgresConnection::Wait PostgresConnection::read_results(PostgresRows& last) {
  for (;;) {
    while (PQisBusy(connection_) != 0) {
      const auto waited = wait(false);
      if (waited != Wait::kReady) return waited;
      if (PQconsumeInput(connection_) == 0) return Wait::kFailed;
    }
    auto* const result = PQgetResult(connection_);
    if (result == nullptr) return Wait::kReady;
    last = PostgresRows(result);
  }
}

/// Sends the queued statements and reads their results.
Result<PostgresRows> PostgresConnection::finish(bool is_sent) {
  constexpr std::chrono::milliseconds kGrace{2'000};  // for the server to report its timeout
  const StopSignal on_stop(stopped_, context_.stop);
  end_ = context_.deadline;
  if (is_limited_) {
    const auto most = std::chrono::steady_clock::now() + timeout_ + kGrace;
    end_ = std::min(end_.value_or(most), most);
  }
  PostgresRows rows(nullptr);
  auto waited = is_sent ? flush() : Wait::kFailed;
  if (waited == Wait::kReady) waited = read_results(rows);
  is_lost_ = is_lost_ || waited != Wait::kReady;
  if (waited == Wait::kStopped || waited == Wait::kTimeout) return given_up(waited);
  const auto status = PQresultStatus(rows.get());
  const bool is_done = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
  if (waited == Wait::kReady && is_done) return rows;
  return failure(rows.get());
}

Result<PostgresRows> PostgresConnection::run(std::string_view statement,
                                             const PostgresValues& values) {
  std::vector<const char*> texts;
  for (const auto& value : values) texts.push_back(value ? value->c_str() : nullptr);
  return finish(PQsendQueryParams(connection_, std::string(statement).c_str(),
                                  static_cast<int>(texts.size()), nullptr, texts.data(), nullptr,
                                  nullptr, 0) == 1);
}

Result<void> PostgresConnection::run_script(const std::string& script) {
  CODEWEAVER_TRY(finish(PQsendQuery(connection_, script.c_str()) == 1));
  return {};
}

Result<void> PostgresConnection::without_time_limit(const std::function<Result<void>()>& work) {
  CODEWEAVER_ASSIGN(const auto limit, run("SELECT current_setting($1)", {kTimeLimit}));
  CODEWEAVER_TRY(run(kSetTimeLimit, {"0"}));
  is_limited_ = false;
  auto done = work();
  is_limited_ = true;
  CODEWEAVER_TRY(run(kSetTimeLimit, {std::string(limit.text(0, 0))}));
  return done;
}

Result<void> PostgresConnection::transact(const std::function<Result<void>()>& work) {
  CODEWEAVER_TRY(run("BEGIN"));
  auto done = work();
  if (done) {
    CODEWEAVER_TRY(run("COMMIT"));
    return done;
  }
  (void)run("ROLLBACK");  // if this fails, the connection is not alive
  return done;
}

}  // namespace codeweaver::remote
