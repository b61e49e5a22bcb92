// Tests of RunRecorder: report, row and checkpoint of a run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/run_recorder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/fixed_clock.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/logger.hpp"
#include "codeweaver/result.hpp"
#include "engine/processed_files.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/checkpoint.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/database.hpp"
#include "store/database/records.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("run recorder: counts what became of files, and says how the run ended") {
  const test::TemporaryFolder folder;
  test::FixedClock clock;
  clock.time = *base::parse_iso8601("2026-11-21T10:00:00.000Z");
  RunRecorder recorder({folder / "checkpoint.json", "/home/me/project", "xxh3:1"}, clock);
  CHECK(recorder.began_at() == "2026-11-21T10:00:00.000Z");
  CHECK(recorder.status_at_end(false, true) == IndexStatus::kSkipped);
  CHECK(recorder.status_at_end(false, false) == IndexStatus::kSuccess);
  CHECK(recorder.status_at_end(true, true) == IndexStatus::kSuccess);

  TreeScan scan;
  scan.found.known_files = 4;
  scan.found.skipped = {{"big.py", "too_large", "11 MB", false}, {"no.py", "unreadable", "", true}};
  scan.changes.unchanged = 4;
  recorder.found(scan, 3);
  auto odd = cut_file("odd.py", "x = 1\n");
  odd.file.outcome = store::FileOutcome::kSkipped;
  odd.file.reason = "not_utf8";
  odd.detail = "odd.py is in an unknown encoding";
  recorder.note(cut_file("a.py", "a = 1\n"));
  recorder.note(failed_file("b.py"));
  recorder.note(odd);
  recorder.note_unchanged();
  recorder.note_removed(2);
  recorder.add_chunks(5);
  CHECK(recorder.status_at_end(true, true) == IndexStatus::kPartial);

  clock.time += 2s;
  const auto row = recorder.row(IndexStatus::kPartial);
  CHECK(row.id.to_string() == recorder.run_id());
  CHECK(row.started_at == "2026-11-21T10:00:00.000Z");
  CHECK(row.finished_at == "2026-11-21T10:00:02.000Z");
  CHECK(row.status == "partial");
  CHECK(row.files_indexed == 1);
  CHECK(row.files_skipped == 2);
  CHECK(row.files_removed == 2);
  CHECK(row.chunks == 5);
  CHECK(row.failures ==
        std::vector<store::RunRecord::Failure>{{"no.py", "unreadable"}, {"b.py", "unreadable"}});
  recorder.warn(
      Outage{{}, 2, 0, Error{ErrorCategory::kUnavailable, "EMBEDDER_FAILED", "Gone", "", ""}, {}});
  recorder.end_stage("index");
  recorder.end(IndexStatus::kPartial);
  const auto report = recorder.take();
  CHECK(report.status == IndexStatus::kPartial);
  CHECK(report.files_discovered == 4);
  CHECK(report.files_unchanged == 5);
  CHECK(report.skipped.size() == 2);
  CHECK(report.warnings.size() == 2);
  CHECK(report.warnings.at(0) == odd.detail);
  CHECK(report.stage_seconds.contains("index"));
  CHECK(log_record("shop", report).level == LogLevel::kWarning);
}

TEST_CASE("run recorder: the checkpoint of what was committed stays until a run reaches its end") {
  const test::TemporaryFolder folder;
  const auto file = folder / "checkpoint.json";
  auto database = *store::Database::open(folder / "index.db");
  const auto record = [&](IndexStatus status, bool is_forced = false) {
    // Ids of runs are ordered by their millisecond, and a run never ends within one.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    RunRecorder recorder({file, "/home/me/project", "xxh3:1", is_forced});
    recorder.found({}, 2);
    std::vector<ProcessedFile> batch;
    batch.push_back(cut_file("a.py", "a = 1\n"));
    batch.push_back(failed_file("b.py"));
    recorder.add_chunks(3);
    recorder.committed(batch);
    recorder.end(status);
    recorder.close(&database);
  };
  record(IndexStatus::kCancelled);
  record(IndexStatus::kFailed);  // goes on where that one stopped
  const auto left = read_checkpoint(file);
  REQUIRE(left);
  CHECK(left->files_processed == std::vector<std::string>{"a.py", "b.py", "a.py", "b.py"});
  CHECK(left->chunks_created == 6);
  CHECK(left->errors.size() == 2);
  CHECK((*database.last_run())->status == "failed");
  record(IndexStatus::kCancelled, true);  // does everything again
  CHECK(read_checkpoint(file)->file_count == 2);
  record(IndexStatus::kSuccess);
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK((*database.last_run())->status == "cancelled");  // its end is written elsewhere
}

}  // namespace codeweaver::engine
