// Tests of the parts of an indexing run: progress, batches, records, partial publishing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "base/fixed_clock.hpp"
#include "base/temporary_folder.hpp"
#include "engine/indexing/partial_publisher.hpp"
#include "engine/indexing/progress_reporter.hpp"
#include "engine/indexing/run_recorder.hpp"
#include "engine/state/coverage.hpp"
#include "engine/writing/file_batch.hpp"
#include "engine/writing/tree_writer.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

ProcessedFile cut_file(const std::string& path, const std::string& text) {
  DiscoveredFile file;
  file.path = path;
  file.language = "python";
  return FileProcessor(IndexOptions{}).process_text(file, text, nullptr);
}

ProcessedFile failed_file(const std::string& path) {
  ProcessedFile out = cut_file(path, "");
  out.file.outcome = store::FileOutcome::kFailed;
  out.file.reason = "unreadable";
  out.detail = "Permission denied";
  out.is_failure = true;
  return out;
}

/// A state with one file in its database, and publishers of it.
struct PublisherBench {
  test::TemporaryFolder folder;
  StatePaths paths{folder.path()};
  store::Database database = *store::Database::open(paths.database());
  PartialPublisher::Duration elapsed = 0s;

  PublisherBench() {
    auto file = cut_file("a.py", "def first():\n    return 1\n");
    REQUIRE(TreeWriter(database, *database.make_tree(""), paths).put(file, {}));
  }
  PartialPublisher publisher(std::chrono::milliseconds after = 1s, bool ends_late = false) {
    return {paths, after, ends_late, [this] { return elapsed; }};
  }
  auto publish(PartialPublisher& publisher, std::size_t files, const std::stop_token& stop = {}) {
    DeriveRequest request(IndexOptions{}, nullptr);
    request.coverage = {files, 10};
    request.call.stop = stop;
    return publisher.publish(database, request, nullptr);
  }
};

}  // namespace

TEST_CASE("progress: told at each stage, and in between no more often than every 50 ms") {
  ProgressReporter::Time now{1s};
  std::vector<IndexProgress> told;
  ProgressReporter progress([&](const IndexProgress& one) { told.push_back(one); },
                            [&] { return now; });
  using Stage = IndexProgress::Stage;
  progress.begin(Stage::kDiscover);
  progress.expect(3);
  progress.begin(Stage::kIndex);
  for (const auto* path : {"a.py", "b.py", "c.py"}) {
    now += 25ms;
    progress.add_file(path);
    progress.add_chunks(2);
    progress.go_on(Stage::kIndex);
  }
  progress.add_error();
  progress.begin(Stage::kDone);
  REQUIRE(told.size() == 4);
  CHECK(told[1].files_discovered == 3);
  CHECK(told[2].current_file == "b.py");
  CHECK(told[2].files_processed == 2);
  CHECK(told[2].chunks_created == 4);
  CHECK(told[3].stage == Stage::kDone);
  CHECK(told[3].files_processed == 3);
  CHECK(told[3].errors == 1);
  ProgressReporter nobody{{}};
  nobody.begin(Stage::kIndex);
  nobody.go_on(Stage::kIndex);
}

TEST_CASE("file batch: full by number, or by bytes of texts as the memory budget says") {
  FileBatch batch(3, 64ULL << 20);
  batch.add(cut_file("a.py", "a = 1\n"));
  batch.add(failed_file("b.py"));
  CHECK_FALSE(batch.is_full());
  batch.add(cut_file("c.py", "c = 1\n"));
  CHECK(batch.is_full());
  CHECK(batch.files().size() == 3);
  batch.clear();
  CHECK(batch.is_empty());
  auto large = cut_file("d.py", "d = 1\n");
  large.content->text.resize(batch_share(64ULL << 20));
  batch.add(std::move(large));
  CHECK(batch.is_full());
  batch.clear();
  CHECK_FALSE(batch.is_full());
}

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

TEST_CASE("partial publisher: due by time, not when two thirds are done, never where it is off") {
  PublisherBench bench;
  const auto publisher = bench.publisher();
  CHECK_FALSE(publisher.is_due(1, 10));
  bench.elapsed = 1s;
  CHECK(publisher.is_due(1, 10));
  CHECK(publisher.is_due(6, 10));
  CHECK_FALSE(publisher.is_due(7, 10));
  CHECK_FALSE(publisher.is_due_at_end());
  CHECK(bench.publisher(1s, true).is_due_at_end());
  CHECK_FALSE(bench.publisher(0ms).is_due(1, 10));
}

TEST_CASE("partial publisher: publishes what there is, again at three times the time") {
  PublisherBench bench;
  auto publisher = bench.publisher();
  bench.elapsed = 2s;
  const auto published = bench.publish(publisher, 1);
  REQUIRE(published);
  CHECK(published->has_value());
  CHECK(read_coverage(bench.paths) == IndexCoverage{false, 1, 10});
  bench.elapsed = 5s - 1ms;
  CHECK_FALSE(publisher.is_due(1, 10));
  bench.elapsed = 5s;
  CHECK(publisher.is_due(1, 10));
  SUBCASE("a later run waits until it has more than that") {
    auto later = bench.publisher();
    const auto nothing = bench.publish(later, 1);
    REQUIRE(nothing);
    CHECK_FALSE(nothing->has_value());
    CHECK_FALSE(later.is_due(1, 10));
    bench.elapsed = 18s;
    CHECK(later.is_due(1, 10));
  }
  SUBCASE("and after some seconds, however long the run and however little is left") {
    bench.elapsed = 60s;
    const auto again = bench.publish(publisher, 2);
    REQUIRE(again);
    bench.elapsed = 63s - 1ms;
    CHECK_FALSE(publisher.is_due(5, 10));
    CHECK_FALSE(publisher.is_due_at_end());
    CHECK_FALSE(publisher.is_overdue());
    bench.elapsed = 63501ms;
    CHECK(publisher.is_overdue());
    CHECK(publisher.is_due(5, 10));
    CHECK(publisher.is_due(99, 100));
    CHECK(publisher.is_due_at_end());
  }
  SUBCASE("a whole index is left alone") {
    const DeriveRequest request(IndexOptions{}, nullptr);
    REQUIRE(derive_segments(bench.paths, request));
    CHECK_FALSE(bench.publisher().is_due(1, 10));
  }
}

TEST_CASE("partial publisher: an error ends it, a stop ends the run") {
  PublisherBench bench;
  auto publisher = bench.publisher();
  bench.elapsed = 1s;
  SUBCASE("stop") {
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = bench.publish(publisher, 1, stop.get_token());
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().category == ErrorCategory::kCancelled);
  }
  SUBCASE("error") {
    REQUIRE(base::write_file_atomic(bench.paths.segments(), "in the way"));
    const auto failed = bench.publish(publisher, 1);
    REQUIRE(failed);
    CHECK_FALSE(failed->has_value());
    bench.elapsed = 100s;
    CHECK_FALSE(publisher.is_due(1, 10));
  }
}

TEST_CASE("first index: a search waits the least in any case, and the most where that is enough") {
  using std::chrono::milliseconds;
  const auto waits = [](int waited, std::optional<double> left) {
    return keeps_waiting(milliseconds(waited), milliseconds(1500), milliseconds(8000), left);
  };
  CHECK(waits(0, std::nullopt));
  CHECK(waits(1499, 3600));
  CHECK_FALSE(waits(1500, std::nullopt));  // nobody says that it is worth it
  CHECK(waits(1500, 6.4));
  CHECK_FALSE(waits(1500, 6.6));
  CHECK(waits(7000, 0.9));  // measured anew all the time
  CHECK_FALSE(waits(7000, 1.1));
  CHECK_FALSE(waits(8000, 0.0));
  CHECK_FALSE(keeps_waiting(milliseconds(1500), milliseconds(1500), milliseconds(0), 0.0));
  CHECK(keeps_waiting(milliseconds(900), milliseconds(1500), milliseconds(0), std::nullopt));
}

}  // namespace codeweaver::engine
