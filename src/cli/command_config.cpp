// codeweaver config.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

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
    out << "Settings come from built-in defaults, the user file, codeweaver.toml of the project,\n"
           "its own settings (codeweaver projects settings), CODEWEAVER_* variables and the\n"
           "command line, the later ones winning.\n"
           "Show them all: codeweaver config --show\n";
    return kOk;
  }
  for (const auto& setting : settings::show(*loaded))
    out << setting.key << " = " << setting.value << "  "
        << styled(session.streams(), Style::kDim, "# " + setting.origin) << '\n';
  return kOk;
}

}  // namespace codeweaver::cli
