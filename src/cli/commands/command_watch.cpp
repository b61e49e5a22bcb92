// codeweaver watch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/commands.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "service/hosting/project_json.hpp"

namespace codeweaver::cli {
namespace {

/// Prints each event at once as one line, for people or as JSON.
class WatchPrinter {
 public:
  WatchPrinter(const Streams& streams, const Project& project, bool is_json)
      : streams_(streams), project_(project), is_json_(is_json) {}

  void show(const WatchBatch& batch) {
    if (is_json_)
      print(batch_json(batch));
    else if (is_first_)
      streams_.out << "Watching " << project_.root.string() << ": " << describe(batch)
                   << ". Press Ctrl-C to stop." << std::endl;
    else
      streams_.out << describe(batch) << std::endl;
    is_first_ = false;
    if (!is_json_)
      for (const auto& failure : batch.report.failures) warn(failure.path + ": " + failure.detail);
  }

  void show(const WatchWait& wait) {
    const auto& [process, since] = wait.holder;
    const bool is_run = wait.reason == WatchWait::For::kRun;
    if (!is_json_) {
      streams_.out << "Process " << process << (is_run ? " is indexing " : " watches ")
                   << project_.root.string()
                   << (is_run ? "; waiting for it to finish" : "; taking over when it ends")
                   << std::endl;
      return;
    }
    print(json::Object{{"event", "waiting"},
                       {"for", is_run ? "run" : "watcher"},
                       {"process", process},
                       {"since", since}});
  }

  void show(const Error& problem) {
    if (!is_json_) return warn(problem.message());
    print(json::Object{{"event", "problem"},
                       {"code", problem.code},
                       {"cause", problem.cause},
                       {"context", problem.context},
                       {"action", problem.action}});
  }

 private:
  static std::string describe(const WatchBatch& batch) {
    const auto& report = batch.report;
    return grouped(report.files_indexed) + " indexed, " + grouped(report.files_removed) +
           " removed in " + duration(report.duration_seconds) + " (" +
           counted(report.total_files, "file") + ", generation " +
           std::to_string(batch.generation) + ")";
  }

  json::Value batch_json(const WatchBatch& batch) const {
    const auto& report = batch.report;
    json::Value out;
    out.set("event", is_first_ ? "started" : "indexed");
    out.set("project_id", project_.project_id);
    out.set("status", to_string(report.status));
    out.set("files_indexed", report.files_indexed);
    out.set("files_removed", report.files_removed);
    out.set("total_files", report.total_files);
    out.set("total_chunks", report.total_chunks);
    out.set("duration_seconds", report.duration_seconds);
    out.set("generation", batch.generation);
    out.set("errors", service::outcomes_json(report.failures));
    return out;
  }

  void print(const json::Value& value) { streams_.out << json::dump(value) << std::endl; }
  void warn(const std::string& text) {
    streams_.err << styled(streams_, Style::kWarning, "Warning: " + text) << std::endl;
  }

  const Streams& streams_;
  const Project& project_;
  bool is_json_;
  bool is_first_ = true;
};

}  // namespace

int run_watch(Session& session, const WatchCommand& command, std::stop_token stop) {
  auto project = session.resolve_project(command.folder);
  if (project) project = session.register_project(*project);
  if (!project) return session.fail(project.error());
  auto workspace = session.open(*project);
  if (!workspace) return session.fail(workspace.error());
  WatchPrinter printer(session.streams(), *project, command.format == OutputFormat::kJson);
  WatchRequest request;
  request.on_batch = [&](const WatchBatch& batch) { printer.show(batch); };
  request.on_problem = [&](const Error& problem) { printer.show(problem); };
  request.on_wait = [&](const WatchWait& wait) { printer.show(wait); };
  const auto watched = workspace->watch(request, std::move(stop));
  return watched ? kOk : session.fail(watched.error());
}

}  // namespace codeweaver::cli
