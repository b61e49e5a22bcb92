// Conversation: runs a handler for a waiting client, round by round until it needs no more input.
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

/// Where the rest of a call goes on as a task, with the answers so far.
using TaskStarter = std::function<void(std::shared_ptr<const Step> rest, json::Value inputs)>;

/// Answers `call` with what the steps come to. In the stateless era each round is a request of its
/// own, and what must be remembered travels through the client, sealed; in the legacy era the
/// client is asked with requests of our own. `start_task` may be empty: then all runs at once.
void converse(const std::shared_ptr<Call>& call, std::shared_ptr<const Step> step,
              TaskStarter start_task = {});

/// What a legacy client answered.
struct ClientAnswers {
  json::Value by_key = json::Object{};  ///< of an optional question without answer: {}
  std::vector<std::string> late{};      ///< keys of questions that it did not answer in time
  std::string error{};                  ///< why a question that must be answered was not
};

/// Asks a legacy client all of `needed`. `meta` goes into each request.
void ask_client(const std::shared_ptr<Call>& call, const InputNeeded& needed,
                const json::Value& meta, std::function<void(ClientAnswers answers)> then);

/// The first capability that `needed` demands and the client lacks; empty: none.
std::string_view missing_for(const InputNeeded& needed, const json::Value& capabilities);

/// The requests as an object by key.
json::Value requests_json(const std::vector<InputRequest>& requests);

}  // namespace codeweaver::mcp
