// Outcome: how one round of a handler ends.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <variant>

#include "json/value.hpp"
#include "mcp/call_context.hpp"
#include "mcp/input.hpp"
#include "mcp/message.hpp"

namespace codeweaver::mcp {

struct Step;

/// The result of the protocol, without what is added to every result.
struct Complete {
  json::Value result;
  bool is_error = false;
};
/// The handler wants the rest to run as a task.
struct ContinueAsTask {
  std::shared_ptr<const Step> rest;
};

using Outcome = std::variant<Complete, InputNeeded, ProtocolError, ContinueAsTask>;

/// One round of a handler: calls `done` once, now or later, on any thread. Throws nothing.
struct Step {
  std::function<void(const CallContext& context, std::function<void(Outcome)> done)> run;
};

/// Runs work that returns its outcome; what it throws becomes an internal error.
Outcome guarded(const std::function<Outcome()>& work);

}  // namespace codeweaver::mcp
