// Tools: what a server offers to be called, and what a call may use while it runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::mcp {

/// What a running call may use. Thread safety: for the call's own thread.
struct CallContext {
  std::stop_token stop;  ///< requested when the client cancels or goes away
  /// Tells the client how far the call is; no effect unless it asked. `done` must rise.
  std::function<void(double done, std::optional<double> total, std::string_view message)> progress;
  /// Sends a log message of one of kLogLevels; no effect unless the client wants that level.
  std::function<void(std::string_view level, std::string_view message)> log;
};

/// The outcome of a call. An error that the model can act on is a result, not a protocol failure.
struct ToolResult {
  std::string text;
  std::optional<json::Value> structured;  ///< an object that fits output_schema
  bool is_error = false;

  /// Cause, context and suggested action as text and as structured content-free error.
  static ToolResult failure(const Error& error) { return {error.message(), std::nullopt, true}; }
};

/// One tool. Schemas are JSON Schema objects without unions, which some clients refuse.
struct Tool {
  std::string name;
  std::string title;
  std::string description;
  json::Value input_schema;
  std::optional<json::Value> output_schema;
  bool is_read_only = true;
  /// Called concurrently. Arguments have been checked against input_schema.
  std::function<ToolResult(const json::Value& arguments, const CallContext& context)> call;
};

/// Checks arguments against the part of JSON Schema that tool inputs use: type, properties,
/// required, additionalProperties: false, enum, minimum, maximum, items.
/// Errors: kInvalidArgument "INVALID_ARGUMENT"; the cause names the argument and what is allowed.
Result<void> check_arguments(const json::Value& arguments, const json::Value& schema);

}  // namespace codeweaver::mcp
