// codeweaver mcp: serves one client over standard input and output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/os/processes.hpp"
#include "base/os/signals.hpp"
#include "cli/commands/commands.hpp"
#include "cli/session/host_options.hpp"
#include "mcp/stdio.hpp"
#include "service/tools/mcp_server.hpp"

namespace codeweaver::cli {

int run_mcp(Session& session, std::stop_token stop) {
  const auto parent = os::parent_process();  // first: later it may have ended
  os::ignore_broken_pipes();                 // end in order if the client ends first
  auto options = host_options(session);
  if (!options) return session.fail(options.error());
  auto host = service::ProjectHost::start(std::move(*options), stop);
  if (!host) return session.fail(host.error());
  auto server = service::make_mcp_server(*host);
  service::Subscription telling;
  if (const auto& own = (*host)->own())
    if (auto project = (*host)->resolve(own->project_id))
      telling = service::tell_of_indexing(**project, server);
  mcp::serve_stdio(server, {.parent = parent, .stop = std::move(stop)});
  telling.end();
  server.close();
  (*host)->shutdown();
  return kOk;
}

}  // namespace codeweaver::cli
