// Code that the search tools share: the query limit, progress of the first index run, warnings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <string_view>

#include "codeweaver/search_types.hpp"
#include "mcp/tool.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Asks clients not to truncate answers below this size; token_limit bounds them.
inline constexpr int kMostResultChars = 500'000;

/// Runs `ask` with the query, cut to limits.query_bytes. Meanwhile it reports the progress of a
/// running index run to the client. Sends the answer's warnings as log messages. Errors: those of
/// `ask`.
Result<FindCodeResponseSummary> search_with_progress(
    HostedProject& project, std::string_view query, const mcp::RequestContext& context,
    const std::function<Result<FindCodeResponseSummary>(std::string_view query)>& ask);

}  // namespace codeweaver::service
