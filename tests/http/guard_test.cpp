// Tests of accepted hosts, origins and tokens.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/guard.hpp"

#include <doctest/doctest.h>

namespace codeweaver::http {
namespace {

int host_status(const Guard& guard, std::string_view host) {
  const auto refusal = guard.check_host({{"Host", std::string(host)}}, {}, true);
  return refusal ? refusal->status : 200;
}

int origin_status(const Guard& guard, std::string_view origin, std::string_view host) {
  const auto refusal =
      guard.check_origin({{"Host", std::string(host)}, {"Origin", std::string(origin)}}, {});
  return refusal ? refusal->status : 200;
}

int token_status(const Guard& guard, std::string_view authorization) {
  const auto refusal = guard.check_token({{"Authorization", std::string(authorization)}});
  return refusal ? refusal->status : 200;
}

TEST_CASE("guard: loopback names with any port are hosts of a loopback server, others are not") {
  const Guard guard({.bound_address = "127.0.0.1", .bound_name = "127.0.0.1"});
  for (const std::string_view host : {"localhost", "LocalHost:9328", "localhost.", "127.0.0.1",
                                      "127.0.0.1:80", "127.1.2.3:1", "[::1]", "[::1]:9328"}) {
    CAPTURE(host);
    CHECK(host_status(guard, host) == 200);
  }
  for (const std::string_view host :
       {"evil.example", "evil.example:9328", "localhost.evil.example", "127.0.0.1.evil.example",
        "10.0.0.1", "[::2]", "", ":80", "localhost:x", "localhost:123456", "[::1", "a b",
        "user@localhost", "localhost/x", "0x7f000001", "2130706433"}) {
    CAPTURE(host);
    CHECK(host_status(guard, host) == 403);
  }
  CHECK(guard.check_host({}, {}, true)->status == 400);
  CHECK_FALSE(guard.check_host({}, {}, false).has_value());
  CHECK(guard.check_host({{"Host", "localhost"}, {"host", "localhost"}}, {}, true)->status == 400);
  CHECK(guard.check_host({{"Host", "localhost"}}, "evil.example", true)->status == 403);
}

TEST_CASE("guard: a server is also known by what it is bound to, and by what is allowed") {
  const Guard named({.bound_address = "10.1.2.3",
                     .bound_name = "Box.example",
                     .allowed_hosts = {"Proxy.Example", "[fd00::1]"}});
  for (const std::string_view host :
       {"10.1.2.3:5", "box.example", "PROXY.example:443", "[fd00::1]:1", "localhost"}) {
    CAPTURE(host);
    CHECK(host_status(named, host) == 200);
  }
  CHECK(host_status(named, "10.1.2.4") == 403);
  const Guard everywhere({.bound_address = "0.0.0.0", .bound_name = "0.0.0.0"});
  CHECK(host_status(everywhere, "192.168.1.7:9328") == 200);
  CHECK(host_status(everywhere, "[fd00::7]") == 200);
  CHECK(host_status(everywhere, "evil.example") == 403);
}

TEST_CASE("guard: pages of other sites are kept out") {
  const Guard guard({.bound_address = "127.0.0.1",
                     .bound_name = "127.0.0.1",
                     .allowed_origins = {"https://App.example"}});
  for (const std::string_view origin :
       {"http://localhost", "http://localhost:5173", "https://127.0.0.1:1", "http://[::1]:2",
        "https://app.example"}) {
    CAPTURE(origin);
    CHECK(origin_status(guard, origin, "localhost:9328") == 200);
  }
  for (const std::string_view origin :
       {"null", "", "http://evil.example", "http://localhost.evil.example", "http://app.example",
        "https://app.example:8443", "file://localhost", "http://localhost@evil.example",
        "http://evil.example#localhost"}) {
    CAPTURE(origin);
    CHECK(origin_status(guard, origin, "localhost:9328") == 403);
  }
  CHECK_FALSE(guard.check_origin({{"Host", "localhost"}}, {}).has_value());
}

TEST_CASE("guard: bound to all interfaces, only pages of the very same host are let in") {
  const Guard guard({.bound_address = "0.0.0.0", .bound_name = "0.0.0.0", .token = "t"});
  CHECK(origin_status(guard, "http://192.168.1.7:9328", "192.168.1.7:9328") == 200);
  CHECK(origin_status(guard, "http://6.6.6.6", "192.168.1.7:9328") == 403);
}

TEST_CASE("guard: only the whole token opens") {
  const Guard guard({.bound_address = "127.0.0.1", .bound_name = "", .token = "secret"});
  CHECK(token_status(guard, "Bearer secret") == 200);
  CHECK(token_status(guard, "bEARER secret") == 200);
  for (const std::string_view wrong :
       {"", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer Secret", "Basic secret",
        "secret", "Bearer  secret"}) {
    CAPTURE(wrong);
    CHECK(token_status(guard, wrong) == 401);
  }
  const auto none = guard.check_token({});
  REQUIRE(none.has_value());
  CHECK(*find_header(none->headers, "www-authenticate") == "Bearer realm=\"codeweaver\"");
  CHECK_FALSE(Guard(GuardOptions{}).check_token({}).has_value());
}

}  // namespace
}  // namespace codeweaver::http
