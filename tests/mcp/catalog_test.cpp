// Resources, templates, prompts, completion and pages of lists, in both eras.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/catalog.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

#include "client.hpp"
#include "mcp/uri_template.hpp"

namespace codeweaver::mcp {
namespace {

Error failure(ErrorCategory category) {
  return {category, "CODE", "it went wrong", "", ""};
}

Result<ResourceResult> text_of_file(const std::string& uri, const UriVariables& variables,
                                    const RequestContext&) {
  const auto& path = variables.at("path");
  if (path == "gone") return failure(ErrorCategory::kNotFound);
  if (path == "bad") return failure(ErrorCategory::kInvalidArgument);
  if (path == "broken") return failure(ErrorCategory::kIo);
  ResourceResult out;
  out.contents.push_back({uri, "text/plain", "at " + path});
  return out;
}

Server catalog_server() {
  Server server({"test", "Test", "1", ""});
  server.add(Resource{.uri = "test://logo",
                      .name = "logo",
                      .mime_type = "image/png",
                      .size_bytes = 3,
                      .annotations = {.audience = {"user"}, .priority = 0.5},
                      .read = [](const RequestContext&) -> Result<ResourceResult> {
                        ResourceResult out;
                        out.contents.push_back({"test://logo", "image/png", "\xff\x01", true});
                        out.ttl_ms = 60'000;
                        out.is_public = true;
                        return out;
                      }});
  server.add(ResourceTemplate{
      .uri_template = "test://file/{+path}",
      .name = "file",
      .read = text_of_file,
      .complete = {{"path", [](const std::string& value, const auto& others) {
                      Completion out;
                      for (int i = 0; i < 150; ++i)
                        out.values.push_back(value + std::to_string(i) +
                                             (others.contains("end") ? others.at("end") : ""));
                      out.total = 1000;
                      return out;
                    }}}});
  server.add(Prompt{
      .name = "locate",
      .title = "Locate",
      .arguments = {{.name = "what",
                     .is_required = true,
                     .complete = [](const std::string& value, const auto&) -> Completion {
                       return {.values = {value + "!"}};
                     }},
                    {.name = "where"}},
      .get = [](const PromptArguments& arguments, const RequestContext&) -> Result<PromptResult> {
        if (arguments.at("what") == "gone") return failure(ErrorCategory::kNotFound);
        if (arguments.at("what") == "broken") return failure(ErrorCategory::kInternal);
        PromptResult out;
        out.description = "Find it";
        out.messages.push_back({"user", "Where is " + arguments.at("what") + '?'});
        out.messages.push_back({"user", ImageContent{"abc", "image/png"}});
        out.messages.push_back({"assistant", ResourceContents{"test://x", "text/plain", "x"}});
        return out;
      }});
  return server;
}

TEST_CASE("mcp: resources are listed and read, as text or base64, with caching hints") {
  Client client(catalog_server());
  client.initialize();
  const auto list = client.modern("resources/list");
  const auto& logo = item(at(list, {"result", "resources"}), 0);
  CHECK(at(logo, {"size"}) == json::Value(3));
  CHECK(item(at(logo, {"annotations", "audience"}), 0) == json::Value("user"));
  const auto read = client.modern("resources/read", R"("uri":"test://logo")");
  CHECK(at(item(at(read, {"result", "contents"}), 0), {"blob"}) == json::Value("/wE="));
  CHECK(at(read, {"result", "ttlMs"}) == json::Value(60'000));
  CHECK(at(read, {"result", "cacheScope"}) == json::Value("public"));
  const auto file = client.legacy("resources/read", R"("uri":"test://file/src/a%20b.c")");
  CHECK(at(item(at(file, {"result", "contents"}), 0), {"text"}) == json::Value("at src/a b.c"));
  CHECK(at(file, {"result"}).find("ttlMs") == nullptr);
  const auto templates = client.legacy("resources/templates/list");
  CHECK(at(item(at(templates, {"result", "resourceTemplates"}), 0), {"uriTemplate"}) ==
        json::Value("test://file/{+path}"));
}

TEST_CASE("mcp: a resource that cannot be read is the error that the revision demands") {
  Client client(catalog_server());
  for (const auto& [uri, modern_code, legacy_code] :
       {std::tuple{"test://file/gone", kInvalidParams, kLegacyResourceNotFound},
        std::tuple{"test://nowhere", kInvalidParams, kLegacyResourceNotFound},
        std::tuple{"", kInvalidParams, kLegacyResourceNotFound},
        std::tuple{"test://file/%zz", kInvalidParams, kLegacyResourceNotFound},
        std::tuple{"test://file/a%00b", kInvalidParams, kLegacyResourceNotFound},
        std::tuple{"test://file/bad", kInvalidParams, kInvalidParams},
        std::tuple{"test://file/broken", kInternalError, kInternalError}}) {
    CAPTURE(uri);
    const auto params = R"("uri":")" + std::string(uri) + '"';
    CHECK(error_code(client.modern("resources/read", params)) == modern_code);
    CHECK(error_code(client.legacy("resources/read", params)) == legacy_code);
  }
  CHECK(at(client.modern("resources/read", R"("uri":"test://nowhere")"),
           {"error", "data", "uri"}) == json::Value("test://nowhere"));
  CHECK(error_code(client.modern("resources/read")) == kInvalidParams);
  CHECK(error_code(client.modern("resources/read", R"("uri":5)")) == kInvalidParams);
}

TEST_CASE("mcp: URI templates take segments or rests, and nothing else") {
  struct Row {
    const char *uri_template, *uri, *variable, *value;  // a null value: no match
  };
  for (const auto& [pattern, uri, variable, value] :
       {Row{"t://{id}/data", "t://7/data", "id", "7"},
        Row{"t://{id}/data", "t:///data", "id", nullptr},
        Row{"t://{id}/data", "t://a/b/data", "id", nullptr},
        Row{"t://{id}/data", "t://a%2Fb/data", "id", "a/b"},
        Row{"t://{+path}", "t://a/b/c", "path", "a/b/c"},
        Row{"t://{+path}", "t://", "path", nullptr},
        Row{"t://{+path}.txt", "t://a.txt.txt", "path", "a.txt"},
        Row{"t://{id}", "t://7x/", "id", nullptr}, Row{"t://fixed", "t://fixe", "id", nullptr},
        Row{"t://{a}-{b}", "t://1-2-3", "b", "2-3"}, Row{"t://{+a}/{b}", "t://x/y/z", "b", "z"},
        Row{"t://{open", "t://{open", "", ""}}) {
    CAPTURE(pattern);
    CAPTURE(uri);
    const auto found = match_uri(pattern, uri);
    REQUIRE(found.has_value() == (value != nullptr));
    if (value != nullptr && *variable != '\0') CHECK(found->at(variable) == value);
  }
  CHECK(variables_of("t://{a}/{+b}") == std::vector<std::string>{"a", "b"});
}

TEST_CASE("mcp: prompts are listed and filled in; wrong arguments are refused") {
  Client client(catalog_server());
  const auto list = client.modern("prompts/list");
  const auto& prompt = item(at(list, {"result", "prompts"}), 0);
  CHECK(at(item(at(prompt, {"arguments"}), 0), {"required"}) == json::Value(true));
  const auto got = client.legacy("prompts/get", R"("name":"locate","arguments":{"what":"it"})");
  const auto& messages = at(got, {"result", "messages"});
  CHECK(at(item(messages, 0), {"content", "text"}) == json::Value("Where is it?"));
  CHECK(at(item(messages, 1), {"content", "data"}) == json::Value("YWJj"));
  CHECK(at(item(messages, 2), {"content", "resource", "text"}) == json::Value("x"));
  for (const auto& [params, code] :
       {std::pair{R"("name":"nope")", kInvalidParams},
        std::pair{R"("name":"locate")", kInvalidParams},
        std::pair{R"("name":"locate","arguments":[])", kInvalidParams},
        std::pair{R"("name":"locate","arguments":{"what":5})", kInvalidParams},
        std::pair{R"("name":"locate","arguments":{"what":"a","how":"b"})", kInvalidParams},
        std::pair{R"("name":"locate","arguments":{"what":"gone"})", kInvalidParams},
        std::pair{R"("name":"locate","arguments":{"what":"broken"})", kInternalError}}) {
    CAPTURE(params);
    CHECK(error_code(client.modern("prompts/get", params)) == code);
    CHECK(error_code(client.legacy("prompts/get", params)) == code);
  }
}

TEST_CASE("mcp: completion gives at most 100 values, and says how many there are") {
  Client client(catalog_server());
  const auto many = client.modern("completion/complete",
                                  R"("ref":{"type":"ref/resource","uri":"test://file/{+path}"},
         "argument":{"name":"path","value":"s"},"context":{"arguments":{"end":"/"}})");
  const auto& completion = at(many, {"result", "completion"});
  CHECK(at(completion, {"values"}).if_array()->size() == 100);
  CHECK(item(at(completion, {"values"}), 1) == json::Value("s1/"));
  CHECK(at(completion, {"total"}) == json::Value(1000));
  CHECK(at(completion, {"hasMore"}) == json::Value(true));
  const auto one = client.legacy("completion/complete",
                                 R"("ref":{"type":"ref/prompt","name":"locate"},
                                    "argument":{"name":"what","value":"x"})");
  CHECK(item(at(one, {"result", "completion", "values"}), 0) == json::Value("x!"));
  const auto none = client.legacy("completion/complete",
                                  R"("ref":{"type":"ref/prompt","name":"locate"},
                                     "argument":{"name":"where","value":"x"})");
  CHECK(at(none, {"result", "completion", "hasMore"}) == json::Value(false));
  for (
      const auto* params :
      {R"("ref":{"type":"ref/prompt","name":"nope"},"argument":{"name":"what","value":""})",
       R"("ref":{"type":"ref/prompt","name":"locate"},"argument":{"name":"how","value":""})",
       R"("ref":{"type":"ref/resource","uri":"nope"},"argument":{"name":"a","value":""})",
       R"("ref":{"type":"ref/resource","uri":"test://file/{+path}"},"argument":{"name":"a","value":""})",
       R"("ref":{"type":"ref/tool"},"argument":{"name":"a","value":""})",
       R"("ref":{"type":"ref/prompt","name":"locate"},"argument":{"name":"what"})",
       R"("ref":{"type":"ref/prompt","name":"locate"})",
       R"("argument":{"name":"what","value":""})"})
    CHECK_MESSAGE(error_code(client.modern("completion/complete", params)) == kInvalidParams,
                  params);
}

TEST_CASE("mcp: kinds of content that an old revision does not know become text") {
  Server server({"test", "Test", "1", ""});
  Tool all;
  all.name = "all";
  all.call = [](const json::Value&, const RequestContext&) {
    ToolResult out;
    out.content = {ImageContent{"abc", "image/png"}, AudioContent{"abc", "audio/wav"},
                   ResourceLink{.uri = "test://x", .name = "x", .size_bytes = 5}};
    out.content.back().annotations.priority = 1;
    out.meta = json::Object{{"example.org/a", 1}};
    return out;
  };
  server.add(all);
  const auto kinds = [&](std::string_view version) {
    Client client(server);
    client.initialize(version);
    const auto reply = client.legacy("tools/call", R"("name":"all")");
    CHECK(at(reply, {"result", "_meta", "example.org/a"}) == json::Value(1));
    std::string out;
    for (const auto& block : *at(reply, {"result", "content"}).if_array())
      out += text_of(block.find("type")) + ' ';
    return out;
  };
  CHECK(kinds("2025-11-25") == "image audio resource_link ");
  CHECK(kinds("2025-06-18") == "image audio resource_link ");
  CHECK(kinds("2025-03-26") == "image audio text ");
  CHECK(kinds("2024-11-05") == "image text text ");
  Client client(server);
  const auto reply = client.modern("tools/call", R"("name":"all")");
  CHECK(at(reply, {"result", "_meta", "example.org/a"}) == json::Value(1));
  CHECK(at(item(at(reply, {"result", "content"}), 2), {"size"}) == json::Value(5));
}

TEST_CASE("mcp: paging shows each tool that stays exactly once, in order, whatever changes") {
  std::mt19937 random(7);
  for (int round = 0; round < 30; ++round) {
    Server server({"test", "Test", "1", ""}, {.page_size = 1 + random() % 7});
    std::set<std::string> staying;
    std::vector<std::string> leaving;
    for (unsigned i = 0; i < random() % 40 + 1; ++i) {
      const auto name = "tool-" + std::to_string(i);
      server.add(Tool{.name = name});
      if (random() % 3 == 0)
        leaving.push_back(name);
      else
        staying.insert(name);
    }
    Client client(server);
    std::vector<std::string> seen;
    std::string cursor;
    int late = 0;
    do {
      const auto page =
          client.modern("tools/list", cursor.empty() ? "" : R"("cursor":")" + cursor + '"');
      for (const auto& tool : *at(page, {"result", "tools"}).if_array())
        seen.push_back(text_of(tool.find("name")));
      cursor = text_of(at(page, {"result"}).find("nextCursor"));
      if (!leaving.empty() && random() % 2 == 0) {
        server.remove_tool(leaving.back());
        leaving.pop_back();
      }
      if (late < 3 && random() % 2 == 0) server.add(Tool{.name = "late-" + std::to_string(late++)});
    } while (!cursor.empty());
    CHECK(std::set<std::string>(seen.begin(), seen.end()).size() == seen.size());
    std::vector<std::string> kept;
    std::copy_if(seen.begin(), seen.end(), std::back_inserter(kept),
                 [&](const std::string& name) { return staying.contains(name); });
    CHECK(kept.size() == staying.size());
    CHECK(std::is_sorted(kept.begin(), kept.end(), [](const auto& a, const auto& b) {
      return std::pair(a.size(), a) < std::pair(b.size(), b);
    }));
  }
}

TEST_CASE("mcp: a cursor that we did not give for that list is refused") {
  Server server({"test", "Test", "1", ""}, {.page_size = 1});
  for (const auto* name : {"a", "b"}) {
    server.add(Tool{.name = name});
    server.add(Prompt{.name = name});
  }
  Client client(server);
  const auto page = client.modern("tools/list");
  const auto cursor = text_of(at(page, {"result"}).find("nextCursor"));
  CHECK(client.legacy("tools/list", R"("cursor":")" + cursor + '"').find("error") == nullptr);
  for (const auto& wrong : {'"' + cursor + "x\"", std::string(R"("")"), std::string("7"),
                            std::string(R"("dG9vbHM6")"), std::string(R"("tools:1")")})
    CHECK_MESSAGE(error_code(client.modern("tools/list", "\"cursor\":" + wrong)) == kInvalidParams,
                  wrong);
  CHECK(error_code(client.modern("prompts/list", R"("cursor":")" + cursor + '"')) ==
        kInvalidParams);
}

}  // namespace
}  // namespace codeweaver::mcp
