// Whole indexing runs: everything, nothing changed, one file changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <fstream>

#include "cases.hpp"
#include "engine/state/state_paths.hpp"
#include "evaluate/machine.hpp"
#include "evaluate/parse_time.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr double kMega = 1e6;
constexpr std::size_t kChangedFiles = 100;

double folder_bytes(const std::filesystem::path& folder) {
  double total = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) total += static_cast<double>(entry.file_size());
  return total;
}

void record_sizes(const std::filesystem::path& state, double source_bytes, Run& run) {
  const engine::StatePaths paths{state};
  const double segments = folder_bytes(paths.segments());
  const double all = folder_bytes(state);
  run.record("size: source", "MB", source_bytes / kMega);
  run.record("size: database", "MB", (all - segments) / kMega);
  run.record("size: segments", "MB", segments / kMega);
  run.record("size: state / source", "ratio", all / source_bytes);
}

void index_everything(Workbench& bench, Run& run) {
  const auto& corpus = bench.corpus();
  const auto state = bench.fresh_folder("everything");
  auto indexer = bench.indexer(state);
  const bool is_reset = evaluate::reset_peak_rss();
  const Stopwatch watch;
  const auto report = need(indexer.run());
  const double wall = watch.wall(), cpu = watch.cpu(), peak = evaluate::peak_rss();
  const auto parse = evaluate::time_parse_alone(corpus.files, bench.options().workers);

  run.record("total, wall", "s", wall);
  run.record("total, cpu", "s", cpu);
  for (const auto& [stage, seconds] : report.stage_seconds)
    run.record("stage " + stage + ", wall", "s", seconds);
  run.record("parse alone, wall", "s", parse.wall);
  run.record("parse alone, cpu", "s", parse.cpu);
  run.record("total / parse alone, wall", "ratio", wall / parse.wall);
  run.record("total / parse alone, cpu", "ratio", cpu / parse.cpu);
  run.record("files", "files", static_cast<double>(report.total_files));
  run.record("chunks", "chunks", static_cast<double>(report.total_chunks));
  run.record("speed", "files/s", static_cast<double>(report.files_indexed) / wall);
  run.record("throughput", "MB/s", static_cast<double>(corpus.bytes) / kMega / wall);
  run.record(is_reset ? "peak memory" : "peak memory, of the process", "MiB", peak);
  record_sizes(state, static_cast<double>(corpus.bytes), run);

  run.check(report.failures.empty(), "no file fails");
  run.check(report.files_discovered == corpus.files.size(), "discovery finds every file");
  run.check(report.files_indexed + report.skipped.size() >= corpus.files.size(),
            "every file is indexed or skipped for a reason");
  run.check(report.total_chunks >= report.total_files / 2, "files give chunks");
  run.check(parse.files > 0, "tree-sitter parses some files");
}

void record_times(const Stopwatch& watch, const IndexReport& report, Run& run) {
  run.record("total, wall", "ms", watch.wall() * 1e3);
  run.record("total, cpu", "ms", watch.cpu() * 1e3);
  for (const auto& [stage, seconds] : report.stage_seconds)
    run.record("stage " + stage + ", wall", "ms", seconds * 1e3);
}

void index_unchanged(Workbench& bench, Run& run) {
  auto indexer = bench.indexer(bench.index());
  const Stopwatch watch;
  const auto report = need(indexer.run());
  record_times(watch, report, run);
  run.check(report.status == IndexStatus::kSkipped, "a second run has nothing to do");
  run.check(report.files_unchanged == report.files_discovered, "every file is unchanged");
}

void index_one_changed(Workbench& bench, Run& run) {
  const auto& corpus = bench.corpus();
  const auto state = bench.fresh_folder("one_changed");
  std::filesystem::copy(bench.index(), state, std::filesystem::copy_options::recursive);
  auto indexer = bench.indexer(state);
  std::ofstream(corpus.files[corpus.files.size() / 2].absolute_path, std::ios::app) << '\n';
  const Stopwatch watch;
  const auto report = need(indexer.run());
  record_times(watch, report, run);
  run.check(report.files_indexed == 1, "only the changed file is indexed");
  run.check(report.files_unchanged + 1 == report.files_discovered, "all others are unchanged");
}

/// Some files, spread evenly over the corpus.
std::vector<std::filesystem::path> some_files(const Corpus& corpus) {
  const std::size_t step = std::max<std::size_t>(1, corpus.files.size() / kChangedFiles);
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < corpus.files.size(); i += step)
    files.push_back(corpus.files[i].absolute_path);
  return files;
}

/// A run after a change without new texts: only rows of the database change.
void time_known(Indexer& indexer, const std::string& what, std::size_t files, Run& run) {
  const Stopwatch watch;
  const auto report = need(indexer.run());
  const double cpu = watch.cpu();
  run.record(what + ", wall", "ms", watch.wall() * 1e3);
  run.record(what + ", cpu", "ms", cpu * 1e3);
  run.record(what + ", cpu a file", "ms", cpu * 1e3 / static_cast<double>(files));
  run.check(report.files_indexed == files, "the " + what + " files are the only indexed ones");
  run.check(report.chunks_created == 0, "no text is chunked again");
}

void index_moved(Workbench& bench, Run& run) {
  const auto files = some_files(bench.corpus());
  const auto state = bench.fresh_folder("moved");
  std::filesystem::copy(bench.index(), state, std::filesystem::copy_options::recursive);
  auto indexer = bench.indexer(state);
  need(indexer.run());  // files that earlier cases left changed
  const auto moved = [](const std::filesystem::path& file) {
    return file.parent_path() / ("moved_" + file.filename().string());
  };
  for (const auto& file : files) std::filesystem::rename(file, moved(file));
  time_known(indexer, "moved", files.size(), run);
  for (const auto& file : files) std::filesystem::rename(moved(file), file);
}

void index_switched(Workbench& bench, Run& run) {
  const auto files = some_files(bench.corpus());
  const auto state = bench.fresh_folder("switched");
  std::filesystem::copy(bench.index(), state, std::filesystem::copy_options::recursive);
  auto indexer = bench.indexer(state);
  need(indexer.run());
  for (const auto& file : files) std::ofstream(file, std::ios::app) << '\n';
  const Stopwatch watch;
  const auto report = need(indexer.run());
  run.record("to another branch, wall", "ms", watch.wall() * 1e3);
  run.record("to another branch, cpu", "ms", watch.cpu() * 1e3);
  run.check(report.files_indexed == files.size(), "only the differing files are indexed");
  for (const auto& file : files)
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  time_known(indexer, "switched back", files.size(), run);
}

}  // namespace

std::vector<Case> index_cases() {
  return {
      {"index/everything", "a first run, compared with tree-sitter parsing of the same files",
       index_everything},
      {"index/unchanged", "a run without changes", index_unchanged},
      {"index/one_changed", "a run after one file changed", index_one_changed},
      {"index/moved", "a run after about 100 files were renamed", index_moved},
      {"index/switched", "a run after about 100 files changed, and one after they changed back",
       index_switched},
  };
}

}  // namespace codeweaver::bench
