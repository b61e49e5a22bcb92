// A call to a service, from its first attempt to its last.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/service_client.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "net/service_codes.hpp"
#include "net/service_errors.hpp"

namespace codeweaver::net {
namespace {

using std::chrono::milliseconds;

constexpr int kMostRedirects = 3;

Error call_stopped(const Call& call) {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The call was stopped", call.operation,
          ""};
}

/// The time limit of a call.
std::optional<milliseconds> patience_of(const Call& call) {
  const auto left = call.context.left();
  return left && call.patience ? std::min(*left, *call.patience) : left ? left : call.patience;
}

bool is_redirect(const Exchange& exchange) {
  const auto* reply = std::get_if<Reply>(&exchange);
  return reply != nullptr && reply->status >= 300 && reply->status < 400;
}

}  // namespace

/// A place among the concurrent requests. Released by the destructor.
class ServiceClient::Slot {
 public:
  /// Waits for a place, at most for `limit`.
  Slot(ServiceClient& client, const std::stop_token& stop, std::optional<milliseconds> limit)
      : client_(client) {
    std::unique_lock lock(client.mutex_);
    const auto is_free = [&] { return client.in_flight_ < client.options_.max_in_flight; };
    has_place_ = limit ? client.leaves_.wait_for(lock, stop, *limit, is_free)
                       : client.leaves_.wait(lock, stop, is_free);
    if (has_place_) ++client.in_flight_;
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    if (!has_place_) return;
    {
      const std::lock_guard lock(client_.mutex_);
      --client_.in_flight_;
    }
    client_.leaves_.notify_one();
  }
  bool has_place() const { return has_place_; }

 private:
  ServiceClient& client_;
  bool has_place_ = false;
};

Result<std::unique_ptr<ServiceClient>> ServiceClient::create(
    ServiceOptions options, std::shared_ptr<const Transport> transport) {
  return create(std::move(options), std::move(transport), Time{});
}

Result<std::unique_ptr<ServiceClient>> ServiceClient::create(
    ServiceOptions options, std::shared_ptr<const Transport> transport, Time time) {
  auto url = parse_url(options.url);
  if (!url) {
    auto error = url.error();
    error.context = "reading the address of the " + options.name;
    return error;
  }
  return std::unique_ptr<ServiceClient>(
      new ServiceClient(std::move(options), *std::move(url), std::move(transport), time));
}

ServiceClient::ServiceClient(ServiceOptions options, Url url,
                             std::shared_ptr<const Transport> transport, Time time)
    : options_(std::move(options)),
      url_(std::move(url)),
      transport_(std::move(transport)),
      time_(time),
      breaker_(time.timer) {}

std::string ServiceClient::redacted(std::string_view text) const {
  return without_secret(text, options_.secret);
}

ServiceFigures ServiceClient::figures() const {
  ServiceFigures out;
  out.calls = calls_;
  out.attempts = attempts_;
  out.retries = retries_;
  out.answered = answered_;
  out.failed = failed_;
  out.suspended = suspended_;
  out.bytes_sent = bytes_sent_;
  out.bytes_received = bytes_received_;
  out.breaker = breaker_.state();
  out.breaker_openings = breaker_.openings();
  const std::lock_guard lock(mutex_);
  out.in_flight = in_flight_;
  if (last_end_)
    out.since_last_call = std::chrono::duration_cast<milliseconds>(time_.timer.now() - *last_end_);
  out.last_error = last_error_;
  return out;
}

void ServiceClient::note_end(std::optional<Error> error) {
  const std::lock_guard lock(mutex_);
  last_end_ = time_.timer.now();
  last_error_ = std::move(error);
}

Request ServiceClient::request_of(const Call& call, const std::string& id) const {
  Request request;
  request.method = call.method;
  request.url = joined_url(options_.url, call.path);
  request.headers = options_.headers;
  request.headers.push_back({"X-Request-Id", id});
  if (call.method != "GET") request.headers.push_back({"Content-Type", "application/json"});
  request.body = call.body;
  request.timeout = options_.timeout;
  request.max_reply_bytes = options_.max_reply_bytes;
  request.on_body = call.on_body;
  return request;
}

Result<Reply> ServiceClient::send(const Call& call) {
  ++calls_;
  const auto& given = call.context.request_id;
  const auto id = given.empty() ? ids_.next().to_string() : given;
  const auto start = time_.timer.now();
  const auto permit = breaker_.admit();
  if (!permit) {
    ++suspended_;
    return suspended(call);
  }
  const auto patience = patience_of(call);
  auto sent = send_admitted(call, id, patience);
  using Outcome = CircuitBreaker::Outcome;
  const bool is_stopped = !sent && sent.error().category == ErrorCategory::kCancelled;
  const bool is_hurried = !sent && sent.error().code == service_code::kTimeout && patience &&
                          *patience < std::min(kLeastFairWait, options_.timeout);
  const bool has_answered = sent || sent.error().category == ErrorCategory::kInvalidArgument;
  const bool is_probe = call.context.kind == CallContext::Kind::kProbe;
  const bool is_abandoned = is_stopped || is_hurried || is_probe;
  breaker_.end(*permit, has_answered   ? Outcome::kAnswered
                        : is_abandoned ? Outcome::kAbandoned
                                       : Outcome::kFailed);
  if (sent) {
    ++answered_;
    const bool is_refusal = sent->status < 200 || sent->status >= 300;
    note_end(is_refusal ? std::optional(refusal(call, *sent)) : std::nullopt);
    log(LogLevel::kDebug, call, id, "answered with " + std::to_string(sent->status), "success",
        start);
  } else if (!is_stopped) {
    ++failed_;
    if (!is_hurried) note_end(sent.error());
    log(LogLevel::kWarning, call, id, "gave up", "failed", start, &sent.error());
  }
  return sent;
}

Result<Reply> ServiceClient::send_admitted(const Call& call, const std::string& id,
                                           const Patience& patience) {
  const auto start = time_.timer.now();
  auto request = request_of(call, id);
  bool has_begun = false;  // pieces were passed on
  if (call.on_body)
    request.on_body = [&](std::string_view piece) {
      has_begun = true;
      bytes_received_ += piece.size();
      return call.on_body(piece);
    };
  int redirects = 0;
  for (std::size_t attempts = 1;;) {
    if (patience) {
      const auto left =
          *patience - std::chrono::duration_cast<milliseconds>(time_.timer.now() - start);
      request.timeout = std::clamp(left, milliseconds(1), options_.timeout);
    }
    const auto exchange = attempt(call, request, patience.has_value());
    if (const auto* fault = std::get_if<Fault>(&exchange);
        fault != nullptr && fault->kind == FaultKind::kStopped)
      return call_stopped(call);
    if (is_redirect(exchange) && redirects++ < kMostRedirects) {
      CODEWEAVER_ASSIGN(request.url, redirected(call, std::get<Reply>(exchange)));
      continue;
    }
    if (const auto* reply = std::get_if<Reply>(&exchange);
        reply != nullptr && !may_pass(exchange) && !is_redirect(exchange))
      return *reply;
    const auto pause =
        has_begun || !call.is_repeated ? std::nullopt : pause_after(exchange, attempts);
    const bool has_time = pause && (!patience || time_.timer.now() - start + *pause < *patience);
    if (!has_time) return failure(call, exchange, attempts);
    ++retries_;
    ++attempts;
    log(LogLevel::kInfo, call, id, "retrying in " + time_text(*pause), "retry", start);
    if (!time_.timer.sleep(*pause, call.context.stop)) return call_stopped(call);
  }
}

Exchange ServiceClient::attempt(const Call& call, Request& request, bool is_limited) {
  const auto limit = is_limited ? std::optional(request.timeout) : std::nullopt;
  const Slot slot(*this, call.context.stop, limit);
  if (!slot.has_place() && call.context.stop.stop_requested())
    return Fault{FaultKind::kStopped, "it was stopped"};
  if (!slot.has_place())
    return Fault{FaultKind::kTimeout, "all allowed concurrent calls are in use"};
  ++attempts_;
  bytes_sent_ += request.body.size();
  auto exchange = transport_->exchange(request, call.context.stop);
  if (const auto* reply = std::get_if<Reply>(&exchange)) bytes_received_ += reply->body.size();
  return exchange;
}

Result<std::string> ServiceClient::redirected(const Call& call, const Reply& reply) const {
  const auto* place = reply.header("Location");
  std::string target = place == nullptr ? std::string() : *place;
  if (target.starts_with("//"))
    target.insert(0, url_.scheme + ':');
  else if (target.starts_with('/'))
    target.insert(0, url_.origin());
  const auto url = parse_url(target);
  const bool is_kept = reply.status == 307 || reply.status == 308;  // repeats the same request
  if (is_kept && url && url->origin() == url_.origin()) return target;
  return Error{ErrorCategory::kInvalidArgument, "SERVICE_REDIRECTED",
               "The " + options_.name + " at " + url_.origin() + " redirects to " +
                   redacted(url ? url->origin() : "nowhere"),
               call.operation,
               "Nothing was sent there. If that address is right, set it in the configuration."};
}

bool ServiceClient::may_pass(const Exchange& exchange) const {
  const auto* fault = std::get_if<Fault>(&exchange);
  const bool is_absent = fault != nullptr && (fault->kind == FaultKind::kUnreachable ||
                                              fault->kind == FaultKind::kDropped);
  return is_worth_retrying(exchange) || (options_.is_awaited && is_absent);
}

std::optional<milliseconds> ServiceClient::pause_after(const Exchange& exchange,
                                                       std::size_t attempt) const {
  if (!may_pass(exchange) || attempt > options_.pauses.size()) return std::nullopt;
  const auto* reply = std::get_if<Reply>(&exchange);
  const auto asked = reply == nullptr ? std::nullopt : retry_after(*reply, time_.clock.now());
  if (!asked) return options_.pauses[attempt - 1];
  return *asked <= kLongestPause ? asked : std::nullopt;
}

void ServiceClient::log(LogLevel level, const Call& call, const std::string& id,
                        std::string message, std::string_view status,
                        std::chrono::steady_clock::time_point start, const Error* error) const {
  if (options_.logger == nullptr || !options_.logger->accepts(level)) return;
  LogRecord record;
  record.level = level;
  record.component = options_.component;
  record.operation = call.operation;
  record.message = options_.name + ": " + std::move(message);
  record.duration_ms = std::chrono::duration<double, std::milli>(time_.timer.now() - start).count();
  record.request_id = id;
  record.status = status;
  if (error != nullptr) record.error = *error;
  record.context = {{"service", url_.origin()}, {"sent_bytes", call.body.size()}};
  options_.logger->log(record);
}

}  // namespace codeweaver::net
