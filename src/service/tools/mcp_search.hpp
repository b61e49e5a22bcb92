// What the searching tools share: the length of a query, progress of a first index, warnings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "codeweaver/search_types.hpp"
#include "mcp/tool.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// What a client need not cut an answer at: token_limit bounds it.
inline constexpr int kMostResultChars = 500'000;

/// Runs `ask` with the query, cut to limits.query_bytes, while the client hears how far a first
/// index is; sends the answer's warnings as log messages. Errors: those of `ask`.
Result<FindCodeResponseSummary> search_with_progress(
    HostedProject& project, std::string query, const mcp::CallContext& context,
    const std::function<Result<FindCodeResponseSummary>(const std::string& query)>& ask);

}  // namespace codeweaver::service
