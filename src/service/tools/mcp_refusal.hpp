// Refusals of our tools: an error with the tool that fixes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <utility>

#include "base/advice.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::service {

/// The call that fixes an error; empty: none does.
constexpr std::string_view tool_for(RemedyKind kind) noexcept {
  switch (kind) {
    case RemedyKind::kIndex:
      return "call index_repository";
    case RemedyKind::kRebuild:
      return "call index_repository with force_reindex";
    default:
      return {};
  }
}

/// An error result with cause, context and action, written for a model that can call our tools.
inline mcp::ToolResult refusal(Error error) {
  error.action = base::advice(error, tool_for(error.remedy.kind));
  return mcp::ToolResult::failure(error);
}

}  // namespace codeweaver::service
