// Results of an index run: IndexReport, IndexProgress, FileOutcome, IndexStatistics.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstddef>
#include <map>
#include <string>

#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/watch_types.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

std::map<std::string, std::size_t> counts(const SecretCounts& secrets) {
  return {{"masked_values", secrets.masked_values},
          {"masked_files", secrets.masked_files},
          {"left_out_files", secrets.left_out_files}};
}

SecretCounts secret_counts(const std::map<std::string, std::size_t>& counts) {
  const auto count = [&](const char* name) {
    const auto found = counts.find(name);
    return found == counts.end() ? std::size_t{0} : found->second;
  };
  return {count("masked_values"), count("masked_files"), count("left_out_files")};
}

void bind_report(py::module_& module) {
  ValueClass<IndexReport>(module, "IndexReport", "Result of an indexing run.")
      .field("status", &IndexReport::status, "How the run ended.")
      .field("total_files", &IndexReport::total_files, "Files in the index after the run.")
      .field("total_chunks", &IndexReport::total_chunks, "Chunks in the index after the run.")
      .field("duration_seconds", &IndexReport::duration_seconds, "Wall time in seconds.")
      .field("run_id", &IndexReport::run_id, "UUIDv7 of the run.")
      .field("files_discovered", &IndexReport::files_discovered, "Files that discovery selected.")
      .field("files_indexed", &IndexReport::files_indexed, "Files read in this run.")
      .field("files_from_snapshot", &IndexReport::files_from_snapshot,
             "Part of files_indexed that a snapshot provided without parsing.")
      .field("files_unchanged", &IndexReport::files_unchanged, "Unchanged files.")
      .field("files_removed", &IndexReport::files_removed, "Files removed from the index.")
      .field("chunks_created", &IndexReport::chunks_created, "New chunks in this run.")
      .field("stage_seconds", &IndexReport::stage_seconds, "Wall time by stage.")
      .field("languages", &IndexReport::languages, "Number of indexed files by language id.")
      .field(
          "secrets", [](const IndexReport& self) { return counts(self.secrets); },
          [](IndexReport& self, const std::map<std::string, std::size_t>& given) {
            self.secrets = secret_counts(given);
          },
          "Secrets kept out of the index: masked_values, masked_files, left_out_files.")
      .field("bulk_files", &IndexReport::bulk_files,
             "Files of bulk data that are only partly searched by meaning.")
      .field("failures", &IndexReport::failures, "Files that could not be indexed.")
      .field("skipped", &IndexReport::skipped, "Skipped files, with reasons.")
      .field("unknown_extensions", &IndexReport::unknown_extensions,
             "Number of skipped files of unknown types, by extension: binary or bulk data.")
      .field("warnings", &IndexReport::warnings, "Warnings for the user.")
      .finish();
}

void bind_statistics(py::module_& module) {
  ValueClass<IndexStatistics>(module, "IndexStatistics", "Contents of a committed index.")
      .field("generation", &IndexStatistics::generation, "Number of the committed state.")
      .field("files", &IndexStatistics::files, "Files in the index.")
      .field("chunks", &IndexStatistics::chunks, "Chunks in the index.")
      .field("languages", &IndexStatistics::languages, "Number of files by language id.")
      .field("size_bytes", &IndexStatistics::size_bytes, "Size of the state directory on disk.")
      .field("source_bytes", &IndexStatistics::source_bytes, "Size of the indexed files.")
      .field("size_ratio", &IndexStatistics::size_ratio, "size_bytes / source_bytes.")
      .field(
          "secrets", [](const IndexStatistics& self) { return counts(self.secrets); },
          [](IndexStatistics& self, const std::map<std::string, std::size_t>& given) {
            self.secrets = secret_counts(given);
          },
          "Secrets kept out of the index: masked_values, masked_files, left_out_files.")
      .field("bulk_files", &IndexStatistics::bulk_files,
             "Files of bulk data that are only partly searched by meaning.")
      .field("files_without_vectors", &IndexStatistics::files_without_vectors,
             "Files that only words can find, because the model was missing or failed.")
      .field("last_indexed", &IndexStatistics::last_indexed, "ISO 8601; empty: never.")
      .field("embedder_provider", &IndexStatistics::embedder_provider, "Model of the vectors.")
      .field("embedder_model", &IndexStatistics::embedder_model, "Model of the vectors.")
      .finish();
}

}  // namespace

void bind_index_types(py::module_& module) {
  ValueClass<FileOutcome>(module, "FileOutcome", "A file that was not indexed, and the reason.")
      .field("path", &FileOutcome::path, "Relative to the project.")
      .field("reason", &FileOutcome::reason, "too_large, binary, not_utf8, unreadable, ...")
      .field("detail", &FileOutcome::detail, "One sentence.")
      .finish();
  ValueClass<IndexProgress>(module, "IndexProgress", "Progress of an indexing run.")
      .field("stage", &IndexProgress::stage, "Current stage.")
      .field("files_discovered", &IndexProgress::files_discovered, "Files to check.")
      .field("files_processed", &IndexProgress::files_processed, "Processed files.")
      .field("chunks_created", &IndexProgress::chunks_created, "New chunks so far.")
      .field("errors", &IndexProgress::errors, "Files that failed.")
      .field("current_file", &IndexProgress::current_file, "Last processed file.")
      .finish();
  bind_report(module);
  ValueClass<WatchBatch>(module, "WatchBatch", "One run of a watched project.")
      .field("report", &WatchBatch::report, "Report of the run.")
      .field("generation", &WatchBatch::generation, "Generation of the committed index.")
      .finish();
  ValueClass<WatchWait>(module, "WatchWait", "The reason why a watch is waiting.")
      .field(
          "reason",
          [](const WatchWait& self) {
            return std::string(self.reason == WatchWait::For::kRun ? "run" : "watcher");
          },
          [](WatchWait& self, const std::string& reason) {
            self.reason = reason == "run" ? WatchWait::For::kRun : WatchWait::For::kWatcher;
          },
          "'watcher': another process watches the project; 'run': another process indexes it.")
      .field(
          "process", [](const WatchWait& self) { return self.holder.process; },
          [](WatchWait& self, const std::string& process) { self.holder.process = process; },
          "Id of that process; empty: unknown.")
      .field(
          "since", [](const WatchWait& self) { return self.holder.since; },
          [](WatchWait& self, const std::string& since) { self.holder.since = since; }, "ISO 8601.")
      .finish();
  bind_statistics(module);
}

}  // namespace codeweaver::python
