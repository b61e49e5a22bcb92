// Completion of paths, symbols and project ids for prompts and resource templates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "mcp/completion.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// Each completes from what the projects of `host` have indexed: in the one that the argument
/// project_id names, else the active one. Nothing where there is no project or no index.
mcp::Completer complete_paths(std::shared_ptr<ProjectHost> host);
mcp::Completer complete_symbols(std::shared_ptr<ProjectHost> host);
mcp::Completer complete_project_ids(std::shared_ptr<ProjectHost> host);

}  // namespace codeweaver::service
