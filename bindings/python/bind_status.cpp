// How fresh an index is: LastRun, RunProgress, RepoStatus.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"
#include "value_class.hpp"

namespace codeweaver::python {

void bind_status(py::module_& module) {
  ValueClass<LastRun>(module, "LastRun", "Result of the last run that had work to do.")
      .field("status", &LastRun::status, "Result of the run.")
      .field("run_id", &LastRun::run_id, "UUIDv7 of the run.")
      .field("started_at", &LastRun::started_at, "ISO 8601.")
      .field("finished_at", &LastRun::finished_at, "ISO 8601.")
      .field("files_indexed", &LastRun::files_indexed, "Files indexed.")
      .field("files_removed", &LastRun::files_removed, "Deleted files.")
      .field("chunks_created", &LastRun::chunks_created, "New chunks.")
      .field("failures", &LastRun::failures, "Files that could not be read, without details.")
      .finish();
  ValueClass<RunProgress>(module, "RunProgress", "Progress of a run in any process.")
      .field("run_id", &RunProgress::run_id, "UUIDv7 of the run.")
      .field("started_at", &RunProgress::started_at, "ISO 8601.")
      .field("updated_at", &RunProgress::updated_at, "ISO 8601.")
      .field("files_discovered", &RunProgress::files_discovered, "Files to process; 0: unknown.")
      .field("files_processed", &RunProgress::files_processed, "Files processed.")
      .field("chunks_created", &RunProgress::chunks_created, "New chunks.")
      .field("errors", &RunProgress::errors, "Files that failed.")
      .finish();
  ValueClass<RepoStatus>(module, "RepoStatus", "State and size of an index.")
      .field("indexed", &RepoStatus::indexed, "Searches can find something, possibly only a part.")
      .field("coverage", &RepoStatus::coverage,
             "Share of the files that searches see; below 1 until the first run has ended.")
      .field("total_files", &RepoStatus::total_files, "Files in the index.")
      .field("total_chunks", &RepoStatus::total_chunks, "Chunks in the index.")
      .field(
          "last_indexed_at",
          [](const RepoStatus& self) {
            return self.last_indexed_at.empty() ? std::nullopt
                                                : std::optional(self.last_indexed_at);
          },
          [](RepoStatus& self, const std::optional<std::string>& text) {
            self.last_indexed_at = text.value_or("");
          },
          "ISO 8601; None: never.")
      .field("is_stale", &RepoStatus::is_stale,
             "Files changed since the last run, or no index exists.")
      .field("is_indexing", &RepoStatus::is_indexing, "A process is indexing now.")
      .field("is_watched", &RepoStatus::is_watched, "A process watches the folder.")
      .field("running", &RepoStatus::running, "The run in progress; None: none is known.")
      .field("changed_files", &RepoStatus::changed_files, "Files changed since the last run.")
      .field("statistics", &RepoStatus::statistics, "Details about the index.")
      .field("last_run", &RepoStatus::last_run, "Result of the last run that had work to do.")
      .field("warnings", &RepoStatus::warnings, "One sentence per problem of the index.")
      .finish();
}

}  // namespace codeweaver::python
