// Prompts: texts with arguments that a user can choose.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "mcp/completion.hpp"
#include "mcp/content.hpp"
#include "mcp/input.hpp"
#include "mcp/request_context.hpp"

namespace codeweaver::mcp {

struct PromptMessage {
  std::string role;  ///< "user" or "assistant"
  Content content;
};

struct PromptResult {
  std::string description{};
  std::vector<PromptMessage> messages{};
  std::optional<InputNeeded> input{};  ///< no answer yet: ask the client, then call again
};

struct PromptArgument {
  std::string name;
  std::string title{};
  std::string description{};
  bool is_required = false;
  Completer complete{};
};

using PromptArguments = std::map<std::string, std::string>;

/// Errors become protocol errors: kInvalidArgument and kNotFound become "invalid parameters",
/// others "internal error".
struct Prompt {
  std::string name;
  std::string title{};
  std::string description{};
  std::vector<PromptArgument> arguments{};
  /// Called concurrently. All required arguments are present, and no unknown ones.
  std::function<Result<PromptResult>(const PromptArguments& arguments,
                                     const RequestContext& context)>
      get{};
};

}  // namespace codeweaver::mcp
