// codeweaver index and codeweaver init.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/try.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/embedding_estimate.hpp"
#include "cli/render/index_summary.hpp"
#include "cli/render/print_json.hpp"
#include "cli/render/progress_bar.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/assignment.hpp"
#include "settings/project_settings.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kManyErrors = 25;

/// Whether to start again instead of continuing an interrupted run. Asks the user on a terminal.
/// nullopt: the user answered with Ctrl-C.
std::optional<bool> starts_over(const InterruptedRun& run, const IndexCommand& command,
                                const Streams& streams, const std::stop_token& stop) {
  const bool may_talk = !command.quiet && command.format == OutputFormat::kTable;
  if (!run.can_resume()) {
    if (may_talk)
      streams.err << "An interrupted run "
                  << (run.has_same_settings ? "is older than 24 hours" : "had other settings")
                  << "; starting again (to continue it, use --resume)\n";
    return true;
  }
  if (!may_talk || !streams.err_is_terminal) return false;
  const auto answer = ask(streams,
                          "Incomplete index found. Resume from " + grouped(run.chunks_created) +
                              " chunks or reindex? [resume/reindex]",
                          stop);
  if (stop.stop_requested()) return std::nullopt;
  return answer && (*answer == "reindex" || *answer == "i");
}

/// Keeps the settings of the command line that shape the files of the index, so that later runs and
/// searches without them do not undo this run. A decision about secrets holds for one run only.
/// Returns their names, separated by ", ".
Result<std::string> keep_settings(const Session& session, const Project& project) {
  std::vector<std::string> kept;
  std::string names;
  for (const auto& text : session.options().overrides) {
    CODEWEAVER_ASSIGN(const auto given, settings::read_assignment(text, "keeping settings"));
    const auto& key = *given.key;
    const bool is_about_files = key.section() == "indexing" || key.section() == "chunking";
    if (!key.has(settings::kShapesIndex) || !is_about_files || key.name == "indexing.secrets")
      continue;
    kept.push_back(text);
    names.append(names.empty() ? "" : ", ").append(key.name);
  }
  if (!kept.empty())
    CODEWEAVER_TRY(settings::change_project_settings(project.settings_file(), kept));
  return names;
}

}  // namespace

int run_index(Session& session, const IndexCommand& command, std::stop_token stop) {
  auto project = session.resolve_project(command.folder);
  if (!project) return session.fail(project.error());
  if (!command.project_id.empty()) project->project_id = command.project_id;
  if (command.is_estimate)
    return print_embedding_estimate(session, *project, command.format, std::move(stop));
  project = session.register_project(*project);
  if (!project) return session.fail(project.error());
  auto workspace = session.open(*project);
  if (!workspace) return session.fail(workspace.error());
  ProgressBar bar(session.streams());
  IndexRequest request;
  request.force = command.force;
  if (!command.force && !command.resume)
    if (const auto run = workspace->interrupted_run()) {
      const auto again = starts_over(*run, command, session.streams(), stop);
      if (!again) return kFailed;
      request.force = *again;
    }
  if (!command.quiet && command.format == OutputFormat::kTable)
    request.on_progress = [&](const IndexProgress& progress) { bar.show(progress); };
  auto report = workspace->index(request, std::move(stop));
  bar.finish();
  if (!report) return session.fail(report.error());
  const auto kept = keep_settings(session, *project);
  if (!kept) return session.fail(kept.error());
  report->warnings.insert(report->warnings.begin(), session.effective().warnings.begin(),
                          session.effective().warnings.end());
  if (report->failures.size() >= kManyErrors)
    session.streams().err << "Warning: " << counted(report->failures.size(), "file")
                          << " could not be indexed\n";
  if (command.format == OutputFormat::kJson)
    print_json(session.streams(), service::report_json(*report, *project));
  else if (command.quiet)
    list_files(session.streams().err, "Failed", report->failures);
  else
    print_index_summary(*report, *project, session.streams());
  if (!kept->empty() && !command.quiet && command.format == OutputFormat::kTable)
    session.streams().out << "Kept for later runs of this project: " << *kept << '\n';
  return report->status == IndexStatus::kCancelled ? kFailed : kOk;
}

int run_init(Session& session, const std::string& folder, const std::string& project_id) {
  auto registry = session.registry();
  if (!registry) return session.fail(registry.error());
  auto project = registry->init(session.working_directory() / folder, project_id);
  if (!project) return session.fail(project.error());
  session.streams().out << "Initialised project " << project->project_id << " in "
                        << project->state_dir.string() << "\nNext: codeweaver index "
                        << project->root.string() << '\n';
  return kOk;
}

}  // namespace codeweaver::cli
