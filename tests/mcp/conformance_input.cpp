// The fixture's tools that ask the client, in messages (legacy) or in their results (stateless).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/writer.hpp"
#include "mcp/conformance_fixture.hpp"

namespace codeweaver::mcp::fixture {
namespace {

std::string member_text(const json::Value* object, std::string_view key) {
  const auto* value = object != nullptr ? object->find(key) : nullptr;
  return text_of(value);
}

/// The field `name` of an answered form.
std::string field(const json::Value& answer, std::string_view name) {
  return member_text(answer.find("content"), name);
}

InputRequest ask_text(std::string key, std::string message, const std::string& name) {
  json::Value property, properties, schema;
  property.set("type", "string");
  properties.set(name, std::move(property));
  schema.set("type", "object");
  schema.set("properties", std::move(properties));
  schema.set("required", json::Array{name});
  return elicit(std::move(key), std::move(message), std::move(schema));
}

InputRequest ask_yes(std::string key) {
  return elicit(
      std::move(key), "Please confirm",
      json_of(
          R"({"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]})"));
}

InputRequest ask_model(std::string key, const std::string& question, int max_tokens) {
  json::Value content, message, params;
  content.set("type", "text");
  content.set("text", question);
  message.set("role", "user");
  message.set("content", std::move(content));
  params.set("messages", json::Array{std::move(message)});
  params.set("maxTokens", max_tokens);
  return sample(std::move(key), std::move(params));
}

/// Asks for a form once and says what was answered.
Tool form_tool(std::string name, std::string message, std::string_view schema) {
  return make_tool(
      std::move(name), "Asks the user to fill a form",
      [message = std::move(message), form = json_of(schema)](auto&, const RequestContext& context) {
        const auto question = elicit("form", message, form);
        const auto* answer = context.elicited(question);
        if (answer == nullptr) return ToolResult::needs({question});
        const auto* content = answer->find("content");
        return ToolResult{"Elicitation completed: action=" + member_text(answer, "action") +
                          ", content=" + (content != nullptr ? json::dump(*content) : "{}")};
      });
}

void add_single_questions(Server& server) {
  server.add(make_tool(
      "test_sampling", "Asks the client's model",
      [](auto& arguments, auto& context) {
        const auto* answer = context.sampled("completion");
        if (answer == nullptr)
          return ToolResult::needs(
              {ask_model("completion", text_of(arguments.find("prompt")), 100)});
        return ToolResult{"LLM response: " + field(*answer, "text")};
      },
      R"({"prompt": {"type": "string"}})"));
  server.add(make_tool(
      "test_elicitation", "Asks the user",
      [](auto& arguments, auto& context) {
        const auto question =
            elicit("user", text_of(arguments.find("message")), json_of(R"({"type": "object",
        "properties": {"username": {"type": "string", "description": "User's response"},
                       "email": {"type": "string", "description": "User's email address"}},
        "required": ["username", "email"]})"));
        const auto* answer = context.elicited(question);
        if (answer == nullptr) return ToolResult::needs({question});
        return ToolResult{"User response: action=" + member_text(answer, "action") +
                          ", username=" + field(*answer, "username")};
      },
      R"({"message": {"type": "string"}})"));
  server.add(form_tool("test_elicitation_sep1034_defaults", "Please review the defaults",
                       R"({"type": "object",
    "properties": {
      "name": {"type": "string", "description": "User name", "default": "John Doe"},
      "age": {"type": "integer", "description": "User age", "default": 30},
      "score": {"type": "number", "description": "User score", "default": 95.5},
      "status": {"type": "string", "description": "User status", "enum": ["active", "inactive", "pending"],
                 "default": "active"},
      "verified": {"type": "boolean", "description": "Verification status", "default": true}},
    "required": []})"));
  server.add(
      form_tool("test_elicitation_sep1330_enums", "Please select options", R"({"type": "object",
    "properties": {
      "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
      "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"},
        {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
      "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"]},
      "untitledMulti": {"type": "array", "minItems": 1, "maxItems": 3,
        "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
      "titledMulti": {"type": "array", "minItems": 1, "maxItems": 3,
        "items": {"anyOf": [{"const": "value1", "title": "First Choice"},
          {"const": "value2", "title": "Second Choice"}, {"const": "value3", "title": "Third Choice"}]}}},
    "required": []})"));
  server.add(
      make_tool("test_missing_capability", "Needs a client with a model", [](auto&, auto& context) {
        if (context.sampled("model") != nullptr) return ToolResult{"Success"};
        return ToolResult::needs({ask_model("model", "Anything?", 10)});
      }));
}

void add_rounds(Server& server) {
  const auto add = [&](const char* name, Call call) {
    server.add(make_tool("test_input_required_result_" + std::string(name),
                         "Asks before it answers", std::move(call)));
  };
  add("elicitation", [](auto&, auto& context) {
    const auto question = ask_text("user_name", "What is your name?", "name");
    const auto* answer = context.elicited(question);
    if (answer == nullptr) return ToolResult::needs({question});
    return ToolResult{"Hello, " + field(*answer, "name") + "!"};
  });
  add("sampling", [](auto&, auto& context) {
    const auto* answer = context.sampled("capital_question");
    if (answer == nullptr)
      return ToolResult::needs(
          {ask_model("capital_question", "What is the capital of France?", 100)});
    return ToolResult{"Sampling result: " + field(*answer, "text")};
  });
  add("list_roots", [](auto&, auto& context) {
    const auto* answer = context.roots("client_roots");
    if (answer == nullptr) return ToolResult::needs({list_roots("client_roots")});
    return ToolResult{"Found " + std::to_string(answer->find("roots")->if_array()->size()) +
                      " roots"};
  });
  add("request_state", [](auto&, auto& context) {
    const auto question = ask_yes("confirm");
    if (context.elicited(question) == nullptr || context.state() != "asked")
      return ToolResult::needs({question}, "asked");
    return ToolResult{"state-ok: requestState validated"};
  });
  add("tampered_state", [](auto&, auto& context) {
    const auto question = ask_yes("confirm");
    if (context.elicited(question) == nullptr || context.state() != "sealed")
      return ToolResult::needs({question}, "sealed");
    return ToolResult{"integrity-ok: state verified"};
  });
  add("multiple_inputs", [](auto&, auto& context) {
    const auto ask_name = ask_text("user_name", "What is your name?", "name");
    const auto* name = context.elicited(ask_name);
    const auto* greeting = context.sampled("greeting");
    const auto* roots = context.roots("client_roots");
    if (name == nullptr || greeting == nullptr || roots == nullptr)
      return ToolResult::needs(
          {ask_name, ask_model("greeting", "Generate a greeting", 50), list_roots("client_roots")},
          "asked");
    return ToolResult{field(*greeting, "text") + " " + field(*name, "name")};
  });
  add("multi_round", [](auto&, auto& context) {
    const auto ask_name = ask_text("step1", "Step 1: What is your name?", "name");
    const auto ask_color = ask_text("step2", "Step 2: What is your favorite color?", "color");
    const auto* name = context.elicited(ask_name);
    const auto* color = context.elicited(ask_color);
    if (color != nullptr)
      return ToolResult{std::string(context.state()) + " likes " + field(*color, "color")};
    if (name == nullptr) return ToolResult::needs({ask_name}, "1");
    return ToolResult::needs({ask_color}, field(*name, "name"));
  });
  add("capabilities", [](auto&, auto& context) {
    std::vector<InputRequest> requests;
    const auto question = ask_text("elicit_input", "Elicitation input", "value");
    if (context.client_has("elicitation") && context.elicited(question) == nullptr)
      requests.push_back(question);
    if (context.client_has("sampling") && context.sampled("sample_input") == nullptr)
      requests.push_back(ask_model("sample_input", "Sample request", 50));
    return requests.empty() ? ToolResult{"capabilities-ok"}
                            : ToolResult::needs(std::move(requests));
  });
}

}  // namespace

void add_input_tools(Server& server) {
  add_single_questions(server);
  add_rounds(server);
  Prompt prompt{.name = "test_input_required_result_prompt",
                .description = "Asks before it answers"};
  prompt.get = [](auto&, const RequestContext& context) -> Result<PromptResult> {
    PromptResult result;
    const auto question =
        ask_text("user_context", "What context should the prompt use?", "context");
    if (const auto* answer = context.elicited(question))
      result.messages.push_back({"user", "Prompt with context: " + field(*answer, "context")});
    else
      result.input = InputNeeded{{question}};
    return result;
  };
  server.add(std::move(prompt));
}

}  // namespace codeweaver::mcp::fixture
