// Tests of request targets: decoding, and rejected targets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "http/target.hpp"

#include <doctest/doctest.h>

namespace codeweaver::http {
namespace {

TEST_CASE("target: paths and queries are decoded once") {
  const struct {
    std::string_view raw, path;
  } cases[] = {
      {"/", "/"},
      {"/a/b/", "/a/b/"},
      {"/a%20b", "/a b"},
      {"/a+b", "/a+b"},
      {"/%C3%A4", "/ä"},
      {"/a%2Fb", "/a/b"},
      {"/%252e%252e/x", "/%2e%2e/x"},
      {"/...", "/..."},
      {"/.hidden", "/.hidden"},
      {"http://host", "/"},
      {"HTTPS://host:1/a", "/a"},
      {"http://host?x=1", "/"},
  };
  for (const auto& [raw, path] : cases) {
    CAPTURE(raw);
    const auto target = parse_target(raw);
    REQUIRE(target.has_value());
    CHECK(target->path == path);
  }
  CHECK(parse_target("http://Host:1/a")->authority == "Host:1");
  const auto parsed = parse_target("/?a=1&b=x+y&b=%26&&c&=d&e==");
  REQUIRE(parsed.has_value());
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"a", "1"}, {"b", "x y"}, {"b", "&"}, {"c", ""}, {"", "d"}, {"e", "="}};
  CHECK(parsed->query == expected);
}

TEST_CASE("target: traversal, NUL and bad encodings are refused, however they are written") {
  for (const std::string_view raw : {"",
                                     "*",
                                     "a",
                                     "//",
                                     "//etc/passwd",
                                     "/a//b",
                                     "/.",
                                     "/..",
                                     "/../a",
                                     "/a/../b",
                                     "/a/..",
                                     "/%2e%2e/a",
                                     "/.%2E",
                                     "/a%2F..%2Fb",
                                     "/%2F%2Fetc",
                                     "/a%00b",
                                     "/a%0Ab",
                                     "/a%7F",
                                     "/%",
                                     "/%4",
                                     "/%zz",
                                     "/%C3",
                                     "/%C0%AF",
                                     "/%ED%A0%80",
                                     "/a#b",
                                     "/?a=%",
                                     "/?a=%00",
                                     "/?%FF=1",
                                     "ftp://h/a",
                                     "http:///a",
                                     "http://h/..",
                                     "host:443"}) {
    CAPTURE(raw);
    const auto target = parse_target(raw);
    REQUIRE_FALSE(target.has_value());
    CHECK(target.error().code == "BAD_REQUEST");
    CHECK(target.error().action == "Correct the URL.");
  }
}

}  // namespace
}  // namespace codeweaver::http
