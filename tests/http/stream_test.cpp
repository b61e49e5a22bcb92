// Tests of request bodies as streams, and of event streams.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <atomic>

#include "http/event_queue.hpp"
#include "http/http_server.hpp"
#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

/// Sums up what it reads: the number of bytes, or the error's code.
Handler counting_reader(std::size_t piece) {
  return [piece](const std::shared_ptr<Exchange>& exchange) {
    std::vector<char> bytes(piece);
    std::size_t total = 0;
    for (;;) {
      const auto size = exchange->read_body(bytes);
      if (!size) return exchange->respond(text_response(400, size.error().code));
      if (*size == 0) break;
      total += *size;
    }
    exchange->respond(text_response(200, std::to_string(total)));
  };
}

Route streaming(std::string pattern, Handler handler) {
  Route made = route("PUT", std::move(pattern), std::move(handler));
  made.streams_body = true;
  return made;
}

TEST_CASE("events: fields are written as the standard says, and cannot break out of their line") {
  CHECK(event_text({.data = "a"}) == "data: a\n\n");
  CHECK(event_text({.data = ""}) == "data: \n\n");
  CHECK(event_text({.data = "a\nb\r\nc\rd\n"}) == "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n");
  CHECK(event_text({.data = "x", .event = "p\nq", .id = "7\r\n8"}) ==
        "event: pq\nid: 78\ndata: x\n\n");
  CHECK(event_text({.data = "", .id = "1", .retry = std::chrono::milliseconds(500)}) ==
        "id: 1\nretry: 500\ndata: \n\n");
  CHECK(comment_text("a\nb") == ": a\n: b\n\n");
}

TEST_CASE("events: a stream is sent while it grows, and the connection is used again") {
  std::shared_ptr<EventStream> stream;
  Signal is_open;
  Signal is_closed;
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/events", [&](const std::shared_ptr<Exchange>& exchange) {
    stream = exchange->start_events({{"X-Extra", "yes"}});
    stream->on_close([&] { is_closed.set(); });
    is_open.set();
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/events");
  const Reply head = client.read_reply(false);
  CHECK(head.status == 200);
  CHECK(head.header("Content-Type") == "text/event-stream");
  CHECK(head.header("Cache-Control") == "no-cache");
  CHECK(head.header("X-Accel-Buffering") == "no");
  CHECK(head.header("X-Extra") == "yes");
  REQUIRE(is_open.wait());
  CHECK(stream->is_open());
  CHECK(stream->send("one", "message", "1"));
  CHECK(client.read_chunk() == "event: message\nid: 1\ndata: one\n\n");
  CHECK(stream->comment("still here"));
  CHECK(client.read_chunk() == ": still here\n\n");
  CHECK(stream->send("last"));
  stream->close();
  CHECK_FALSE(stream->send("after the end"));
  CHECK_FALSE(stream->is_open());
  std::string rest;
  for (std::string piece = client.read_chunk(); !piece.empty(); piece = client.read_chunk()) {
    rest += piece;
  }
  CHECK(rest == "data: last\n\n");
  CHECK(is_closed.wait());
  client.request("GET", "/hello");
  CHECK(client.read_reply().body == "hello");
}

TEST_CASE("events: HEAD and HTTP/1.0 get a stream in their form") {
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/events", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->start_events()->send("only");
  }));
  LiveServer server(std::move(routes));
  Client head(server);
  head.request("HEAD", "/events");
  CHECK(head.read_reply(false).header("Content-Type") == "text/event-stream");
  head.request("GET", "/hello");
  CHECK(head.read_reply().body == "hello");
  Client old(server);
  old.send("GET /events HTTP/1.0\r\n\r\n");
  CHECK(old.read_reply(false).header("Transfer-Encoding").empty());
  CHECK(old.read_until("\n\n") == "data: only\n\n");
  CHECK(old.is_closed());
}

TEST_CASE("events: silence is broken by comments") {
  std::shared_ptr<EventStream> stream;
  std::vector<Route> routes;
  routes.push_back(route("GET", "/events", [&](const std::shared_ptr<Exchange>& exchange) {
    stream = exchange->start_events();
  }));
  ServerOptions options;
  options.event_keep_alive = std::chrono::milliseconds(10);
  LiveServer server(std::move(routes), options);
  Client client(server);
  client.request("GET", "/events");
  CHECK(client.read_reply(false).status == 200);
  for (int i = 0; i < 3; ++i) CHECK(client.read_chunk() == ": keep-alive\n\n");
}

TEST_CASE("events: the writer learns that its client went") {
  for (const bool is_reset : {false, true}) {
    CAPTURE(is_reset);
    std::shared_ptr<EventStream> stream;
    Signal is_open;
    Signal is_closed;
    Signal is_stopped;
    std::vector<Route> routes;
    routes.push_back(route("GET", "/events", [&](const std::shared_ptr<Exchange>& exchange) {
      stream = exchange->start_events();
      stream->on_close([&] { is_closed.set(); });
      is_open.set();
      const std::stop_callback on_stop(exchange->stop(), [&] { is_stopped.set(); });
      is_stopped.wait();
    }));
    LiveServer server(std::move(routes));
    Client client(server);
    client.request("GET", "/events");
    CHECK(client.read_reply(false).status == 200);
    REQUIRE(is_open.wait());
    if (is_reset) {
      client.reset();
    } else {
      client.close();
    }
    CHECK(is_closed.wait());
    CHECK(is_stopped.wait());
    CHECK_FALSE(stream->send("x"));
    bool called_at_once = false;
    stream->on_close([&] { called_at_once = true; });
    CHECK(called_at_once);
  }
}

TEST_CASE("events: a client that does not read costs a bounded amount, then its stream") {
  std::shared_ptr<EventStream> stream;
  Signal is_open;
  Signal is_closed;
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/events", [&](const std::shared_ptr<Exchange>& exchange) {
    stream = exchange->start_events();
    stream->on_close([&] { is_closed.set(); });
    is_open.set();
  }));
  ServerOptions options;
  options.max_event_bytes = 256U << 10;
  LiveServer server(std::move(routes), options);
  Client client(server.port(), 4096);
  client.request("GET", "/events");
  REQUIRE(is_open.wait());
  const std::string event(4096, 'x');
  // The system holds some megabytes for a socket; what comes on top is the server's.
  constexpr std::size_t kMost = std::size_t{64} << 20;
  std::size_t accepted = 0;
  while (accepted < kMost && stream->send(event)) accepted += event.size();
  CHECK(accepted < kMost);
  CHECK_FALSE(stream->is_open());
  CHECK(is_closed.wait());
  Client other(server);
  other.request("GET", "/hello");
  CHECK(other.read_reply().status == 200);
}

TEST_CASE("events: many writers of one stream lose nothing") {
  std::vector<Route> routes;
  routes.push_back(route("GET", "/events", [](const std::shared_ptr<Exchange>& exchange) {
    const auto stream = exchange->start_events();
    std::vector<std::jthread> writers;
    for (int writer = 0; writer < 4; ++writer) {
      writers.emplace_back([&] {
        for (int i = 0; i < 500; ++i) stream->send("event");
      });
    }
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/events");
  std::string all = client.read_reply().body;
  CHECK(all.size() == 4 * 500 * std::string_view("data: event\n\n").size());
}

TEST_CASE(
    "stream: a body larger than all buffers is read in pieces, with its length or in chunks") {
  std::vector<Route> routes = plain_routes();
  routes.push_back(streaming("/count", counting_reader(1000)));
  routes.back().max_body_bytes = 1U << 30;
  LiveServer server(std::move(routes));
  const std::string piece(100'000, 'x');
  constexpr int kPieces = 50;
  Client client(server);
  client.send("PUT /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n");
  for (int i = 0; i < kPieces; ++i) client.send(piece);
  CHECK(client.read_reply().body == "5000000");
  client.send("PUT /count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < kPieces; ++i) client.send("186a0\r\n" + piece + "\r\n");
  client.send("0\r\n\r\n");
  CHECK(client.read_reply().body == "5000000");
  client.request("GET", "/hello");
  CHECK(client.read_reply().body == "hello");
}

TEST_CASE("stream: a reader that waits holds the client back") {
  Signal go;
  std::vector<Route> routes;
  const Handler count = counting_reader(65536);
  routes.push_back(streaming("/count", [&](const std::shared_ptr<Exchange>& exchange) {
    go.wait();
    count(exchange);
  }));
  routes.back().max_body_bytes = 1U << 30;
  LiveServer server(std::move(routes));
  constexpr std::size_t kSize = std::size_t{128} << 20;
  Client client(server);
  client.send("PUT /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(kSize) +
              "\r\n\r\n");
  std::atomic<std::size_t> sent = 0;
  std::jthread sender([&] {
    const std::string piece(65536, 'x');
    while (sent < kSize && client.send(piece)) sent += piece.size();
  });
  // Nobody reads: sending comes to a halt, long before the end. A pause that is too short for a
  // slow machine only makes the check below weaker.
  std::size_t before = 1;
  while (before != sent) {
    before = sent;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  CHECK(before < kSize / 2);
  go.set();
  sender.join();
  CHECK(client.read_reply().body == std::to_string(kSize));
}

TEST_CASE("stream: what goes wrong with a body reaches its reader") {
  Signal answered;
  std::string code;
  std::vector<Route> routes;
  routes.push_back(streaming("/code", [&](const std::shared_ptr<Exchange>& exchange) {
    std::array<char, 64> bytes{};
    auto size = exchange->read_body(bytes);
    while (size && *size > 0) size = exchange->read_body(bytes);
    code = size ? "end" : size.error().code;
    answered.set();
    exchange->respond(text_response(200, code));
  }));
  routes.back().max_body_bytes = 100;
  LiveServer server(std::move(routes));
  const std::string head = "PUT /code HTTP/1.1\r\nHost: localhost\r\n";
  SUBCASE("too large") {
    Client client(server);
    client.send(head + "Transfer-Encoding: chunked\r\n\r\n65\r\n" + std::string(101, 'x') + "\r\n");
    const Reply reply = client.read_reply();
    CHECK(reply.body == "PAYLOAD_TOO_LARGE");
    CHECK(reply.header("Connection") == "close");
  }
  SUBCASE("no chunk") {
    Client client(server);
    client.send(head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nxyz\r\n");
    CHECK(client.read_reply().body == "BAD_REQUEST");
  }
  SUBCASE("client gone") {
    Client client(server);
    client.send(head + "Content-Length: 50\r\n\r\nabc");
    client.close();
    REQUIRE(answered.wait());
    CHECK(code == "CLIENT_GONE");
  }
}

TEST_CASE("stream: a client that stops sending gets 408, and its reader an error") {
  Signal failed;
  std::vector<Route> routes;
  routes.push_back(streaming("/count", [&](const std::shared_ptr<Exchange>& exchange) {
    std::array<char, 64> bytes{};
    auto size = exchange->read_body(bytes);
    while (size && *size > 0) size = exchange->read_body(bytes);
    if (!size) failed.set();
  }));
  ServerOptions options;
  options.transfer_timeout = std::chrono::milliseconds(50);
  LiveServer server(std::move(routes), options);
  Client client(server);
  client.send("PUT /count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nabc");
  CHECK(client.read_reply().status == 408);
  CHECK(failed.wait());
}

TEST_CASE("stream: an answer before the end of the body closes the connection, and arrives") {
  std::vector<Route> routes;
  routes.push_back(streaming("/no", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(409, "not now"));
  }));
  routes.back().max_body_bytes = 1U << 30;
  LiveServer server(std::move(routes));
  Client client(server);
  client.send("PUT /no HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" +
              std::string(300'000, 'x'));
  const Reply reply = client.read_reply();
  CHECK(reply.status == 409);
  CHECK(reply.body == "not now");
  CHECK(reply.header("Connection") == "close");
}

}  // namespace
}  // namespace codeweaver::http
