// Completion of paths, symbols and project ids for prompts and resource templates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>

#include "mcp/completion.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {

/// The first two complete from the index of the project in the argument project_id, else of the
/// active project. They return nothing without a project or an index.
mcp::Completer complete_paths(std::shared_ptr<ProjectHost> host);
mcp::Completer complete_symbols(std::shared_ptr<ProjectHost> host);
mcp::Completer complete_project_ids(std::shared_ptr<ProjectHost> host);

}  // namespace codeweaver::service
