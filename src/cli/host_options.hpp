// How `mcp` and `server` host projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "cli/session.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::cli {

/// Options of a host whose own project is that of the session, if it has one; its log lies in the
/// data directory. The host must not outlive the session. Errors: those of Session.
Result<service::HostOptions> host_options(const Session& session);

}  // namespace codeweaver::cli
