// Tests of requests that the server itself rejects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <fstream>

#include "http/http_server.hpp"
#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

TEST_CASE("refusal: what is no request, or not for this server, has its status") {
  ServerOptions options;
  options.max_header_bytes = 2048;
  options.max_target_bytes = 100;
  options.max_body_bytes = 64;
  options.error_response = [](int, const Error& error) { return text_response(0, error.code); };
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("PUT", "/stream", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(200, "ok"));
  }));
  routes.back().streams_body = true;
  LiveServer server(std::move(routes), options);
  const std::string host = "Host: localhost\r\n";
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const struct {
    std::string text;
    int status;
    std::string_view code;
  } cases[] = {
      {"nonsense\r\n\r\n", 400, "BAD_REQUEST"},
      {"GET /hello\r\n\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\n\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\n" + host + host + "\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\nHost : localhost\r\n\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\nHost: localhost\n\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\nHost: localhost\n\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\nHost: localhost\r\n\n", 400, "BAD_REQUEST"},
      {"\nGET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "BAD_REQUEST"},
      {"GET /../etc/passwd HTTP/1.1\r\n" + host + "\r\n", 400, "BAD_REQUEST"},
      {"GET /%2e%2e/etc/passwd HTTP/1.1\r\n" + host + "\r\n", 400, "BAD_REQUEST"},
      {"GET /a%00 HTTP/1.1\r\n" + host + "\r\n", 400, "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n", 400, "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n", 400, "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400,
       "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: 3\r\n" + chunked + "\r\n", 400,
       "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + chunked + "\r\nzz\r\n", 400, "BAD_REQUEST"},
      {"POST /echo HTTP/1.0\r\n" + chunked + "\r\n", 400, "BAD_REQUEST"},
      {"GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403, "HOST_NOT_ALLOWED"},
      {"GET /hello HTTP/1.1\r\n" + host + "Origin: http://evil.example\r\n\r\n", 403,
       "ORIGIN_NOT_ALLOWED"},
      {"GET /missing HTTP/1.1\r\n" + host + "\r\n", 404, "NOT_FOUND"},
      {"PUT /stream HTTP/1.1\r\n" + host + "\r\n", 411, "LENGTH_REQUIRED"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: 65\r\n\r\n", 413, "PAYLOAD_TOO_LARGE"},
      {"POST /echo HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999999\r\n\r\n", 400,
       "BAD_REQUEST"},
      {"POST /echo HTTP/1.1\r\n" + host + chunked + "\r\n41\r\n" + std::string(65, 'x') + "\r\n",
       413, "PAYLOAD_TOO_LARGE"},
      {"GET /" + std::string(101, 'a') + " HTTP/1.1\r\n" + host + "\r\n", 414, "URI_TOO_LONG"},
      {"GET /" + std::string(3000, 'a'), 414, "URI_TOO_LONG"},
      {"POST /echo HTTP/1.1\r\n" + host + "Expect: wonders\r\n\r\n", 417, "EXPECTATION_FAILED"},
      {"GET /hello HTTP/1.1\r\n" + host + "X: " + std::string(3000, 'a'), 431, "HEADERS_TOO_LARGE"},
      {"BREW /hello HTTP/1.1\r\n" + host + "\r\n", 501, "NOT_IMPLEMENTED"},
      {"get /hello HTTP/1.1\r\n" + host + "\r\n", 501, "NOT_IMPLEMENTED"},
      {"POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip\r\n\r\n", 501,
       "NOT_IMPLEMENTED"},
      {"GET /hello HTTP/2.0\r\n" + host + "\r\n", 505, "VERSION_NOT_SUPPORTED"},
      {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "VERSION_NOT_SUPPORTED"},
  };
  for (const auto& [text, status, code] : cases) {
    CAPTURE(text);
    Client client(server);
    client.send(text);
    const Reply reply = client.read_reply();
    CHECK(reply.status == status);
    CHECK(reply.body == code);
    CHECK_FALSE(reply.header("X-Request-Id").empty());
  }
  Client client(server);
  client.request("GET", "/hello");
  CHECK(client.read_reply().body == "hello");
}

TEST_CASE("refusal: the caller's error form is used, with the status and headers of the server") {
  ServerOptions options;
  options.error_response = [](int status, const Error& error) {
    if (error.code == "HOST_NOT_ALLOWED") throw std::runtime_error("broken form");
    Response response = text_response(
        200, "{\"code\":\"" + error.code + "\",\"status\":" + std::to_string(status) + "}");
    response.content_type = "application/json";
    return response;
  };
  LiveServer server(plain_routes(), options);
  Client client(server);
  client.request("DELETE", "/hello");
  const Reply reply = client.read_reply();
  CHECK(reply.status == 405);
  CHECK(reply.header("Allow") == "GET, HEAD");
  CHECK(reply.header("Content-Type") == "application/json");
  CHECK(reply.body == R"({"code":"METHOD_NOT_ALLOWED","status":405})");
  client.request("GET", "/hello");  // the connection is still good
  CHECK(client.read_reply().body == "hello");
  client.send("GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  CHECK(client.read_reply().status == 403);
  client.send("junk\r\n\r\n");
  CHECK(client.read_reply().body == R"({"code":"BAD_REQUEST","status":400})");
  CHECK(client.is_closed());
}

TEST_CASE("refusal: without the token nothing is told, not even what there is") {
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/health", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->respond(text_response(200, "fine"));
  }));
  routes.back().needs_token = false;
  ServerOptions options;
  options.token = "secret";
  LiveServer server(std::move(routes), options);
  Client client(server);
  for (const std::string_view path : {"/hello", "/missing"}) {
    client.request("GET", path);
    const Reply reply = client.read_reply();
    CHECK(reply.status == 401);
    CHECK(reply.header("WWW-Authenticate").starts_with("Bearer"));
    client.request("GET", path, "Authorization: Bearer wrong\r\n");
    CHECK(client.read_reply().status == 401);
  }
  client.request("GET", "/health");
  CHECK(client.read_reply().body == "fine");
  client.request("GET", "/hello", "Authorization: Bearer secret\r\n");
  CHECK(client.read_reply().body == "hello");
}

TEST_CASE("refusal: clients that send their head or their body too slowly get 408") {
  ServerOptions options;
  options.header_timeout = std::chrono::milliseconds(50);
  options.transfer_timeout = std::chrono::milliseconds(50);
  LiveServer server(plain_routes(), options);
  Client head(server);
  head.send("GET /hello HTTP/1.1\r\nHost: loc");
  CHECK(head.read_reply().status == 408);
  CHECK(head.is_closed());
  Client body(server);
  body.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
  CHECK(body.read_reply().status == 408);
  CHECK(body.is_closed());
}

TEST_CASE("refusal: bytes that drip in do not put the end of the head off") {
  ServerOptions options;
  options.header_timeout = std::chrono::milliseconds(100);
  LiveServer server(plain_routes(), options);
  Client client(server);
  client.send("GET /hello HTTP/1.1\r\n");
  // One byte at a time for as long as the server listens: it must be the server who ends this.
  std::jthread drip([&](const std::stop_token& stop) {
    while (!stop.stop_requested() && client.send("X")) std::this_thread::yield();
  });
  const int status = client.read_reply().status;
  drip.request_stop();
  CHECK((status == 408 || status == 431));
}

TEST_CASE("refusal: a connection on which nothing comes is closed without a word") {
  ServerOptions options;
  options.idle_timeout = std::chrono::milliseconds(50);
  LiveServer server(plain_routes(), options);
  Client silent(server);
  CHECK(silent.is_closed());
}

TEST_CASE("refusal: more requests than can be answered get 503 and when to come again") {
  Signal started;
  Signal release;
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/slow", [&](const std::shared_ptr<Exchange>& exchange) {
    started.set();
    release.wait();
    exchange->respond(text_response(200, "done"));
  }));
  ServerOptions options;
  options.workers = 1;
  options.max_queued_requests = 0;
  LiveServer server(std::move(routes), options);
  Client slow(server);
  slow.request("GET", "/slow");
  REQUIRE(started.wait());
  Client other(server);
  other.request("GET", "/hello");
  const Reply refused = other.read_reply();
  CHECK(refused.status == 503);
  CHECK(refused.header("Retry-After") == "1");
  release.set();
  CHECK(slow.read_reply().body == "done");
}

TEST_CASE("refusal: one connection too many is told so") {
  ServerOptions options;
  options.max_connections = 1;
  LiveServer server(plain_routes(), options);
  Client first(server);
  first.request("GET", "/hello");
  CHECK(first.read_reply().status == 200);
  Client second(server);
  const Reply refused = second.read_reply();
  CHECK(refused.status == 503);
  CHECK(refused.header("Retry-After") == "1");
  CHECK(second.is_closed());
  first.request("GET", "/hello");
  CHECK(first.read_reply().status == 200);
}

TEST_CASE("refusal: a handler that takes too long is asked to stop, and its client told") {
  Signal stopped;
  Signal answered;
  std::vector<Route> routes;
  routes.push_back(route("GET", "/slow", [&](const std::shared_ptr<Exchange>& exchange) {
    const std::stop_callback on_stop(exchange->stop(), [&] { stopped.set(); });
    answered.wait();
    exchange->respond(text_response(200, "too late"));
  }));
  ServerOptions options;
  options.request_timeout = std::chrono::milliseconds(50);
  LiveServer server(std::move(routes), options);
  Client client(server);
  client.request("GET", "/slow");
  CHECK(client.read_reply().status == 503);
  CHECK(stopped.wait());
  answered.set();
}

TEST_CASE("refusal: a server that others can reach needs a token") {
  ServerOptions options;
  options.host = "0.0.0.0";
  const auto open = Server::listen(options, plain_routes());
  REQUIRE_FALSE(open.has_value());
  CHECK(open.error().category == ErrorCategory::kInvalidArgument);
  CHECK(open.error().message().find("token") != std::string::npos);
  options.token = "secret";
  CHECK(Server::listen(options, plain_routes()).has_value());
  options.host = "no.such.host.invalid";
  CHECK_FALSE(Server::listen(options, plain_routes()).has_value());
}

TEST_CASE("refusal: a port in use is told with the process that holds it") {
  LiveServer server;
  ServerOptions options;
  options.port = server.port();
  const auto second = Server::listen(options, plain_routes());
  REQUIRE_FALSE(second.has_value());
  const Error& error = second.error();
  CHECK(error.code == "PORT_IN_USE");
  CHECK(error.cause.find("127.0.0.1:" + std::to_string(server.port())) != std::string::npos);
  CHECK(error.cause.find("process " + std::to_string(::getpid())) != std::string::npos);
  std::string name;
  std::getline(std::ifstream("/proc/self/comm"), name);
  CHECK(error.cause.find("'" + name + "'") != std::string::npos);
  CHECK(error.action.find("another port") != std::string::npos);
}

}  // namespace
}  // namespace codeweaver::http
