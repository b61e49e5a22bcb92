// How our tools refuse: an error, with the tool that helps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <utility>

#include "base/advice.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::service {

/// The tool that does what an error asks for; empty: none does.
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

/// Cause, context and what to do, for a model that has our tools to call.
inline mcp::ToolResult refusal(Error error) {
  error.action = base::advice(error, tool_for(error.remedy.kind));
  return mcp::ToolResult::failure(error);
}

}  // namespace codeweaver::service
