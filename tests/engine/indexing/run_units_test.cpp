// Tests of runs and their segments, without the rest of the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/content/prepared_file.hpp"
#include "engine/content/tree_edit.hpp"
#include "engine/fixture.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/indexing/watch_loop.hpp"
#include "engine/pushing/item_facts.hpp"
#include "engine/pushing/item_file.hpp"
#include "engine/pushing/namespace_trees.hpp"
#include "engine/pushing/push_run.hpp"
#include "engine/pushing/reconcile_run.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/segments/segment_writer.hpp"
#include "engine/segments/shared_segments.hpp"
#include "engine/state/index_identity.hpp"
#include "engine/stores/store_records.hpp"

namespace codeweaver::engine {
namespace {

/// A state with some files of one chunk each, which no run has brought into segments yet.
class RowBench {
 public:
  RowBench() {
    std::filesystem::create_directories(paths().segments());
    database_.emplace(*store::Database::open(paths().database()));
    for (const std::string name : {"a", "b", "c"}) put(name);
  }
  StatePaths paths(std::string tree = "") const { return {project_.state(), std::move(tree)}; }
  store::Database& database() { return *database_; }
  const std::vector<WantedFile>& files() const { return files_; }
  Indexer::Config config() const { return {project_.root(), project_.state(), "shop"}; }
  DeriveRequest request() const { return {IndexOptions{}, nullptr}; }
  void put(const std::string& name, const std::string& tree = "") {
    IndexOptions options;
    DiscoveredFile file;
    file.path = name + ".py";
    file.language = "python";
    auto made = FileProcessor(options).process_text(
        file, "def " + name + "():\n    return '" + name + "'\n", nullptr);
    REQUIRE(made.content);
    made.file.chunk_ids.push_back(ids_.next());
    REQUIRE(database_->put_content(*made.content));
    REQUIRE(database_->make_tree(tree)->put_file(made.file));
    files_.push_back(wanted_file(made.file));
  }

 private:
  test::ProjectFixture project_{""};
  std::optional<store::Database> database_;
  std::vector<WantedFile> files_;
  base::UuidGenerator ids_;
};

PushItem item_called(const std::string& node_id, const std::string& content) {
  PushItem item;
  item.node_id = node_id;
  item.node_type = "function";
  item.path = "atlas/zebra.py";
  item.content = content;
  item.range = {101, 102};
  item.source_audit = {"abc", "main", false, "2026-02-20T12:00:00.5Z"};
  item.symbol_meta = {{"module", "atlas"}};
  return item;
}

}  // namespace

TEST_CASE("segment assembly: knows exactly the files that were added, in their order") {
  RowBench bench;
  SegmentAssembly assembly(bench.paths(), bench.request());
  for (const auto& file : bench.files()) {
    const auto prepared =
        prepare_file(file, *bench.database().content(file.content), {}, bench.database());
    REQUIRE(assembly.add(file, *prepared));
  }
  CHECK(assembly.holds(bench.files()));
  auto other = bench.files();
  std::swap(other[0], other[1]);
  CHECK_FALSE(assembly.holds(other));
  CHECK(assembly.outage().contents.empty());
  CHECK(assembly.publish()->size() == 1);
  CHECK(std::move(assembly).finish()->size() == 1);
}

TEST_CASE("segment assembly: publishes what is new, and ends as if it had published nothing") {
  RowBench bench;
  SegmentAssembly assembly(bench.paths(), bench.request()), silent(bench.paths(), bench.request());
  std::vector<std::string> published;
  for (const auto& file : bench.files()) {
    const auto prepared =
        prepare_file(file, *bench.database().content(file.content), {}, bench.database());
    REQUIRE(assembly.add(file, *prepared));
    REQUIRE(silent.add(file, *prepared));
    const auto entries = assembly.publish();
    REQUIRE(entries);
    REQUIRE(entries->size() == published.size() + 1);
    for (std::size_t i = 0; i < published.size(); ++i) CHECK((*entries)[i].file == published[i]);
    published.push_back(entries->back().file);
    const auto segment = store::Segment::open(bench.paths().segments() / published.back());
    REQUIRE(segment);
    CHECK((*segment)->file_count() == 1);
    CHECK((*segment)->file_path(0) == file.path);
  }
  CHECK(assembly.publish()->size() == published.size());  // nothing is new
  CHECK(std::move(assembly).finish()->at(0).file == std::move(silent).finish()->at(0).file);
}

TEST_CASE("segment writer: writes nothing once it is stopped, and says how far it is") {
  RowBench bench;
  auto request = bench.request();
  std::size_t done = 0;
  request.on_progress = [&](std::size_t now, std::size_t total) {
    CHECK(total == 3);
    done = now;
  };
  const auto written = write_segments(bench.paths(), bench.files(), request);
  REQUIRE(written);
  CHECK(written->entries.size() == 1);
  CHECK(done == 3);
  std::stop_source stop;
  stop.request_stop();
  request.call.stop = stop.get_token();
  const auto stopped = write_segments(bench.paths(), bench.files(), request);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
}

TEST_CASE("derive: a generation where files changed, none where they did not") {
  RowBench bench;
  const auto first = derive_segments(bench.paths(), bench.request());
  REQUIRE(first);
  CHECK(first->changed);
  CHECK_FALSE(derive_segments(bench.paths(), bench.request())->changed);
  REQUIRE(bench.database().make_tree("")->remove_file("b.py"));
  const auto next = derive_segments(bench.paths(), bench.request());
  CHECK(next->generation == first->generation + 1);
  CHECK(store::open_snapshot(bench.paths().segments()).value()->live_chunks == 2);
  CHECK(can_be_repaired(Error{ErrorCategory::kCorruption, "SEGMENT_CORRUPT", "", "", ""}));
  CHECK_FALSE(can_be_repaired(Error{ErrorCategory::kIo, "DISK_FULL", "", "", ""}));
}

TEST_CASE("shared segments: a new tree takes those of which most files are its own") {
  RowBench bench;
  REQUIRE(derive_segments(bench.paths(), bench.request()));
  WantedContents wanted;
  for (const auto& file : bench.files()) wanted.emplace(file.path, file.content);
  const auto commit = bench.paths(commit_tree(std::string(40, 'a')));
  const auto share = [&](const WantedContents& files) {
    return share_segments(commit, files, 0, bench.request().vector_index);
  };
  CHECK(share(wanted).segments.size() == 1);
  wanted.erase("b.py");
  const auto most = share(wanted);
  REQUIRE(most.segments.size() == 1);
  CHECK(most.segments[0].deleted_files == std::vector<std::uint32_t>{1});
  wanted.erase("c.py");
  CHECK(share(wanted).segments.empty());  // two thirds are others
  CHECK(share_segments(commit, wanted, 256, bench.request().vector_index).segments.empty());
  REQUIRE(forget_other_trees(commit));
  CHECK_FALSE(store::open_snapshot(bench.paths().segments()));
}

TEST_CASE("commit run: a commit is there as long as options and models are those it was made by") {
  RowBench bench;
  CHECK_FALSE(is_commit_indexed(bench.config(), nullptr, std::string(40, 'a')));
  const std::string unknown(40, 'b');
  const auto config = bench.config();
  const Indexer::Parts parts;
  const auto done = CommitRun(config, parts, unknown, {}).execute();
  REQUIRE_FALSE(done);  // the folder is in no repository
  CHECK_FALSE(is_commit_indexed(config, nullptr, unknown));
}

TEST_CASE("watch loop: tells a problem once, and ends when the folder is gone") {
  test::ProjectFixture project;
  auto tree = corpus::TreeWatch::open(project.root(), {});
  REQUIRE(tree);
  std::vector<std::string> told;
  WatchRequest request;
  request.on_problem = [&](const Error& problem) { told.push_back(problem.code); };
  int runs = 0;
  WatchLoop loop(
      std::move(*tree),
      [&](const std::stop_token&) -> Result<WatchBatch> {
        if (++runs < 3) return Error{ErrorCategory::kIo, "DISK_FULL", "No room", "", ""};
        return Error{ErrorCategory::kNotFound, "PATH_NOT_FOUND", "It is gone", "", ""};
      },
      request);
  CHECK(loop.watch({}).error().code == "PATH_NOT_FOUND");
  CHECK(runs == 3);  // again after each pause
  CHECK(told == std::vector<std::string>{"DISK_FULL"});
  CHECK_FALSE(loop.is_up_to_date());
}

TEST_CASE("items: where they are, when they were seen, and what they are called") {
  auto item = item_called("func:open", "def open():\n    pass\n");
  CHECK(described(item, {}).language == "python");
  item.language = "ruby";
  CHECK(described(item, {}).language == "ruby");
  CHECK(captured_ns(item) == 1'771'588'800'500'000'000);
  item.source_audit.captured_at = "yesterday";
  CHECK(captured_ns(item) == 0);
  CHECK(read_item_path(path_of(item)).node_id == "func:open");
  CHECK(meta_text(item) == R"({"module":"atlas"})");
  const store::ItemRecord record{item.node_id, path_of(item), "", "function", meta_text(item), ""};
  CHECK(facts_of(record, "python") == facts_of(record, "python"));
  CHECK(facts_of(record, "python") != facts_of(record, "ruby"));

  ProcessedFile processed;
  processed.content.emplace();
  processed.content->chunks.resize(2);
  processed.content->chunks[0].symbol = "open";
  processed.content->chunks[1].symbol = "open.inner";
  const auto key = processed.content->key;
  name_content(processed, "zebra.Gate.open", "function");
  CHECK(processed.content->chunks[0].symbol == "zebra.Gate.open");
  CHECK(processed.content->chunks[1].symbol == "zebra.Gate.open.inner");
  CHECK(processed.content->key != key);
}

TEST_CASE("push run and reconcile run: a batch is taken once, and then nothing differs") {
  RowBench bench;
  const auto config = bench.config();
  REQUIRE(bench.database().set_project({"shop", "Shop", config.root.string()}));
  const Indexer::Parts parts;
  const PushEnvelope envelope{"1.0", "shop", "code-atlas", "batch-1"};
  const auto item = item_called("func:open", "def open():\n    return 1\n");
  const auto push = [&] {
    return PushRun(config, parts, envelope, entries_of({envelope, {item}, {}, {}}),
                   PushOrder::kByTime, {})
        .execute();
  };
  const auto first = push();
  REQUIRE(first);
  CHECK(first->accepted == 1);
  CHECK(push()->accepted == 1);  // answered as then

  const auto key = *NamespaceKey::parse(test::kAtlas);
  const ReconcileRequest request{.project = "shop", .name_space = test::kAtlas};
  std::vector<ManifestEntry> manifest{{{item.node_id, "", "abc"}, item}};
  const auto differences = [&] {
    auto left = manifest;
    const ManifestSource next = [&]() -> Result<std::optional<ManifestEntry>> {
      if (left.empty()) return std::optional<ManifestEntry>{};
      auto entry = std::move(left.back());
      left.pop_back();
      return std::optional(std::move(entry));
    };
    const auto report = ReconcileRun(config, parts, request, key, next, {}).execute();
    REQUIRE(report);
    return report->differences.size();
  };
  CHECK(differences() == 0);
  manifest.clear();
  CHECK(differences() == 1);  // an orphan
}

TEST_CASE("store records: an id a place, and a revision that changes with what is known") {
  RowBench bench;
  const RecordCollection shop{"shop", ""}, other{"shop", "namespace:x"};
  CHECK(record_id(shop, "a.py", 0) == record_id(shop, "a.py", 0));
  CHECK(record_id(shop, "a.py", 0) != record_id(shop, "a.py", 1));
  CHECK(record_id(shop, "a.py", 0) != record_id(other, "a.py", 0));
  const IndexIdentity identity{{"shop", "Shop", "/shop"}, "", "", "embedded"};
  const Encoders encoders;
  const LengthProfile lengths{};
  const auto tree = *bench.database().tree("");
  const RecordSources sources{shop, tree, encoders, identity, lengths};
  auto file = **bench.database().tree("")->file("a.py");
  const auto revision = file_revision(sources, file, nullptr);
  const auto records = make_records(sources, file, revision);
  REQUIRE(records);
  REQUIRE(records->size() == 1);
  CHECK((*records)[0].revision == revision);
  CHECK((*records)[0].id == record_id(shop, "a.py", 0));
  CHECK_FALSE((*records)[0].chunk.dense);
  CHECK((*records)[0].chunk.content.find("def a()") != std::string::npos);
  file.git_commit = "abc";
  CHECK(file_revision(sources, file, nullptr) != revision);
}

TEST_CASE("namespace trees: their segments follow what the database has of them") {
  RowBench bench;
  const auto paths = bench.paths(namespace_tree(*NamespaceKey::parse(test::kAtlas)));
  auto& database = bench.database();
  bench.put("d", paths.tree);
  REQUIRE(derive_namespace(database, paths, bench.config(), nullptr, {}, nullptr, {}));
  const auto segments = tree_segments(database, paths);
  CHECK(segments->derived.generation == 1);
  CHECK_FALSE(segments->derived.run.empty());
  const auto snapshot = store::open_snapshot(paths.segments(), nullptr, paths.manifest());
  CHECK((*snapshot)->live_chunks == 1);
}

}  // namespace codeweaver::engine
