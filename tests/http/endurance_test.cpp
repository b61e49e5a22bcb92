// Tests of clients that disappear, come in large numbers or send nonsense; and of shutdown.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "http/http_server.hpp"
#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

/// A route whose handler says that it runs, and waits until it is asked to stop.
struct Waiting {
  Signal started;
  Signal stopped;
  Route made = route("GET", "/wait", [this](const std::shared_ptr<Exchange>& exchange) {
    started.set();
    const std::stop_callback on_stop(exchange->stop(), [this] { stopped.set(); });
    const bool was_stopped = stopped.wait();
    exchange->respond(text_response(200, was_stopped ? "stopped" : "never"));
  });
};

std::vector<Route> with(Route added) {
  std::vector<Route> routes = plain_routes();
  routes.push_back(std::move(added));
  return routes;
}

bool can_connect(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected =
      ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return connected;
}

TEST_CASE("endurance: a client that vanishes during a call stops it, however it goes") {
  for (const std::string_view how : {"closes", "is reset", "closes its side"}) {
    CAPTURE(how);
    Waiting waiting;
    LiveServer server(with(waiting.made));
    Client client(server);
    client.request("GET", "/wait");
    REQUIRE(waiting.started.wait());
    if (how == "closes") client.close();
    if (how == "is reset") client.reset();
    if (how == "closes its side") client.end_sending();
    CHECK(waiting.stopped.wait());
    if (how == "closes its side") CHECK(client.read_reply().body == "stopped");
    Client next(server);
    next.request("GET", "/hello");
    CHECK(next.read_reply().body == "hello");
  }
}

TEST_CASE("endurance: a client that goes in the middle of a request leaves nothing behind") {
  LiveServer server;
  for (const std::string_view begun :
       {"", "G", "GET /hello HTTP/1.1\r\nHost",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc"}) {
    for (const bool is_reset : {false, true}) {
      Client client(server);
      client.send(begun);
      if (is_reset) {
        client.reset();
      } else {
        client.close();
      }
    }
  }
  Client client(server);
  client.request("GET", "/hello");
  CHECK(client.read_reply().status == 200);
}

TEST_CASE("endurance: two hundred clients keep their connections") {
  LiveServer server;
  std::vector<Client> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(server);
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const std::string body = std::to_string(round) + "/" + std::to_string(i);
      clients[i].request("POST", "/echo", {}, body);
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
      const Reply reply = clients[i].read_reply();
      CHECK(reply.status == 200);
      CHECK(reply.body == std::to_string(round) + "/" + std::to_string(i));
    }
  }
}

TEST_CASE("endurance: at a stop running requests are finished, and nothing new begins") {
  Signal started;
  Signal release;
  LiveServer server(with(route("GET", "/slow", [&](const std::shared_ptr<Exchange>& exchange) {
    started.set();
    release.wait();
    exchange->respond(text_response(200, exchange->stop().stop_requested() ? "cut" : "whole"));
  })));
  Client running(server);
  running.request("GET", "/slow");
  REQUIRE(started.wait());
  Client idle(server);
  idle.request("GET", "/hello");
  CHECK(idle.read_reply().status == 200);
  server.request_stop();
  CHECK(idle.is_closed());
  CHECK_FALSE(can_connect(server.port()));
  release.set();
  const Reply reply = running.read_reply();
  CHECK(reply.body == "whole");
  CHECK(reply.header("Connection") == "close");
  running.close();
  CHECK(server.wait_for_end());
}

TEST_CASE("endurance: a stop does not wait for the second half of a request") {
  ServerOptions options;
  options.shutdown_grace = kPatience;
  options.shutdown_input = std::chrono::milliseconds(20);
  options.load = std::make_shared<ServerLoad>();
  LiveServer server(plain_routes(), options);
  Client head(server), body(server);
  head.send("GET /hello HTTP/1.1\r\nHost: loc");
  body.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
  while (options.load->requests < 1) std::this_thread::yield();
  server.request_stop();
  CHECK(body.read_reply().status == 503);
  head.close();
  body.close();
  CHECK(server.wait_for_end());
}

TEST_CASE("endurance: a request that outlasts the grace is asked to stop, and still answers") {
  Waiting waiting;
  ServerOptions options;
  options.shutdown_grace = std::chrono::milliseconds(20);
  LiveServer server(with(waiting.made), options);
  Client client(server);
  client.request("GET", "/wait");
  REQUIRE(waiting.started.wait());
  server.request_stop();
  CHECK(client.read_reply().body == "stopped");
  client.close();
  CHECK(server.wait_for_end());
}

TEST_CASE("endurance: a stop ends event streams in good order") {
  std::shared_ptr<EventStream> stream;
  Signal is_open;
  LiveServer server(with(route("GET", "/events", [&](const std::shared_ptr<Exchange>& exchange) {
    stream = exchange->start_events();
    stream->send("first");
    is_open.set();
  })));
  Client listening(server);
  listening.request("GET", "/events");
  REQUIRE(is_open.wait());
  server.request_stop();
  CHECK(listening.read_reply().body == "data: first\n\n");  // with the chunk that ends it
  listening.close();
  CHECK(server.wait_for_end());
  CHECK_FALSE(stream->is_open());
  CHECK_FALSE(stream->send("late"));
}

TEST_CASE("endurance: an exchange may outlive its server") {
  std::shared_ptr<Exchange> kept;
  {
    Signal is_kept;
    ServerOptions options;
    options.shutdown_grace = std::chrono::milliseconds(20);
    LiveServer server(with(route("GET", "/keep",
                                 [&](std::shared_ptr<Exchange> exchange) {
                                   kept = std::move(exchange);
                                   is_kept.set();
                                 })),
                      options);
    Client client(server);
    client.request("GET", "/keep");
    REQUIRE(is_kept.wait());
    server.request_stop();
    CHECK(client.read_reply().status == 503);
    client.close();
    CHECK(server.wait_for_end());
  }
  CHECK(kept->stop().stop_requested());
  kept->respond(text_response(200, "nobody hears"));
}

/// A request with a few random changes: bytes altered, dropped, doubled, or cut off.
std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  const std::size_t changes = below(4);
  for (std::size_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = below(text.size());
    const std::size_t size = std::min(text.size() - at, 1 + below(16));
    constexpr std::string_view kMarks = "\r\n\0 :/%?{}[];0aF\xff";
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text[at] = kMarks[below(kMarks.size())];
        break;
      case 2:
        text.erase(at, size);
        break;
      case 3:
        text.insert(below(text.size()), text.substr(at, size));
        break;
      default:
        text.resize(at);
    }
  }
  return text;
}

TEST_CASE("endurance: no mutation of a request ends the server") {
  Route streamed = route("PUT", "/s/{+path}", [](const std::shared_ptr<Exchange>& exchange) {
    char bytes[7];
    std::size_t total = 0;
    auto size = exchange->read_body(bytes);
    for (; size && *size > 0; size = exchange->read_body(bytes)) total += *size;
    exchange->respond(text_response(size ? 200 : 400, std::to_string(total)));
  });
  streamed.streams_body = true;
  std::vector<Route> routes = with(std::move(streamed));
  routes.push_back(route("GET", "/events", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->start_events()->send("one\ntwo", "kind", "1");
  }));
  LiveServer server(std::move(routes));
  const std::vector<std::string> seeds = {
      "GET /hello?a=%20b&c=d HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:1\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: [::1]:8\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n"
      "hello world",
      "PUT /s/a/b%2Fc HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: z\r\n\r\n",
      "GET http://localhost/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "HEAD /hello HTTP/1.0\r\nConnection: keep-alive\r\nAuthorization: Bearer x\r\n\r\n",
  };
  constexpr unsigned kSeed = 20261122;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 5000; ++round) {
    std::string text;
    for (std::size_t requests = 1 + random() % 3; requests > 0; --requests) {
      text += mutated(seeds[random() % seeds.size()], random);
    }
    Client client(server);
    const std::size_t cut = random() % (text.size() + 1);
    client.send(text.substr(0, cut));
    client.send(text.substr(cut));
    client.end_sending();
    while (!client.read_bytes(4096).empty()) {
    }
  }
  Client client(server);
  client.request("GET", "/hello");
  CHECK(client.read_reply().body == "hello");
}

}  // namespace
}  // namespace codeweaver::http
