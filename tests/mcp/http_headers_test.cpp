// Headers that repeat parts of a request's body.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/http_headers.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "json/value.hpp"

using namespace codeweaver;
using mcp::decode_header_value;

namespace {

json::Value parsed(std::string_view text) {
  auto value = json::parse(text);
  REQUIRE(value);
  return *std::move(value);
}

mcp::HeaderLookup lookup(std::map<std::string, std::string, std::less<>> headers) {
  return [headers = std::move(headers)](std::string_view name) -> const std::string* {
    const auto found = headers.find(name);
    return found != headers.end() ? &found->second : nullptr;
  };
}

const std::string kCall = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"é",
  "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";

}  // namespace

TEST_CASE("a header value is literal unless it is wrapped as base64") {
  CHECK(decode_header_value("us-west1") == "us-west1");
  CHECK(decode_header_value("=?base64?SGVsbG8sIOS4lueVjA==?=") == "Hello, 世界");
  CHECK(decode_header_value("=?base64?IHBhZGRlZCA=?=") == " padded ");
  CHECK(decode_header_value("=?base64?"
                            "?=") == "");
  for (const char* literal :
       {"", "SGVsbG8=", "=?base64?SGVsbG8=", "SGVsbG8=?=", "=?BASE64?SGVsbG8=?="})
    CHECK(decode_header_value(literal) == literal);
}

TEST_CASE("a header value with bad base64 or bad characters is refused") {
  for (const char* bad :
       {"=?base64?SGVsbG8?=", "=?base64?SGVs!!!bG8=?=", "=?base64?SGVsbG9=?=",
        "=?base64?SGVs=G8=?=", "=?base64?=?=", "=?base64?A===?=", "a\nb", "caf\xc3\xa9"})
    CHECK_MESSAGE(decode_header_value(bad) == std::nullopt, bad);
}

TEST_CASE("headers have to repeat the version, the method and the name") {
  const auto message = parsed(kCall);
  std::map<std::string, std::string, std::less<>> good = {{"MCP-Protocol-Version", "2026-07-28"},
                                                          {"Mcp-Method", "tools/call"},
                                                          {"Mcp-Name", "=?base64?w6k=?="}};
  CHECK(mcp::header_mismatch(message, lookup(good)) == std::nullopt);
  for (const auto& [name, value] : good) {
    auto without = good;
    without.erase(name);
    const auto missing = mcp::header_mismatch(message, lookup(without));
    REQUIRE(missing);
    CHECK(missing->find(name + " is missing") != std::string::npos);
    auto other = good;
    other[name] = "TOOLS/CALL";
    const auto differs = mcp::header_mismatch(message, lookup(other));
    REQUIRE(differs);
    CHECK(differs->find("'TOOLS/CALL'") != std::string::npos);
  }
}

TEST_CASE("a method without a name needs no name header") {
  const auto message = parsed(R"({"method":"tools/list","params":{}})");
  CHECK(mcp::header_mismatch(message, lookup({{"MCP-Protocol-Version", "2026-07-28"},
                                              {"Mcp-Method", "tools/list"}})) == std::nullopt);
}

TEST_CASE("arguments that the schema mirrors to headers have to agree") {
  const auto schema = parsed(R"({"properties":{"region":{"type":"string","x-mcp-header":"Region"},
    "count":{"type":"integer","x-mcp-header":"Count"},"dry":{"type":"boolean","x-mcp-header":"Dry"},
    "at":{"type":"object","properties":{"city":{"type":"string","x-mcp-header":"City"}}},
    "query":{"type":"string"}}})");
  const auto check = [&](std::string_view arguments,
                         std::map<std::string, std::string, std::less<>> headers) {
    return !mcp::parameter_mismatch(parsed(arguments), schema, lookup(std::move(headers)));
  };
  CHECK(check("{}", {}));
  CHECK(check(R"({"query":"x","region":null})", {}));
  CHECK(check(R"({"region":"Hello"})", {{"Mcp-Param-Region", "=?base64?SGVsbG8=?="}}));
  CHECK(check(R"({"count":42})", {{"Mcp-Param-Count", "42.0"}}));
  CHECK(check(R"({"dry":true,"at":{"city":"Rome"}})",
              {{"Mcp-Param-Dry", "true"}, {"Mcp-Param-City", "Rome"}}));

  CHECK_FALSE(check(R"({"region":"Hello"})", {}));
  CHECK_FALSE(check(R"({"region":"Hello"})", {{"Mcp-Param-Region", "hello"}}));
  CHECK_FALSE(check(R"({"region":"Hello"})", {{"Mcp-Param-Region", "=?base64?SGVsbG8?="}}));
  CHECK_FALSE(check("{}", {{"Mcp-Param-Region", "Hello"}}));
  CHECK_FALSE(check(R"({"count":42})", {{"Mcp-Param-Count", "42x"}}));
  CHECK_FALSE(check(R"({"dry":true})", {{"Mcp-Param-Dry", "True"}}));
  CHECK_FALSE(check(R"({"at":{"city":"Rome"}})", {}));
}
