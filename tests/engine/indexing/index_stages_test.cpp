// Tests of the stages of an indexing run: finding work, reading, assembling, writing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/content/settings_hash.hpp"
#include "engine/fixture.hpp"
#include "engine/indexing/index_end.hpp"
#include "engine/indexing/index_models.hpp"
#include "engine/indexing/index_work.hpp"
#include "engine/indexing/index_writer.hpp"
#include "engine/indexing/read_files.hpp"
#include "engine/indexing/run_assembly.hpp"
#include "engine/state/database_keys.hpp"

namespace codeweaver::engine {
namespace {

/// A project with five files, and the state of its index.
class StageBench {
 public:
  StageBench() {
    std::filesystem::create_directories(project_.state());
    for (const std::string name : {"a", "b", "c", "d"})
      project_.write(name + ".py", "def " + name + "():\n    return '" + name + "'\n");
    project_.write("e.bin.py", std::string("\0\1\2", 3));
    database_.emplace(*store::Database::open(paths_.database()));
  }
  test::ProjectFixture& project() { return project_; }
  const StatePaths& paths() const { return paths_; }
  const IndexOptions& options() const { return options_; }
  store::Database& database() { return *database_; }
  IndexWork work(bool is_forced = false) {
    const auto hash = settings_hash(options_, nullptr);
    auto found =
        find_work({project_.root(), options_, hash, is_forced}, paths_, *database_, {}, {});
    REQUIRE(found);
    return std::move(*found);
  }
  std::vector<ReadFile> read(const IndexWork& work, const RunAssembly* assembly = nullptr,
                             bool is_forced = false) {
    std::vector<ReadFile> out;
    const auto all = read_files({paths_, options_, work, is_forced, assembly},
                                [&](ReadFile file) -> Result<void> {
                                  out.push_back(std::move(file));
                                  return {};
                                },
                                {});
    REQUIRE(all);
    CHECK(*all);
    return out;
  }

 private:
  test::ProjectFixture project_{""};
  StatePaths paths_{project_.state()};
  IndexOptions options_;
  std::optional<store::Database> database_;
};

/// A run as far as its writing goes.
struct WriterRun {
  IndexWork work;
  RunRecorder recorder;
  ProgressReporter progress{{}};
  IndexWriter writer;

  explicit WriterRun(StageBench& bench, bool is_forced = false)
      : work(bench.work(is_forced)),
        recorder({bench.paths().checkpoint(), bench.project().root(),
                  settings_hash(bench.options(), nullptr)}),
        writer({bench.database(), *bench.database().make_tree(""), bench.paths(), work, recorder,
                progress, is_forced},
               bench.options().memory_budget) {
    for (auto& file : bench.read(work, nullptr, is_forced)) writer.add(std::move(file.processed));
  }
};

}  // namespace

TEST_CASE("index work: names the files to read in walk order, and believes a look that holds") {
  StageBench bench;
  const auto work = bench.work();
  CHECK(work.files.size() == 5);
  CHECK(work.files.front() == 0);
  CHECK(work.scan.changes.changed == work.files);
  CHECK(work.git.blobs.empty());  // no repository
  TreeScan stale = work.scan;
  stale.found.files.clear();  // of a state that was never derived: it is not believed
  const auto hash = settings_hash(bench.options(), nullptr);
  const auto again = find_work({bench.project().root(), bench.options(), hash}, bench.paths(),
                               bench.database(), stale, {});
  REQUIRE(again);
  CHECK(again->files.size() == 5);
  const auto key = tree_key(kDerivedKey, bench.paths());
  stale.derived = {"run", 3};
  REQUIRE(bench.database().set_meta(key, stale.derived.text()));
  stale.changes = {};
  const auto believed = find_work({bench.project().root(), bench.options(), hash}, bench.paths(),
                                  bench.database(), stale, {});
  REQUIRE(believed);
  CHECK(believed->files.empty());
}

TEST_CASE("reading: files come in walk order, up to an error or a stop") {
  StageBench bench;
  const auto work = bench.work();
  const auto files = bench.read(work);
  REQUIRE(files.size() == 5);
  for (std::size_t i = 0; i < files.size(); ++i) {
    CHECK(files[i].processed.file.path == work.scan.found.files[work.files[i]].path);
    CHECK_FALSE(files[i].prepared);
  }
  CHECK(files[0].processed.chunk_count == 1);
  CHECK(files[4].processed.file.outcome == store::FileOutcome::kSkipped);

  std::size_t taken = 0;
  const auto failed = read_files({bench.paths(), bench.options(), work},
                                 [&](const ReadFile&) -> Result<void> {
                                   ++taken;
                                   return Error{ErrorCategory::kIo, "DISK_FULL", "No room", "", ""};
                                 },
                                 {});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == "DISK_FULL");
  CHECK(taken == 1);

  std::stop_source stop;
  stop.request_stop();
  const auto stopped = read_files(
      {bench.paths(), bench.options(), work}, [](const ReadFile&) { return Result<void>(); },
      stop.get_token());
  REQUIRE(stopped);
  CHECK_FALSE(*stopped);
}

TEST_CASE("assembly: where everything is read, and holds what was prepared") {
  StageBench bench;
  const auto* embedder = test::embedder().get();
  CHECK(can_assemble(bench.paths(), embedder, false, false));
  CHECK_FALSE(can_assemble(bench.paths(), embedder, false, true));
  CHECK(can_assemble(bench.paths(), embedder, true, true));
  const DeriveRequest request(bench.options(), embedder);
  RunAssembly assembly(bench.paths(), request);
  CHECK(std::filesystem::is_directory(bench.paths().segments()));
  std::vector<WantedFile> wanted;
  for (const auto& [processed, prepared] : bench.read(bench.work(), &assembly)) {
    CHECK(prepared.has_value() == wanted_file(processed).has_value());
    if (!prepared) continue;
    assembly.add(processed, *prepared);
    wanted.push_back(*wanted_file(processed));
  }
  CHECK(wanted.size() == 4);
  REQUIRE(assembly.segments() != nullptr);
  CHECK(assembly.segments()->holds(wanted));
}

TEST_CASE("index writer: commits what was read, skips and removals, and tells what became of it") {
  StageBench bench;
  WriterRun first(bench);
  CHECK_FALSE(first.writer.is_full());
  REQUIRE(first.writer.commit());
  CHECK(first.recorder.report().files_indexed == 4);
  CHECK(first.recorder.report().skipped.size() == 1);
  CHECK(first.recorder.report().chunks_created == 4);
  CHECK(first.writer.updates().size() == 5);
  CHECK(first.writer.tree().edit().present.size() == 4);
  const auto row = **bench.database().tree("")->file("a.py");
  CHECK(row.source_batch_id == first.recorder.run_id());
  CHECK(row.indexed_at == first.recorder.began_at());

  bench.project().write("a.py", "def other():\n    return 2\n");
  bench.project().remove("b.py");
  WriterRun second(bench);
  REQUIRE(second.writer.commit_rest());
  CHECK(second.recorder.report().files_indexed == 1);
  CHECK(second.recorder.report().files_removed == 1);
  CHECK(second.writer.tree().edit().present.size() == 1);
  CHECK(second.writer.tree().edit().removed == std::vector<std::string>{"b.py"});
  CHECK_FALSE(*bench.database().tree("")->file("b.py"));

  WriterRun forced(bench, true);
  REQUIRE(forced.writer.commit());
  CHECK(forced.recorder.report().files_indexed == 3);
  CHECK(forced.recorder.report().chunks_created == 3);
}

TEST_CASE("index writer: a file that was read again is as known by what it is and by its times") {
  StageBench bench;
  const auto file = std::move(bench.read(bench.work()).front().processed);
  auto now = known_update(file);
  CHECK(now.path == "a.py");
  CHECK(now.stat.state == store::FileOutcome::kIndexed);
  CHECK(now.stat.chunks == 1);
  CHECK(now.stat.mtime_ns == file.stamp.mtime_ns);
  const auto known = update_known_tree(bench.paths(), {}, {now}, {}, {"run", 1});
  REQUIRE(known);
  CHECK(is_as_known(*known, now));
  auto other = now;
  SUBCASE("path") {
    other.path = "z.py";
  }
  SUBCASE("time") {
    ++other.stat.mtime_ns;
  }
  SUBCASE("size") {
    ++other.stat.size_bytes;
  }
  SUBCASE("content") {
    other.stat.content = {1, 2};
  }
  SUBCASE("state") {
    other.stat.state = store::FileOutcome::kFailed;
  }
  SUBCASE("reason") {
    other.reason = "masked 1";
  }
  CHECK_FALSE(is_as_known(*known, other));
}

TEST_CASE("index end: notes what the segments hold, and what is known; where nothing is new, not") {
  StageBench bench;
  auto& database = bench.database();
  const auto root = bench.project().root();
  const auto key = tree_key(kDerivedKey, bench.paths());
  WriterRun first(bench);
  REQUIRE(first.writer.commit());
  const DeriveOutcome derived{1, true, {}, {}};
  REQUIRE(end_index({bench.paths(), root, first.work, derived}, database, first.writer,
                    first.recorder));
  CHECK(**database.meta(key) == first.recorder.run_id() + " 1");
  CHECK((*database.last_run())->status == "success");
  CHECK(first.recorder.report().total_files == 4);
  CHECK(first.recorder.report().total_chunks == 4);
  CHECK(std::filesystem::exists(bench.paths().stat_cache()));

  const DeriveOutcome same{1, false, {}, {}};
  const auto run_again = [&] {
    WriterRun run(bench);
    REQUIRE(run.writer.commit_rest());
    REQUIRE(end_index({bench.paths(), root, run.work, same}, database, run.writer, run.recorder));
    return run.recorder.take();
  };
  SUBCASE("nothing") {
    const auto report = run_again();
    CHECK(report.status == IndexStatus::kSkipped);
    CHECK(report.total_files == 4);
    CHECK(**database.meta(key) == first.recorder.run_id() + " 1");
    CHECK((*database.last_run())->id.to_string() == first.recorder.run_id());
  }
  SUBCASE("a file is gone: its text stays for one run more") {
    const auto content = (**database.tree("")->file("a.py")).content;
    bench.project().remove("a.py");
    const auto report = run_again();
    CHECK(report.status == IndexStatus::kSuccess);
    CHECK(report.total_files == 3);
    CHECK(**database.meta(key) == report.run_id + " 1");
    CHECK(*database.has_content(content));
    CHECK(run_again().status == IndexStatus::kSkipped);
    CHECK_FALSE(*database.has_content(content));
  }
}

TEST_CASE("index models: set once, others refused, or taken by force with all that was there") {
  StageBench bench;
  const Indexer::Config config{bench.project().root(), bench.project().state(), "shop", "Shop"};
  const Indexer::Parts none, embedding{test::embedder(), {}};
  const auto set = [&](const Indexer::Parts& parts, bool is_forced) {
    return set_index_models(bench.database(), bench.paths(), config, parts, is_forced);
  };
  REQUIRE(set(none, false));
  CHECK(**bench.database().meta(kModelKey) == "none");
  CHECK(bench.database().project()->project_id == "shop");
  WriterRun run(bench);
  REQUIRE(run.writer.commit());
  const auto refused = set(embedding, false);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "MODEL_MISMATCH");
  CHECK(*bench.database().tree("")->file("a.py"));
  REQUIRE(set(none, true));
  CHECK(*bench.database().tree("")->file("a.py"));
  REQUIRE(set(embedding, true));
  CHECK_FALSE(*bench.database().tree("")->file("a.py"));
  CHECK(**bench.database().meta(kModelKey) != "none");
}

}  // namespace codeweaver::engine
