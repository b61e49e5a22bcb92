// One index run for a caller in C.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "index_run.hpp"

#include <utility>

#include "codeweaver/error_codes.hpp"

namespace codeweaver::c {

Result<void> run_index(cw_engine& engine, IndexRequest request, const RunCaller& caller,
                       cw_index_report* report) {
  if (report != nullptr)
    if (auto fits = read_struct(report, "cw_index_report"); !fits) return fits.error();
  std::stop_source stop;
  const std::stop_callback passed_on(token_of(caller.stop), [&stop] { stop.request_stop(); });
  if (caller.on_progress != nullptr)
    request.on_progress = [&](const IndexProgress& now) {
      const cw_progress progress{sizeof(cw_progress), now.files_discovered,
                                 now.files_processed, now.chunks_created,
                                 now.errors,          now.current_file.c_str()};
      if (caller.on_progress(&progress, caller.progress_context) != 0) stop.request_stop();
    };
  const auto workspace = workspace_of(engine);
  if (!workspace) return workspace.error();
  const auto done = (*workspace)->index(request, stop.get_token());
  if (!done) return done.error();
  if (done->status == IndexStatus::kCancelled)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The run was stopped",
                 "indexing", "Index again to continue."};
  if (report == nullptr) return {};
  return write_struct(
      cw_index_report{0, done->files_indexed, done->files_unchanged, done->files_removed,
                      done->failures.size(), done->skipped.size(), done->total_files,
                      done->total_chunks, done->chunks_created, done->duration_seconds},
      report, "cw_index_report");
}

}  // namespace codeweaver::c
