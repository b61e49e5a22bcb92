// Tests of the server from a client's view: all forms of requests, and answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/http_server.hpp"

#include <doctest/doctest.h>

#include <array>

#include "codeweaver/types.hpp"
#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

TEST_CASE("server: a request is answered, with its id, and the connection stays open") {
  LiveServer server;
  Client client(server);
  for (int i = 0; i < 3; ++i) {
    client.request("GET", "/hello", "X-Request-Id: mine-" + std::to_string(i) + "\r\n");
    const Reply reply = client.read_reply();
    CHECK(reply.status == 200);
    CHECK(reply.body == "hello");
    CHECK(reply.header("Content-Type") == "text/plain");
    CHECK(reply.header("X-Request-Id") == "mine-" + std::to_string(i));
    CHECK(reply.header("Date").size() == 29);
    CHECK(reply.header("Connection").empty());
  }
}

TEST_CASE("server: an id that could forge log lines or headers is replaced") {
  LiveServer server;
  Client client(server);
  client.request("GET", "/hello", "X-Request-Id: a b\"c\r\n");
  const std::string first = client.read_reply().header("X-Request-Id");
  client.request("GET", "/hello");
  const std::string second = client.read_reply().header("X-Request-Id");
  CHECK(Uuid::parse(first).has_value());
  CHECK(Uuid::parse(second).has_value());
  CHECK(first != second);
}

TEST_CASE("server: requests that come at once are answered in their order") {
  LiveServer server;
  Client client(server);
  std::string all;
  for (int i = 0; i < 50; ++i) {
    const std::string body = "body " + std::to_string(i);
    all +=
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) +
        "\r\n\r\n" + body;
    if (i % 7 == 0) all += "\r\n";  // as some clients do
  }
  client.send(all);
  for (int i = 0; i < 50; ++i) CHECK(client.read_reply().body == "body " + std::to_string(i));
}

TEST_CASE("server: a request may come byte by byte, its body in chunks") {
  LiveServer server;
  Client client(server);
  const std::string text =
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;note=1\r\nhello\r\n1\r\n \r\n5\r\nworld\r\n0\r\nTrailer: x\r\n\r\n";
  for (int round = 0; round < 2; ++round) {
    for (const char c : text) client.send({&c, 1});
    const Reply reply = client.read_reply();
    CHECK(reply.status == 200);
    CHECK(reply.body == "hello world");
  }
}

TEST_CASE("server: HEAD tells what GET would, without the body") {
  LiveServer server;
  Client client(server);
  client.request("HEAD", "/hello");
  const Reply head = client.read_reply(false);
  CHECK(head.status == 200);
  CHECK(head.header("Content-Length") == "5");
  client.request("GET", "/hello");
  CHECK(client.read_reply().body == "hello");
}

TEST_CASE("server: HTTP/1.0 and Connection: close end the connection, unless asked to keep it") {
  LiveServer server;
  Client old(server);
  old.send("GET /hello HTTP/1.0\r\n\r\n");
  CHECK(old.read_reply().header("Connection") == "close");
  CHECK(old.is_closed());

  Client keeping(server);
  keeping.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  CHECK(keeping.read_reply().header("Connection") == "keep-alive");
  keeping.send("GET /hello HTTP/1.0\r\n\r\n");
  CHECK(keeping.read_reply().body == "hello");

  Client closing(server);
  closing.request("GET", "/hello", "Connection: close\r\n");
  CHECK(closing.read_reply().header("Connection") == "close");
  CHECK(closing.is_closed());
}

TEST_CASE("server: a client that says it wants to go on is told to before it sends the body") {
  LiveServer server;
  Client client(server);
  client.send(
      "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
      "Content-Length: 4\r\n\r\n");
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("body");
  CHECK(client.read_reply().body == "body");
}

TEST_CASE("server: path values, query and headers reach the handler decoded") {
  std::vector<Route> routes;
  routes.push_back(route("GET", "/a/{id}/f/{+path}", [](const std::shared_ptr<Exchange>& exchange) {
    const Request& request = exchange->request();
    const std::string* q = request.query_value("q");
    const std::string* color = request.header("x-COLOR");
    exchange->respond(text_response(200, std::string(exchange->path_value("id")) + "|" +
                                             std::string(exchange->path_value("path")) + "|" +
                                             (q != nullptr ? *q : "none") + "|" +
                                             (color != nullptr ? *color : "none") + "|" +
                                             std::string(exchange->route())));
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/a/%C3%A4%20b/f/src/x%2Fy.c?q=1+2%263&z", "X-Color: red\r\n");
  CHECK(client.read_reply().body == "ä b|src/x/y.c|1 2&3|red|/a/{id}/f/{+path}");
  client.send("GET http://localhost/a/1/f/2 HTTP/1.1\r\nHost: ignored.example\r\n\r\n");
  CHECK(client.read_reply().body == "1|2|none|none|/a/{id}/f/{+path}");
}

TEST_CASE("server: a handler may answer later, from another thread") {
  std::shared_ptr<Exchange> kept;
  Signal is_kept;
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/later", [&](std::shared_ptr<Exchange> exchange) {
    kept = std::move(exchange);
    is_kept.set();
  }));
  ServerOptions options;
  options.workers = 1;
  LiveServer server(std::move(routes), options);
  Client waiting(server);
  waiting.request("GET", "/later");
  REQUIRE(is_kept.wait());
  Client other(server);  // the only worker is free
  other.request("GET", "/hello");
  CHECK(other.read_reply().status == 200);
  kept->respond(text_response(201, "late"));
  kept->respond(text_response(500, "only the first counts"));
  CHECK(waiting.read_reply().body == "late");
  CHECK_FALSE(kept->start_events()->is_open());
}

TEST_CASE("server: a handler that throws or says nothing answers 500, and the server goes on") {
  std::vector<Route> routes;
  routes.push_back(route("GET", "/throw", [](const std::shared_ptr<Exchange>&) {
    throw std::runtime_error("the reason");
  }));
  routes.push_back(route("GET", "/nothing", [](const std::shared_ptr<Exchange>&) {}));
  routes.push_back(route("GET", "/odd", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(0, ""));
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/throw");
  const Reply thrown = client.read_reply();
  CHECK(thrown.status == 500);
  CHECK(thrown.body.find("the reason") != std::string::npos);
  client.request("GET", "/nothing");
  CHECK(client.read_reply().status == 500);
  client.request("GET", "/odd");
  CHECK(client.read_reply().status == 500);
}

TEST_CASE("server: header values cannot break out of their line") {
  std::vector<Route> routes;
  routes.push_back(route("GET", "/", [](const std::shared_ptr<Exchange>& exchange) {
    Response response = text_response(200, "ok");
    response.headers = {
        {"X-Given", "a\r\nX-Forged: b"}, {"Content-Length", "999"}, {"Bad Name", "c"}};
    exchange->respond(std::move(response));
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/");
  const Reply reply = client.read_reply();
  CHECK(reply.header("X-Given") == "a  X-Forged: b");
  CHECK(reply.header("X-Forged").empty());
  CHECK(reply.header("Bad Name").empty());
  CHECK(reply.body == "ok");
}

TEST_CASE("server: a large answer arrives whole, and 204 has no body") {
  static const std::string large(std::size_t{8} << 20, 'x');
  std::vector<Route> routes;
  routes.push_back(route("GET", "/large", [](const std::shared_ptr<Exchange>& exchange) {
    Response response;
    response.static_body = large;
    exchange->respond(std::move(response));
  }));
  routes.push_back(route("DELETE", "/large", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(204, "dropped"));
  }));
  LiveServer server(std::move(routes));
  Client client(server);
  client.request("GET", "/large");
  CHECK(client.read_reply().body == large);
  client.request("DELETE", "/large");
  const Reply none = client.read_reply(false);
  CHECK(none.status == 204);
  CHECK(none.header("Content-Length").empty());
  client.request("HEAD", "/large");
  CHECK(client.read_reply(false).header("Content-Length") == std::to_string(large.size()));
}

TEST_CASE("server: every request is recorded") {
  LiveServer server;
  Client client(server);
  client.request("POST", "/echo", "X-Request-Id: r1\r\n", "12345");
  CHECK(client.read_reply().status == 200);
  client.request("GET", "/missing%20page");
  CHECK(client.read_reply().status == 404);
  const auto records = server.records(2);
  CHECK(records[0].request_id == "r1");
  CHECK(records[0].method == "POST");
  CHECK(records[0].path == "/echo");
  CHECK(records[0].route == "/echo");
  CHECK(records[0].status == 200);
  CHECK(records[0].bytes_received == 5);
  CHECK(records[0].bytes_sent > 100);
  CHECK(records[0].duration.count() > 0);
  CHECK(records[0].peer.starts_with("127.0.0.1:"));
  CHECK(records[1].status == 404);
  CHECK(records[1].path == "/missing page");
  CHECK(records[1].route.empty());
}

TEST_CASE("server: line feeds in a body are none of the head's business") {
  LiveServer server;
  for (const bool comes_in_pieces : {false, true}) {
    Client client(server);
    const std::string text =
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\n\na\nb\n\n";
    if (comes_in_pieces)
      for (const char c : text) client.send(std::string_view(&c, 1));
    else
      client.send(text);
    CHECK(client.read_reply().body == "\na\nb\n\n");
  }
}

TEST_CASE("server: an instant route is answered while all workers are busy, and load is counted") {
  Signal started, release;
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/slow", [&](const std::shared_ptr<Exchange>& exchange) {
    started.set();
    release.wait();
    exchange->respond(text_response(200, "done"));
  }));
  ServerOptions options;
  options.workers = 1;
  options.max_queued_requests = 0;
  options.load = std::make_shared<ServerLoad>();
  routes.push_back(route("GET", "/live", [load = options.load](const auto& exchange) {
    exchange->respond(text_response(200, std::to_string(load->requests.load()) + " of " +
                                             std::to_string(load->connections.load())));
  }));
  routes.back().is_instant = true;
  LiveServer server(std::move(routes), options);
  Client slow(server);
  slow.request("GET", "/slow");
  REQUIRE(started.wait());
  Client probe(server);
  probe.request("GET", "/live");
  CHECK(probe.read_reply().body == "2 of 2");
  probe.request("GET", "/hello");
  CHECK(probe.read_reply().status == 503);
  release.set();
  CHECK(slow.read_reply().body == "done");
}

}  // namespace
}  // namespace codeweaver::http
