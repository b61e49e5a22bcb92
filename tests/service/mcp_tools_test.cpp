// Tests of the MCP server's tools, called as the protocol does.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_tools.hpp"

#include <doctest/doctest.h>

#include <set>

#include "codeweaver/text/token_count.hpp"
#include "json/writer.hpp"
#include "service/fixture.hpp"
#include "service/tools/mcp_prompts.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_resources.hpp"
#include "service/tools/mcp_server.hpp"

namespace codeweaver::service {
namespace {

using test::ServiceFixture;

/// A host on a folder of one file, which is indexed.
struct IndexedHost {
  explicit IndexedHost(std::vector<std::string> overrides = {}) {
    auto options = fixture.options();
    overrides.insert(overrides.end(), {"indexing.auto_index=false", "indexing.watch=false"});
    auto opener = fixture.opener(std::move(overrides));
    options.open = [opener](const Project& project, const CallContext& call) {
      return opener->open(project, opening::Opening::kForHost, call);
    };
    options.own = *fixture.registry().add(fixture.make_folder("one", "count_apples"));
    host = *ProjectHost::start(std::move(options));
    auto project = *host->resolve();
    REQUIRE(project->start_index());
    test::wait_until_idle(*project);
  }

  ServiceFixture fixture;
  std::shared_ptr<ProjectHost> host;
};

mcp::ToolResult call(const mcp::Tool& tool, std::string_view arguments,
                     const mcp::RequestContext& context = {}) {
  const auto value = json::parse(arguments);
  REQUIRE(value);
  REQUIRE(mcp::check_arguments(*value, tool.input_schema));
  auto result = tool.call(*value, context);
  while (result.continue_as_task) result = result.continue_as_task(context);
  return result;
}

TEST_CASE("mcp tools: a refusal names the tool that helps") {
  const Error damaged{ErrorCategory::kCorruption, "STATE_CORRUPT",     "It is damaged",
                      "opening the index",        "Rebuild the index", RemedyKind::kRebuild};
  CHECK(refusal(damaged).text ==
        "It is damaged (opening the index). Rebuild the index: call index_repository with "
        "force_reindex");
  CHECK(refusal({ErrorCategory::kIo, "IO_ERROR", "It failed", "", "Try again."}).text ==
        "It failed. Try again.");
}

const json::Value& member(const mcp::ToolResult& result, std::string_view key) {
  REQUIRE_MESSAGE(result.structured.has_value(), result.text);
  const auto* found = result.structured->find(key);
  REQUIRE_MESSAGE(found != nullptr, json::dump(*result.structured));
  return *found;
}

std::vector<mcp::Tool> all_tools(const std::shared_ptr<ProjectHost>& host) {
  std::vector<mcp::Tool> tools;
  for (const auto& entry : kTools) tools.push_back(entry.make(host));
  return tools;
}

/// Whether a value has what the part of JSON Schema asks for that our schemas use.
void check_fits(const json::Value& value, const json::Value& schema, const std::string& where) {
  CAPTURE(where);
  CAPTURE(json::dump(value));
  const auto type = *schema.find("type")->if_string();
  const bool is_whole = value.kind_name() == "integer" && type == "number";
  CHECK((value.kind_name() == type || is_whole));
  if (const auto* required = schema.find("required"))
    for (const auto& name : *required->if_array())
      CHECK_MESSAGE(value.find(*name.if_string()) != nullptr, *name.if_string());
  const auto* properties = schema.find("properties");
  if (value.is_object() && properties != nullptr)
    for (const auto& one : *value.if_object()) {
      const auto* known = properties->find(one.key);
      REQUIRE_MESSAGE(known != nullptr, where, " has no ", one.key);
      check_fits(one.value, *known, where + '.' + one.key);
    }
  if (value.is_array() && schema.find("items") != nullptr)
    for (const auto& item : *value.if_array())
      check_fits(item, *schema.find("items"), where + "[]");
}

}  // namespace

TEST_CASE("mcp tools: what they answer fits what they promise") {
  const IndexedHost indexed;
  const auto root = (indexed.fixture.folder() / "one").string();
  for (const auto& tool : all_tools(indexed.host)) {
    CAPTURE(tool.name);
    std::vector<std::string> calls{"{}"};
    if (tool.name == "find_code")
      calls = {R"({"query": "count apples"})", R"({"query": "count apples", "detail": "full"})",
               R"({"query": "count", "detail": "summary", "max_results": 1})",
               R"({"query": "zebra", "file_type": "xyz"})"};
    if (tool.name == "search_text")
      calls = {R"({"pattern": "count_\\w+"})", R"({"pattern": "return", "context": 2, "limit": 1})",
               R"({"pattern": "return", "purpose": "code_search", "chunk_strategy": "ast"})",
               R"({"pattern": "no such text", "fixed": true, "sort": "path"})"};
    if (tool.name == "search_code") calls = {R"({"query": "count"})"};
    if (tool.name == "find_symbol") calls = {R"({"name": "count_apples"})", R"({"name": "count"})"};
    if (tool.name == "call_graph")
      calls = {R"({"start": "count_apples"})", R"({"start": "nothing", "depth": 3, "limit": 5})",
               R"({"start": "count_apples", "relation": "callees"})",
               R"({"start": ".", "relation": "imports"})", R"({"relation": "cycles"})"};
    if (tool.name == "code_map") calls = {"{}", R"({"token_limit": 100, "include_tests": true})"};
    if (tool.name == "rename_preview")
      calls = {R"({"name": "count_apples", "new_name": "sum_apples"})",
               R"({"name": "nothing", "new_name": "something", "limit": 5})"};
    if (tool.name == "set_active_project") calls = {R"({"project_id": "one"})"};
    if (tool.name == "index_repository")
      calls = {R"({"repo_path": ")" + root + R"("})",
               R"({"repo_path": ")" + root + R"(", "force_reindex": true})"};
    for (const auto& arguments : calls) {
      const auto result = call(tool, arguments);
      CHECK_MESSAGE(!result.is_error, result.text);
      CHECK_FALSE(result.text.empty());
      REQUIRE(result.structured);
      check_fits(*result.structured, *tool.output_schema, tool.name);
    }
  }
}

TEST_CASE("mcp tools: find_code finds, and says how many tokens that took") {
  const IndexedHost indexed;
  const auto tool = make_find_code_tool(indexed.host);
  for (const std::size_t limit : {200UL, 400UL, 10'000UL}) {
    const auto result =
        call(tool, R"({"query": "count apples", "detail": "full", "token_limit": )" +
                       std::to_string(limit) + '}');
    const auto tokens =
        text::count_tokens(result.text) + text::count_tokens(json::dump(*result.structured));
    CHECK(tokens <= limit);
    CHECK(member(result, "token_count") == json::Value(tokens));
  }
  const auto found = call(tool, R"({"query": "count apples"})");
  CHECK(found.text.find("code.py:1-2") != std::string::npos);
  CHECK(member(found, "matches").if_array()->size() == 1);
}

TEST_CASE("mcp tools: limits come from the settings, and a long query is cut") {
  const IndexedHost indexed({"limits.query_bytes=5", "limits.token_limit=300"});
  std::vector<std::string> logged;
  mcp::CallScope scope;
  scope.log = [&](std::string_view level, const json::Value& data) {
    logged.push_back(std::string(level) + ": " + *data.if_string());
  };
  const auto result =
      call(make_find_code_tool(indexed.host), R"({"query": "count apples", "detail": "full"})",
           mcp::RequestContext(scope));
  CHECK(*member(result, "token_count").if_integer() <= 300);
  REQUIRE(logged.size() == 1);
  CHECK(logged[0] == "warning: The query was cut to its first 5 bytes");
  CHECK(member(result, "warnings").if_array()->front() ==
        json::Value("The query was cut to its first 5 bytes"));
}

TEST_CASE("mcp tools: errors have cause and action") {
  const IndexedHost indexed;
  const auto find_code = make_find_code_tool(indexed.host);
  const auto index = make_index_repository_tool(indexed.host);
  const std::vector<std::tuple<const mcp::Tool*, std::string, std::string>> calls{
      {&find_code, R"({"query": " "})", "The query is empty"},
      {&find_code, R"({"query": "a", "project_id": "nobody"})", "Known projects: one"},
      {&find_code, R"({"query": "a", "cursor": "1-1-1"})", "belongs to another query"},
      {&find_code, R"({"query": "a", "directory": "../x"})", "leaves the project"},
      {&index, R"({"repo_path": "one"})", "absolute"},
      {&index, R"({"repo_path": "/"})", "/"},
      {&index, R"({"repo_path": ")" + indexed.fixture.folder().string() + R"(/none"})", "none"}};
  for (const auto& [tool, arguments, expected] : calls) {
    CAPTURE(arguments);
    const auto result = call(*tool, arguments);
    CHECK(result.is_error);
    CHECK_MESSAGE(result.text.find(expected) != std::string::npos, result.text);
  }
}

TEST_CASE("mcp tools: an unindexed project answers, and a run is followed as a task") {
  const ServiceFixture fixture;
  const auto host = *ProjectHost::start(fixture.options());
  const auto root = fixture.make_folder("new", "count_pears").string();
  const auto index = make_index_repository_tool(host);
  CHECK(index.tasks == mcp::TaskSupport::kOptional);
  mcp::CallScope scope;
  std::vector<double> seen;
  scope.progress = [&](double done, std::optional<double>, std::string_view) {
    seen.push_back(done);
  };
  scope.is_task = true;
  const auto result = call(index, R"({"repo_path": ")" + root + R"(", "project_id": "pears"})",
                           mcp::RequestContext(scope));
  CHECK(member(result, "repository_id") == json::Value("pears"));
  CHECK(member(result, "status") == json::Value("success"));
  CHECK(member(result, "files_indexed") == json::Value(1));
  CHECK_FALSE(seen.empty());
  const auto again = call(index, R"({"repo_path": ")" + root + R"("})");
  CHECK(member(again, "status") == json::Value("skipped"));
  const auto found =
      call(make_find_symbol_tool(host), R"({"name": "count_pears", "project_id": "pears"})");
  CHECK(member(found, "total") == json::Value(1));
}

TEST_CASE("mcp resources: a file is given as it is indexed, and nothing else is") {
  const IndexedHost indexed;
  const auto file = make_file_template(indexed.host);
  const auto read = [&](const std::string& path) {
    return file.read("codeweaver://file/" + path, {{"path", path}}, {});
  };
  const auto good = read("code.py");
  REQUIRE(good);
  CHECK(good->contents.at(0).data == "def count_apples(value):\n    return value + 1\n");
  ServiceFixture::write(indexed.fixture.folder() / "outside.py", "secret = 1\n");
  for (const auto* path : {"../outside.py", "/etc/passwd", "./code.py", "code.py/..", "", "a\\b"}) {
    CAPTURE(path);
    CHECK(read(path).error().code == "PATH_OUTSIDE_PROJECT");
  }
  CHECK(read("none.py").error().code == "FILE_NOT_INDEXED");
  CHECK(file.complete.at("path")("co", {}).values == std::vector<std::string>{"code.py"});
  for (const auto& resource :
       {make_status_resource(indexed.host), make_coverage_resource(indexed.host)}) {
    const auto text = resource.read({});
    REQUIRE(text);
    const auto value = json::parse(text->contents.at(0).data);
    REQUIRE(value);
    CHECK(*value->find("total_files") == json::Value(1));
  }
}

TEST_CASE("mcp prompts: every argument arrives, whatever it holds") {
  const IndexedHost indexed;
  for (const auto& prompt : make_prompts(indexed.host)) {
    CAPTURE(prompt.name);
    const auto& name = prompt.arguments.at(0).name;
    const auto result =
        prompt.get({{name, "{what} {in_project}"}, {"project_id", "one"}}, mcp::RequestContext());
    REQUIRE(result);
    const auto& text = std::get<mcp::TextContent>(result->messages.at(0).content.block).text;
    CHECK(text.find("{what} {in_project}") != std::string::npos);
    CHECK(text.find("(project_id \"one\")") != std::string::npos);
    CHECK(text.find("find_code") != std::string::npos);
    CHECK(prompt.arguments.at(1).complete("o", {}).values == std::vector<std::string>{"one"});
  }
}

TEST_CASE("mcp server: the introduction fits in a thousand tokens, and so does each description") {
  const IndexedHost indexed;
  const auto server = make_mcp_server(indexed.host);
  CHECK(text::count_tokens(server.info().instructions) < 1'000);
  for (const auto& tool : all_tools(indexed.host)) {
    CHECK(text::count_tokens(tool.description) < 250);
    CHECK(server.find_tool(tool.name) != nullptr);
  }
}

}  // namespace codeweaver::service
