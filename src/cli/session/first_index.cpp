// Makes the first index of a project, with a progress bar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/session/first_index.hpp"

#include <utility>

#include "base/try.hpp"
#include "cli/render/progress_bar.hpp"
#include "codeweaver/error_codes.hpp"

namespace codeweaver::cli {

namespace {

/// Whether a search makes the first index itself instead of waiting for another process.
bool makes_first_index(const Session& session) {
  return session.effective().settings.indexing.first_index_wait_ms == 0;
}

}  // namespace

Result<void> index_first(const Session& session, CodeWeaver& workspace, const CallContext& call) {
  const auto& streams = session.streams();
  if (workspace.coverage().is_whole || !makes_first_index(session)) return {};
  streams.err << "Indexing " << printable(workspace.project().root.string())
              << " for the first time; later searches do not wait for this" << std::endl;
  ProgressBar bar(streams);
  IndexRequest request;
  request.on_progress = [&](const IndexProgress& progress) { bar.show(progress); };
  auto report = workspace.index(request, call);
  bar.finish();
  if (!report)
    return report.error().code == error_code::kIndexLocked ? Result<void>() : report.error();
  if (report->status == IndexStatus::kCancelled)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                 "The search was stopped during indexing", "indexing for the first time",
                 "Search again. The files indexed so far are kept."};
  streams.err << "Indexed " << counted(report->total_files, "file") << " in "
              << duration(report->duration_seconds) << std::endl;
  return {};
}

Result<opening::Opened> open_to_search(Session& session, const Result<Project>& project,
                                       const CallContext& call) {
  if (!project) return project.error();
  CODEWEAVER_ASSIGN(auto opened, session.open_to_search(*project));
  if (opened.workspace == nullptr) return opened;
  if (opened.workspace->coverage().is_whole || makes_first_index(session))
    CODEWEAVER_TRY(session.register_project(*project));
  CODEWEAVER_TRY(index_first(session, *opened.workspace, call));
  return opened;
}

Result<CodeWeaver> open_indexed(Session& session, const Result<Project>& project,
                                const CallContext& call) {
  CODEWEAVER_ASSIGN(auto opened, open_to_search(session, project, call));
  return opening::workspace_of(std::move(opened));
}

}  // namespace codeweaver::cli
