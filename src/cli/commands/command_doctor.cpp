// codeweaver doctor: checks of the installation, and the list of providers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <span>

#include "base/advice.hpp"
#include "base/os/file_status.hpp"
#include "cli/commands/build_facts.hpp"
#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "cli/session/remedy_command.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "codeweaver/vector_store.hpp"
#include "json/value.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::cli {
namespace {

constexpr const char* kProviders = "providers";

/// One line of the doctor's report.
struct Check {
  std::string name;
  bool is_ok = false;
  std::string finding;
  std::string advice;  ///< what to do; empty: nothing
};

Check check_of(std::string name, const Error& error) {
  return {std::move(name), false, error.cause, base::advice(error, command_for(error, ""))};
}

/// Returns the folder, or the nearest parent that exists.
std::filesystem::path existing_part(std::filesystem::path folder) {
  std::error_code ignored;
  while (!std::filesystem::exists(folder, ignored) && folder.has_relative_path())
    folder = folder.parent_path();
  return folder;
}

/// Says why no files can be created in an existing folder; empty: they can.
std::string obstacle(const std::filesystem::path& existing) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(existing, ignored))
    return existing.string() + " is not a folder";
  if (os::may_make_files_in(existing.c_str())) return {};
  return "cannot write to " + existing.string() + ": " + std::generic_category().message(errno);
}

Check check_data_dir(const Session& session) {
  auto folder = session.data_dir();
  if (!folder) return check_of("data directory", folder.error());
  const auto existing = existing_part(*folder);
  if (const auto reason = obstacle(existing); !reason.empty())
    return {"data directory", false, folder->string() + ": " + reason,
            "Set codeweaver.data_dir to a writable folder."};
  std::error_code error;
  const auto space = std::filesystem::space(existing, error);
  constexpr std::uintmax_t kLittle = 200'000'000;
  if (!error && space.available < kLittle)
    return {"data directory", false,
            folder->string() + " has " + std::to_string(space.available / 1'000'000) + " MB free",
            "Free some space, or set codeweaver.data_dir to another disk."};
  return {"data directory", true, folder->string(), ""};
}

/// Calls the model once: only a call shows whether the service, the key and the name are right.
Check check_model(const Session& session, const Settings& values, const Result<Project>& project) {
  constexpr const char* kName = "embedding model";
  auto embedder = session.opener()->embedder(
      values, project ? project->state_dir : std::filesystem::path(), nullptr, session.call());
  if (!embedder) return check_of(kName, embedder.error());
  const auto& info = (*embedder)->info();
  std::vector<float> row(info.dimension);
  if (const auto answered = (*embedder)->embed_query("doctor", row, session.call()); !answered)
    return check_of(kName, answered.error());
  return {kName, true,
          info.provider + '/' + info.model + ", " + std::to_string(info.dimension) + " dimensions",
          ""};
}

/// Calls the reranker once, unless it is the default or "none".
std::optional<Check> check_reranker(const Session& session, const Settings& values) {
  constexpr const char* kName = "reranker";
  const auto& provider = values.rerank.provider;
  if (provider == Settings::Rerank{}.provider || provider == "none") return std::nullopt;
  const auto reranker = session.opener()->reranker(values, nullptr);
  if (!reranker) return check_of(kName, reranker.error());
  const RerankCandidate candidate{"doctor.py", "doctor", "", "def doctor(): pass"};
  const auto scores = (*reranker)->rerank("doctor", std::span(&candidate, 1), session.call());
  if (!scores) return check_of(kName, scores.error());
  return Check{kName, true, std::string((*reranker)->name()), ""};
}

/// Calls the sparse encoder once, if the settings name one.
std::optional<Check> check_sparse_encoder(const Session& session, const Settings& values) {
  constexpr const char* kName = "sparse encoder";
  const auto encoder = session.opener()->sparse_encoder(values);
  if (!encoder) return check_of(kName, encoder.error());
  if (*encoder == nullptr) return std::nullopt;
  const auto words = (*encoder)->encode_query("doctor");
  if (!words) return check_of(kName, words.error());
  const auto& info = (*encoder)->info();
  return Check{kName, true, info.provider + '/' + info.model, ""};
}

/// Calls a store that is a service. For a store without persistence, says so.
std::optional<Check> check_store(const Session& session, const Settings& values,
                                 const Result<Project>& project) {
  constexpr const char* kName = "store";
  const auto store = session.opener()->store(values, nullptr);
  if (!store) return check_of(kName, store.error());
  if (*store == nullptr) return std::nullopt;
  if (!(*store)->info().is_persistent)
    return Check{kName, true,
                 (*store)->info().provider +
                     " keeps records in memory; each process fills it from the index",
                 ""};
  if ((*store)->info().service.empty()) return std::nullopt;
  const auto call = session.call().until(settings::end_of_lookup(values, 0));
  const auto id = project ? project->project_id : std::string();
  const auto collections = in_context(*store, call)->collections(id);
  if (!collections) return check_of(kName, collections.error());
  return Check{kName, true,
               (*store)->info().service + " answers; it has " +
                   counted(collections->size(), "collection") + (project ? " of the project" : ""),
               ""};
}

Check check_chosen(const settings::EffectiveSettings& effective) {
  if (auto checked = settings::check_providers(effective); !checked)
    return check_of(kProviders, checked.error());
  return {kProviders, true, "all providers in the settings are available", ""};
}

bool is_chosen(const settings::Provider& provider, const Settings& values) {
  return settings::chosen_provider(values, provider.setting) == provider.name;
}

/// Reports a build without git; nullopt otherwise.
std::optional<Check> check_git() {
  if (build_facts().has_git) return std::nullopt;
  return Check{"git", true,
               "not in this build (CODEWEAVER_GIT=OFF): ignore files work; branches, tags, diffs "
               "and the commit history do not",
               ""};
}

Check check_settings(const Result<settings::EffectiveSettings>& loaded) {
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
    return {"index", true, counted(status->changed_files, "file") + " changed since the last run",
            "Searches update the index after small changes. After large changes, run: codeweaver "
            "index"};
  return {"index", true,
          counted(status->total_files, "file") + ", " + counted(status->total_chunks, "chunk") +
              ", up to date",
          ""};
}

/// Lists the store's projects, on a query node.
Check check_store_projects(const Session& session) {
  constexpr const char* kName = "project";
  const auto known = session.store_projects();
  if (!known) return check_of(kName, known.error());
  return {kName, true, "this is a query node; the store has " + counted(known->size(), "project"),
          ""};
}

Check check_all_of_index(Session& session, const Project& project) {
  constexpr const char* kName = "checksums";
  auto workspace = session.open(project);
  if (!workspace) return check_of(kName, workspace.error());
  const auto damage = workspace->verify();
  if (!damage) return check_of(kName, damage.error());
  if (damage->empty()) return {kName, true, "the index is not damaged", ""};
  std::string all;
  for (const auto& one : *damage) all += (all.empty() ? "" : "; ") + one;
  return {kName, false, std::move(all), "Run: codeweaver index --force " + project.root.string()};
}

json::Value check_json(const Check& check) {
  return json::Object{{"name", check.name},
                      {"ok", check.is_ok},
                      {"finding", check.finding},
                      {"advice", check.advice}};
}

void print_provider(const settings::Provider& provider, const Settings& values, std::ostream& out) {
  out << (is_chosen(provider, values) ? "    * " : "      ") << provider.role << ' '
      << provider.name << ": " << provider.capabilities;
  if (!provider.service.empty()) out << "; needs the " << provider.service;
  if (!provider.missing.empty()) out << "; not available: " << provider.missing;
  out << '\n';
}

void print_checks(const std::vector<Check>& checks, const Settings& values,
                  const Streams& streams) {
  auto& out = streams.out;
  for (const auto& check : checks) {
    out << (check.is_ok ? styled(streams, Style::kScore, "ok    ")
                        : styled(streams, Style::kError, "FAULT "))
        << check.name << ": " << check.finding << '\n';
    if (!check.advice.empty()) out << "      " << check.advice << '\n';
  }
  out << "Providers (* in use):\n";
  for (const auto& provider : settings::providers()) print_provider(provider, values, out);
}

json::Value checks_json(const std::vector<Check>& checks, const Settings& values) {
  json::Value list = json::Array{};
  for (const auto& check : checks) {
    auto row = check_json(check);
    if (check.name == kProviders) row.set("providers", service::providers_json(values));
    list.push_back(std::move(row));
  }
  return list;
}

}  // namespace

int run_doctor(Session& session, OutputFormat format, bool verify) {
  std::vector<Check> checks;
  auto project = session.resolve_project();
  const auto loaded = session.load_settings(project ? *project : Project{});
  const auto effective = loaded ? *loaded : settings::EffectiveSettings{};
  const auto& values = effective.settings;
  checks.push_back(check_data_dir(session));
  checks.push_back(check_settings(loaded));
  if (auto git = check_git()) checks.push_back(std::move(*git));
  checks.push_back(check_chosen(effective));
  checks.push_back(check_model(session, values, project));
  if (auto reranker = check_reranker(session, values)) checks.push_back(std::move(*reranker));
  if (auto sparse = check_sparse_encoder(session, values)) checks.push_back(std::move(*sparse));
  if (auto store = check_store(session, values, project)) checks.push_back(std::move(*store));
  if (project)
    checks.push_back(check_index(session, *project));
  else if (values.search.from_store)
    checks.push_back(check_store_projects(session));
  else
    checks.push_back(check_of("project", project.error()));
  if (project && verify) checks.push_back(check_all_of_index(session, *project));
  if (format == OutputFormat::kJson)
    print_json(session.streams(), checks_json(checks, values));
  else
    print_checks(checks, values, session.streams());
  const bool all_ok =
      std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.is_ok; });
  return all_ok ? kOk : kFailed;
}

}  // namespace codeweaver::cli
