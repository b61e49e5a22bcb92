// Options of `completion` and `manual`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <map>

#include "cli/app/app_commands.hpp"
#include "cli/app/completion.hpp"
#include "cli/app/manual.hpp"
#include "cli/app/usage_error.hpp"

namespace codeweaver::cli {
namespace {

using Writer = std::string (*)(const CommandText&);
const std::map<std::string, Writer> kShells = {
    {"bash", &bash_completion}, {"fish", &fish_completion}, {"zsh", &zsh_completion}};

}  // namespace

void Commands::declare_documents(CLI::App& app) {
  auto& completion = *app.add_subcommand("completion", "Print the completion script of a shell");
  completion.add_option("shell", shell, "Shell to print it for")
      ->required()
      ->check(one_of({"bash", "fish", "zsh"}));
  completion.callback([this, &app] {
    chosen = [this, &app](Session& session, std::stop_token) {
      session.streams().out << kShells.at(shell)(command_text(app));
      return kOk;
    };
  });
  auto& manual = *app.add_subcommand("manual", "Print the manual page, for: man -l -");
  manual.callback([this, &app] {
    chosen = [&app](Session& session, std::stop_token) {
      session.streams().out << manual_page(command_text(app));
      return kOk;
    };
  });
}

}  // namespace codeweaver::cli
