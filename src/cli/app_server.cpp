// Options of codeweaver server.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_server(CLI::App& app) {
  auto& sub = command(app, "server", "Serve projects over HTTP");
  sub.add_option("--host", server.host, "Address to listen on (default: 127.0.0.1)");
  sub.add_option("--port", server.port, "Port to listen on; 0: any free one (default: 9328)")
      ->check(CLI::Range(0, 65'535));
  sub.add_option("--token-file", server.token_file,
                 "File with the token that all calls need then; made where there is none. "
                 "Without a token callers may search, and change nothing");
  auto* const reindex =
      sub.add_flag("-f,--force,--reindex", server.reindex, "Rebuild the project's index");
  sub.add_flag("--resume", server.resume,
               "Continue an interrupted run, even one of other settings or older than 24 hours")
      ->excludes(reindex);
  add_from_store(sub)->excludes(reindex);
  sub.add_flag("--open", server.open, "Show the page in your browser (BROWSER, else xdg-open)");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_server(session, server, std::move(stop));
    };
  });
}

void Commands::declare_demo(CLI::App& app) {
  auto& sub =
      *app.add_subcommand("demo", "Try it on a sample shop: serve it, and tour it in your browser");
  sub.add_option("--port", demo.port, "Port to listen on (default: any free one)")
      ->check(CLI::Range(0, 65'535));
  sub.add_flag("--no-open", demo.no_open, "Print the address, and start no browser");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_demo(session, demo, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
