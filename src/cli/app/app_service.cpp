// Options of `mcp`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_mcp(CLI::App& app) {
  auto& sub = command(app, "mcp", "Serve one agent over standard input and output");
  add_from_store(sub);
  sub.callback([this] {
    chosen = [](Session& session, std::stop_token stop) {
      return run_mcp(session, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
