// codeweaver config.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {
namespace {

/// Prints the number of indexed files per language, as a comment. Prints nothing without an index.
void print_file_types(Session& session, const Project& project) {
  const auto workspace = session.open(project);
  const auto status = workspace ? workspace->status() : workspace.error();
  if (!status || !status->indexed) return;
  auto& out = session.streams().out;
  out << "# Indexed file types:";
  const char* separator = " ";
  for (const auto& [language, files] : status->statistics.languages) {
    out << separator << language << ' ' << grouped(files);
    separator = ", ";
  }
  out << "; chunking.extra_extensions adds more\n";
}

}  // namespace

int run_config(Session& session, const ConfigCommand& command) {
  auto project = session.resolve_project();
  if (!project && !session.options().project.empty()) return session.fail(project.error());
  auto loaded = session.load_settings(project ? *project : Project{});
  if (!loaded) return session.fail(loaded.error());
  auto& out = session.streams().out;
  if (command.format == OutputFormat::kJson) {
    json::Value list = json::Array{};
    for (const auto& setting : settings::show(*loaded))
      list.push_back(json::Object{{"key", setting.key},
                                  {"value", setting.value},
                                  {"origin", setting.origin},
                                  {"type", setting.type},
                                  {"doc", setting.doc}});
    print_json(session.streams(), list);
    return kOk;
  }
  for (const auto& warning : loaded->warnings)
    out << styled(session.streams(), Style::kWarning, "Warning: " + warning) << '\n';
  if (!command.show) {
    out << "Sources of settings, lowest precedence first: built-in defaults, the user's file,\n"
           "codeweaver.toml of the project, settings of the project (codeweaver projects\n"
           "settings), CODEWEAVER_* variables, the command line.\n"
           "Show all settings: codeweaver config --show\n";
    return kOk;
  }
  for (const auto& setting : settings::show(*loaded))
    out << setting.key << " = " << setting.value << "  "
        << styled(session.streams(), Style::kDim, "# " + setting.origin) << '\n';
  if (project) print_file_types(session, *project);
  return kOk;
}

}  // namespace codeweaver::cli
