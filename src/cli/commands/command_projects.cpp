// codeweaver projects: the list of projects and their settings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <ostream>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/project_settings.hpp"

namespace codeweaver::cli {
namespace {

using ProjectsAction = ProjectsCommand::Action;

void print_projects(const std::vector<Project>& projects, const std::string& active,
                    std::ostream& out) {
  std::size_t width = 0;
  for (const auto& project : projects) width = std::max(width, project.project_id.size());
  for (const auto& project : projects) {
    out << (project.project_id == active ? "* " : "  ") << project.project_id
        << std::string(width + 2 - project.project_id.size(), ' ')
        << (project.root.empty() ? "from the store" : project.root.string());
    if (project.display_name != project.project_id) out << "  (" << project.display_name << ')';
    out << '\n';
  }
}

int list_projects(Session& session, OutputFormat format) {
  const auto projects = session.projects_to_search();
  if (!projects) return session.fail(projects.error());
  const auto chosen = session.chosen_project();
  if (!chosen) return session.fail(chosen.error());
  const auto active = chosen->value_or("");
  if (format == OutputFormat::kJson) {
    json::Value list = json::Array{};
    for (const auto& project : *projects) list.push_back(service::project_json(project, active));
    print_json(session.streams(), list);
    return kOk;
  }
  if (projects->empty())
    session.streams().out
        << (session.can(Feature::kIndexing)
                ? "No projects yet. Next: codeweaver index FOLDER\n"
                : "The store has no projects yet. Index one on the machine with its files.\n");
  print_projects(*projects, active, session.streams().out);
  return kOk;
}

/// Prints a changed project as JSON, or the message `done`.
int report(Session& session, const ProjectRegistry& registry, const ProjectsCommand& command,
           const Result<Project>& project, const std::string& done) {
  if (!project) return session.fail(project.error());
  if (command.format != OutputFormat::kJson) {
    session.streams().out << done << '\n';
    return kOk;
  }
  const auto active = registry.active();
  if (!active) return session.fail(active.error());
  print_json(session.streams(), service::project_json(*project, active->value_or("")));
  return kOk;
}

Result<Project> add_project(const Session& session, ProjectRegistry& registry,
                            const ProjectsCommand& command) {
  auto added = registry.add(session.working_directory() / command.folder, command.project_id);
  if (!added || command.display_name.empty()) return added;
  const auto& id = added->project_id;
  CODEWEAVER_TRY(registry.rename(id, command.display_name));
  return registry.find(id);
}

/// Returns the project after `change`.
Result<Project> changed(const ProjectRegistry& registry, const std::string& id,
                        const Result<void>& change) {
  if (!change) return change.error();
  return registry.find(id);
}

int remove_project(Session& session, ProjectRegistry& registry, const ProjectsCommand& command) {
  const auto project = registry.find(command.project_id);
  if (!project) return session.fail(project.error());
  const auto removed = registry.remove(command.project_id, !command.keep_index);
  if (!removed) return session.fail(removed.error());
  return report(session, registry, command, project,
                command.keep_index ? "Removed " + command.project_id + "; its index is still in " +
                                         project->state_dir.string()
                                   : "Removed " + command.project_id + " and deleted its index");
}

int show_settings(Session& session, const Project& project, OutputFormat format) {
  const auto values = settings::project_settings(project.settings_file());
  if (!values) return session.fail(values.error());
  if (format == OutputFormat::kJson) {
    json::Value object = json::Object{};
    for (const auto& [key, value] : *values) object.set(key, value);
    print_json(session.streams(), object);
    return kOk;
  }
  auto& out = session.streams().out;
  if (values->empty()) out << project.project_id << " has no project settings.\n";
  for (const auto& [key, value] : *values) out << key << " = " << value << '\n';
  return kOk;
}

int run_settings(Session& session, const ProjectRegistry& registry,
                 const ProjectsCommand& command) {
  const auto project = registry.find(command.project_id);
  if (!project) return session.fail(project.error());
  if (command.action == ProjectsAction::kSetSettings) {
    const auto set =
        settings::change_project_settings(project->settings_file(), command.assignments);
    if (!set) return session.fail(set.error());
  }
  return show_settings(session, *project, command.format);
}

}  // namespace

int run_projects(Session& session, const ProjectsCommand& command) {
  if (command.action == ProjectsAction::kList) return list_projects(session, command.format);
  auto registry = session.registry();
  if (!registry) return session.fail(registry.error());
  const auto& id = command.project_id;
  switch (command.action) {
    case ProjectsAction::kList:
      break;
    case ProjectsAction::kAdd: {
      const auto added = add_project(session, *registry, command);
      return report(session, *registry, command, added,
                    added ? "Added " + added->project_id + " (" + added->root.string() + ')' : "");
    }
    case ProjectsAction::kUse:
      return report(session, *registry, command, changed(*registry, id, registry->set_active(id)),
                    "Active project: " + id);
    case ProjectsAction::kRename:
      return report(session, *registry, command,
                    changed(*registry, id, registry->rename(id, command.display_name)),
                    id + " is now called " + command.display_name);
    case ProjectsAction::kRemove:
      return remove_project(session, *registry, command);
    case ProjectsAction::kShowSettings:
    case ProjectsAction::kSetSettings:
      return run_settings(session, *registry, command);
  }
  return kOk;
}

}  // namespace codeweaver::cli
