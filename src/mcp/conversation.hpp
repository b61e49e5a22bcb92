// Conversation: runs a handler for a waiting client, in rounds until it needs no more input.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "json/value.hpp"
#include "mcp/call.hpp"
#include "mcp/outcome.hpp"

namespace codeweaver::mcp {

/// Continues the rest of a call as a task, with the answers so far.
using TaskStarter = std::function<void(std::shared_ptr<const Step> rest, json::Value inputs)>;

/// Runs `step` and answers `call` with its outcome. In the stateless era each round is a separate
/// request, and the client carries the sealed state. In the legacy era we send requests to the
/// client. If `start_task` is empty, nothing becomes a task.
void converse(const std::shared_ptr<Call>& call, std::shared_ptr<const Step> step,
              TaskStarter start_task = {});

/// The answers of a legacy client.
struct ClientAnswers {
  json::Value by_key = json::Object{};  ///< {} for an optional question without answer
  std::vector<std::string> late{};      ///< keys of questions that it did not answer in time
  std::string error{};                  ///< why a required question has no answer
};

/// Sends all questions of `needed` to a legacy client. `meta` is added to each request.
void ask_client(const std::shared_ptr<Call>& call, const InputNeeded& needed,
                const json::Value& meta, std::function<void(ClientAnswers answers)> then);

/// The first capability that `needed` requires and the client lacks; empty: none.
std::string_view missing_for(const InputNeeded& needed, const json::Value& capabilities);

/// The requests as an object by key.
json::Value requests_json(const std::vector<InputRequest>& requests);

}  // namespace codeweaver::mcp
