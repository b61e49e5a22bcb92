// Options of `projects`, `namespaces`, `migrate`, `push` and `reconcile`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"

namespace codeweaver::cli {

void Commands::declare_projects(CLI::App& app) {
  using Action = ProjectsCommand::Action;
  auto& sub = command(app, "projects", "List and manage projects");
  add_from_store(sub);
  add_format(sub, projects.format);
  const auto action = [&](CLI::App& parent, const std::string& name, const std::string& about,
                          Action what) -> CLI::App& {
    auto& added = *parent.add_subcommand(name, about);
    added.fallthrough();
    add_format(added, projects.format);
    added.callback([this, what] { projects.action = what; });
    return added;
  };
  const auto on_project = [&](CLI::App& parent, const std::string& name, const std::string& about,
                              Action what) -> CLI::App& {
    auto& added = action(parent, name, about, what);
    added.add_option("id", projects.project_id, "Project ID")->required();
    return added;
  };
  action(sub, "list", "List all projects", Action::kList);
  auto& add = action(sub, "add", "Add a folder as a project without indexing it", Action::kAdd);
  add.add_option("folder", projects.folder, "Folder of the project")->required();
  add.add_option("--id", projects.project_id, "Project ID (default: from the folder's name)");
  add.add_option("--name", projects.display_name, "Display name (default: the folder's name)");
  on_project(sub, "use", "Make a project the active one", Action::kUse);
  on_project(sub, "rename", "Change a project's display name", Action::kRename)
      .add_option("name", projects.display_name, "New display name")
      ->required();
  on_project(sub, "remove", "Remove a project and delete its index", Action::kRemove)
      .add_flag("--keep-index", projects.keep_index, "Keep the index");
  auto& settings = *sub.add_subcommand("settings", "Show or change the settings of one project");
  settings.fallthrough();
  on_project(settings, "show", "Show the settings of a project", Action::kShowSettings);
  on_project(settings, "set", "Change settings of a project", Action::kSetSettings)
      .add_option("setting", projects.assignments,
                  "section.key=value; section.key= removes the setting")
      ->required();
  settings.require_subcommand(1);
  sub.require_subcommand(0, 1);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_projects(session, projects); };
  });
}

void Commands::declare_namespaces(CLI::App& app) {
  using Action = NamespacesCommand::Action;
  auto& sub = command(app, "namespaces", "List and manage the namespaces of a project");
  add_format(sub, namespaces.format);
  const auto action = [&](const std::string& name, const std::string& about, Action what) {
    auto& added = *sub.add_subcommand(name, about);
    added.fallthrough();
    add_format(added, namespaces.format);
    added.callback([this, what] { namespaces.action = what; });
    if (what == Action::kCreate || what == Action::kDrop)
      added.add_option("namespace", namespaces.key, "[PROJECT/]PURPOSE/CHUNK_STRATEGY")->required();
  };
  action("list", "List namespaces and their number of records", Action::kList);
  action("create", "Create an empty namespace for another tool to fill", Action::kCreate);
  action("drop", "Delete a namespace and all its records", Action::kDrop);
  action("clean", "Delete all namespaces without records", Action::kClean);
  sub.require_subcommand(0, 1);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) {
      return run_namespaces(session, namespaces);
    };
  });
}

void Commands::declare_migrate(CLI::App& app) {
  auto& sub = command(app, "migrate", "Copy a project's records to another store");
  sub.add_option("--to", migrate.to, "Kind of the new store, as in store.kind")->required();
  sub.add_option("--url", migrate.url, "Address of the new store (default: store.url)");
  sub.add_option("--api-key-env", migrate.api_key_env,
                 "Environment variable with its key or password");
  sub.add_flag("--replace", migrate.replaces,
               "Delete the records of another project with the same ID there");
  add_format(sub, migrate.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_migrate(session, migrate, std::move(stop));
    };
  });
}

void Commands::declare_push(CLI::App& app) {
  const auto add_input = [this](CLI::App& added) {
    added.add_option("file", push.file, "File with the batch; - for standard input");
    added.add_flag("--stream", push.is_stream,
                   "One JSON item per line (default for .ndjson and .jsonl files)");
    add_format(added, push.format);
  };
  auto& sub = *app.add_subcommand("push", "Store a batch of items from another tool");
  add_input(sub);
  add_settings(sub);
  add_debug(sub);
  auto& check = *sub.add_subcommand("check", "Check a batch without storing it");
  add_input(check);
  check.fallthrough();
  check.callback([this] { push.is_check = true; });
  sub.require_subcommand(0, 1);
  sub.callback([this] {
    if (push.file.empty()) throw CLI::RequiredError("file");
    chosen = [this](Session& session, std::stop_token stop) {
      return run_push(session, push, std::move(stop));
    };
  });
}

void Commands::declare_reconcile(CLI::App& app) {
  auto& sub = command(app, "reconcile", "Compare a namespace with its source and repair it");
  auto& request =
      *sub.add_option("--request", reconcile.request,
                      "File with a request of the reconcile contract; - for standard input");
  const auto add = [&](const std::string& name, std::string& value, const std::string& about) {
    return sub.add_option(name, value, about)->excludes(&request);
  };
  add("--namespace", reconcile.name_space,
      "PROJECT/PURPOSE/CHUNK_STRATEGY (default: the index of the project's files)");
  sub.add_option("--manifest", reconcile.manifest,
                 "File that lists the source's items, one per line; - for standard input");
  add("--mode", reconcile.mode, "dry_run: only report differences; fix: repair them")
      ->check(one_of({"dry_run", "fix"}))
      ->default_str("dry_run");
  add("--batch", reconcile.batch_id, "Only items of this batch and missing items");
  add("--orphans", reconcile.orphans, "What to do with items that the source does not have")
      ->check(one_of({"delete", "keep", "mark"}));
  add_format(sub, reconcile.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_reconcile(session, reconcile, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
