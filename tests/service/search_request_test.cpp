// Tests of SearchRequest: API fields become search options; invalid requests are rejected.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/search_request.hpp"

#include <doctest/doctest.h>

namespace codeweaver::service {
namespace {

Result<SearchRequest> read(std::string_view text) {
  const auto value = json::parse(text);
  REQUIRE(value);
  return read_search_request(*value);
}

}  // namespace

TEST_CASE("search request: what is not said is as the settings say") {
  SearchOptions settings;
  settings.top_k = 7;
  settings.context_lines = 1;
  settings.min_similarity = 0.5;
  settings.rerank_depth = 20;
  for (const auto* text : {R"({"query": "x"})", R"({"query": "x", "limit": null, "task": null})"}) {
    const auto request = read(text);
    REQUIRE(request);
    CHECK(request->query == "x");
    CHECK(request->project_id.empty());
    CHECK(request->projects.empty());
    const auto options = request->apply_to(settings);
    CHECK(options.top_k == 7);
    CHECK(options.context_lines == 1);
    CHECK(options.min_similarity == 0.5);
    CHECK_FALSE(options.filter.min_similarity);
    CHECK(options.rerank_depth == 20);
    CHECK_FALSE(options.intent);
    CHECK_FALSE(options.filter.include_tests);
    CHECK(options.detail == Detail::kFull);
  }
}

TEST_CASE("search request: everything can be said") {
  const auto request = read(R"({"query": "x", "projects": ["a", "b"], "intent": "debug",
    "task": "review", "limit": 3, "token_limit": 100, "detail": "summary", "context_lines": 0,
    "include_tests": false, "focus_languages": ["python"], "file_type": "py", "directory": "src",
    "file_glob": "*.py", "paths": ["src", "!*_pb2.py"], "min_similarity": 0.1, "purpose": "docs_search",
    "chunk_strategy": "document", "ref": "main", "changed_in": "A..B", "explain": true, "queries": ["y", "z"]})");
  REQUIRE(request);
  CHECK(request->projects == std::vector<std::string>{"a", "b"});
  const auto options = request->apply_to({});
  CHECK(options.intent == "debug");
  CHECK(options.task == AgentTask::kReview);
  CHECK(options.top_k == 3);
  CHECK(options.token_limit == 100);
  CHECK(options.detail == Detail::kSummary);
  CHECK(options.context_lines == 0);
  CHECK(options.filter.include_tests == false);
  CHECK(options.filter.focus_languages == std::vector<std::string>{"python"});
  CHECK(options.filter.file_type == "py");
  CHECK(options.filter.directory == "src");
  CHECK(options.filter.file_glob == "*.py");
  CHECK(options.filter.paths == std::vector<std::string>{"src", "!*_pb2.py"});
  CHECK(options.filter.min_similarity == 0.1);
  CHECK(options.filter.purpose == Purpose::kDocsSearch);
  CHECK(options.filter.chunk_strategy == "document");
  CHECK(options.ref == "main");
  CHECK(options.changed_in == "A..B");
  CHECK(options.explain);
  CHECK(request->given.queries() == std::vector<std::string>{"y", "z"});
}

TEST_CASE("search request: the older name of limit still works, and case does not matter") {
  const auto options = read(R"({"query": "x", "top_k": 3, "intent": "Debug"})")->apply_to({});
  CHECK(options.top_k == 3);
  CHECK(options.intent == "debug");
  CHECK_FALSE(read(R"({"query": "x", "top_k": 0})"));
  CHECK_FALSE(read(R"({"query": "x", "intent": ""})")->apply_to({}).intent);
}

TEST_CASE("search request: a project is named by its id or by a path") {
  const auto request = read(R"({"query": "x", "project_id": "/a b/c"})");
  REQUIRE(request);
  CHECK(request->project_id == "/a b/c");
  CHECK(read(R"({"query": "x", "projects": ["a", "/b"]})"));
  CHECK_FALSE(read(R"({"query": "x", "project_id": "a/b"})"));
  CHECK_FALSE(read(R"({"query": "x", "projects": ["../b"]})"));
}

TEST_CASE("search request: 3.0 is an integer, as JSON Schema says") {
  const auto request = read(R"({"query": "x", "limit": 3.0, "token_limit": 1e2})");
  REQUIRE(request);
  CHECK(request->apply_to({}).top_k == 3);
  CHECK(request->apply_to({}).token_limit == 100);
}

TEST_CASE("search request: the first broken rule is told") {
  for (const auto& [text, cause] :
       {std::pair{R"({})", "request.query: is missing"},
        {R"({"query": 7})", "request.query: expected a text, found integer"},
        {R"({"query": "x", "task": "none"})",
         "request.task: is 'none', which is not one of debug, default, document, implement, "
         "local_edit, refactor, review, search, test"},
        {R"({"query": "x", "intent": "debg"})",
         "request.intent: is 'debg', which is not one of understand, implement, debug, optimize, "
         "test, configure, document"},
        {R"({"query": "x", "limit": 0})", "request.limit: is 0, which is not in [1, 1000]"},
        {R"({"query": "x", "queries": ["a", "b", "c", "d", "e", "f"]})",
         "request.queries: has more than 5 items"},
        {R"({"query": "x", "projects": []})", "request.projects: must have 1 to 50 items"},
        {R"({"query": "x", "chunk_strategy": ""})", "request.chunk_strategy: is empty"},
        {R"({"query": "x", "limit": -1})",
         "request.limit: expected an integer from 0 to 18446744073709551615, found -1"},
        {R"({"query": "x", "limit": 2.5})",
         "request.limit: expected an integer from 0, found number"},
        {R"({"query": "x", "limit": 1e400})",
         "request.limit: expected an integer from 0, found number"},
        {R"({"query": "x", "limt": 3})", "request.limt: is not known; did you mean limit?"},
        {R"({"query": "x", "Limit": 3})", "request.Limit: is not known; did you mean limit?"},
        {R"({"query": "x", "zzzzzz": 1e400})", "request.zzzzzz: is not known"},
        {R"([])", "request: expected an object, found array"}}) {
    const auto request = read(text);
    REQUIRE_FALSE(request);
    CHECK(request.error().code == "VALIDATION_ERROR");
    CHECK(request.error().cause == cause);
  }
}

}  // namespace codeweaver::service
