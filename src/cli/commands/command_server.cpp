// codeweaver server: serves projects over HTTP until a stop is requested.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/command_server.hpp"

#include <filesystem>
#include <optional>
#include <ostream>
#include <system_error>
#include <utility>

#include "base/os/signals.hpp"
#include "base/try.hpp"
#include "cli/commands/browser.hpp"
#include "cli/commands/hang_up.hpp"
#include "cli/commands/page_file.hpp"
#include "cli/render/terminal.hpp"
#include "cli/session/host_options.hpp"
#include "mcp/http_transport.hpp"
#include "service/api/http_service.hpp"
#include "service/api/server_token.hpp"
#include "service/hosting/page_access.hpp"
#include "service/tools/mcp_server.hpp"
#include "service/web/page.hpp"

namespace codeweaver::cli {
namespace {

Error changes_need_token() {
  return {ErrorCategory::kInvalidArgument, std::string(service::kTokenRequired),
          "This server has no token, so it only answers searches",
          "checking the rights of the caller",
          "Start it with `codeweaver server --open` to open a page that may make changes. Or start "
          "it with `codeweaver server --token-file FILE`, which creates a token, and send "
          "`Authorization: Bearer $(cat FILE)`. Or set server.open_changes = true to let every "
          "user of this machine change and delete."};
}

/// Says which callers may search and change, for people.
std::string access_note(const Settings::Server& settings, bool is_page_opened) {
  if (!settings.token_file.empty())
    return "Every call needs the token in " + settings.token_file + ".";
  if (!settings.token.empty()) return "Every call needs the token of the settings.";
  if (settings.open_changes)
    return "No token is set: every user of this machine may search, change and delete.";
  if (is_page_opened)
    return "No token is set: every user of this machine may search; only the page that opens now "
           "may change and delete.";
  return "No token is set: every user of this machine may search; nobody may change or delete. "
         "To allow changes, use --open (opens a page that may) or --token-file FILE (creates a "
         "token that every call must send).";
}

/// Returns the server's settings: the user's settings, overridden by the command line. Reads the
/// token file. Errors: errors of Session::user_settings() and server_token().
Result<Settings::Server> server_settings(const Session& session, const ServerCommand& command) {
  const auto& user = session.user_settings();
  if (!user) return user.error();
  auto settings = user->settings.server;
  if (!command.host.empty()) settings.host = command.host;
  if (command.port) settings.port = *command.port;
  if (!command.token_file.empty())
    settings.token_file = (session.working_directory() / command.token_file).string();
  if (!settings.token.empty() && command.token_file.empty()) settings.token_file.clear();
  if (!settings.token_file.empty()) {
    CODEWEAVER_ASSIGN(settings.token, service::server_token(settings.token_file));
  }
  return settings;
}

/// Returns the address of the page. If the page may make changes, the address has a code for that
/// after '#': browsers do not send this part, so no server and no log sees it.
std::string page_address(const std::string& url, const std::string& start,
                         const service::PageAccess* access) {
  if (access == nullptr) return url + '/' + start;
  return url + '/' + (start.empty() ? "#/search" : start) + "?code=" + access->code();
}

/// A page in a browser, and the file that leads to it.
struct ShownPage {
  std::optional<PageFile> file{};  ///< only if the address has a code; removed when it was used
  std::optional<Browser> browser{};
};

Result<ShownPage> open_page(const Session& session, const std::string& page,
                            service::PageAccess* access) {
  ShownPage shown;
  auto url = page;
  if (access != nullptr) {
    CODEWEAVER_ASSIGN(auto file, PageFile::create(page));
    url = file_url(file.path().string());
    access->when_redeemed([path = file.path()] {
      std::error_code ignored;
      std::filesystem::remove(path, ignored);
    });
    shown.file.emplace(std::move(file));
  }
  CODEWEAVER_ASSIGN(auto browser, Browser::show(url, page, session.environment()));
  shown.browser.emplace(std::move(browser));
  return shown;
}

/// Opens the page in a browser if --open is given. nullopt: no --open, or the browser did not
/// start; then a warning is printed.
std::optional<ShownPage> show_page(const Session& session, const ServerCommand& command,
                                   const std::string& page, service::PageAccess* access) {
  if (!command.open) return std::nullopt;
  auto shown = open_page(session, page, access);
  if (shown) return std::optional<ShownPage>(std::move(*shown));
  const auto& streams = session.streams();
  streams.err << styled(streams, Style::kWarning, "Warning: ") << shown.error().message() << '\n';
  return std::nullopt;
}

}  // namespace

int run_server(Session& session, const ServerCommand& command, std::stop_token stop) {
  os::ignore_broken_pipes();  // clients may disconnect at any time
  auto options = host_options(session);
  if (!options) return session.fail(options.error());
  const auto settings = server_settings(session, command);
  if (!settings) return session.fail(settings.error());
  if (settings->token.empty() && !settings->open_changes)
    options->refuses_changes = changes_need_token();
  if (command.open && !(settings->token.empty() && settings->open_changes))
    options->page = std::make_shared<service::PageAccess>(settings->token);
  const auto access = options->page;
  if (command.force || command.resume)
    options->first_run = command.force ? service::FirstRun::kRebuild : service::FirstRun::kResume;
  const auto host = std::make_shared<service::ProjectHost>(std::move(*options));
  auto agents = service::make_mcp_server(host);
  mcp::HttpTransport transport(agents, {.max_message_bytes = settings->max_body_bytes});
  auto routes = transport.routes();
  for (auto& route : service::page_routes()) routes.push_back(std::move(route));
  auto service = service::HttpService::listen(host, *settings, std::move(routes));
  if (!service) return session.fail(service.error());  // before anything is indexed
  if (auto begun = host->begin(stop); !begun) return session.fail(begun.error());
  service::Subscription telling;
  const auto tell_agents = [&] {
    if (const auto& own = host->own())
      if (auto project = host->resolve(own->project_id, {}, stop))
        telling = service::tell_of_indexing(**project, agents);
  };
  tell_agents();
  const auto& streams = session.streams();
  for (const auto& warning : session.user_settings()->warnings)
    streams.err << styled(streams, Style::kWarning, "Warning: " + warning) << '\n';
  streams.out << "Serving " << (host->own() ? "project " + host->own()->project_id : "all projects")
              << " on " << service->url() << ". Press Ctrl-C to stop.\n"
              << access_note(*settings, access != nullptr) << std::endl;
  const auto page = page_address(service->url(), command.start, access.get());
  if (!command.start.empty() || access) streams.out << "The page: " << page << std::endl;
  const auto shown = show_page(session, command, page, access.get());
  // Close subscriptions first, while the server can still send their last response.
  std::stop_source end_service;
  const std::stop_callback end_sessions(stop, [&] {
    agents.close();
    transport.close();
    end_service.request_stop();
  });
  const auto served = [&] {
    const HangUps reloading([&] {
      host->reload();
      tell_agents();
    });
    return service->run(end_service.get_token());
  }();
  telling.end();
  host->shutdown();
  return served ? kOk : session.fail(served.error());
}

}  // namespace codeweaver::cli
