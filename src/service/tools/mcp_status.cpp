// The state of a project as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_status.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "service/hosting/project_json.hpp"
#include "service/tools/mcp_refusal.hpp"

namespace codeweaver::service {
namespace {

constexpr std::size_t kListedFiles = 100;

json::Value counts_json(const std::map<std::string, std::size_t>& counts) {
  json::Value out = json::Object{};
  for (const auto& [name, count] : counts) out.set(name, count);
  return out;
}

json::Value error_json(const Error& error) {
  return json::Object{{"code", error.code},
                      {"cause", error.cause},
                      {"context", error.context},
                      {"action", base::advice(error, tool_for(error.remedy.kind))}};
}

json::Value progress_json(const IndexingSnapshot& indexing) {
  const auto& progress = indexing.progress;
  json::Value out{json::Object{{"files_discovered", progress.files_discovered},
                               {"files_processed", progress.files_processed},
                               {"chunks_created", progress.chunks_created},
                               {"errors", progress.errors},
                               {"started_at", indexing.started_at}}};
  if (!indexing.estimated_completion.empty())
    out.set("estimated_completion", indexing.estimated_completion);
  return out;
}

json::Value run_json(const LastRun& run) {
  return json::Object{{"run_id", run.run_id},
                      {"status", to_string(run.status)},
                      {"started_at", run.started_at},
                      {"finished_at", run.finished_at},
                      {"files_indexed", run.files_indexed},
                      {"files_removed", run.files_removed},
                      {"chunks_created", run.chunks_created},
                      {"failed_files", run.failures.size()}};
}

json::Value first_outcomes(const std::vector<FileOutcome>& outcomes) {
  json::Value out = json::Array{};
  for (std::size_t i = 0; i < std::min(outcomes.size(), kListedFiles); ++i)
    out.push_back(json::Object{{"path", outcomes[i].path},
                               {"reason", outcomes[i].reason},
                               {"detail", outcomes[i].detail}});
  return out;
}

/// The state known to this process; "indexing" also if another process is indexing.
std::string_view state_of(const IndexingSnapshot& indexing, const RepoStatus& status) {
  return status.is_indexing ? to_string(IndexingState::kIndexing) : to_string(indexing.state);
}

double coverage_of(const IndexingSnapshot& indexing) {
  return std::round(indexing.coverage * 1e3) / 1e3;
}

}  // namespace

json::Value project_json(const Project& project) {
  json::Value out = json::Object{{"project_id", project.project_id},
                                 {"display_name", project.display_name},
                                 {"root", project.root.string()}};
  if (project.root.empty()) out.set("from_store", true);
  return out;
}

Result<json::Value> status_json(HostedProject& project, const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto status, project.status(call));
  const auto indexing = project.indexing();
  auto out = project_json(project.project());
  out.set("state", state_of(indexing, status));
  out.set("indexed", status.indexed);
  out.set("coverage", coverage_of(indexing));
  out.set("is_stale", status.is_stale);
  out.set("changed_files", status.changed_files);
  out.set("total_files", status.total_files);
  out.set("total_chunks", status.total_chunks);
  out.set("languages", counts_json(status.statistics.languages));
  out.set("secrets", secrets_json(status.statistics.secrets));
  out.set("files_without_vectors", status.statistics.files_without_vectors);
  out.set("warnings", warnings_json(status.warnings));
  if (!status.last_indexed_at.empty()) out.set("last_indexed_at", status.last_indexed_at);
  if (indexing.state == IndexingState::kIndexing) out.set("progress", progress_json(indexing));
  if (status.last_run) out.set("last_run", run_json(*status.last_run));
  // For the caller it is not an error that another process is indexing.
  if (indexing.last_error && indexing.last_error->code != error_code::kIndexLocked)
    out.set("last_error", error_json(*indexing.last_error));
  return out;
}

Result<json::Value> coverage_json(HostedProject& project, const CallContext& call) {
  CODEWEAVER_ASSIGN(const auto status, project.status(call));
  const auto indexing = project.indexing();
  json::Value out{json::Object{{"project_id", project.project().project_id},
                               {"state", state_of(indexing, status)},
                               {"coverage", coverage_of(indexing)},
                               {"total_files", status.total_files},
                               {"total_chunks", status.total_chunks},
                               {"languages", counts_json(status.statistics.languages)}}};
  if (!indexing.last) return out;
  out.set("failed", first_outcomes(indexing.last->failures));
  out.set("skipped", first_outcomes(indexing.last->skipped));
  out.set("unknown_extensions", counts_json(indexing.last->unknown_extensions));
  return out;
}

std::vector<std::string> failed_files(const IndexReport& report) {
  std::vector<std::string> out;
  for (const auto& failure : report.failures)
    out.push_back(failure.detail.empty() ? failure.path + ": " + failure.reason : failure.detail);
  for (const auto& skipped : report.skipped)
    if (skipped.reason == "binary") out.push_back(skipped.detail);
  if (out.size() > kListedFiles) {
    const auto more = out.size() - kListedFiles;
    out.resize(kListedFiles);
    out.push_back("and " + std::to_string(more) + " more");
  }
  return out;
}

std::string progress_text(const IndexProgress& progress) {
  return std::to_string(progress.files_processed) + " of " +
         std::to_string(progress.files_discovered) + " files";
}

}  // namespace codeweaver::service
