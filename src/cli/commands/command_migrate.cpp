// codeweaver migrate: copies a project's records to another store and verifies them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "codeweaver/store_migration.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

std::string name_of(const MigratedTree& tree) {
  return tree.tree.empty() ? "folder" : tree.tree;
}

json::Value migrated_json(const MigratedTree& tree) {
  return json::Object{{"tree", tree.tree},
                      {"records", tree.records},
                      {"written", tree.written},
                      {"erased", tree.erased},
                      {"hash", tree.hash}};
}

void print_migrated(const std::vector<MigratedTree>& trees, std::ostream& out) {
  for (const auto& tree : trees)
    out << name_of(tree) << ": " << counted(tree.records, "record") << " verified, "
        << grouped(tree.written) << " written, hash " << tree.hash << '\n';
}

}  // namespace

int run_migrate(Session& session, const MigrateCommand& command, std::stop_token stop) {
  const auto project = session.resolve_project();
  if (!project) return session.fail(project.error());
  const auto loaded = session.load_settings(*project);
  if (!loaded) return session.fail(loaded.error());
  auto values = loaded->settings;
  const bool is_other = values.store.kind != command.to;
  if (is_other) values.store = {};  // the address of another kind of store does not apply
  values.store.kind = command.to;
  if (!command.url.empty()) values.store.url = command.url;
  if (!command.api_key_env.empty()) values.store.api_key_env = command.api_key_env;
  const auto store = session.opener()->store(values, nullptr);
  if (!store) return session.fail(store.error());
  auto& out = session.streams().out;
  std::vector<MigratedTree> done;
  if (*store != nullptr) {
    const auto parts = session.opener()->indexing_parts(values, project->state_dir, {}, stop);
    if (!parts) return session.fail(parts.error());
    MigrationRequest request;
    request.replaces = command.replaces;
    auto migrated = migrate_store(*project, *parts, *store, request, std::move(stop));
    if (!migrated) return session.fail(migrated.error());
    done = *std::move(migrated);
  }
  if (command.format == OutputFormat::kJson) {
    json::Value trees = json::Array{};
    for (const auto& tree : done) trees.push_back(migrated_json(tree));
    print_json(session.streams(), json::Object{{"project_id", project->project_id},
                                               {"store", command.to},
                                               {"trees", std::move(trees)}});
    return kOk;
  }
  print_migrated(done, out);
  if (*store == nullptr)
    out << "The index already contains all records of the project; nothing was copied.\n";
  if (is_other)
    out << "To search this store, set [store] kind = \"" << command.to << '"'
        << (command.url.empty() ? "" : " and url = \"" + command.url + '"')
        << " in your settings.\n";
  return kOk;
}

}  // namespace codeweaver::cli
