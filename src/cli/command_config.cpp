// codeweaver config and codeweaver doctor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/print_json.hpp"
#include "codeweaver/embedder.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {
namespace {

/// One line of the doctor's report.
struct Check {
  std::string name;
  bool is_ok = false;
  std::string finding;
  std::string advice;  ///< what to do; empty when all is well
};

Check check_of(std::string name, const Error& error) {
  return {std::move(name), false, error.cause, error.action};
}

Check check_data_dir(const Session& session) {
  auto folder = session.data_dir();
  if (!folder) return check_of("data directory", folder.error());
  std::error_code error;
  auto existing = *folder;
  while (!existing.empty() && !std::filesystem::exists(existing, error) &&
         existing.has_relative_path())
    existing = existing.parent_path();
  const auto space = std::filesystem::space(existing, error);
  constexpr std::uintmax_t kLittle = 200'000'000;
  if (!error && space.available < kLittle)
    return {"data directory", false,
            folder->string() + " has " + std::to_string(space.available / 1'000'000) + " MB free",
            "Free some space, or set codeweaver.data_dir to another disk."};
  return {"data directory", true, folder->string(), ""};
}

Check check_model() {
  auto embedder = make_static_embedder();
  if (!embedder) return check_of("embedding model", embedder.error());
  const auto& info = (*embedder)->info();
  return {"embedding model", true,
          info.provider + '/' + info.model + ", " + std::to_string(info.dimension) + " dimensions",
          ""};
}

Check check_settings(const Session& session, const Project& project) {
  auto loaded = session.load_settings(project);
  if (!loaded) return check_of("settings", loaded.error());
  if (loaded->warnings.empty()) return {"settings", true, "no problems", ""};
  std::string all;
  for (const auto& warning : loaded->warnings) all += (all.empty() ? "" : "; ") + warning;
  return {"settings", false, all, "See `codeweaver config --show`."};
}

Check check_index(Session& session, const Project& project) {
  auto workspace = session.open(project);
  if (!workspace) return check_of("index", workspace.error());
  auto status = workspace->status();
  if (!status) return check_of("index", status.error());
  if (!status->indexed)
    return {"index", false, "project " + project.project_id + " is not indexed",
            "Run: codeweaver index " + project.root.string()};
  if (status->is_stale)
    return {"index", true, grouped(status->changed_files) + " files changed since the last run",
            "Searches bring small changes up to date by themselves; else run codeweaver index."};
  return {"index", true,
          grouped(status->total_files) + " files, " + grouped(status->total_chunks) +
              " chunks, up to date",
          ""};
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

int run_doctor(Session& session, OutputFormat format) {
  std::vector<Check> checks;
  auto project = session.resolve_project();
  checks.push_back(check_data_dir(session));
  checks.push_back(check_settings(session, project ? *project : Project{}));
  checks.push_back(check_model());
  if (project)
    checks.push_back(check_index(session, *project));
  else
    checks.push_back(check_of("project", project.error()));
  const bool all_ok =
      std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.is_ok; });
  auto& out = session.streams().out;
  if (format == OutputFormat::kJson) {
    json::Value list = json::Array{};
    for (const auto& check : checks)
      list.push_back(json::Object{{"name", check.name},
                                  {"ok", check.is_ok},
                                  {"finding", check.finding},
                                  {"advice", check.advice}});
    print_json(session.streams(), list);
  } else {
    for (const auto& check : checks) {
      out << (check.is_ok ? styled(session.streams(), Style::kScore, "ok    ")
                          : styled(session.streams(), Style::kError, "FAULT "))
          << check.name << ": " << check.finding << '\n';
      if (!check.advice.empty()) out << "      " << check.advice << '\n';
    }
  }
  return all_ok ? kOk : kFailed;
}

}  // namespace codeweaver::cli
