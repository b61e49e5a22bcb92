// Tests of McpServer with custom tools; tests/integration has tests with a client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/mcp_server.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

#include "plugins/project.hpp"

namespace codeweaver {
namespace {

McpTool tool(std::string name, std::string schema) {
  McpTool out;
  out.name = std::move(name);
  out.input_schema = std::move(schema);
  out.call = [](const McpToolCall&) { return McpToolReply{"done", {}, false}; };
  return out;
}

TEST_CASE("a tool needs a name, something to call, and a schema that is an object") {
  McpServer server({.name = "test", .version = "1"});
  CHECK(server.add(tool("plain", "")));
  CHECK(
      server.add(tool("typed", R"({"type": "object", "properties": {"n": {"type": "integer"}}})")));
  CHECK(server.add(tool("", "")).error().code == "INVALID_TOOL");
  CHECK(server.add(tool("text", "no JSON")).error().code == "INVALID_TOOL");
  CHECK(server.add(tool("list", "[]")).error().code == "INVALID_TOOL");
  auto nothing = tool("nothing", "");
  nothing.call = nullptr;
  CHECK(server.add(std::move(nothing)).error().code == "INVALID_TOOL");
}

TEST_CASE("find_code is of one folder, which has to be there") {
  const std::map<std::string, std::string> files = {{"a.py", "def a():\n    pass\n"}};
  const test::OwnProject project(files);
  McpServer server({.name = "test", .version = "1"});
  CHECK(server.add_find_code({project.root() / "nowhere", project.state(), {}}).error().code ==
        "PATH_NOT_FOUND");
  CHECK(server.add_find_code({project.root(), project.state(), {}}));
  CHECK(server.add_find_code({project.root(), project.state(), {}}).error().code ==
        "PROJECT_TAKEN");
}

}  // namespace
}  // namespace codeweaver
