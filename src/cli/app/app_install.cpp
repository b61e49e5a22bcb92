// Options of `install` and `uninstall`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"
#include "cli/clients/agent_clients.hpp"

namespace codeweaver::cli {

void Commands::declare_install(CLI::App& app) {
  std::string known;
  for (const auto& client : agent_clients())
    known.append(known.empty() ? "" : ", ").append(client.id);
  const auto add = [&](const std::string& name, const std::string& about, bool is_removal) {
    auto& sub = *app.add_subcommand(name, about);
    sub.add_option("client", install.clients,
                   "Agents and editors to set up (default: all that are installed): " + known);
    sub.add_option("--instructions", install.instructions,
                   "Also add or remove the instructions for agents in this file, such as AGENTS.md")
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    sub.add_flag("--dry-run", install.is_dry_run, "Print the changes without making them");
    if (!is_removal)
      sub.add_flag("--print-config", install.is_print, "Print the lines for each settings file");
    sub.callback([this, is_removal] {
      install.is_removal = is_removal;
      chosen = [this](Session& session, std::stop_token) { return run_install(session, install); };
    });
  };
  add("install", "Add the MCP server to agents and editors", false);
  add("uninstall", "Remove the MCP server from agents and editors", true);
}

}  // namespace codeweaver::cli
