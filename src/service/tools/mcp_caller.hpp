// Which project an agent means that names none: what its client says of the folders it works in.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/call_context.hpp"
#include "mcp/input.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// What the client has to be asked before its project can be told; nullopt: nothing, as it has been
/// asked, has no roots, or the host does not heed them.
std::optional<mcp::InputNeeded> question_to_caller(const ProjectHost& host,
                                                   const mcp::CallContext& context);

/// The client's roots that are folders, in its order; none before it was asked.
std::vector<std::filesystem::path> folders_of_caller(const mcp::CallContext& context);

/// For a call that waited in vain for its client's roots: which project it meant in their place,
/// and how to choose another; empty for all other calls.
std::string note_on_missing_roots(const ProjectHost& host, const mcp::CallContext& context);

/// ProjectHost::resolve() for a call.
Result<std::shared_ptr<HostedProject>> project_of_call(ProjectHost& host,
                                                       std::string_view project_id,
                                                       const mcp::CallContext& context);

}  // namespace codeweaver::service
