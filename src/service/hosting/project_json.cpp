// Projects and their indexes as JSON; docs/reference/json.md lists the members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/project_json.hpp"

#include <algorithm>
#include <ranges>
#include <string>
#include <utility>

#include "settings/providers.hpp"

namespace codeweaver::service {
namespace {

json::Value run_json(const LastRun& run) {
  json::Value errors = json::Array{};
  for (const auto& failure : run.failures)
    errors.push_back(json::Object{{"path", failure.path}, {"reason", failure.reason}});
  json::Value out;
  out.set("run_id", run.run_id);
  out.set("status", to_string(run.status));
  out.set("started_at", run.started_at);
  out.set("finished_at", run.finished_at);
  out.set("files_indexed", run.files_indexed);
  out.set("files_removed", run.files_removed);
  out.set("chunks_created", run.chunks_created);
  out.set("errors", std::move(errors));
  return out;
}

json::Value running_json(const RunProgress& run) {
  json::Value out;
  out.set("run_id", run.run_id);
  out.set("started_at", run.started_at);
  out.set("updated_at", run.updated_at);
  out.set("files_discovered", run.files_discovered);
  out.set("files_processed", run.files_processed);
  out.set("chunks_created", run.chunks_created);
  out.set("errors", run.errors);
  return out;
}

/// Adds the members of a report.
void set_report(json::Value& out, const IndexReport& report) {
  out.set("run_id", report.run_id);
  out.set("status", to_string(report.status));
  out.set("files_discovered", report.files_discovered);
  out.set("files_indexed", report.files_indexed);
  out.set("files_unchanged", report.files_unchanged);
  out.set("files_removed", report.files_removed);
  out.set("total_files", report.total_files);
  out.set("total_chunks", report.total_chunks);
  out.set("chunks_created", report.chunks_created);
  out.set("duration_seconds", report.duration_seconds);
  json::Value stages = json::Object{}, languages = json::Object{}, unknown = json::Object{};
  for (const auto& [stage, seconds] : report.stage_seconds) stages.set(stage, seconds);
  for (const auto& [language, files] : report.languages) languages.set(language, files);
  for (const auto& [extension, files] : report.unknown_extensions) unknown.set(extension, files);
  out.set("stage_seconds", std::move(stages));
  out.set("languages", std::move(languages));
  out.set("unknown_extensions", std::move(unknown));
  out.set("secrets", secrets_json(report.secrets));
  out.set("bulk_files", report.bulk_files);
  out.set("errors", outcomes_json(report.failures));
  out.set("skipped", outcomes_json(report.skipped));
  json::Value warnings = json::Array{};
  for (const auto& warning : report.warnings) warnings.push_back(warning);
  out.set("warnings", std::move(warnings));
}

std::string_view stage_name(IndexProgress::Stage stage) {
  constexpr std::string_view kNames[] = {"discover", "index", "derive", "done"};
  return kNames[static_cast<std::size_t>(stage)];
}

}  // namespace

void set_progress(json::Value& out, const IndexingSnapshot& now) {
  const auto& progress = now.progress;
  out.set("files_discovered", progress.files_discovered);
  out.set("files_processed", progress.files_processed);
  out.set("chunks_created", progress.chunks_created);
  out.set("errors", progress.errors);
  if (!progress.current_file.empty()) out.set("current_file", progress.current_file);
  if (!now.started_at.empty()) out.set("start_time", now.started_at);
  if (!now.estimated_completion.empty()) out.set("estimated_completion", now.estimated_completion);
}

json::Value project_json(const Project& project, std::string_view active) {
  json::Value out = json::Object{{"project_id", project.project_id},
                                 {"display_name", project.display_name},
                                 {"root", project.root.string()},
                                 {"state_dir", project.state_dir.string()},
                                 {"is_active", project.project_id == active}};
  if (project.root.empty()) out.set("from_store", true);
  return out;
}

json::Value warnings_json(const std::vector<std::string>& warnings) {
  json::Value out = json::Array{};
  for (const auto& warning : warnings) out.push_back(warning);
  return out;
}

json::Value status_json(const Project& project, const RepoStatus& status) {
  json::Value out;
  out.set("project_id", project.project_id);
  out.set("display_name", project.display_name);
  out.set("root", project.root.string());
  out.set("state_dir", project.state_dir.string());
  if (project.root.empty()) out.set("from_store", true);
  out.set("indexed", status.indexed);
  out.set("is_indexing", status.is_indexing);
  out.set("is_watched", status.is_watched);
  out.set("coverage", status.coverage);
  if (status.running) out.set("running", running_json(*status.running));
  out.set("is_stale", status.is_stale);
  out.set("changed_files", status.changed_files);
  out.set("total_files", status.total_files);
  out.set("total_chunks", status.total_chunks);
  if (!status.last_indexed_at.empty()) out.set("last_indexed_at", status.last_indexed_at);
  out.set("generation", status.statistics.generation);
  out.set("size_bytes", status.statistics.size_bytes);
  out.set("source_bytes", status.statistics.source_bytes);
  out.set("size_ratio", status.statistics.size_ratio);
  out.set("secrets", secrets_json(status.statistics.secrets));
  out.set("bulk_files", status.statistics.bulk_files);
  out.set("files_without_vectors", status.statistics.files_without_vectors);
  out.set("warnings", warnings_json(status.warnings));
  if (status.last_run) out.set("last_run", run_json(*status.last_run));
  json::Value languages = json::Object{};
  for (const auto& [language, files] : status.statistics.languages) languages.set(language, files);
  out.set("languages", std::move(languages));
  json::Value embedder;
  embedder.set("provider", status.statistics.embedder_provider);
  embedder.set("model", status.statistics.embedder_model);
  out.set("embedder", std::move(embedder));
  return out;
}

json::Value report_json(const IndexReport& report, const Project& project) {
  json::Value out;
  out.set("project_id", project.project_id);
  out.set("root", project.root.string());
  set_report(out, report);
  return out;
}

json::Value indexing_json(const IndexingSnapshot& now) {
  json::Value out;
  out.set("state", to_string(now.state));
  if (!now.job_id.empty()) out.set("job_id", now.job_id);
  out.set("coverage", now.coverage);
  json::Value progress;
  progress.set("stage", stage_name(now.progress.stage));
  set_progress(progress, now);
  out.set("progress", std::move(progress));
  if (now.files_per_second > 0) out.set("files_per_second", now.files_per_second);
  if (now.last) {
    json::Value last;
    set_report(last, *now.last);
    out.set("last", std::move(last));
  }
  if (!now.last_finished_at.empty()) out.set("last_finished_at", now.last_finished_at);
  if (now.last_error)
    out.set("last_error",
            json::Object{{"code", now.last_error->code}, {"message", now.last_error->message()}});
  return out;
}

json::Value secrets_json(const SecretCounts& secrets) {
  return json::Object{{"masked_values", secrets.masked_values},
                      {"masked_files", secrets.masked_files},
                      {"left_out_files", secrets.left_out_files}};
}

json::Value namespace_json(const NamespaceInfo& info) {
  return json::Object{{"namespace", info.key.to_string()},
                      {"purpose", to_string(info.key.purpose)},
                      {"chunk_strategy", info.key.chunk_strategy},
                      {"records", info.records},
                      {"is_local", info.is_local}};
}

json::Value outcomes_json(const std::vector<FileOutcome>& files) {
  json::Value list = json::Array{};
  for (const auto& file : files)
    list.push_back(
        json::Object{{"path", file.path}, {"reason", file.reason}, {"detail", file.detail}});
  return list;
}

json::Value providers_json(const Settings& settings) {
  json::Value list = json::Array{};
  for (const auto& provider : settings::providers()) {
    json::Value out;
    out.set("role", provider.role);
    out.set("name", provider.name);
    out.set("setting", provider.setting);
    out.set("is_available", provider.missing.empty());
    out.set("is_chosen", settings::chosen_provider(settings, provider.setting) == provider.name);
    json::Value capabilities = json::Array{};
    for (const auto part : std::views::split(provider.capabilities, std::string_view(", ")))
      capabilities.push_back(std::string(part.begin(), part.end()));
    out.set("capabilities", std::move(capabilities));
    if (!provider.service.empty()) out.set("service", provider.service);
    if (!provider.missing.empty()) out.set("missing", provider.missing);
    list.push_back(std::move(out));
  }
  return list;
}

}  // namespace codeweaver::service
