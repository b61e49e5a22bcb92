// codeweaver server: projects over HTTP, until it is asked to end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/command_server.hpp"

#include <csignal>
#include <ostream>
#include <utility>

#include "cli/host_options.hpp"
#include "mcp/http_transport.hpp"
#include "service/http_service.hpp"
#include "service/mcp_server.hpp"

namespace codeweaver::cli {

int run_server(Session& session, const ServerCommand& command, std::stop_token stop) {
  std::signal(SIGPIPE, SIG_IGN);  // clients may go at any time
  auto options = host_options(session);
  if (!options) return session.fail(options.error());
  const auto loaded = session.load_settings();
  if (!loaded) return session.fail(loaded.error());
  auto settings = loaded->settings.server;
  if (!command.host.empty()) settings.host = command.host;
  if (command.port) settings.port = *command.port;
  if (command.reindex || command.resume)
    options->first_run = command.reindex ? service::FirstRun::kRebuild : service::FirstRun::kResume;
  const auto host = std::make_shared<service::ProjectHost>(std::move(*options));
  auto agents = service::make_mcp_server(host);
  mcp::HttpTransport transport(agents, {.max_message_bytes = settings.max_body_bytes});
  auto service = service::HttpService::listen(host, settings, transport.routes());
  if (!service) return session.fail(service.error());  // before anything is indexed
  if (auto begun = host->begin(); !begun) return session.fail(begun.error());
  service::Subscription telling;
  if (const auto& own = host->own())
    if (auto project = host->resolve(own->project_id))
      telling = service::tell_of_indexing(**project, agents);
  const auto& streams = session.streams();
  for (const auto& warning : loaded->warnings)
    streams.err << styled(streams, Style::kWarning, "Warning: " + warning) << '\n';
  streams.out << "Serving " << (host->own() ? "project " + host->own()->project_id : "all projects")
              << " on " << service->url() << ". Ctrl-C ends it." << std::endl;
  // Subscriptions get their response while there is still a server to send it.
  std::stop_source end_service;
  const std::stop_callback end_sessions(stop, [&] {
    agents.close();
    transport.close();
    end_service.request_stop();
  });
  const auto served = service->run(end_service.get_token());
  telling.end();
  host->shutdown();
  return served ? kOk : session.fail(served.error());
}

}  // namespace codeweaver::cli
