// Options of `index` and `watch`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"

namespace codeweaver::cli {

void Commands::declare_index(CLI::App& app) {
  auto& sub = command(app, "index", "Index a folder or update its index");
  sub.add_option("folder", index.folder, "Folder to index (default: the project)");
  sub.add_option("--id", index.project_id, "ID of a new project");
  auto* const force = sub.add_flag("-f,--force", index.force, "Rebuild the whole index");
  sub.add_flag("--resume", index.resume, "Continue an interrupted run without asking")
      ->excludes(force)
      ->excludes(add_old_flag(sub, "--reindex", index.force));
  sub.add_flag("--estimate", index.is_estimate,
               "Only print how much text would be sent to the embedding model");
  sub.add_flag("-q,--quiet", index.quiet, "Print errors only");
  add_format(sub, index.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_index(session, index, std::move(stop));
    };
  });
}

void Commands::declare_watch(CLI::App& app) {
  auto& sub = command(app, "watch", "Update the index whenever files change");
  sub.add_option("folder", watch.folder, "Folder to watch (default: the project)");
  add_format(sub, watch.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_watch(session, watch, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
