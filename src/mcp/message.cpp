// Builds and classifies JSON-RPC messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/message.hpp"

#include "json/body.hpp"
#include "json/extent.hpp"
#include "json/integer.hpp"
#include "mcp/protocol.hpp"

namespace codeweaver::mcp {
namespace {

json::Value envelope() {
  json::Value out;
  out.set("jsonrpc", "2.0");
  return out;
}

bool has(const json::Value& message, std::string_view key) noexcept {
  return message.find(key) != nullptr;
}

/// The id of a request in a text that is not valid JSON. Null: there is no readable id, or the text
/// is a response (its id is one of ours).
json::Value id_in(std::string_view text) {
  std::string_view id;
  bool is_response = false;
  json::for_each_member(text, [&](std::string_view name, std::string_view value) {
    if (name == "id") id = value;
    is_response = is_response || name == "result" || name == "error";
    return true;
  });
  if (is_response || id.empty()) return {};
  auto value = json::parse_body(id);
  const bool is_id = value && (value->is_string() || json::as_integer(*value));
  return is_id ? *std::move(value) : json::Value();
}

}  // namespace

json::Value make_request(const json::Value& id, std::string_view method, json::Value params) {
  auto out = envelope();
  out.set("id", id);
  out.set("method", method);
  out.set("params", std::move(params));
  return out;
}

json::Value make_notification(std::string_view method, json::Value params) {
  auto out = envelope();
  out.set("method", method);
  out.set("params", std::move(params));
  return out;
}

json::Value make_result(const json::Value& id, json::Value result) {
  auto out = envelope();
  out.set("id", id);
  out.set("result", std::move(result));
  return out;
}

json::Value make_error(const json::Value& id, const ProtocolError& error) {
  json::Value body;
  body.set("code", error.code);
  body.set("message", error.message);
  if (error.data) body.set("data", *error.data);
  auto out = envelope();
  if (!id.is_null()) out.set("id", id);
  out.set("error", std::move(body));
  return out;
}

json::Value make_parse_error(std::string_view text, std::string_view why) {
  return make_error(id_in(text), {kParseError, "Parse error: " + std::string(why)});
}

bool is_request(const json::Value& message) noexcept {
  return has(message, "method") && has(message, "id");
}

bool is_notification(const json::Value& message) noexcept {
  return has(message, "method") && !has(message, "id");
}

bool is_response(const json::Value& message) noexcept {
  return has(message, "id") && !has(message, "method");
}

std::string modern_version(const json::Value& message) {
  const auto* params = message.find("params");
  const auto* meta = params != nullptr ? params->find("_meta") : nullptr;
  return meta != nullptr ? text_of(meta->find(kVersionKey)) : std::string{};
}

std::string text_of(const json::Value* value) {
  const auto* text = value != nullptr ? value->if_string() : nullptr;
  return text != nullptr ? *text : std::string{};
}

}  // namespace codeweaver::mcp
