// Chooses the project of a call without project_id from the folders that the client works in.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "mcp/input.hpp"
#include "mcp/request_context.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// The question to the client that must be answered before the project is known. nullopt: none,
/// because the client was asked already or has no roots, or the host ignores roots.
std::optional<mcp::InputNeeded> question_to_caller(const ProjectHost& host,
                                                   const mcp::RequestContext& context);

/// The client's roots that are folders, in the client's order; empty until it was asked.
std::vector<std::filesystem::path> folders_of_caller(const mcp::RequestContext& context);

/// A note for a call that got no roots from its client in time: the project used instead, and how
/// to choose another one. Empty for all other calls.
std::string note_on_missing_roots(const ProjectHost& host, const mcp::RequestContext& context);

/// The context of the searches for a call: they end with it, and have its request id.
CallContext call_of(const mcp::RequestContext& context);

/// ProjectHost::resolve() for a call.
Result<std::shared_ptr<HostedProject>> project_of_call(ProjectHost& host,
                                                       std::string_view project_id,
                                                       const mcp::RequestContext& context);

}  // namespace codeweaver::service
