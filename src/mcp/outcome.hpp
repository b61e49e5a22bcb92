// Outcome: the end of one round of a handler.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <variant>

#include "json/value.hpp"
#include "mcp/input.hpp"
#include "mcp/message.hpp"
#include "mcp/request_context.hpp"

namespace codeweaver::mcp {

struct Step;

/// The result of the protocol, without the members added to every result.
struct Complete {
  json::Value result;
  bool is_error = false;
};
/// The handler asks to run the rest as a task.
struct ContinueAsTask {
  std::shared_ptr<const Step> rest;
};

using Outcome = std::variant<Complete, InputNeeded, ProtocolError, ContinueAsTask>;

/// One round of a handler. It calls `done` once, now or later, on any thread. It does not throw.
struct Step {
  std::function<void(const RequestContext& context, std::function<void(Outcome)> done)> run;
};

/// Runs `work` and returns its outcome. An exception becomes an internal error.
Outcome guarded(const std::function<Outcome()>& work);

}  // namespace codeweaver::mcp
