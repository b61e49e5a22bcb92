// Input: questions of a handler to the client.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::mcp {

/// One question to the client's user or model, or for its roots.
struct InputRequest {
  std::string key;     ///< key of the answer; unique within the call
  std::string method;  ///< "elicitation/create", "sampling/createMessage" or "roots/list"
  json::Value params = json::Object{};
  /// If true, an error from a legacy client leaves the question without an answer; else it fails
  /// the call.
  bool is_optional = false;
  /// How long to wait for a legacy client. Then the question counts as answered with an error, and
  /// RequestContext::is_late() is true. Unset: no limit.
  std::optional<std::chrono::milliseconds> patience{};

  /// The capability that the client must declare: "elicitation", "elicitation.url", "sampling",
  /// "sampling.tools" or "roots".
  std::string_view capability() const noexcept;
};

/// A handler returns it instead of an answer and is called again with the answers so far, in both
/// eras and in tasks. The requests go to the client as messages (legacy) or in the result
/// (stateless). The library checks the client's capabilities and seals the state.
struct InputNeeded {
  std::vector<InputRequest> requests{};
  std::string state{};  ///< comes back as RequestContext::state(); clients cannot change it
};

/// Asks the user to fill in a form. `schema`: an object schema with primitive properties. An answer
/// counts only if it passes check_members(); patterns and formats are not checked.
InputRequest elicit(std::string key, std::string message, json::Value schema);
/// Asks the user to open a page.
InputRequest elicit_url(std::string key, std::string message, std::string url);
/// Asks the client's model. `params`: as for sampling/createMessage (messages, maxTokens...).
InputRequest sample(std::string key, json::Value params);
InputRequest list_roots(std::string key);

/// Whether `answer` has the form of an answer to that method.
bool is_answer_to(std::string_view method, const json::Value& answer);
/// The same; for a form, also whether the content fits its schema.
bool is_answer_to(const InputRequest& question, const json::Value& answer);

}  // namespace codeweaver::mcp
