// Tools: functions that clients can call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"
#include "mcp/content.hpp"
#include "mcp/input.hpp"
#include "mcp/request_context.hpp"

namespace codeweaver::mcp {

/// The outcome of a call. An error that the model can act on is a result; an exception of a handler
/// is a protocol error.
struct ToolResult {
  std::string text{};                       ///< the first block, unless empty
  std::optional<json::Value> structured{};  ///< an object that matches output_schema
  bool is_error = false;
  std::vector<Content> content{};      ///< more blocks, after `text`
  std::optional<json::Value> meta{};   ///< _meta of the result, an object
  std::optional<InputNeeded> input{};  ///< no answer yet: ask the client, then call again
  /// No answer yet: continue as a task if the client supports tasks, else immediately.
  std::function<ToolResult(const RequestContext& context)> continue_as_task{};

  /// Cause, context and suggested action as text.
  static ToolResult failure(const Error& error) { return {error.message(), std::nullopt, true}; }
  static ToolResult needs(std::vector<InputRequest> requests, std::string state = {}) {
    ToolResult out;
    out.input = InputNeeded{std::move(requests), std::move(state)};
    return out;
  }
};

/// Whether calls may become tasks, which the client polls. In the stateless era the server turns
/// each call of a client with task support into a task. A legacy client requests a task.
enum class TaskSupport : std::uint8_t {
  kForbidden,
  kOptional,
  kRequired,  ///< clients without tasks are refused
};

/// One tool. Schemas are JSON Schema objects without unions, because some clients refuse those.
struct Tool {
  std::string name;
  std::string title{};
  std::string description{};
  json::Value input_schema = json::Object{{"type", "object"}};
  std::optional<json::Value> output_schema{};
  /// Names of arguments that are accepted in place of a name in input_schema, such as that of
  /// another tool.
  std::vector<std::pair<std::string, std::string>> other_names{};
  bool is_read_only = true;
  bool is_destructive = false;
  bool is_idempotent = true;
  bool is_open_world = false;
  TaskSupport tasks = TaskSupport::kForbidden;
  /// The task starts with continue_as_task instead of the call, for tools that ask for input first.
  bool starts_task_itself = false;
  std::optional<json::Value> meta{};  ///< _meta of the description, an object
  /// Called concurrently, with arguments checked against input_schema.
  std::function<ToolResult(const json::Value& arguments, const RequestContext& context)> call{};
  /// Alternative to `call`: returns soon and calls `done` once, on any thread.
  std::function<void(const json::Value& arguments, const RequestContext& context,
                     std::function<void(ToolResult)> done)>
      start{};
};

/// Checks arguments against the part of JSON Schema that tool inputs use: additionalProperties and
/// the keywords of check_members(). A schema with properties allows no others unless it says so,
/// because refusing a misspelt argument is better than ignoring it. Errors: kInvalidArgument
/// "INVALID_ARGUMENT"; the message names the argument and the allowed values.
Result<void> check_arguments(const json::Value& arguments, const json::Value& schema);

/// Returns the arguments as calls get them, after check_arguments(). They have the names of
/// input_schema in place of other_names. A text that differs from an allowed value only in case is
/// replaced by that value. Errors: also "INVALID_ARGUMENT" if an argument is given under both
/// names.
Result<json::Value> read_arguments(json::Value arguments, const Tool& tool);

}  // namespace codeweaver::mcp
