// The index_repository tool: registers a folder as a project and indexes it in the background.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "codeweaver/error_codes.hpp"
#include "service/tools/mcp_arguments.hpp"
#include "service/tools/mcp_caller.hpp"
#include "service/tools/mcp_host_tool.hpp"
#include "service/tools/mcp_refusal.hpp"
#include "service/tools/mcp_status.hpp"
#include "service/tools/mcp_tools.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kIndexDescription =
    "Indexes a folder for search and makes it a project. Call it for folders that list_projects "
    "does not list: projects are kept up to date without it, and another call indexes only "
    "changed files. A long run continues in the background with status \"indexing\"; searches use "
    "the part indexed so far, and get_status reports progress.";

constexpr std::string_view kIndexInput = R"({
  "type": "object",
  "properties": {
    "repo_path": {"type": "string", "description": "Absolute path of the folder. Default: the client's working folder if it is not a project yet, else the active project."},
    "project_id": {"type": "string", "description": "Id of a new project; default: made from the folder's name. A known project keeps its id."},
    "force_reindex": {"type": "boolean", "description": "Delete the index and rebuild it (default false)."}
  },
  "additionalProperties": false
})";

constexpr std::string_view kIndexOutput = R"({
  "type": "object",
  "properties": {
    "repository_id": {"type": "string", "description": "The project_id for other calls."},
    "status": {"type": "string", "enum": ["success", "partial", "skipped", "failed", "cancelled", "indexing"]},
    "files_indexed": {"type": "integer"},
    "chunks_created": {"type": "integer"},
    "duration_seconds": {"type": "number"},
    "errors": {"type": "array", "items": {"type": "string"}, "description": "Files that could not be read."},
    "message": {"type": "string"}
  },
  "required": ["repository_id", "status", "files_indexed", "chunks_created", "duration_seconds", "errors", "message"]
})";

/// How long a call waits for the end of a run: kBeforeTask, then it becomes a task; kPatience more
/// if the client does not support tasks, then it answers "indexing". Clients give up after about a
/// minute.
constexpr std::chrono::seconds kBeforeTask{1}, kPatience{10};

/// Follows one run of a project and reports its progress to the client.
class RunFollower {
 public:
  RunFollower(HostedProject& project, const mcp::RequestContext& context)
      : project_(project), context_(context) {
    context_.progress(0, 1, "indexing");
    listening_ = project.on_indexing([this](const IndexingSnapshot& now) { show(now); });
  }

  /// Waits until the run, the call or `patience` ends (nullopt: no limit) and returns the state.
  IndexingSnapshot wait(const std::string& job, std::optional<std::chrono::milliseconds> patience) {
    const std::stop_callback wake(context_.stop(), [this] {
      const std::lock_guard lock(mutex_);
      changed_.notify_all();
    });
    const auto is_over = [&] {
      if (context_.stop().stop_requested()) return true;
      const auto now = project_.indexing();
      return now.job_id != job || now.state != IndexingState::kIndexing;
    };
    std::unique_lock lock(mutex_);
    if (patience)
      changed_.wait_for(lock, *patience, is_over);
    else
      changed_.wait(lock, is_over);
    return project_.indexing();
  }

 private:
  void show(const IndexingSnapshot& now) {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
    const auto& progress = now.progress;
    const double share = static_cast<double>(progress.files_processed) /
                         static_cast<double>(std::max<std::size_t>(progress.files_discovered, 1));
    context_.progress(std::min(share, 1.0), 1, progress_text(progress));
  }

  HostedProject& project_;
  const mcp::RequestContext& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Subscription listening_;  // last: it uses all members above
};

json::Value errors_json(const std::vector<std::string>& errors) {
  json::Value out = json::Array{};
  for (const auto& error : errors) out.push_back(error);
  return out;
}

mcp::ToolResult result_of(json::Value structured) {
  mcp::ToolResult out;
  out.text = *structured.find("message")->if_string();
  out.structured = std::move(structured);
  return out;
}

std::string message_of(const Project& project, const IndexReport& report,
                       std::size_t failed_count) {
  if (report.status == IndexStatus::kSkipped) return "Repository already indexed";
  if (report.status == IndexStatus::kCancelled)
    return "Indexing was stopped. The next run keeps the files that are already indexed";
  std::string out = "Indexed " + base::counted(report.files_indexed, "file") + " of " +
                    project.project_id + " (" + base::counted(report.chunks_created, "chunk") + ")";
  if (failed_count > 0) out += "; " + base::counted(failed_count, "file") + " could not be read";
  for (const auto& warning : report.warnings) out += ". " + warning;
  return out;
}

mcp::ToolResult finished(const Project& project, const IndexReport& report) {
  const auto errors = failed_files(report);
  return result_of(json::Object{{"repository_id", project.project_id},
                                {"status", to_string(report.status)},
                                {"files_indexed", report.files_indexed},
                                {"chunks_created", report.chunks_created},
                                {"duration_seconds", report.duration_seconds},
                                {"errors", errors_json(errors)},
                                {"message", message_of(project, report, errors.size())}});
}

mcp::ToolResult unfinished(const Project& project, const IndexProgress& progress,
                           std::string_view how) {
  return result_of(json::Object{
      {"repository_id", project.project_id},
      {"status", "indexing"},
      {"files_indexed", progress.files_processed},
      {"chunks_created", progress.chunks_created},
      {"duration_seconds", 0.0},
      {"errors", json::Array{}},
      {"message", std::string(how) + "; searches use the part indexed so far, and get_status "
                                     "reports progress"}});
}

mcp::ToolResult result_of(const Project& project, const std::string& job,
                          const IndexingSnapshot& now) {
  if (now.job_id == job && now.state == IndexingState::kIndexing)
    return unfinished(project, now.progress,
                      "Indexing continues: " + progress_text(now.progress) + " done");
  if (now.last_error && now.last_error->code == error_code::kIndexLocked)
    return unfinished(project, now.progress, "Another process is indexing this project");
  if (now.last_error) return refusal(*now.last_error);
  return now.last ? finished(project, *now.last)
                  : unfinished(project, now.progress, "Indexing continues");
}

/// A task waits for the end of the run, and cancelling the task stops the run. A plain call that
/// ends earlier lets the run continue.
mcp::ToolResult follow(HostedProject& project, const std::string& job,
                       const mcp::RequestContext& context) {
  RunFollower follower(project, context);
  const auto now = follower.wait(
      job, context.is_task() ? std::nullopt : std::optional<std::chrono::milliseconds>(kPatience));
  if (context.is_task() && context.stop().stop_requested() && now.job_id == job)
    static_cast<void>(project.cancel_index());
  return result_of(project.project(), job, now);
}

mcp::ToolResult index_repository(ProjectHost& host, const json::Value& value,
                                 const mcp::RequestContext& context) {
  const Arguments arguments(value);
  std::filesystem::path folder = arguments.text("repo_path");
  if (folder.empty()) {
    auto implied = host.folder_to_index(folders_of_caller(context));
    if (!implied) return refusal(implied.error());
    folder = std::move(*implied);
  }
  if (!folder.is_absolute())
    return refusal({ErrorCategory::kInvalidArgument, "INVALID_ARGUMENT",
                    "repo_path '" + folder.string() + "' is not absolute", "indexing a repository",
                    "Give the absolute path of the folder."});
  auto project = host.open_folder(folder, arguments.text("project_id"), call_of(context));
  if (!project) return refusal(project.error());
  const auto job = (*project)->start_index(arguments.flag("force_reindex").value_or(false));
  if (!job) return refusal(job.error());
  const auto now = RunFollower(**project, context).wait(*job, kBeforeTask);
  if (now.job_id != *job || now.state != IndexingState::kIndexing)
    return result_of((*project)->project(), *job, now);
  mcp::ToolResult later;
  later.continue_as_task = [project = *project, job = *job](const mcp::RequestContext& task) {
    return follow(*project, job, task);
  };
  return later;
}

}  // namespace

mcp::Tool make_index_repository_tool(std::shared_ptr<ProjectHost> host) {
  auto tool = make_host_tool(
      {"index_repository", "Index a repository", kIndexDescription, kIndexInput, kIndexOutput},
      std::move(host), &index_repository);
  tool.is_read_only = false;
  tool.other_names = {{"force", "force_reindex"}};
  tool.tasks = mcp::TaskSupport::kOptional;
  tool.starts_task_itself = true;
  return tool;
}

}  // namespace codeweaver::service
