// Options of `server` and `demo`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_server(CLI::App& app) {
  auto& sub = command(app, "server", "Serve projects over HTTP");
  sub.add_option("--host", server.host, "Address to listen on (default: 127.0.0.1)");
  sub.add_option("--port", server.port, "Port to listen on; 0: any free port (default: 9328)")
      ->check(CLI::Range(0, 65'535));
  sub.add_option("--token-file", server.token_file,
                 "File with the token that every call must send; created if missing. Without a "
                 "token, callers may search but not change data");
  auto* const force = sub.add_flag("-f,--force", server.force, "Rebuild the project's index");
  auto* const reindex = add_old_flag(sub, "--reindex", server.force);
  sub.add_flag("--resume", server.resume,
               "Continue an interrupted index run, even if the settings changed or it is older "
               "than 24 hours")
      ->excludes(force)
      ->excludes(reindex);
  add_from_store(sub)->excludes(force)->excludes(reindex);
  sub.add_flag("--open", server.open, "Open the page in your browser (BROWSER, else xdg-open)");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_server(session, server, std::move(stop));
    };
  });
}

void Commands::declare_demo(CLI::App& app) {
  auto& sub = *app.add_subcommand("demo", "Try codeweaver on a sample project in your browser");
  sub.add_option("--port", demo.port, "Port to listen on (default: any free port)")
      ->check(CLI::Range(0, 65'535));
  sub.add_flag("--no-open", demo.no_open, "Print the address without opening a browser");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_demo(session, demo, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
