// Tests of Checkpoint: content, time of writing, and conditions to continue.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/checkpoint.hpp"

#include <doctest/doctest.h>

#include "base/file.hpp"
#include "base/fixed_clock.hpp"
#include "engine/fixture.hpp"
#include "json/value.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;
using test::ProjectFixture;

struct Bench {
  test::TemporaryFolder folder;
  std::filesystem::path file = folder / "index_checkpoint.json";
  test::FixedClock clock;

  Bench() { clock.time = *base::parse_iso8601("2026-11-21T10:00:00.000Z"); }
  CheckpointWriter writer(const std::string& settings = "xxh3:1") const {
    Checkpoint begin;
    begin.session_id = "0190a6e0-0000-7000-8000-000000000000";
    begin.project_path = "/home/me/project";
    begin.settings_hash = settings;
    return {file, std::move(begin), clock};
  }
  bool exists() const { return std::filesystem::exists(file); }
  Checkpoint read() const {
    auto checkpoint = read_checkpoint(file);
    if (!checkpoint) FAIL(checkpoint.error().message());
    return std::move(*checkpoint);
  }
};

void add_files(CheckpointWriter& writer, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    writer.add("src/" + std::to_string(i) + ".py");
    writer.add_chunks(2);
  }
}

TEST_CASE("checkpoint: the file has the documented members") {
  Bench bench;
  auto writer = bench.writer();
  writer.expect(7);
  writer.add("src/a.py");
  writer.add("src/b.py");
  writer.add_chunks(3);
  writer.add(FileOutcome{"src/b.py", "unreadable", "Permission denied"});
  bench.clock.time += 90s;
  REQUIRE(writer.save());
  CHECK(*base::read_file(bench.file) == R"({
  "session_id": "0190a6e0-0000-7000-8000-000000000000",
  "project_path": "/home/me/project",
  "start_time": "2026-11-21T10:00:00.000Z",
  "last_checkpoint": "2026-11-21T10:01:30.000Z",
  "files_processed": [
    "src/a.py",
    "src/b.py"
  ],
  "files_discovered": 7,
  "chunks_created": 3,
  "errors": [
    {
      "path": "src/b.py",
      "reason": "unreadable",
      "detail": "Permission denied"
    }
  ],
  "settings_hash": "xxh3:1"
}
)");
  const auto read = bench.read();
  CHECK(read.start_time + 90s == read.last_checkpoint);
  CHECK(read.errors.at(0).detail == "Permission denied");
  writer.remove();
  CHECK_FALSE(bench.exists());
}

TEST_CASE("checkpoint: written every 100 files and every 5 minutes, never without a file") {
  Bench bench;
  auto writer = bench.writer();
  REQUIRE(writer.save());
  CHECK_FALSE(bench.exists());
  add_files(writer, 0, 99);
  REQUIRE(writer.committed());
  CHECK_FALSE(bench.exists());
  add_files(writer, 99, 100);
  REQUIRE(writer.committed());
  CHECK(bench.read().file_count == 100);

  add_files(writer, 100, 101);
  bench.clock.time += 299s;
  CHECK_FALSE(writer.is_due());
  REQUIRE(writer.committed());
  CHECK(bench.read().file_count == 100);
  bench.clock.time += 1s;
  CHECK(writer.is_due());
  REQUIRE(writer.committed());
  CHECK(bench.read().file_count == 101);
}

TEST_CASE("checkpoint: beyond 1,000 files their count and the last one") {
  Bench bench;
  auto writer = bench.writer();
  add_files(writer, 0, 1001);
  REQUIRE(writer.save());
  const auto files = *json::parse(*base::read_file(bench.file))->find("files_processed");
  CHECK(*files.find("count")->if_integer() == 1001);
  CHECK(*files.find("last")->if_string() == "src/1000.py");
  CHECK(bench.read().file_count == 1001);
  CHECK(bench.read().last_file == "src/1000.py");
}

TEST_CASE("checkpoint: a run goes on where one with the same settings stopped within a day") {
  Bench bench;
  auto first = bench.writer();
  add_files(first, 0, 3);
  REQUIRE(first.save());
  const auto started = bench.clock.time;

  SUBCASE("within a day") {
    bench.clock.time += 24h - 1ms;
    CHECK(can_resume(bench.read(), "xxh3:1", bench.clock.time));
    auto second = bench.writer();
    add_files(second, 3, 4);
    REQUIRE(second.save());
    CHECK(bench.read().file_count == 4);
    CHECK(bench.read().chunks_created == 8);
    CHECK(bench.read().start_time == started);
    second.restart();  // asked to do everything again
    CHECK_FALSE(bench.exists());
    add_files(second, 0, 1);
    REQUIRE(second.save());
    CHECK(bench.read().file_count == 1);
  }
  SUBCASE("a day later") {
    bench.clock.time += 24h;
    CHECK_FALSE(can_resume(bench.read(), "xxh3:1", bench.clock.time));
    auto second = bench.writer();
    add_files(second, 3, 4);
    REQUIRE(second.save());
    CHECK(bench.read().file_count == 1);
  }
  SUBCASE("with other settings") {
    CHECK_FALSE(can_resume(bench.read(), "xxh3:2", bench.clock.time));
    auto second = bench.writer("xxh3:2");
    add_files(second, 3, 4);
    REQUIRE(second.save());
    CHECK(bench.read().settings_hash == "xxh3:2");
    CHECK(bench.read().file_count == 1);
  }
}

TEST_CASE("checkpoint: a damaged file is an error to read and no obstacle to a run") {
  Bench bench;
  for (const char* text : {"", "{", "[]", "{\"session_id\": 1}", "{\"files_processed\": 3}"}) {
    test::write_file(bench.file, text);
    const auto read = read_checkpoint(bench.file);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "CHECKPOINT_UNREADABLE");
    auto writer = bench.writer();
    add_files(writer, 0, 1);
    REQUIRE(writer.save());
    CHECK(bench.read().file_count == 1);
  }
}

TEST_CASE("checkpoint: a stopped run leaves one, the run that completes it takes it away") {
  ProjectFixture project("");
  for (int i = 0; i < 250; ++i)
    project.write("f" + std::to_string(100 + i) + ".py",
                  "def f" + std::to_string(i) + "():\n    return " + std::to_string(i) + "\n");
  std::stop_source source;
  IndexRequest request;
  request.on_progress = [&](const IndexProgress& progress) {
    if (progress.files_processed >= 120) source.request_stop();
  };
  IndexOptions options;
  options.workers = 1;
  auto indexer = project.indexer(options);
  CHECK_FALSE(indexer.interrupted_run());
  // Progress comes in intervals of time: a fast machine may be done before it is asked.
  const auto stopped = indexer.run(request, source.get_token());
  REQUIRE(stopped);
  if (stopped->status == IndexStatus::kCancelled) {
    const auto left = indexer.interrupted_run();
    REQUIRE(left);
    CHECK(left->run_id == stopped->run_id);
    CHECK(left->files_processed == stopped->files_indexed);
    CHECK(left->chunks_created == stopped->chunks_created);
    CHECK(left->can_resume());
    options.max_tokens = 700;
    CHECK_FALSE(project.indexer(options).interrupted_run()->has_same_settings);
    const auto held = base::FileLock::acquire(project.state() / "index.lock");
    CHECK_FALSE(indexer.interrupted_run());  // it goes on elsewhere
  }
  const auto report = indexer.run();
  REQUIRE(report);
  CHECK(report->total_files == 250);
  CHECK(report->files_indexed + stopped->files_indexed == 250);
  CHECK_FALSE(indexer.interrupted_run());
  CHECK_FALSE(std::filesystem::exists(project.state() / "index_checkpoint.json"));
}

}  // namespace
}  // namespace codeweaver::engine
