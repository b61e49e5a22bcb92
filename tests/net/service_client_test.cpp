// Tests of ServiceClient: retries, circuit breaker, limits, redirects, secrets; with a fake clock.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "net/service_client.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <sstream>
#include <thread>

#include "base/fixed_clock.hpp"
#include "net/fakes.hpp"

namespace codeweaver::net {
namespace {

using test::FakeTimer;
using test::fault;
using test::FixedClock;
using test::reply;
using test::ScriptedTransport;
using Pauses = std::vector<std::chrono::milliseconds>;

constexpr const char* kSecret = "sk-very-secret-0123";

Pauses seconds(std::initializer_list<int> list) {
  Pauses out;
  for (const int one : list) out.emplace_back(one * 1000);
  return out;
}

struct Service {
  explicit Service(std::vector<Exchange> script, ServiceOptions options = {})
      : transport(std::make_shared<ScriptedTransport>(std::move(script))) {
    options.name = "Test API";
    if (options.url.empty()) options.url = "https://api.test/v1";
    options.secret = kSecret;
    options.headers = {{"Authorization", std::string("Bearer ") + kSecret}};
    auto made = ServiceClient::create(std::move(options), transport, {timer, clock});
    REQUIRE(made);
    client = std::move(*made);
  }
  static Call call() {
    Call call;
    call.operation = "asking";
    call.path = "/things";
    call.body = "{\"a\": 1}";
    return call;
  }
  std::string code_of_call() {
    const auto sent = client->send(call());
    return sent ? std::to_string(sent->status) : sent.error().code;
  }

  FakeTimer timer;
  FixedClock clock;
  std::shared_ptr<ScriptedTransport> transport;
  std::unique_ptr<ServiceClient> client;
};

}  // namespace

TEST_CASE(
    "service: timeouts, 429 and 5xx are tried again after 1, 2, 4, 8 and 16 s, then given up") {
  for (const Exchange& answer : {Exchange(fault(FaultKind::kTimeout)), Exchange(reply(429)),
                                 Exchange(reply(500)), Exchange(reply(503))}) {
    Service service({answer});
    const auto sent = service.client->send(Service::call());
    REQUIRE_FALSE(sent);
    CHECK(sent.error().category == ErrorCategory::kUnavailable);
    CHECK(sent.error().cause.find("6 attempts") != std::string::npos);
    CHECK(sent.error().cause.find("Test API at https://api.test") != std::string::npos);
    CHECK(service.timer.take_slept() == seconds({1, 2, 4, 8, 16}));
    CHECK(service.transport->requests().size() == 6);
  }
}

TEST_CASE("service: stores are tried again after 1, 2 and 4 s") {
  ServiceOptions options;
  options.pauses = kStorePauses;
  Service service({reply(502)}, options);
  CHECK(service.code_of_call() == "SERVICE_FAILED");
  CHECK(service.timer.take_slept() == seconds({1, 2, 4}));
}

TEST_CASE("service: nothing else is tried again") {
  for (const int status : {400, 401, 403, 404, 413, 422}) {
    Service service({reply(status)});
    CHECK(service.code_of_call() == std::to_string(status));
    CHECK(service.transport->requests().size() == 1);
  }
  for (const auto& [kind, code] : {std::pair(FaultKind::kUnreachable, "SERVICE_UNREACHABLE"),
                                   std::pair(FaultKind::kDropped, "SERVICE_DROPPED"),
                                   std::pair(FaultKind::kUntrusted, "SERVICE_UNTRUSTED"),
                                   std::pair(FaultKind::kTooLarge, "INVALID_REPLY")}) {
    Service service({fault(kind)});
    CHECK(service.code_of_call() == code);
    CHECK(service.transport->requests().size() == 1);
    CHECK(service.timer.take_slept().empty());
  }
}

TEST_CASE("service: Retry-After goes before the schedule, in seconds or as a date") {
  Service service({reply(429, "{}", {{"retry-after", "7"}}),
                   reply(503, "{}", {{"Retry-After", "0"}}),
                   reply(429, "{}", {{"Retry-After", "Thu, 01 Jan 1970 00:01:30 GMT"}}),
                   reply(429, "{}", {{"Retry-After", "soon"}}), reply(200)});
  service.clock.time = std::chrono::system_clock::time_point(std::chrono::seconds(60));
  CHECK(service.code_of_call() == "200");
  CHECK(service.timer.take_slept() == seconds({7, 0, 30, 8}));
}

TEST_CASE("service: a pause longer than a minute is not waited for") {
  Service service({reply(429, "{\"detail\": \"slow down\"}", {{"Retry-After", "3600"}})});
  const auto sent = service.client->send(Service::call());
  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == "SERVICE_BUSY");
  CHECK(sent.error().cause.find("slow down") != std::string::npos);
  CHECK(sent.error().action.find("3600 s") != std::string::npos);
  CHECK(service.timer.take_slept().empty());
}

TEST_CASE("service: a caller with little time is not made to wait for more") {
  Service service({reply(500)});
  auto call = Service::call();
  call.patience = std::chrono::milliseconds(5000);
  REQUIRE_FALSE(service.client->send(call));
  CHECK(service.timer.take_slept() == seconds({1, 2}));
  CHECK(service.transport->requests()[0].timeout == std::chrono::seconds(5));
  CHECK(service.transport->requests()[2].timeout == std::chrono::seconds(2));
}

TEST_CASE("service: a call ends at the deadline of its context, whatever its own patience") {
  Service service({reply(200)});
  auto call = Service::call();
  call.context.deadline = std::chrono::steady_clock::now();
  CHECK(service.client->send(call));
  call.patience = std::chrono::milliseconds(5000);
  CHECK(service.client->send(call));
  CHECK(service.code_of_call() == "200");
  const auto requests = service.transport->requests();
  CHECK(requests[0].timeout == std::chrono::milliseconds(1));
  CHECK(requests[1].timeout == std::chrono::milliseconds(1));
  CHECK(requests[2].timeout == std::chrono::seconds(30));
}

TEST_CASE("service: timeouts of callers in a hurry do not open the breaker") {
  Service service({fault(FaultKind::kTimeout)});
  auto call = Service::call();
  call.patience = std::chrono::milliseconds(50);
  for (int i = 0; i < 9; ++i) CHECK(service.client->send(call).error().code == "SERVICE_TIMEOUT");
  CHECK(service.client->figures().breaker == BreakerState::kClosed);
  CHECK_FALSE(service.client->figures().last_error);
  call.patience = std::chrono::milliseconds(1000);
  for (int i = 0; i < 3; ++i) CHECK_FALSE(service.client->send(call));
  CHECK(service.client->figures().breaker == BreakerState::kOpen);
}

TEST_CASE("service: failed probes do not open the breaker, and do not keep it open") {
  for (const auto kind : {FaultKind::kTimeout, FaultKind::kUnreachable}) {
    Service service({fault(kind)});
    const auto probe = [&] {
      auto call = Service::call();
      call.context.kind = CallContext::Kind::kProbe;
      const auto sent = service.client->send(call);
      return sent ? std::to_string(sent->status) : sent.error().code;
    };
    for (int i = 0; i < 9; ++i) CHECK(probe() != "SERVICE_SUSPENDED");
    CHECK(service.client->figures().breaker == BreakerState::kClosed);
    CHECK(service.client->figures().last_error);
    for (int i = 0; i < 3; ++i) CHECK(service.code_of_call() != "SERVICE_SUSPENDED");
    CHECK(service.client->figures().breaker == BreakerState::kOpen);
    CHECK(probe() == "SERVICE_SUSPENDED");
    service.timer.advance(std::chrono::seconds(30));
    CHECK(probe() != "SERVICE_SUSPENDED");  // a failed trial that does not count
    service.transport->become({reply(200)});
    CHECK(service.code_of_call() == "200");
    CHECK(service.client->figures().breaker_openings == 1);
  }
}

TEST_CASE("service: a place among the calls under way is not waited for beyond the patience") {
  ServiceOptions options;
  options.max_in_flight = 1;
  Service service({reply(200)}, options);
  std::string second;
  service.transport->on_exchange = [&] {
    auto call = Service::call();
    call.patience = std::chrono::milliseconds(1);
    call.is_repeated = false;
    second = service.client->send(call).error().code;
  };
  CHECK(service.code_of_call() == "200");
  CHECK(second == "SERVICE_TIMEOUT");
  CHECK(service.transport->requests().size() == 1);
}

TEST_CASE("service: three failures keep callers away for 30 s, a failed trial for 60 s") {
  Service service({fault(FaultKind::kUnreachable)});
  for (int i = 0; i < 3; ++i) CHECK(service.code_of_call() == "SERVICE_UNREACHABLE");
  CHECK(service.client->figures().breaker == BreakerState::kOpen);
  const auto kept_back = service.client->send(Service::call());
  REQUIRE_FALSE(kept_back);
  CHECK(kept_back.error().code == "SERVICE_SUSPENDED");
  CHECK(kept_back.error().cause.find("another 30 s") != std::string::npos);
  CHECK(service.transport->requests().size() == 3);

  service.timer.advance(std::chrono::milliseconds(29'999));
  CHECK(service.code_of_call() == "SERVICE_SUSPENDED");
  service.timer.advance(std::chrono::milliseconds(1));
  CHECK(service.code_of_call() == "SERVICE_UNREACHABLE");  // the trial
  CHECK(service.transport->requests().size() == 4);
  service.timer.advance(std::chrono::milliseconds(59'999));
  CHECK(service.code_of_call() == "SERVICE_SUSPENDED");
  service.timer.advance(std::chrono::milliseconds(1));
  service.transport->become({reply(200)});
  CHECK(service.code_of_call() == "200");
  CHECK(service.client->figures().breaker == BreakerState::kClosed);

  service.transport->become({fault(FaultKind::kDropped), fault(FaultKind::kDropped), reply(200),
                             fault(FaultKind::kDropped)});
  for (int i = 0; i < 5; ++i) service.code_of_call();  // never three in a row
  CHECK(service.client->figures().breaker == BreakerState::kClosed);
  const auto figures = service.client->figures();
  REQUIRE(figures.last_error);
  CHECK(figures.last_error->code == "SERVICE_DROPPED");
  CHECK(figures.since_last_call == std::chrono::milliseconds(0));
  CHECK(figures.calls == 13);
  CHECK(figures.suspended == 3);
  CHECK(figures.answered == 2);
  CHECK(figures.failed == 8);
}

TEST_CASE("service: a refusal is an answer, and closes the breaker") {
  Service service({fault(FaultKind::kDropped), fault(FaultKind::kDropped), reply(401),
                   fault(FaultKind::kDropped), fault(FaultKind::kDropped), reply(404)});
  for (int i = 0; i < 6; ++i) service.code_of_call();
  CHECK(service.client->figures().breaker == BreakerState::kClosed);
}

TEST_CASE("service: one trial at a time, and a stopped one leaves the next call the trial") {
  FakeTimer timer;
  CircuitBreaker breaker(timer);
  for (int i = 0; i < 3; ++i) breaker.end(*breaker.admit(), CircuitBreaker::Outcome::kFailed);
  timer.advance(CircuitBreaker::kFirstPause);
  const auto trial = breaker.admit();
  REQUIRE(trial);
  CHECK(trial->is_trial);
  CHECK_FALSE(breaker.admit());
  CHECK(breaker.state() == BreakerState::kTrial);
  breaker.end(*trial, CircuitBreaker::Outcome::kAbandoned);
  const auto again = breaker.admit();
  REQUIRE(again);
  CHECK(again->is_trial);
  breaker.end(*again, CircuitBreaker::Outcome::kAnswered);
  CHECK(breaker.admit());
  CHECK(breaker.state() == BreakerState::kClosed);
}

TEST_CASE("service: a stop ends the wait between attempts and says nothing of the service") {
  Service service({reply(500)});
  std::stop_source stop;
  service.timer.on_sleep = [&] { stop.request_stop(); };
  auto call = Service::call();
  call.context.stop = stop.get_token();
  for (int i = 0; i < 4; ++i) {
    const auto sent = service.client->send(call);
    REQUIRE_FALSE(sent);
    CHECK(sent.error().category == ErrorCategory::kCancelled);
  }
  CHECK(service.client->figures().breaker == BreakerState::kClosed);
}

TEST_CASE("service: no more requests than allowed are in flight") {
  ServiceOptions options;
  options.max_in_flight = 2;
  Service service({reply(200)}, options);
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0, most = 0, arrived = 0;
  service.transport->on_exchange = [&] {
    std::unique_lock lock(mutex);
    most = std::max(most, ++inside);
    const int own = ++arrived;
    changed.notify_all();
    // Two meet here each time: with fewer places this would not end, with more `most` would tell.
    changed.wait(lock, [&] { return arrived >= own + own % 2; });
    --inside;
  };
  {
    std::vector<std::jthread> callers;
    for (int i = 0; i < 8; ++i) callers.emplace_back([&] { service.code_of_call(); });
  }
  CHECK(most == 2);
  CHECK(service.client->figures().in_flight == 0);
  CHECK(service.client->figures().attempts == 8);
}

TEST_CASE("service: a redirect within the service is followed, one to another host refused") {
  Service within({reply(307, "", {{"Location", "/v2/things"}}), reply(200)});
  CHECK(within.code_of_call() == "200");
  CHECK(within.transport->requests().at(1).url == "https://api.test/v2/things");
  CHECK(within.transport->requests().at(1).body == Service::call().body);
  for (const auto* place :
       {"https://elsewhere.test/v1", "http://api.test/v1", "https://api.test:444/", "//evil.test/x",
        "https://api.test@evil.test/", ""}) {
    Service beyond({reply(308, "", {{"Location", place}}), reply(200)});
    CHECK_MESSAGE(beyond.code_of_call() == "SERVICE_REDIRECTED", place);
    CHECK(beyond.transport->requests().size() == 1);
  }
  Service round({reply(307, "", {{"Location", "/v1/things"}})});
  CHECK(round.code_of_call() == "SERVICE_FAILED");
  CHECK(round.transport->requests().size() == 4);
}

TEST_CASE("service: keys are in no log and no error, whatever the service repeats") {
  std::ostringstream log;
  ServiceOptions options;
  options.component = "embedder";
  options.logger = make_stream_logger(log, LogFormat::kJson, LogLevel::kDebug);
  const auto body = std::string("{\"error\": {\"message\": \"no such key: ") + kSecret + "\"}}";
  Service service({reply(500, body)}, options);
  const auto failed = service.client->send(Service::call());
  REQUIRE_FALSE(failed);
  service.transport->become({reply(401, body)});
  const auto refused = service.client->ask(Service::call());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "API_KEY_REFUSED");
  service.transport->become({Fault{FaultKind::kUnknown, std::string("cannot send ") + kSecret}});
  const auto broken = service.client->send(Service::call());
  REQUIRE_FALSE(broken);
  for (const auto& text :
       {failed.error().message(), refused.error().message(), broken.error().message(), log.str()}) {
    CHECK(text.find(kSecret) == std::string::npos);
    CHECK(text.find("[redacted]") != std::string::npos);
  }
  CHECK(log.str().find("retrying in 16 s") != std::string::npos);
}

TEST_CASE("service: a request has the id of its context") {
  Service service({reply(200)});
  auto call = Service::call();
  call.context.request_id = "0192-request";
  CHECK(service.client->send(call));
  service.code_of_call();
  const auto id_of = [&](std::size_t i) {
    const auto request = service.transport->requests().at(i);
    return *Reply{0, request.headers, ""}.header("X-Request-Id");
  };
  CHECK(id_of(0) == "0192-request");
  CHECK(id_of(1).size() == 36);
}

TEST_CASE("service: pieces of a stream that were taken are not asked for again") {
  Service service({reply(503), reply(200, "first piece")});
  service.transport->breaks_streams = true;
  std::string taken;
  auto call = Service::call();
  call.on_body = [&](std::string_view piece) {
    taken += piece;
    return true;
  };
  const auto sent = service.client->send(call);
  REQUIRE_FALSE(sent);
  CHECK(sent.error().code == "SERVICE_TIMEOUT");
  CHECK(taken == "first piece");
  CHECK(service.transport->requests().size() == 2);
  CHECK(service.client->figures().bytes_received == taken.size() + 2);
}

TEST_CASE(
    "service: an address that is none, or holds a password, is refused without repeating it") {
  for (const auto* address : {"", "api.test", "ftp://api.test", "https://", "https://a.test:port",
                              "https://user:hunter22@api.test", "https://a b"}) {
    ServiceOptions options;
    options.name = "Test API";
    options.url = address;
    const auto made = ServiceClient::create(
        options, std::make_shared<ScriptedTransport>(std::vector<Exchange>{reply(200)}));
    REQUIRE_FALSE_MESSAGE(made.has_value(), address);
    CHECK(made.error().code == "INVALID_URL");
    CHECK(made.error().message().find("hunter22") == std::string::npos);
  }
  const auto url = parse_url("HTTPS://API.Test:8443/v1?api-version=1#top");
  REQUIRE(url);
  CHECK(url->origin() == "https://api.test:8443");
  CHECK(url->path == "/v1?api-version=1");
  CHECK(parse_url("http://[::1]:80/")->origin() == "http://[::1]");
  CHECK(parse_url("http://[::1]:11434")->is_loopback());
  CHECK_FALSE(parse_url("http://example.org")->is_loopback());
  CHECK(joined_url("https://api.test/v1/", "/embed") == "https://api.test/v1/embed");
}

}  // namespace codeweaver::net
