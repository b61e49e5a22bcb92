// Options of `snapshot`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_snapshot(CLI::App& app) {
  using Action = SnapshotCommand::Action;
  auto& sub = command(app, "snapshot", "Share parsing results with other clones");
  const auto action = [&](const std::string& name, const std::string& about,
                          Action what) -> CLI::App& {
    auto& added = *sub.add_subcommand(name, about);
    added.fallthrough();
    added.add_flag("-q,--quiet", snapshot.quiet, "Print errors only");
    add_format(added, snapshot.format);
    added.callback([this, what] { snapshot.action = what; });
    return added;
  };
  const auto add_verification = [&](CLI::App& added) {
    added.add_option("--base", snapshot.bases, "Snapshot that a delta builds on (repeatable)");
    added.add_option("--key", snapshot.key,
                     "Public key (PEM, Ed25519) that must have signed each snapshot");
  };
  auto& made = action("export", "Update the index and write a snapshot of it", Action::kExport);
  made.add_option("target", snapshot.place,
                  "File to write, or folder; in a folder, the git tree and the settings determine "
                  "the file name")
      ->required();
  made.add_option("--base", snapshot.bases, "Omit contents that this snapshot has (repeatable)");
  made.add_option("--sign", snapshot.key, "Private key (PEM, Ed25519) to sign it with");
  auto& taken = action("import", "Index the project with the help of a snapshot", Action::kImport);
  taken.add_option("file", snapshot.place, "Snapshot")->required();
  add_verification(taken);
  auto& pulled = action("pull", "Fetch a snapshot and import it", Action::kPull);
  pulled
      .add_option("url", snapshot.place,
                  "http, https or file address, or path. For a folder or an address that ends in "
                  "/: the newest snapshot there for HEAD or an earlier commit")
      ->required();
  pulled.add_option("--token-env", snapshot.token_env,
                    "Environment variable with a token for the server");
  add_verification(pulled);
  sub.require_subcommand(1);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_snapshot(session, snapshot, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
