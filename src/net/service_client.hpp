// ServiceClient: calls to one service, with retries, a circuit breaker, limits and statistics.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/logger.hpp"
#include "net/circuit_breaker.hpp"
#include "net/retry.hpp"
#include "net/timer.hpp"
#include "net/transport.hpp"
#include "net/url.hpp"

namespace codeweaver::net {

/// A service, and how to call it.
struct ServiceOptions {
  std::string name{};             ///< for people: "Voyage AI API"
  std::string url{};              ///< base URL; the paths of calls are appended to it
  std::vector<Header> headers{};  ///< sent with each call; may contain the secret
  std::string secret{};           ///< removed from all logs and errors
  std::string component{};        ///< of log records
  std::string remedy{};           ///< suggested action if the service does not answer
  std::span<const std::chrono::milliseconds> pauses = kModelPauses;
  bool is_awaited = false;  ///< also retry if the service is unreachable or drops connections
  std::size_t max_in_flight = 10;
  std::chrono::milliseconds timeout{30'000};    ///< for one attempt
  std::uint64_t max_reply_bytes = 64ULL << 20;  ///< as Request::max_reply_bytes
  std::shared_ptr<Logger> logger{};             ///< null: silent
};

struct Call {
  std::string operation{};  ///< for logs and errors: "embedding texts"
  std::string method = "POST";
  std::string path{};
  std::string body{};                                     ///< JSON
  std::function<bool(std::string_view piece)> on_body{};  ///< see Request::on_body
  /// Its deadline may end the call before `patience`. Its request id is sent as X-Request-Id.
  CallContext context{};
  /// Time limit for all attempts together. Unset: limited by the context and the retry schedule.
  std::optional<std::chrono::milliseconds> patience{};
  bool is_repeated = true;  ///< retried after transient errors
};

/// A timeout in a call with less time than this says nothing about the service.
inline constexpr std::chrono::milliseconds kLeastFairWait{1'000};

/// Counts since the client was created.
struct ServiceFigures {
  std::uint64_t calls = 0, attempts = 0, retries = 0;
  std::uint64_t answered = 0;   ///< calls with a reply that is neither 429 nor 5xx
  std::uint64_t failed = 0;     ///< calls that failed finally
  std::uint64_t suspended = 0;  ///< calls refused by the breaker
  std::uint64_t bytes_sent = 0, bytes_received = 0;
  std::uint64_t in_flight = 0;
  BreakerState breaker = BreakerState::kClosed;
  std::uint64_t breaker_openings = 0;
  std::optional<std::chrono::milliseconds> since_last_call{};  ///< unset: no call yet
  std::optional<Error> last_error{};  ///< of the last call, if it failed or was refused
};

/// Thread-safe.
class ServiceClient {
 public:
  /// Time sources. Tests replace them. They must outlive the client.
  struct Time {
    const Timer& timer = system_timer();
    const base::Clock& clock = base::system_clock();
  };

  /// Errors: those of parse_url().
  static Result<std::unique_ptr<ServiceClient>> create(ServiceOptions options,
                                                       std::shared_ptr<const Transport> transport);
  static Result<std::unique_ptr<ServiceClient>> create(ServiceOptions options,
                                                       std::shared_ptr<const Transport> transport,
                                                       Time time);

  /// Returns the reply if its status is below 500 and not 429. Once `on_body` has received data,
  /// the call is not retried. Errors:
  /// - kUnavailable "SERVICE_UNREACHABLE", "SERVICE_TIMEOUT", "SERVICE_BUSY" (429),
  ///   "SERVICE_FAILED" (5xx), "SERVICE_DROPPED", "SERVICE_UNTRUSTED", "SERVICE_SUSPENDED" (the
  ///   breaker is open), "INVALID_REPLY" (too large)
  /// - kInvalidArgument "SERVICE_REDIRECTED" (to another host)
  /// - kCancelled
  Result<Reply> send(const Call& call);
  /// Like send(), but a status other than 2xx is an error: kInvalidArgument "API_KEY_REFUSED" (401,
  /// 403), "REQUEST_TOO_LARGE" (413), "SERVICE_REFUSED".
  Result<Reply> ask(const Call& call);
  /// The error of ask() for a reply that is not 2xx.
  Error refusal(const Call& call, const Reply& reply) const;
  /// "INVALID_REPLY": the reply does not match the documentation of the service.
  Error invalid_reply(const Call& call, std::string_view what) const;

  /// `text` without the secret.
  std::string redacted(std::string_view text) const;
  const ServiceOptions& options() const noexcept { return options_; }
  const Url& url() const noexcept { return url_; }
  ServiceFigures figures() const;

 private:
  class Slot;

  ServiceClient(ServiceOptions options, Url url, std::shared_ptr<const Transport> transport,
                Time time);
  Request request_of(const Call& call, const std::string& id) const;
  using Patience = std::optional<std::chrono::milliseconds>;
  Result<Reply> send_admitted(const Call& call, const std::string& id, const Patience& patience);
  void note_end(std::optional<Error> error);
  /// `is_limited`: the request's timeout also limits the wait for a place.
  Exchange attempt(const Call& call, Request& request, bool is_limited);
  /// The target of an allowed redirect.
  Result<std::string> redirected(const Call& call, const Reply& reply) const;
  std::optional<std::chrono::milliseconds> pause_after(const Exchange& exchange,
                                                       std::size_t attempt) const;
  bool may_pass(const Exchange& exchange) const;
  Error failure(const Call& call, const Exchange& exchange, std::size_t attempts) const;
  Error suspended(const Call& call) const;
  void log(LogLevel level, const Call& call, const std::string& id, std::string message,
           std::string_view status, std::chrono::steady_clock::time_point start,
           const Error* error = nullptr) const;

  ServiceOptions options_;
  Url url_;
  std::shared_ptr<const Transport> transport_;
  Time time_;
  CircuitBreaker breaker_;
  base::UuidGenerator ids_;
  mutable std::mutex mutex_;            // guards in_flight_, last_end_ and last_error_
  std::condition_variable_any leaves_;  // a call left
  std::size_t in_flight_ = 0;
  std::optional<std::chrono::steady_clock::time_point> last_end_{};
  std::optional<Error> last_error_{};
  std::atomic<std::uint64_t> calls_ = 0, attempts_ = 0, retries_ = 0, answered_ = 0, failed_ = 0,
                             suspended_ = 0, bytes_sent_ = 0, bytes_received_ = 0;
};

}  // namespace codeweaver::net
