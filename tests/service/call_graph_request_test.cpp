// Tests of requests for the call graph: parsing, defaults, rejections.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/call_graph_request.hpp"

#include <doctest/doctest.h>

#include <string>

namespace codeweaver::service {
namespace {

Result<CallGraphRequest> read_call_graph_request(const std::string& text) {
  const auto value = json::parse(text);
  REQUIRE(value);
  return call_graph_request(*value);
}

}  // namespace

TEST_CASE("call graph request: absent members and null keep the defaults") {
  for (const auto* text :
       {R"({"start": "close"})",
        R"({"start": "close", "relation": null, "to": null, "changed_in": null, "depth": null,
            "include_tests": null, "limit": null, "project_id": null})"}) {
    const auto plain = read_call_graph_request(text);
    REQUIRE(plain);
    CHECK(plain->start == "close");
    CHECK(plain->project_id.empty());
    CHECK(plain->options.relation == CallRelation::kCallers);
    CHECK(plain->options.depth == 0);
    CHECK(plain->options.limit == 100);
    CHECK(plain->options.include_tests);
  }
}

TEST_CASE("call graph request: every member is read") {
  const auto asked = read_call_graph_request(
      R"({"start": "a", "relation": "path", "to": "b", "changed_in": "HEAD", "depth": 20,
          "include_tests": false, "limit": 1000, "project_id": "shop"})");
  REQUIRE(asked);
  CHECK(asked->options.relation == CallRelation::kPath);
  CHECK(asked->options.to == "b");
  CHECK(asked->options.changed_in == "HEAD");
  CHECK(asked->options.depth == 20);
  CHECK(asked->options.limit == 1000);
  CHECK_FALSE(asked->options.include_tests);
  CHECK(asked->project_id == "shop");
}

TEST_CASE("call graph request: a wrong member is refused by name, and so is an empty start") {
  struct Wrong {
    const char* text;
    const char* code;
    const char* cause;
  };
  for (const auto& [text, code, cause] :
       {Wrong{R"({"start": "a", "depth": 0})", "VALIDATION_ERROR", "depth"},
        Wrong{R"({"start": "a", "depth": 21})", "VALIDATION_ERROR", "from 1 to 20"},
        Wrong{R"({"start": "a", "limit": 1001})", "VALIDATION_ERROR", "from 1 to 1000"},
        Wrong{R"({"start": "a", "relation": "friends"})", "VALIDATION_ERROR", "friends"},
        Wrong{R"({"start": "a", "include_tests": 1})", "VALIDATION_ERROR", "include_tests"},
        Wrong{R"({"start": ["a"]})", "VALIDATION_ERROR", "start"},
        Wrong{R"({"start": "a", "dept": 2})", "VALIDATION_ERROR", "did you mean depth?"},
        Wrong{R"({"start": ""})", "EMPTY_QUERY", "empty"}, Wrong{"{}", "EMPTY_QUERY", "empty"}}) {
    CAPTURE(text);
    const auto refused = read_call_graph_request(text);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == code);
    CHECK(refused.error().cause.find(cause) != std::string::npos);
  }
}

TEST_CASE("call graph request: cycles need no start") {
  const auto asked = read_call_graph_request(R"({"relation": "cycles"})");
  REQUIRE(asked);
  CHECK(asked->start.empty());
  CHECK_FALSE(read_call_graph_request(R"({"relation": "imports"})"));
}

}  // namespace codeweaver::service
