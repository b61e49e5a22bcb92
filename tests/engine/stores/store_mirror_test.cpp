// Tests of a vector store next to the index: it gets only changes, and can be repaired.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/store_mirror.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "codeweaver/namespaces.hpp"
#include "engine/fixture.hpp"
#include "engine/forwarding_store.hpp"

namespace codeweaver {
namespace {

using engine::MirrorOutcome;
using engine::StoreMirror;

const RecordCollection kShop{"shop", ""};

/// Fails or counts on the way.
class FaultyStore final : public test::ForwardingStore {
 public:
  int writes_left = 1'000'000;  ///< upserts and erases before one fails
  mutable int scans = 0;

  FaultyStore() : ForwardingStore(make_memory_store(), 3) {}

  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    CHECK(records.size() <= info().max_batch);
    return writes_left-- > 0 ? ForwardingStore::upsert(collection, records) : down();
  }
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    CHECK(ids.size() <= info().max_batch);
    return writes_left-- > 0 ? ForwardingStore::erase(collection, ids) : down();
  }
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    ++scans;
    return ForwardingStore::scan(collection, filter, parts, visit);
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override {
    if (writes_left <= 0) return down();
    return ForwardingStore::search_dense(collection, query, filter, limit, parts);
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override {
    if (writes_left <= 0) return down();
    return ForwardingStore::search_sparse(collection, query, filter, limit, parts);
  }

 private:
  static Error down() {
    return {ErrorCategory::kUnavailable, "STORE_UNAVAILABLE", "The store at nowhere:1 is down",
            "writing records", "Start it."};
  }
};

StoreMirror mirror_of(const test::ProjectFixture& files, std::shared_ptr<VectorStore> store) {
  const Indexer::Config config{files.root(), files.state(), "shop", "", {}, ""};
  return StoreMirror(std::move(store), config, test::embedder());
}

MirrorOutcome bring(StoreMirror& mirror, const std::string& tree = "") {
  auto done = mirror.sync(tree, {});
  if (!done) FAIL(done.error().message());
  return *done;
}

/// By file and ordinal.
std::map<std::string, VectorRecord> records_of(const VectorStore& store,
                                               const RecordCollection& collection = kShop) {
  std::map<std::string, VectorRecord> out;
  REQUIRE(store.scan(collection, {}, RecordParts::kAll, [&](const VectorRecord& record) {
    out.emplace(record.file_key + '#' + std::to_string(record.ordinal), record);
    return true;
  }));
  return out;
}

/// What a store that was filled at one go has.
std::map<std::string, VectorRecord> fresh_records(const test::ProjectFixture& files) {
  const auto store = make_memory_store();
  auto mirror = mirror_of(files, store);
  bring(mirror);
  return records_of(*store);
}

/// A file of 40 functions, so that edits of others move no average far.
std::string long_text() {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "def step_" + std::to_string(i) + "(order):\n    \"\"\"Step of the checkout.\"\"\"\n" +
            "    total = order.total(" + std::to_string(i) + ")\n    return total + order.tax\n\n";
  return text;
}

}  // namespace

TEST_CASE("store mirror: records hold all that a result of the index shows") {
  const test::ProjectFixture f;
  f.index();
  const auto records = fresh_records(f);
  REQUIRE(records.size() >= 10);
  const auto answer = f.search("connection pool");
  REQUIRE_FALSE(answer.matches.empty());
  std::size_t whole = 0;
  for (const auto& match : answer.matches) {
    const auto found = std::ranges::find_if(records, [&](const auto& entry) {
      return entry.second.chunk.chunk_id == match.content.chunk_id;
    });
    REQUIRE(found != records.end());
    auto record = found->second;
    CHECK(record.file == match.file);
    CHECK(record.chunk.dense->size() == test::embedder()->info().dimension);
    CHECK_FALSE(record.chunk.sparse->ids.empty());
    record.chunk.dense.reset();
    record.chunk.sparse.reset();
    CHECK(record.chunk.line_range.start_line <= match.span.start_line);
    CHECK(record.chunk.line_range.end_line >= match.span.end_line);
    CHECK(record.audit.vector_backend == "memory");
    if (record.chunk.line_range != match.span) continue;  // a part of the chunk was shown
    ++whole;
    CHECK(record.chunk == match.content);
    record.audit.vector_backend = match.audit.vector_backend;
    CHECK(record.audit == match.audit);
  }
  CHECK(whole > 0);
}

TEST_CASE("store mirror: the first look fills the store, the next ones find nothing to do") {
  const test::ProjectFixture f;
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  CHECK(bring(mirror) == MirrorOutcome{});  // no index yet
  f.index();
  const auto chunks = f.searcher().statistics().chunks;
  CHECK(bring(mirror) == MirrorOutcome{chunks, 0});
  CHECK(bring(mirror) == MirrorOutcome{});
  CHECK(records_of(*store).size() == chunks);
  f.index();
  CHECK(bring(mirror) == MirrorOutcome{});
  auto second = mirror_of(f, store);  // another process: asks the store what it has
  CHECK(bring(second) == MirrorOutcome{});
}

TEST_CASE("store mirror: exactly what changed is written") {
  test::ProjectFixture f;
  for (int i = 0; i < 200; ++i) {  // so many alike that no edit moves an average far
    const auto number = std::to_string(i);
    f.write("src/part_" + number + ".py",
            "def part_" + number + "():\n    return " + number + '\n');
  }
  f.write("src/one.py", "def one():\n    return 1\n");
  f.index();
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  bring(mirror);
  const auto before = records_of(*store);
  const auto changed_files = [&] {
    std::set<std::string> out;
    const auto now = records_of(*store);
    for (const auto& [place, record] : now)
      if (!before.contains(place) || before.at(place) != record) out.insert(record.file_key);
    for (const auto& [place, record] : before)
      if (!now.contains(place)) out.insert(record.file_key);
    return out;
  };

  f.write("src/one.py", "def one():\n    return 11\n");
  f.index();
  CHECK(bring(mirror) == MirrorOutcome{1, 0});
  CHECK(changed_files() == std::set<std::string>{"src/one.py"});

  f.remove("src/one.py");
  f.index();
  CHECK(bring(mirror) == MirrorOutcome{0, 1});
  CHECK(changed_files() == std::set<std::string>{"src/one.py"});

  f.write("src/one.py", "def one():\n    return 1\n");
  f.write("src/two.py", "def two():\n    return 2\n");
  f.rename("src/two.py", "src/deep/two.py");
  f.index();
  CHECK(bring(mirror) == MirrorOutcome{2, 0});
  CHECK(changed_files() == std::set<std::string>{"src/one.py", "src/deep/two.py"});
}

TEST_CASE("store mirror: a file that shrinks leaves no records behind") {
  test::ProjectFixture f;
  f.write("src/long.py", long_text());
  f.index();
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  bring(mirror);
  f.write("src/long.py", "def step_0(order):\n    return order\n");
  f.index();
  CHECK(bring(mirror).erased >= 1);
  std::set<std::string> places, expected;
  for (const auto& [place, record] : records_of(*store)) places.insert(place);
  for (const auto& [place, record] : fresh_records(f)) expected.insert(place);
  CHECK(places == expected);
}

TEST_CASE("store mirror: when lengths have moved far, all weights are made anew") {
  test::ProjectFixture f;
  f.index();
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  bring(mirror);
  f.write("src/long.py", long_text());
  f.index();
  CHECK(bring(mirror).upserted == f.searcher().statistics().chunks);
  CHECK(records_of(*store) == fresh_records(f));
}

TEST_CASE("store mirror: what broke off is taken up again, wherever it broke") {
  test::ProjectFixture f;
  f.write("src/long.py", long_text());
  f.index();
  for (int writes = 0; writes < 6; ++writes) {
    CAPTURE(writes);
    const auto store = std::make_shared<FaultyStore>();
    store->writes_left = writes;
    auto mirror = mirror_of(f, store);
    const auto failed = mirror.sync("", {});
    if (!failed) {
      CHECK(failed.error().code == "STORE_UNAVAILABLE");
      CHECK_FALSE((*store->facts(kShop))->contains("mark"));
    }
    store->writes_left = 1'000'000;
    auto other = mirror_of(f, store);  // the process is gone, too
    bring(other);
    auto repaired = records_of(*store);
    for (auto& [place, record] : repaired) {
      record.audit.vector_backend = "memory";
      record.revision.clear();
    }
    auto expected = fresh_records(f);
    for (auto& [place, record] : expected) record.revision.clear();
    CHECK(repaired == expected);
    CHECK(bring(mirror) == MirrorOutcome{});  // the first one sees what the other did
  }
}

TEST_CASE("store mirror: the store is asked what it has once, and again after another writer") {
  test::ProjectFixture f;
  f.write("src/one.py", "def one():\n    return 1\n");
  f.index();
  const auto store = std::make_shared<FaultyStore>();
  auto mirror = mirror_of(f, store);
  bring(mirror);
  CHECK(store->scans == 1);
  f.write("src/one.py", "def one():\n    return 11\n");
  f.index();
  bring(mirror);
  CHECK(store->scans == 1);
  f.write("src/one.py", "def one():\n    return 12\n");
  f.index();
  auto other = mirror_of(f, store);
  bring(other);
  f.write("src/one.py", "def one():\n    return 13\n");
  f.index();
  store->scans = 0;
  bring(mirror);
  CHECK(store->scans == 1);
  CHECK(records_of(*store).at("src/one.py#0").chunk.content.find("13") != std::string::npos);
}

TEST_CASE("store mirror: records of another format are refused, those of another model replaced") {
  const test::ProjectFixture f;
  f.index();
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  bring(mirror);
  auto facts = **store->facts(kShop);
  facts["embedder"] = "voyage/voyage-code-3/1024";
  facts["mark"] = "x";
  REQUIRE(store->put_facts(kShop, facts));
  CHECK(bring(mirror).upserted == records_of(*store).size());
  facts = **store->facts(kShop);
  facts["format"] = "1";  // before records said where their definitions are
  REQUIRE(store->put_facts(kShop, facts));
  bring(mirror);
  CHECK((**store->facts(kShop)).at("format") == "2");
  CHECK((**store->facts(kShop)).at("files") == std::to_string(f.searcher().file_count()));
  facts["format"] = "77";
  REQUIRE(store->put_facts(kShop, facts));
  const auto refused = mirror.sync("", {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "SCHEMA_MISMATCH");
  CHECK(refused.error().cause.find("77") != std::string::npos);
}

TEST_CASE("store mirror: a stop leaves a store that the next look completes") {
  const test::ProjectFixture f;
  f.index();
  const auto store = make_memory_store();
  auto mirror = mirror_of(f, store);
  std::stop_source stop;
  stop.request_stop();
  CHECK(mirror.sync("", CallContext(stop.get_token())).error().category ==
        ErrorCategory::kCancelled);
  bring(mirror);
  CHECK(records_of(*store) == fresh_records(f));
}

TEST_CASE("a workspace with a store: searches answer from it, edits and pushes reach it") {
  test::ProjectFixture f;
  const auto store = make_memory_store();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  const auto search = [&](const std::string& query) {
    auto answer = core.search(query);
    if (!answer) FAIL(answer.error().message());
    return *answer;
  };
  REQUIRE_FALSE(search("connection pool").matches.empty());
  CHECK(search("connection pool").matches[0].audit.vector_backend == "memory");
  const auto report = core.index();
  REQUIRE(report);
  f.write("src/heron.py", "def feed_heron(pond):\n    return pond.fish\n");
  CHECK(search("feed_heron").matches[0].file.path == "src/heron.py");

  PushItem item;
  item.node_id = "func:zebra";
  item.node_type = "function";
  item.path = "atlas/zebra.py";
  item.content = "def count_zebras(herd):\n    return len(herd)\n";
  item.range = {1, 2};
  item.source_audit = {"c1", "main", false, "2026-02-20T12:00:00Z"};
  PushBatch batch{{"1.0", "shop", "code-atlas", "b1"}, {item}, {}, {}};
  const auto envelope = batch.envelope;
  REQUIRE(core.push(envelope, entries_of(std::move(batch))));
  const RecordCollection atlas{"shop", "namespace:shop/atlas_graph/code_atlas_provider"};
  REQUIRE(records_of(*store, atlas).size() == 1);
  CHECK(records_of(*store, atlas).begin()->second.audit.node_id == "func:zebra");
  CHECK(search("count_zebras").matches[0].audit.node_id == "func:zebra");

  Namespaces namespaces({"shop", "shop", f.root(), f.state(), ""});
  REQUIRE(namespaces.drop(*NamespaceKey::parse("shop/atlas_graph/code_atlas_provider")));
  for (const auto& match : search("count_zebras").matches)
    CHECK(match.audit.node_id != "func:zebra");
  CHECK(*store->collections("shop") == std::vector{kShop});
}

TEST_CASE("a workspace with a store: two projects in one store never answer for each other") {
  test::ProjectFixture one, two;
  one.write("src/heron.py", "def feed_heron(pond):\n    return pond.fish\n");
  two.write("src/heron.py", "def feed_heron(lake):\n    return lake.frogs\n");
  const auto store = make_memory_store();
  auto a = test::open_workspace({"one", "one", one.root(), one.state(), ""}, store);
  auto b = test::open_workspace({"two", "two", two.root(), two.state(), ""}, store);
  for (int turn = 0; turn < 2; ++turn) {
    CHECK(a.search("feed_heron")->matches[0].content.content.find("fish") != std::string::npos);
    CHECK(b.search("feed_heron")->matches[0].content.content.find("frogs") != std::string::npos);
  }
  for (const auto* id : {"one", "two"})
    for (const auto& [place, record] : records_of(*store, {id, ""}))
      CHECK(record.audit.project == id);
}

TEST_CASE("a workspace with a store: when it is down, calls fail and say so; then all goes on") {
  test::ProjectFixture f;
  const auto store = std::make_shared<FaultyStore>();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  store->writes_left = 0;
  const auto run = core.index();
  REQUIRE_FALSE(run);
  CHECK(run.error().code == "STORE_UNAVAILABLE");
  CHECK(core.search("connection pool").error().code == "STORE_UNAVAILABLE");
  store->writes_left = 1'000'000;
  CHECK_FALSE(core.search("connection pool")->matches.empty());
  store->writes_left = 0;  // in line, but it does not answer
  CHECK(core.search("connection pool").error().code == "STORE_UNAVAILABLE");
}

}  // namespace codeweaver
