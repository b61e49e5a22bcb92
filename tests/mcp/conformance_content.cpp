// The fixture's tools: kinds of content, progress, logs, schemas, and changes of the lists.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <cassert>
#include <stdexcept>

#include "mcp/conformance_fixture.hpp"

namespace codeweaver::mcp::fixture {
namespace {

constexpr std::array<unsigned char, 69> kPng = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00,
    0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78,
    0xda, 0x63, 0x50, 0x48, 0x38, 0x00, 0x00, 0x01, 0xe4, 0x01, 0x41, 0xa2, 0xeb, 0x32,
    0x0c, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
constexpr std::array<unsigned char, 46> kWav = {
    0x52, 0x49, 0x46, 0x46, 0x26, 0x00, 0x00, 0x00, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6d, 0x74, 0x20,
    0x10, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x40, 0x1f, 0x00, 0x00, 0x80, 0x3e, 0x00, 0x00,
    0x02, 0x00, 0x10, 0x00, 0x64, 0x61, 0x74, 0x61, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00};

// Every kind of keyword that a list of tools has to hand on as it was written.
constexpr std::string_view kRichSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {
    "name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
    "phone": {"type": "string"}, "email": {"type": "string"}},
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false})";

ToolResult blocks(std::vector<Content> content) {
  ToolResult result;
  result.content = std::move(content);
  return result;
}

void add_kinds_of_content(Server& server) {
  server.add(make_tool("test_simple_text", "Says a text", [](auto&, auto&) {
    return ToolResult{"This is a simple text response for testing."};
  }));
  server.add(make_tool("test_image_content", "Shows an image", [](auto&, auto&) {
    return blocks({ImageContent{one_pixel_png(), "image/png"}});
  }));
  server.add(make_tool("test_audio_content", "Plays a sound", [](auto&, auto&) {
    return blocks({AudioContent{one_sample_wav(), "audio/wav"}});
  }));
  server.add(make_tool("test_embedded_resource", "Embeds a resource", [](auto&, auto&) {
    return blocks({ResourceContents{"test://embedded-resource", "text/plain",
                                    "This is an embedded resource content."}});
  }));
  server.add(make_tool("test_multiple_content_types", "Mixes kinds of content", [](auto&, auto&) {
    return blocks({"Multiple content types test:", ImageContent{one_pixel_png(), "image/png"},
                   ResourceContents{"test://mixed-content-resource", "application/json",
                                    R"({"test":"data","value":123})"}});
  }));
}

void add_what_tells(Server& server) {
  server.add(make_tool("test_tool_with_logging", "Logs while it runs", [](auto&, auto& context) {
    for (const char* line :
         {"Tool execution started", "Tool processing data", "Tool execution completed"})
      context.log("info", line);
    return ToolResult{"Tool with logging executed successfully"};
  }));
  server.add(make_tool("test_logging_tool", "Logs once", [](auto&, auto& context) {
    context.log("info", "Diagnostic trace");
    return ToolResult{"Logging evaluated"};
  }));
  server.add(make_tool("test_tool_with_progress", "Tells how far it is", [](auto&, auto& context) {
    for (const int done : {0, 50, 100})
      context.progress(done, 100, "Completed step " + std::to_string(done) + " of 100");
    return ToolResult{"Done"};
  }));
  server.add(make_tool("test_streaming_elicitation", "Tells how far it is, once",
                       [](auto&, auto& context) {
                         context.progress(50, 100);
                         return ToolResult{"Streaming complete"};
                       }));
  server.add(make_tool("test_error_handling", "Fails", [](auto&, auto&) {
    ToolResult result{"This tool intentionally returns an error for testing"};
    result.is_error = true;
    return result;
  }));
}

/// Adds `thing` if it is not there, else removes it; either way its list has changed.
template <class Add, class Remove>
ToolResult toggle(Add add, Remove remove) {
  if (!remove()) add();
  return ToolResult{"Changed"};
}

void add_changes(Server& server) {
  server.add(make_tool(
      "test_trigger_tool_change", "Changes the list of tools", [server](auto&, auto&) mutable {
        return toggle(
            [&] {
              server.add(make_tool("test_dynamic_tool", "Comes and goes",
                                   [](auto&, auto&) { return ToolResult{"Here"}; }));
            },
            [&] { return server.remove_tool("test_dynamic_tool"); });
      }));
  server.add(make_tool(
      "test_trigger_prompt_change", "Changes the list of prompts", [server](auto&, auto&) mutable {
        Prompt prompt{.name = "test_dynamic_prompt", .description = "Comes and goes"};
        prompt.get = [](auto&, auto&) -> Result<PromptResult> {
          return PromptResult{.messages = {{"user", "Here"}}};
        };
        return toggle([&] { server.add(prompt); },
                      [&] { return server.remove_prompt(prompt.name); });
      }));
  server.add(make_tool("test_trigger_resource_update", "Changes the watched resource",
                       [server](auto&, auto&) mutable {
                         server.resource_updated("test://watched-resource");
                         return ToolResult{"Changed"};
                       }));
}

}  // namespace

json::Value json_of(std::string_view text) {
  auto value = json::parse(text);
  if (!value) throw std::logic_error(value.error().message());
  return *std::move(value);
}

std::string one_pixel_png() {
  return {kPng.begin(), kPng.end()};
}

std::string one_sample_wav() {
  return {kWav.begin(), kWav.end()};
}

Tool make_tool(std::string name, std::string description, Call call, std::string_view properties) {
  Tool tool;
  tool.name = std::move(name);
  tool.title = tool.name;
  tool.description = std::move(description);
  tool.call = std::move(call);
  auto members = json_of(properties);
  json::Value required = json::Array{};
  for (const auto& member : *members.if_object()) required.push_back(member.key);
  tool.input_schema.set("properties", std::move(members));
  tool.input_schema.set("required", std::move(required));
  return tool;
}

void add_content_tools(Server& server) {
  add_kinds_of_content(server);
  add_what_tells(server);
  add_changes(server);
  auto rich = make_tool("json_schema_2020_12_tool", "Has a schema of many keywords",
                        [](auto&, auto&) { return ToolResult{"Called"}; });
  rich.input_schema = json_of(kRichSchema);
  server.add(std::move(rich));
  server.add(make_tool(
      "test_header_parameter", "Has an argument that HTTP clients repeat as a header",
      [](auto&, auto&) { return ToolResult{"Called"}; },
      R"({"region": {"type": "string", "x-mcp-header": "Region"}})"));
}

}  // namespace codeweaver::mcp::fixture
