// Tests of CORS: requirements of browsers for calls from pages of allowed origins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/cors.hpp"

#include <doctest/doctest.h>

#include "http/live_server.hpp"

namespace codeweaver::http {
namespace {

constexpr std::string_view kPage = "Origin: https://app.example\r\n";

ServerOptions options_with_page() {
  ServerOptions options;
  options.token = "secret";
  options.allowed_origins = {"https://App.example:443/"};
  options.exposed_headers = {"Mcp-Session-Id", "X-Request-Id"};
  return options;
}

TEST_CASE("cors: a preflight of an allowed page is answered, without a token, for any path") {
  LiveServer server(plain_routes(), options_with_page());
  Client client(server);
  for (const std::string_view path : {"/echo", "/missing"}) {
    CAPTURE(path);
    client.request("OPTIONS", path,
                   std::string(kPage) +
                       "Access-Control-Request-Method: POST\r\n"
                       "Access-Control-Request-Headers: authorization,content-type,mcp-param-x\r\n"
                       "Access-Control-Request-Private-Network: true\r\n");
    const Reply reply = client.read_reply();
    CHECK(reply.status == 204);
    CHECK(reply.header("Access-Control-Allow-Origin") == "https://app.example");
    CHECK(reply.header("Access-Control-Allow-Methods").find("DELETE") != std::string::npos);
    CHECK(reply.header("Access-Control-Allow-Headers") == "authorization,content-type,mcp-param-x");
    CHECK(reply.header("Access-Control-Allow-Private-Network") == "true");
    CHECK(reply.header("Vary") == "Origin");
  }
}

TEST_CASE("cors: answers to an allowed page say so, refusals and streams of events as well") {
  std::vector<Route> routes = plain_routes();
  routes.push_back(route("GET", "/events", [](const std::shared_ptr<Exchange>& exchange) {
    exchange->start_events()->close();
  }));
  LiveServer server(std::move(routes), options_with_page());
  Client client(server);
  const std::string token = "Authorization: Bearer secret\r\n";
  for (const auto& [path, headers, status] :
       {std::tuple{"/hello", token, 200}, std::tuple{"/events", token, 200},
        std::tuple{"/missing", token, 404}, std::tuple{"/hello", std::string(), 401}}) {
    CAPTURE(path);
    client.request("GET", path, std::string(kPage) + headers);
    const Reply reply = client.read_reply();
    CHECK(reply.status == status);
    CHECK(reply.header("Access-Control-Allow-Origin") == "https://app.example");
    CHECK(reply.header("Access-Control-Expose-Headers") == "Mcp-Session-Id, X-Request-Id");
    CHECK(reply.header("Vary") == "Origin");
  }
  client.request("GET", "/hello", token);  // no page: caches must still tell the two apart
  const Reply plain = client.read_reply();
  CHECK(plain.header("Vary") == "Origin");
  CHECK(plain.header("Access-Control-Allow-Origin").empty());
}

TEST_CASE("cors: other pages get nothing, those of loopback that nobody listed neither") {
  LiveServer server(plain_routes(), options_with_page());
  Client client(server);
  const std::string asks = "Access-Control-Request-Method: POST\r\n";
  client.request("OPTIONS", "/echo", "Origin: https://evil.example\r\n" + asks);
  const Reply foreign = client.read_reply();
  CHECK(foreign.status == 403);
  CHECK(foreign.header("Access-Control-Allow-Origin").empty());
  client.request("OPTIONS", "/echo", "Origin: http://localhost:5173\r\n" + asks);
  const Reply local = client.read_reply();
  CHECK(local.status == 401);
  CHECK(local.header("Access-Control-Allow-Origin").empty());
  LiveServer plain;
  Client other(plain);
  other.request("OPTIONS", "/hello", "Origin: http://localhost:5173\r\n" + asks);
  CHECK(other.read_reply().status == 405);
  other.request("GET", "/hello");
  CHECK(other.read_reply().header("Vary").empty());
}

TEST_CASE("cors: origins are compared as browsers write them, and must be ones") {
  const std::pair<std::string_view, std::string_view> normal[] = {
      {"https://App.example/", "https://app.example"},
      {"HTTPS://app.example:443", "https://app.example"},
      {"http://app.example:80", "http://app.example"},
      {"http://app.example:8080", "http://app.example:8080"},
      {"http://[FD00::1]:5", "http://[fd00::1]:5"},
      {"vscode-webview://abc", "vscode-webview://abc"},
  };
  for (const auto& [given, expected] : normal) CHECK(*Cors::normal_origin(given) == expected);
  for (const std::string_view wrong :
       {"", "*", "app.example", "://app.example", "https://", "https://app.example/path"}) {
    CAPTURE(wrong);
    CHECK_FALSE(Cors::normal_origin(wrong).has_value());
    ServerOptions options;
    options.allowed_origins = {std::string(wrong)};
    const auto server = Server::listen(options, plain_routes());
    REQUIRE_FALSE(server.has_value());
    CHECK(server.error().code == "INVALID_OPTION");
  }
}

}  // namespace
}  // namespace codeweaver::http
