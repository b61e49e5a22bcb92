// codeweaver namespaces: list, create, drop, clean.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "codeweaver/namespaces.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::cli {
namespace {

/// Parses a namespace key. If the project is missing, uses the current project.
Result<NamespaceKey> read_key(const std::string& text, const Project& project) {
  const bool is_short = std::ranges::count(text, '/') == 1;
  return NamespaceKey::parse(is_short ? project.project_id + '/' + text : text);
}

int list(Session& session, const Namespaces& namespaces, const NamespacesCommand& command) {
  const auto infos = namespaces.list();
  if (!infos) return session.fail(infos.error());
  if (command.format == OutputFormat::kJson) {
    json::Value all = json::Array{};
    for (const auto& info : *infos) all.push_back(service::namespace_json(info));
    print_json(session.streams(), all);
    return kOk;
  }
  auto& out = session.streams().out;
  if (infos->empty()) out << "No namespaces yet. Next: codeweaver index FOLDER\n";
  std::size_t width = 0;
  for (const auto& info : *infos) width = std::max(width, info.key.to_string().size());
  for (const auto& info : *infos) {
    const auto key = info.key.to_string();
    out << key << std::string(width + 2 - key.size(), ' ') << grouped(info.records)
        << (info.is_local ? " file" : " item") << (info.records == 1 ? "\n" : "s\n");
  }
  return kOk;
}

int create(Session& session, Namespaces& namespaces, const NamespaceKey& key, OutputFormat format) {
  const auto info = namespaces.create(key);
  if (!info) return session.fail(info.error());
  if (format == OutputFormat::kJson)
    print_json(session.streams(), service::namespace_json(*info));
  else
    session.streams().out << "Created " << key.to_string() << '\n';
  return kOk;
}

int report_dropped(Session& session, const std::vector<NamespaceKey>& keys, OutputFormat format) {
  if (format == OutputFormat::kJson) {
    json::Value all = json::Array{};
    for (const auto& key : keys) all.push_back(key.to_string());
    print_json(session.streams(), json::Object{{"dropped", std::move(all)}});
    return kOk;
  }
  auto& out = session.streams().out;
  if (keys.empty()) out << "No namespace is empty.\n";
  for (const auto& key : keys) out << "Dropped " << key.to_string() << '\n';
  return kOk;
}

}  // namespace

int run_namespaces(Session& session, const NamespacesCommand& command) {
  auto project = session.resolve_project();
  if (project && command.action == NamespacesCommand::Action::kCreate)
    project = session.register_project(*project);
  if (!project) return session.fail(project.error());
  Namespaces namespaces(*project);
  if (command.action == NamespacesCommand::Action::kList) return list(session, namespaces, command);
  if (command.action == NamespacesCommand::Action::kClean) {
    const auto removed = namespaces.remove_unused();
    return removed ? report_dropped(session, *removed, command.format)
                   : session.fail(removed.error());
  }
  const auto key = read_key(command.key, *project);
  if (!key) return session.fail(key.error());
  if (command.action == NamespacesCommand::Action::kCreate)
    return create(session, namespaces, *key, command.format);
  const auto dropped = namespaces.drop(*key);
  return dropped ? report_dropped(session, {*key}, command.format) : session.fail(dropped.error());
}

}  // namespace codeweaver::cli
