// Input: what a handler may ask the client for before it can answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// One question to the client: to its user, its model or its list of roots.
struct InputRequest {
  std::string key;     ///< names the answer; unique within the call
  std::string method;  ///< "elicitation/create", "sampling/createMessage" or "roots/list"
  json::Value params = json::Object{};
  /// A legacy client that answers with an error leaves it open; else that fails the call.
  bool is_optional = false;
  /// How long a legacy client is waited for; then the question counts as answered with an error,
  /// and CallContext::is_late() is true. Unset: as long as the call lasts.
  std::optional<std::chrono::milliseconds> patience{};

  /// What the client must have declared: "elicitation", "elicitation.url", "sampling",
  /// "sampling.tools" or "roots".
  std::string_view capability() const noexcept;
};

/// What a handler returns instead of an answer: it is called again with the answers so far, in
/// both eras and in tasks. Requests go to the client as messages (legacy) or in the result
/// (stateless); the library checks the client's capabilities and seals the state.
struct InputNeeded {
  std::vector<InputRequest> requests{};
  std::string state{};  ///< comes back as CallContext::state(); clients cannot change it
};

/// A form; `schema` is an object schema of primitive properties. What is accepted counts as an
/// answer only if it fits what check_members() knows of it; patterns and formats are not checked.
InputRequest elicit(std::string key, std::string message, json::Value schema);
/// A page to open.
InputRequest elicit_url(std::string key, std::string message, std::string url);
/// `params` as of sampling/createMessage: messages, maxTokens...
InputRequest sample(std::string key, json::Value params);
InputRequest list_roots(std::string key);

/// Is it what a client may answer to that method?
bool is_answer_to(std::string_view method, const json::Value& answer);
/// And does the content of a form fit the schema that was asked for?
bool is_answer_to(const InputRequest& question, const json::Value& answer);

}  // namespace codeweaver::mcp
