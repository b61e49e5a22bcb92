// Builds and classifies JSON-RPC messages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// Sends one message to the client. Called on any thread; must not block for long.
using Send = std::function<void(const json::Value& message)>;

/// An error of the protocol. Errors of tools are results instead.
struct ProtocolError {
  int code = 0;
  std::string message;
  std::optional<json::Value> data{};
};

json::Value make_request(const json::Value& id, std::string_view method, json::Value params);
json::Value make_notification(std::string_view method, json::Value params);
json::Value make_result(const json::Value& id, json::Value result);
/// A null id (the request had no readable one) is omitted.
json::Value make_error(const json::Value& id, const ProtocolError& error);
/// The answer to a text that is not JSON or only the start of a message. It has the id of the
/// request if that is readable.
json::Value make_parse_error(std::string_view text, std::string_view why);

bool is_request(const json::Value& message) noexcept;       ///< has a method and an id
bool is_notification(const json::Value& message) noexcept;  ///< has a method and no id
bool is_response(const json::Value& message) noexcept;      ///< has an id and no method

/// The version in the _meta of a request of the stateless era; empty for a legacy request.
std::string modern_version(const json::Value& message);

/// The text of a string value; empty for null and other types.
std::string text_of(const json::Value* value);

}  // namespace codeweaver::mcp
