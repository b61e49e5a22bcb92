// Lends connections.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_pool.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "net/retry.hpp"
#include "net/service_client.hpp"
#include "net/service_codes.hpp"
#include "net/service_errors.hpp"

namespace codeweaver::remote {
namespace {

bool is_service_fault(const Error& error) {
  return error.category == ErrorCategory::kUnavailable &&
         error.code != net::service_code::kPoolExhausted;
}

/// Whether another connection may succeed. A refused statement would be refused again.
bool may_pass(const Error& error) {
  return error.code == net::service_code::kUnreachable ||
         error.code == net::service_code::kDropped || error.code == net::service_code::kTimeout;
}

Error pool_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The call was stopped",
          "using the store", ""};
}

}  // namespace

/// A connection while it is in use.
class PostgresPool::Lease {
 public:
  Lease(PostgresPool& pool, std::unique_ptr<PostgresConnection> connection)
      : pool_(pool), connection_(std::move(connection)) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() { pool_.give_back(std::move(connection_)); }
  PostgresConnection& operator*() { return *connection_; }

 private:
  PostgresPool& pool_;
  std::unique_ptr<PostgresConnection> connection_;
};

PostgresPool::PostgresPool(PostgresAddress address,
                           std::function<Result<void>(PostgresConnection&)> prepare,
                           const net::Timer& timer, Limits limits)
    : address_(std::move(address)),
      prepare_(std::move(prepare)),
      timer_(timer),
      limits_(limits),
      breaker_(timer) {
  figures_.address = "postgresql://" + address_.shown();
}

RemoteServiceStatus PostgresPool::status() const {
  const std::lock_guard lock(mutex_);
  auto out = figures_;
  out.circuit_breaker = net::to_string(breaker_.state());
  if (last_end_)
    out.since_last_call =
        std::chrono::duration_cast<std::chrono::milliseconds>(timer_.now() - *last_end_);
  return out;
}

Result<std::unique_ptr<PostgresConnection>> PostgresPool::take(const CallContext& context) {
  {
    std::unique_lock lock(mutex_);
    const auto limit = context.left_of(limits_.wait);
    const bool has_room =
        returned_.wait_for(lock, context.stop, limit, [&] { return taken_ < limits_.connections; });
    if (!has_room) {
      if (context.stop.stop_requested()) return pool_stopped();
      return Error{ErrorCategory::kUnavailable, net::service_code::kPoolExhausted,
                   "All " + std::to_string(limits_.connections) +
                       " connections to the PostgreSQL server at " + address_.shown() +
                       " were in use for " + net::time_text(limit) +
                       ": the connection pool is exhausted",
                   "using the store", "Try again, or spread the searches over more processes."};
    }
    ++taken_;
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      connection->set_context(context);
      return connection;
    }
  }
  auto opened = PostgresConnection::open(address_, context);
  if (!opened) give_back(nullptr);
  return opened;
}

void PostgresPool::give_back(std::unique_ptr<PostgresConnection> connection) {
  {
    const std::lock_guard lock(mutex_);
    --taken_;
    if (connection && connection->is_alive()) idle_.push_back(std::move(connection));
  }
  returned_.notify_one();
}

void PostgresPool::forget_idle() {
  std::vector<std::unique_ptr<PostgresConnection>> dropped;
  const std::lock_guard lock(mutex_);
  dropped.swap(idle_);
}

Result<void> PostgresPool::prepare_once(const CallContext& context,
                                        PostgresConnection& connection) {
  std::unique_lock turn(preparing_, std::defer_lock);
  if (!turn.try_lock_for(context.left_of(address_.timeout)))
    return Error{ErrorCategory::kUnavailable, net::service_code::kTimeout,
                 "The PostgreSQL server at " + address_.shown() +
                     " did not answer in time: its tables are still being checked",
                 "using the store", "Check its load, or raise store.timeout_ms."};
  if (is_prepared_) return {};
  auto prepared = prepare_(connection);
  is_prepared_ = prepared.has_value();
  return prepared;
}

Result<void> PostgresPool::attempt(const CallContext& context,
                                   const std::function<Result<void>(PostgresConnection&)>& work) {
  CODEWEAVER_ASSIGN(auto connection, take(context));
  Lease lease(*this, std::move(connection));
  CODEWEAVER_TRY(prepare_once(context, *lease));
  return work(*lease);
}

Result<void> PostgresPool::with(const CallContext& given,
                                const std::function<Result<void>(PostgresConnection&)>& work) {
  auto context = given;
  if (given.is_awaited())
    context = given.until(std::chrono::steady_clock::now() + net::kStoreQueryPatience);
  const auto patience = context.left();
  const auto permit = breaker_.admit();
  const auto note = [&](auto count) {
    const std::lock_guard lock(mutex_);
    ++(figures_.*count);
  };
  note(&RemoteServiceStatus::calls);
  if (!permit) {
    note(&RemoteServiceStatus::suspended);
    return Error{ErrorCategory::kUnavailable, net::service_code::kSuspended,
                 "The PostgreSQL server at " + address_.shown() +
                     " failed several times in a row and is not called for another " +
                     std::to_string(breaker_.wait().count() / 1000 + 1) + " s",
                 "using the store", "Check that it runs."};
  }
  note(&RemoteServiceStatus::attempts);
  auto done = attempt(context, work);
  if (!done && done.error().code == net::service_code::kDropped) {  // the server restarted
    forget_idle();
    done = attempt(context, work);
  }
  const auto pauses = context.is_awaited()
                          ? net::kStorePauses.first(0)
                          : std::span<const std::chrono::milliseconds>(net::kStorePauses);
  for (const auto pause : pauses) {
    if (done || !may_pass(done.error())) break;
    if (!timer_.sleep(pause, context.stop)) {
      done = pool_stopped();
      break;
    }
    note(&RemoteServiceStatus::retries);
    note(&RemoteServiceStatus::attempts);
    done = attempt(context, work);
  }
  const bool is_stopped = !done && done.error().category == ErrorCategory::kCancelled;
  const bool is_hurried = !done && done.error().code == net::service_code::kTimeout && patience &&
                          *patience < std::min(net::kLeastFairWait, address_.timeout);
  const bool has_failed = !done && !is_hurried && is_service_fault(done.error());
  using Outcome = net::CircuitBreaker::Outcome;
  const bool is_failed_probe = has_failed && context.kind == CallContext::Kind::kProbe;
  breaker_.end(*permit, is_stopped || is_hurried || is_failed_probe ? Outcome::kAbandoned
                        : has_failed                                ? Outcome::kFailed
                                                                    : Outcome::kAnswered);
  if (has_failed) note(&RemoteServiceStatus::failed);
  const std::lock_guard lock(mutex_);
  if (!is_stopped && !is_hurried) last_end_ = timer_.now();
  if (has_failed || done) figures_.last_error = done ? std::nullopt : std::optional(done.error());
  return done;
}

}  // namespace codeweaver::remote
