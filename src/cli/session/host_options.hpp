// Options for hosting projects in `mcp` and `server`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "cli/session/session.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::cli {

/// Returns options for a host. Its own project is the project of the session, if there is one. Its
/// log is in the data directory. The host must not outlive the session. Errors: errors of Session.
Result<service::HostOptions> host_options(const Session& session);

}  // namespace codeweaver::cli
