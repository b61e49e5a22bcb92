// Tests of the libcurl transport, with our server and with broken servers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include "http/live_server.hpp"
#include "net/message_lines.hpp"
#include "net/raw_server.hpp"
#include "net/transport.hpp"

namespace codeweaver::net {
namespace {

using http::LiveServer;
using http::route;

std::shared_ptr<const Transport> transport() {
  auto made = make_transport();
  REQUIRE(made);
  return *made;
}

Request post(std::string url, std::string body = "{}") {
  Request request;
  request.url = std::move(url);
  request.body = std::move(body);
  return request;
}

Reply reply_of(const net::Exchange& exchange) {
  const auto* fault = std::get_if<Fault>(&exchange);
  REQUIRE_MESSAGE(fault == nullptr, (fault == nullptr ? "" : fault->what));
  return std::get<Reply>(exchange);
}

FaultKind fault_of(const net::Exchange& exchange) {
  const auto* fault = std::get_if<Fault>(&exchange);
  REQUIRE(fault != nullptr);
  CHECK_FALSE(fault->what.empty());
  return fault->kind;
}

}  // namespace

TEST_CASE("curl: what is sent arrives, and what is answered comes back, headers and all") {
  std::vector<http::Route> routes;
  routes.push_back(route("POST", "/v1/echo", [](const std::shared_ptr<http::Exchange>& exchange) {
    auto answer = http::text_response(404, exchange->request().body);
    answer.headers.push_back({"X-Key", *exchange->request().header("Authorization")});
    answer.headers.push_back({"X-Agent", *exchange->request().header("User-Agent")});
    exchange->respond(std::move(answer));
  }));
  routes.push_back(route("GET", "/v1/list", [](const std::shared_ptr<http::Exchange>& exchange) {
    exchange->respond(http::text_response(200, "all"));
  }));
  LiveServer server(std::move(routes));
  auto request = post(server.url() + "/v1/echo", std::string(300'000, 'x') + std::string(1, '\0'));
  request.headers = {{"Authorization", "Bearer abc"}, {"Content-Type", "application/json"}};
  const auto client = transport();
  const auto reply = reply_of(client->exchange(request, {}));
  CHECK(reply.status == 404);
  CHECK(reply.body == request.body);
  REQUIRE(reply.header("x-key") != nullptr);
  CHECK(*reply.header("X-KEY") == "Bearer abc");
  CHECK(reply.header("X-Agent")->starts_with("codeweaver/"));
  CHECK(reply.header("X-None") == nullptr);
  Request get;
  get.method = "GET";
  get.url = server.url() + "/v1/list";
  CHECK(reply_of(client->exchange(get, {})).body == "all");
}

TEST_CASE("curl: calls one after the other share a connection") {
  std::mutex mutex;
  std::set<std::string> peers;
  std::vector<http::Route> routes;
  routes.push_back(route("POST", "/", [&](const std::shared_ptr<http::Exchange>& exchange) {
    const std::lock_guard lock(mutex);
    peers.insert(exchange->request().peer);
    exchange->respond(http::text_response(200, "{}"));
  }));
  LiveServer server(std::move(routes));
  const auto client = transport();
  for (int i = 0; i < 5; ++i)
    CHECK(reply_of(client->exchange(post(server.url()), {})).status == 200);
  CHECK(peers.size() == 1);
}

TEST_CASE("curl: a stream is handed over as it comes, and ended by who reads it") {
  std::vector<http::Route> routes;
  http::Signal was_read, closed;
  routes.push_back(route("POST", "/events", [&](const std::shared_ptr<http::Exchange>& exchange) {
    const auto events = exchange->start_events();
    events->send("one");
    CHECK(was_read.wait());  // so the client has it before there is more
    events->send("two");
    events->on_close([&] { closed.set(); });
    while (events->send("more") && !exchange->stop().stop_requested()) {
    }
  }));
  LiveServer server(std::move(routes));
  auto request = post(server.url() + "/events");
  std::vector<std::string> seen;
  EventReader events([&](std::string_view, std::string_view data) {
    seen.emplace_back(data);
    was_read.set();
    return data != "two";
  });
  LineSplitter lines([&](std::string_view line) { return events.add_line(line); });
  request.on_body = [&](std::string_view piece) { return lines.add(piece); };
  CHECK(reply_of(transport()->exchange(request, {})).status == 200);
  CHECK(seen == std::vector<std::string>{"one", "two"});
  CHECK(closed.wait());
}

TEST_CASE("curl: a stream that never ends is ended by its total time, and by its size") {
  std::vector<http::Route> routes;
  routes.push_back(route("POST", "/", [&](const std::shared_ptr<http::Exchange>& exchange) {
    const auto events = exchange->start_events();
    while (events->send("more") && !exchange->stop().stop_requested()) {
    }
  }));
  LiveServer server(std::move(routes));
  auto request = post(server.url());
  std::uint64_t seen = 0;
  request.on_body = [&](std::string_view piece) {
    seen += piece.size();
    return true;
  };
  request.most_time = std::chrono::milliseconds(20);
  CHECK(fault_of(transport()->exchange(request, {})) == FaultKind::kTimeout);
  seen = 0;
  request.most_time = std::chrono::hours(1);
  request.max_reply_bytes = 1000;
  CHECK(fault_of(transport()->exchange(request, {})) == FaultKind::kTooLarge);
  CHECK(seen <= 1000);
}

TEST_CASE("curl: headers without end are a fault") {
  std::string answer = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 40'000; ++i)
    answer += "X-A" + std::to_string(i) + ": " + std::string(90, 'x') + "\r\n";
  test::RawServer server(answer + "\r\n");
  // Newer versions of libcurl refuse them by themselves.
  const auto kind = fault_of(transport()->exchange(post(server.url()), {}));
  CHECK((kind == FaultKind::kTooLarge || kind == FaultKind::kDropped));
}

TEST_CASE("curl: a stop ends a call that waits for its answer") {
  http::Signal arrived, ended;
  std::vector<http::Route> routes;
  routes.push_back(route("POST", "/", [&](const std::shared_ptr<http::Exchange>& exchange) {
    arrived.set();
    CHECK(ended.wait());
    exchange->respond(http::text_response(200, ""));
  }));
  LiveServer server(std::move(routes));
  std::stop_source stop;
  const std::jthread stopper([&] {
    CHECK(arrived.wait());
    stop.request_stop();
  });
  const auto client = transport();
  CHECK(fault_of(client->exchange(post(server.url()), stop.get_token())) == FaultKind::kStopped);
  ended.set();
  CHECK(reply_of(client->exchange(post(server.url()), {})).status == 200);
}

TEST_CASE(
    "curl: nobody listens, nothing comes, it breaks off, it is too large: each is told apart") {
  const auto client = transport();
  CHECK(fault_of(client->exchange(post(test::dead_url()), {})) == FaultKind::kUnreachable);
  {
    const test::RawServer silent("", false);
    auto request = post(silent.url());
    request.timeout = std::chrono::milliseconds(50);
    CHECK(fault_of(client->exchange(request, {})) == FaultKind::kTimeout);
  }
  const auto answered = [&](std::string bytes, std::uint64_t max_bytes = 1000) {
    const test::RawServer server(std::move(bytes));
    auto request = post(server.url());
    request.max_reply_bytes = max_bytes;
    return client->exchange(request, {});
  };
  CHECK(fault_of(answered("")) == FaultKind::kDropped);
  CHECK(fault_of(answered("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"a\":")) ==
        FaultKind::kDropped);
  CHECK(fault_of(answered("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", 9)) ==
        FaultKind::kTooLarge);
  CHECK(fault_of(answered("no HTTP at all\r\n\r\n")) == FaultKind::kUnknown);
  CHECK(reply_of(answered("HTTP/1.1 100 Continue\r\nX-Old: 1\r\n\r\n"
                          "HTTP/1.1 204 No Content\r\nX-New: 2\r\n\r\n"))
            .header("X-Old") == nullptr);
  Request file = post("file:///etc/hostname");
  CHECK(fault_of(client->exchange(file, {})) == FaultKind::kUnknown);
}

}  // namespace codeweaver::net
