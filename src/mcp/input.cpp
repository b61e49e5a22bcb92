// Input: questions of a handler to the client, and checks of the answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/input.hpp"

#include "mcp/message.hpp"
#include "mcp/schema_check.hpp"

namespace codeweaver::mcp {

std::string_view InputRequest::capability() const noexcept {
  if (method == "sampling/createMessage")
    return params.find("tools") != nullptr ? "sampling.tools" : "sampling";
  if (method == "roots/list") return "roots";
  const auto* mode = params.find("mode");
  const bool is_url = mode != nullptr && *mode == json::Value("url");
  return is_url ? "elicitation.url" : "elicitation";
}

InputRequest elicit(std::string key, std::string message, json::Value schema) {
  return {std::move(key), "elicitation/create",
          json::Object{{"message", std::move(message)}, {"requestedSchema", std::move(schema)}}};
}

InputRequest elicit_url(std::string key, std::string message, std::string url) {
  return {std::move(key), "elicitation/create",
          json::Object{{"mode", "url"}, {"message", std::move(message)}, {"url", std::move(url)}}};
}

InputRequest sample(std::string key, json::Value params) {
  return {std::move(key), "sampling/createMessage", std::move(params)};
}

InputRequest list_roots(std::string key) {
  return {std::move(key), "roots/list"};
}

bool is_answer_to(std::string_view method, const json::Value& answer) {
  if (!answer.is_object()) return false;
  if (method == "elicitation/create") {
    const auto action = text_of(answer.find("action"));
    const auto* content = answer.find("content");
    return (action == "accept" || action == "decline" || action == "cancel") &&
           (content == nullptr || content->is_object());
  }
  if (method == "sampling/createMessage") {
    const auto* content = answer.find("content");
    return !text_of(answer.find("role")).empty() && content != nullptr &&
           (content->is_object() || content->is_array());
  }
  const auto* roots = answer.find("roots");
  return method == "roots/list" && roots != nullptr && roots->is_array();
}

bool is_answer_to(const InputRequest& question, const json::Value& answer) {
  if (!is_answer_to(question.method, answer)) return false;
  const auto* form = question.params.find("requestedSchema");
  if (form == nullptr || text_of(answer.find("action")) != "accept") return true;
  const auto* content = answer.find("content");
  static const json::Value kEmpty = json::Object{};
  return check_members(content != nullptr ? *content : kEmpty, *form).has_value();
}

}  // namespace codeweaver::mcp
