// Tests of answers with the web page: content, compression and content policy.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/web/page.hpp"

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/live_server.hpp"

namespace codeweaver::service {
namespace {

constexpr PageFile kScript = {"assets/index-1a2b.js", "let a = 1;", "packed", "00ff"};
constexpr PageFile kPage = {"index.html", "<!doctype html>", {}, "1234"};

http::Request page_request(std::vector<http::Header> headers = {}) {
  http::Request request;
  request.method = "GET";
  request.path = "/";
  request.headers = std::move(headers);
  return request;
}

std::string header_of(const http::Response& response, std::string_view name) {
  const auto* const value = http::find_header(response.headers, name);
  return value == nullptr ? std::string() : *value;
}

TEST_CASE("page: a client that takes gzip is told by any legal form of the header, and no other") {
  for (const auto* takes : {"gzip", "GZIP", "br, gzip", "deflate,gzip;q=0.5", "gzip ; q=1.0"})
    CHECK_MESSAGE(accepts_gzip(takes), takes);
  for (const auto* refuses : {"", "br", "identity", "gzip;q=0", "br, gzip; q=0.000", "xgzip", "*"})
    CHECK_MESSAGE(!accepts_gzip(refuses), refuses);
}

TEST_CASE(
    "page: a file is sent compressed where that is taken, and each form has a tag of its own") {
  const auto plain = page_response(kScript, page_request());
  CHECK(plain.static_body == kScript.bytes);
  CHECK(header_of(plain, "Content-Encoding").empty());
  const auto packed = page_response(kScript, page_request({{"Accept-Encoding", "gzip, br"}}));
  CHECK(packed.static_body == kScript.gzip);
  CHECK(header_of(packed, "Content-Encoding") == "gzip");
  CHECK(header_of(plain, "ETag") != header_of(packed, "ETag"));
  for (const auto& response : {plain, packed}) {
    CHECK(response.content_type == "text/javascript; charset=utf-8");
    CHECK(header_of(response, "Vary") == "Accept-Encoding");
  }
}

TEST_CASE("page: what a client has already is not sent again") {
  for (const auto* known : {"\"00ff\"", "W/\"00ff\"", "\"x\", \"00ff\"", "*"}) {
    const auto response = page_response(kScript, page_request({{"If-None-Match", known}}));
    CHECK_MESSAGE(response.status == 304, known);
    CHECK(response.static_body.empty());
    CHECK(header_of(response, "ETag") == "\"00ff\"");
  }
  CHECK(page_response(kScript, page_request({{"If-None-Match", "\"00fe\""}})).status == 200);
}

TEST_CASE(
    "page: files with a hash in their name are kept for ever, the page is asked for each time") {
  CHECK(header_of(page_response(kScript, page_request()), "Cache-Control") ==
        "public, max-age=31536000, immutable");
  CHECK(header_of(page_response(kPage, page_request()), "Cache-Control") == "no-cache");
}

TEST_CASE("page: its policy lets it load nothing but itself, and nobody put it into a frame") {
  const auto policy = header_of(page_response(kPage, page_request()), "Content-Security-Policy");
  for (const auto* rule : {"default-src 'none'", "script-src 'self'", "style-src 'self'",
                           "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"})
    CHECK_MESSAGE(policy.find(rule) != std::string::npos, rule);
  CHECK(policy.find("unsafe") == std::string::npos);
  CHECK(policy.find("http") == std::string::npos);
}

TEST_CASE(
    "page: a program without it says so, under the same policy, and needs no token for that") {
  http::ServerOptions options;
  options.token = "secret";
  http::LiveServer server(page_routes(std::span<const PageFile>()), std::move(options));
  http::Client client(server);
  REQUIRE(client.request("GET", "/"));
  const auto answer = client.read_reply();
  CHECK(answer.status == 200);
  CHECK(answer.header("content-type") == "text/html; charset=utf-8");
  CHECK(answer.header("content-security-policy").find("default-src 'none'") == 0);
  CHECK(answer.body.find("this build has no web page") != std::string::npos);
}

}  // namespace
}  // namespace codeweaver::service
