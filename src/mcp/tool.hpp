// Tools: what a server offers to be called.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "mcp/call_context.hpp"
#include "mcp/content.hpp"
#include "mcp/input.hpp"

namespace codeweaver::mcp {

/// The outcome of a call. An error that the model can act on is a result, not a protocol failure;
/// a handler that throws is a protocol failure.
struct ToolResult {
  std::string text{};                       ///< the first block, unless empty
  std::optional<json::Value> structured{};  ///< an object that fits output_schema
  bool is_error = false;
  std::vector<Content> content{};      ///< more blocks, after `text`
  std::optional<json::Value> meta{};   ///< _meta of the result, an object
  std::optional<InputNeeded> input{};  ///< no answer yet: ask the client, then call again
  /// No answer yet: go on as a task if the client knows tasks, else at once.
  std::function<ToolResult(const CallContext& context)> continue_as_task{};

  /// Cause, context and suggested action as text.
  static ToolResult failure(const Error& error) { return {error.message(), std::nullopt, true}; }
  static ToolResult needs(std::vector<InputRequest> requests, std::string state = {}) {
    ToolResult out;
    out.input = InputNeeded{std::move(requests), std::move(state)};
    return out;
  }
};

/// May calls become tasks, which the client polls? In the stateless era the server decides, and
/// makes a task of each call of a client that knows tasks; a legacy client asks for one.
enum class TaskSupport : std::uint8_t {
  kForbidden,
  kOptional,
  kRequired,  ///< clients without tasks are refused
};

/// One tool. Schemas are JSON Schema objects without unions, which some clients refuse.
struct Tool {
  std::string name;
  std::string title{};
  std::string description{};
  json::Value input_schema = json::Object{{"type", "object"}};
  std::optional<json::Value> output_schema{};
  bool is_read_only = true;
  bool is_destructive = false;
  bool is_idempotent = true;
  bool is_open_world = false;
  TaskSupport tasks = TaskSupport::kForbidden;
  /// The task starts with continue_as_task, not with the call: for tools that ask for input first.
  bool starts_task_itself = false;
  std::optional<json::Value> meta{};  ///< _meta of the description, an object
  /// Called concurrently. Arguments have been checked against input_schema.
  std::function<ToolResult(const json::Value& arguments, const CallContext& context)> call{};
  /// In place of `call`: returns soon, and calls `done` once, from any thread.
  std::function<void(const json::Value& arguments, const CallContext& context,
                     std::function<void(ToolResult)> done)>
      start{};
};

/// Checks arguments against the part of JSON Schema that tool inputs use: additionalProperties and
/// what check_members() knows. A schema that names its properties takes no others unless it says
/// so: a misspelt argument is better refused than ignored. Errors: kInvalidArgument
/// "INVALID_ARGUMENT"; the cause names the argument and what is allowed.
Result<void> check_arguments(const json::Value& arguments, const json::Value& schema);

}  // namespace codeweaver::mcp
