// PostgresPool: connections shared by many threads, with retries and a circuit breaker.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "net/circuit_breaker.hpp"
#include "net/timer.hpp"
#include "remote/postgres_connection.hpp"

namespace codeweaver::remote {

/// Thread-safe.
class PostgresPool {
 public:
  /// Maximum connections, and how long a caller waits for a free one.
  struct Limits {
    std::size_t connections = 20;
    std::chrono::milliseconds wait{5'000};
  };

  /// Opens no connection. `prepare` is called with the first connection, and again until it
  /// succeeds. `timer` must outlive the pool.
  PostgresPool(PostgresAddress address, std::function<Result<void>(PostgresConnection&)> prepare,
               const net::Timer& timer, Limits limits);

  /// Runs `work` with a connection that has this context. If the server is unreachable or drops the
  /// connection, tries again after 1, 2 and 4 s, unless context.is_awaited(). Errors: those of the
  /// connection and of `work`; kUnavailable "POOL_EXHAUSTED", "SERVICE_SUSPENDED"; kCancelled.
  Result<void> with(const CallContext& context,
                    const std::function<Result<void>(PostgresConnection&)>& work);

  const PostgresAddress& address() const noexcept { return address_; }
  RemoteServiceStatus status() const;

 private:
  class Lease;

  Result<void> attempt(const CallContext& context,
                       const std::function<Result<void>(PostgresConnection&)>& work);
  Result<std::unique_ptr<PostgresConnection>> take(const CallContext& context);
  void give_back(std::unique_ptr<PostgresConnection> connection);
  void forget_idle();
  Result<void> prepare_once(const CallContext& context, PostgresConnection& connection);

  PostgresAddress address_;
  std::function<Result<void>(PostgresConnection&)> prepare_;
  const net::Timer& timer_;
  const Limits limits_;
  net::CircuitBreaker breaker_;
  std::timed_mutex preparing_;  // held during preparation
  bool is_prepared_ = false;    // guarded by preparing_
  mutable std::mutex mutex_;    // guards the rest
  std::condition_variable_any returned_;
  std::vector<std::unique_ptr<PostgresConnection>> idle_;
  std::size_t taken_ = 0;
  RemoteServiceStatus figures_{};
  std::optional<std::chrono::steady_clock::time_point> last_end_{};
};

}  // namespace codeweaver::remote
