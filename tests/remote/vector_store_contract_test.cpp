// Tests of the contract of VectorStore, for all implementations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "codeweaver/vector_store.hpp"
#include "remote/stores.hpp"

namespace codeweaver {
namespace {

const RecordCollection kShop{"shop", ""};
const RecordCollection kAtlas{"shop", "namespace:shop/atlas_graph/x_provider"};
const RecordCollection kOther{"other", ""};

Uuid id_of(std::uint32_t number) {
  Uuid id;
  id.bytes[6] = 0x80;
  for (std::size_t i = 0; i < 4; ++i)
    id.bytes[15 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  return id;
}

VectorRecord record_of(std::uint32_t number, const std::string& path = "src/a.py") {
  VectorRecord record;
  record.id = id_of(number);
  record.file_key = path;
  record.ordinal = number;
  record.content_key = std::string(32, 'c');
  record.revision = "r1";
  record.chunk.content = "text of " + std::to_string(number);
  record.chunk.line_range = {10 * number, 10 * number + 9};
  record.chunk.file_path = path;
  record.file.path = path;
  record.file.language = "python";
  record.audit.project = "shop";
  record.audit.name_space = "shop/code_search/ast";
  return record;
}

/// Everything that a record can hold.
VectorRecord full_record() {
  auto record = record_of(7, "src/deep/widget.py");
  record.chunk.dense = std::vector<float>{0.6F, 0.8F};
  record.chunk.sparse = SparseVector{{3, 4'000'000'000U}, {1.5F, 0.25F}};
  record.chunk.chunk_id = id_of(99);
  record.chunk.chunk_name = "widget.py:Widget.draw";
  record.chunk.metadata = {{"kind", "method"}, {"odd", "quote \" \\ \n \x01 \xC3\xA9"}};
  record.chunk.ext_kind = ExtKind{"py", "code"};
  record.chunk.timestamp = 1.5;
  record.chunk.source = ChunkSource::kAstNode;
  record.chunk.semantic_class = SemanticClass::kDefinitionCallable;
  record.file.size_bytes = 12'345'678'901;
  record.file.last_modified = 1.5;
  record.file.is_generated = true;
  record.file.content_hash = std::string(32, 'a');
  record.audit.node_id = "method:src/deep/widget.py:Widget.draw";
  record.audit.git_commit = "abc";
  record.audit.git_dirty = true;
  record.audit.indexed_at = "2026-02-20T00:00:00Z";
  record.doc = "Draws it.";
  record.defines = {"draw", "Widget"};
  record.references = {"canvas"};
  record.tokens = 42;
  record.is_part = true;
  record.begin = 4'000'000'000U;
  record.lines = {3, 9};
  record.symbol = "Widget.draw";
  record.kind = "method";
  record.context = "class Widget:";
  record.definitions = {{"draw", "Widget.draw", "method", {3, 9}}, {"inner", "inner", "", {4, 5}}};
  return record;
}

void put(VectorStore& store, const RecordCollection& collection,
         const std::vector<VectorRecord>& records) {
  const auto done = store.upsert(collection, records);
  if (!done) FAIL(done.error().message());
}

std::vector<VectorRecord> all_of(const VectorStore& store, const RecordCollection& collection,
                                 const RecordFilter& filter = {}) {
  std::vector<VectorRecord> out;
  REQUIRE(store.scan(collection, filter, RecordParts::kAll, [&](const VectorRecord& record) {
    out.push_back(record);
    return true;
  }));
  return out;
}

std::set<std::uint32_t> ordinals(const std::vector<RecordHit>& hits) {
  std::set<std::uint32_t> out;
  for (const auto& hit : hits) out.insert(hit.record->ordinal);
  return out;
}

std::vector<std::uint32_t> in_order(const Result<std::vector<RecordHit>>& hits) {
  REQUIRE(hits);
  std::vector<std::uint32_t> out;
  for (const auto& hit : *hits) out.push_back(hit.record->ordinal);
  return out;
}

/// Runs a body with an empty store of each kind.
template <class Body>
void for_each_store(Body body) {
  for (const auto& maker : test::stores()) {
    CAPTURE(maker.name);
    const auto store = maker.make();
    REQUIRE(store);
    CHECK(store->info().provider == maker.name);
    body(*store);
  }
}

}  // namespace

TEST_CASE("vector store: a record comes back as it was put, whatever it holds") {
  for_each_store([](VectorStore& store) {
    put(store, kShop, {full_record()});
    CHECK(all_of(store, kShop) == std::vector{full_record()});
    const auto hits =
        store.search_dense(kShop, std::vector<float>{1, 0}, {}, 10, RecordParts::kPayload);
    REQUIRE(hits);
    REQUIRE(hits->size() == 1);
    auto found = *hits->front().record;
    found.chunk.dense = full_record().chunk.dense;  // hits may come without their vectors
    found.chunk.sparse = full_record().chunk.sparse;
    CHECK(found == full_record());
  });
}

TEST_CASE("vector store: a scan for dense vectors has them, and all but the sparse ones") {
  for_each_store([](VectorStore& store) {
    put(store, kShop, {full_record()});
    std::size_t seen = 0;
    REQUIRE(store.scan(kShop, {}, RecordParts::kDense, [&](const VectorRecord& record) {
      auto found = record;
      found.chunk.sparse = full_record().chunk.sparse;  // may come, too
      CHECK(found == full_record());
      return ++seen < 9;
    }));
    CHECK(seen == 1);
  });
}

TEST_CASE("vector store: a scan of keys has at least the keys, in order of the id") {
  for_each_store([](VectorStore& store) {
    put(store, kShop, {record_of(3), record_of(1), record_of(2)});
    std::vector<Uuid> ids;
    REQUIRE(store.scan(kShop, {}, RecordParts::kKeys, [&](const VectorRecord& record) {
      ids.push_back(record.id);
      CHECK(record.file_key == "src/a.py");
      CHECK(record.revision == "r1");
      CHECK(id_of(record.ordinal) == record.id);
      return ids.size() < 2;
    }));
    CHECK(ids == std::vector{id_of(1), id_of(2)});  // and stopped when told so
  });
}

TEST_CASE("vector store: an upsert replaces by id, and doing it again changes nothing") {
  for_each_store([](VectorStore& store) {
    put(store, kShop, {record_of(1), record_of(2)});
    auto changed = record_of(2, "src/b.py");
    changed.revision = "r2";
    put(store, kShop, {changed, record_of(3)});
    put(store, kShop, {changed, record_of(3)});
    CHECK(all_of(store, kShop) == std::vector{record_of(1), changed, record_of(3)});
    put(store, kShop, {record_of(2), changed});  // of two with one id the last stays
    CHECK(all_of(store, kShop)[1] == changed);
    put(store, kShop, {});
    CHECK(all_of(store, kShop).size() == 3);
  });
}

TEST_CASE("vector store: erased records are gone; unknown ids are no error") {
  for_each_store([](VectorStore& store) {
    CHECK(store.erase(kShop, std::vector{id_of(1)}));
    CHECK_FALSE(store.facts(kShop)->has_value());
    put(store, kShop, {record_of(1), record_of(2), record_of(3)});
    REQUIRE(store.erase(kShop, std::vector{id_of(3), id_of(9), id_of(1)}));
    CHECK(all_of(store, kShop) == std::vector{record_of(2)});
    REQUIRE(store.erase(kShop, {}));
    CHECK(all_of(store, kShop).size() == 1);
  });
}

TEST_CASE("vector store: collections never see one another, with equal ids or not") {
  for_each_store([](VectorStore& store) {
    auto shop = record_of(1), atlas = record_of(1), other = record_of(1);
    shop.chunk.content = "shop";
    atlas.chunk.content = "atlas";
    other.chunk.content = "other";
    for (auto* record : {&shop, &atlas, &other}) {
      record->chunk.dense = std::vector<float>{1, 0};
      record->chunk.sparse = SparseVector{{5}, {1}};
    }
    put(store, kShop, {shop});
    put(store, kAtlas, {atlas});
    put(store, kOther, {other});
    const std::pair<RecordCollection, std::string> expected[] = {
        {kShop, "shop"}, {kAtlas, "atlas"}, {kOther, "other"}};
    for (const auto& [collection, text] : expected) {
      const auto dense =
          store.search_dense(collection, std::vector<float>{1, 0}, {}, 10, RecordParts::kPayload);
      const auto sparse =
          store.search_sparse(collection, {{5}, {1}}, {}, 10, RecordParts::kPayload);
      REQUIRE(dense->size() == 1);
      REQUIRE(sparse->size() == 1);
      CHECK(dense->front().record->chunk.content == text);
      CHECK(sparse->front().record->chunk.content == text);
      CHECK(store.term_statistics(collection, std::vector<std::uint32_t>{5})->records == 1);
    }
    CHECK(*store.collections("shop") == std::vector{kShop, kAtlas});
    CHECK(*store.collections("nobody") == std::vector<RecordCollection>{});
    CHECK(*store.collections("") == std::vector{kOther, kShop, kAtlas});
    REQUIRE(store.erase(kShop, std::vector{id_of(1)}));
    REQUIRE(store.drop(kAtlas));
    REQUIRE(store.drop(kAtlas));
    CHECK(all_of(store, kShop).empty());
    CHECK(all_of(store, kAtlas).empty());
    CHECK(all_of(store, kOther) == std::vector{other});
    CHECK(*store.collections("shop") == std::vector{kShop});
  });
}

TEST_CASE("vector store: facts are kept by collection, replaced whole, and go with it") {
  for_each_store([](VectorStore& store) {
    CHECK_FALSE(store.facts(kShop)->has_value());
    REQUIRE(store.put_facts(kShop, {{"mark", "1"}, {"more", "x"}}));
    REQUIRE(store.put_facts(kAtlas, {{"mark", "2"}}));
    put(store, kShop, {record_of(1)});
    CHECK(**store.facts(kShop) == CollectionFacts{{"mark", "1"}, {"more", "x"}});
    REQUIRE(store.put_facts(kShop, {{"mark", "3"}}));
    CHECK(**store.facts(kShop) == CollectionFacts{{"mark", "3"}});
    CHECK(all_of(store, kShop).size() == 1);
    REQUIRE(store.drop(kShop));
    CHECK_FALSE(store.facts(kShop)->has_value());
    CHECK(**store.facts(kAtlas) == CollectionFacts{{"mark", "2"}});
  });
}

TEST_CASE(
    "vector store: what is wrong with a record is said, and nothing of its batch is written") {
  for_each_store([](VectorStore& store) {
    std::vector<VectorRecord> bad(6, record_of(2));
    bad[0].id = {};
    bad[1].file_key.clear();
    bad[2].chunk.content.clear();
    bad[3].chunk.sparse = SparseVector{{1, 2}, {1}};
    bad[4].chunk.sparse = SparseVector{{2, 1}, {1, 1}};
    bad[5].chunk.sparse = SparseVector{{2, 2}, {1, 1}};
    for (const auto& record : bad) {
      const auto done = store.upsert(kShop, std::vector{record_of(1), record});
      REQUIRE_FALSE(done);
      CHECK(done.error().code == "INVALID_RECORD");
      CHECK(done.error().category == ErrorCategory::kInvalidArgument);
      CHECK_FALSE(done.error().action.empty());
    }
    CHECK(all_of(store, kShop).empty());
    auto two = record_of(1), three = record_of(2);
    two.chunk.dense = std::vector<float>{1, 0};
    three.chunk.dense = std::vector<float>{1, 0, 0};
    CHECK(store.upsert(kShop, std::vector{two, three}).error().code == "DIMENSION_MISMATCH");
    CHECK(all_of(store, kShop).empty());
    put(store, kShop, {two});
    CHECK(store.upsert(kShop, std::vector{three}).error().code == "DIMENSION_MISMATCH");
    CHECK(store.search_dense(kShop, std::vector<float>{1, 0, 0}, {}, 1, RecordParts::kPayload)
              .error()
              .code == "DIMENSION_MISMATCH");
    put(store, kOther, {three});  // each collection has its own
  });
}

TEST_CASE("vector store: dense hits are the best by inner product; ties go by file and ordinal") {
  for_each_store([](VectorStore& store) {
    auto a = record_of(1, "b.py"), b = record_of(2, "a.py"), c = record_of(3, "a.py");
    auto worse = record_of(4, "c.py"), none = record_of(5, "d.py");
    for (auto* record : {&a, &b, &c}) record->chunk.dense = std::vector<float>{0.8F, 0.6F};
    worse.chunk.dense = std::vector<float>{-1, 0};
    put(store, kShop, {none, worse, c, b, a});
    const std::vector<float> query{1, 0};
    const auto hits = store.search_dense(kShop, query, {}, 10, RecordParts::kPayload);
    CHECK(in_order(hits) == std::vector<std::uint32_t>{2, 3, 1, 4});
    CHECK((*hits)[0].score == doctest::Approx(0.8));
    CHECK((*hits)[3].score == doctest::Approx(-1));
    CHECK(in_order(store.search_dense(kShop, query, {}, 2, RecordParts::kKeys)) ==
          std::vector<std::uint32_t>{2, 3});
    CHECK(store.search_dense(kShop, query, {}, 0, RecordParts::kPayload)->empty());
    CHECK(store.search_dense(kOther, query, {}, 5, RecordParts::kPayload)->empty());
  });
}

TEST_CASE("vector store: sparse hits share a term; scores are inner products") {
  for_each_store([](VectorStore& store) {
    auto a = record_of(1), b = record_of(2), c = record_of(3);
    a.chunk.sparse = SparseVector{{1, 7}, {0.5F, 2}};
    b.chunk.sparse = SparseVector{{7, 4'294'967'295U}, {2, 1}};
    c.chunk.sparse = SparseVector{{2}, {9}};
    put(store, kShop, {a, b, c, record_of(4)});
    const SparseVector query{{4'294'967'295U, 7, 100}, {3, 0.5F, 8}};
    const auto hits = store.search_sparse(kShop, query, {}, 10, RecordParts::kPayload);
    CHECK(in_order(hits) == std::vector<std::uint32_t>{2, 1});
    CHECK((*hits)[0].score == doctest::Approx(4));
    CHECK((*hits)[1].score == doctest::Approx(1));
    CHECK(in_order(store.search_sparse(kShop, query, {}, 1, RecordParts::kKeys)) ==
          std::vector<std::uint32_t>{2});
    CHECK(store.search_sparse(kShop, {}, {}, 10, RecordParts::kPayload)->empty());
    CHECK(store.search_sparse(kOther, query, {}, 10, RecordParts::kPayload)->empty());
    const auto statistics = store.term_statistics(kShop, std::vector<std::uint32_t>{7, 2, 100});
    CHECK(statistics->records == 4);
    CHECK(statistics->frequencies == std::vector<std::uint64_t>{2, 1, 0});
  });
}

TEST_CASE("vector store: facts are exchanged by who knows those that are there, and nobody else") {
  for_each_store([](VectorStore& store) {
    const CollectionFacts one{{"writer", "a"}}, two{{"writer", "b"}};
    CHECK(*store.exchange_facts(kShop, {}, one));
    CHECK_FALSE(*store.exchange_facts(kShop, {}, two));
    CHECK_FALSE(*store.exchange_facts(kShop, two, one));
    CHECK(**store.facts(kShop) == one);
    CHECK(*store.exchange_facts(kShop, one, two));
    CHECK(**store.facts(kShop) == two);
    CHECK_FALSE(**store.facts(kShop) == one);
    REQUIRE(store.drop(kShop));
    CHECK(*store.exchange_facts(kShop, {}, one));
  });
}

TEST_CASE("vector store: every condition of a filter holds, in scans and on both sides") {
  auto plain = record_of(1, "src/api/view.py");
  auto test = record_of(2, "tests/view_test.py");
  auto go = record_of(3, "src/apiary/main.GO");
  auto pushed = record_of(4, "src/api/item.py");
  auto root = record_of(5, "Makefile");
  test.file.is_test = true;
  go.file.language = "go";
  root.file.language = "make";
  pushed.audit.name_space = "shop/atlas_graph/x_provider";
  const auto filter_of = [](auto set) {
    RecordFilter filter;
    set(filter);
    return filter;
  };
  using Ordinals = std::set<std::uint32_t>;
  const std::pair<RecordFilter, Ordinals> cases[] = {
      {RecordFilter(), {1, 2, 3, 4, 5}},
      {filter_of([](auto& f) { f.include_tests = false; }), {1, 3, 4, 5}},
      {filter_of([](auto& f) {
         f.languages = {"go", "make"};
       }),
       {3, 5}},
      {filter_of([](auto& f) { f.languages = {"cobol"}; }), {}},
      {filter_of([](auto& f) { f.directory = "src/api"; }), {1, 4}},
      {filter_of([](auto& f) { f.directory = "src"; }), {1, 3, 4}},
      {filter_of([](auto& f) { f.extension = "py"; }), {1, 2, 4}},
      {filter_of([](auto& f) { f.extension = "go"; }), {3}},
      {filter_of([](auto& f) { f.extension = "makefile"; }), {5}},
      {filter_of([](auto& f) { f.glob = "view*"; }), {1, 2}},
      {filter_of([](auto& f) { f.glob = "src/*/*.py"; }), {1, 4}},
      {filter_of([](auto& f) { f.glob = "**/view.py"; }), {1}},
      {filter_of([](auto& f) { f.name_spaces = {"shop/atlas_graph/x_provider"}; }), {4}},
      {filter_of([](auto& f) {
         f.lines = LineFilter{{"src/api/view.py", {{19, 30}}}};
       }),
       {1}},
      {filter_of([](auto& f) {
         f.lines = LineFilter{{"src/api/view.py", {{20, 30}}}};
       }),
       {}},
      {filter_of([](auto& f) { f.lines = LineFilter{}; }), {}},
      {filter_of([](auto& f) {
         f.files = {"src/api/view.py", "Makefile", "src/api"};
       }),
       {1, 5}},
      {filter_of([](auto& f) {
         f.files = {"src/api/view.py", "tests/view_test.py"};
         f.include_tests = false;
       }),
       {1}},
      {filter_of([](auto& f) {
         f.extension = "py";
         f.directory = "src";
         f.name_spaces = {"shop/code_search/ast"};
       }),
       {1}},
  };
  for_each_store([&](VectorStore& store) {
    std::vector<VectorRecord> records{plain, test, go, pushed, root};
    for (auto& record : records) {
      record.chunk.dense = std::vector<float>{1, 0};
      record.chunk.sparse = SparseVector{{5}, {1}};
    }
    put(store, kShop, records);
    for (const auto& [filter, expected] : cases) {
      CAPTURE(filter.glob + filter.directory + filter.extension);
      Ordinals scanned;
      for (const auto& record : all_of(store, kShop, filter)) scanned.insert(record.ordinal);
      CHECK(scanned == expected);
      CHECK(ordinals(*store.search_dense(kShop, std::vector<float>{1, 0}, filter, 10,
                                         RecordParts::kKeys)) == expected);
      CHECK(ordinals(*store.search_sparse(kShop, {{5}, {1}}, filter, 10, RecordParts::kKeys)) ==
            expected);
      // The filter acts before the best are taken, not after.
      CHECK(store.search_sparse(kShop, {{5}, {1}}, filter, 1, RecordParts::kPayload)->size() ==
            std::min<std::size_t>(1, expected.size()));
    }
  });
}

TEST_CASE("vector store: any sequence of writes ends in what a plain map holds") {
  for_each_store([](VectorStore& store) {
    std::mt19937 engine(7);
    const auto random = [&](std::uint32_t below) {
      return static_cast<std::uint32_t>(engine() % below);
    };
    std::map<Uuid, VectorRecord> expected;
    for (int step = 0; step < 200; ++step) {
      std::vector<VectorRecord> upserts;
      std::vector<Uuid> erases;
      for (auto i = random(6); i > 0; --i) {
        auto record = record_of(random(40) + 1);
        record.revision = std::to_string(step);
        record.chunk.sparse = SparseVector{{random(5)}, {1}};
        upserts.push_back(record);
        expected.insert_or_assign(record.id, record);
      }
      put(store, kShop, upserts);
      for (auto i = random(4); i > 0; --i) {
        erases.push_back(id_of(random(40) + 1));
        expected.erase(erases.back());
      }
      REQUIRE(store.erase(kShop, erases));
    }
    std::vector<VectorRecord> rest;
    std::uint64_t with_term = 0;
    for (const auto& [id, record] : expected) {
      rest.push_back(record);
      with_term += record.chunk.sparse->ids[0] == 3 ? 1 : 0;
    }
    CHECK(all_of(store, kShop) == rest);
    const auto statistics = store.term_statistics(kShop, std::vector<std::uint32_t>{3});
    CHECK(statistics->frequencies[0] == with_term);
    CHECK(store.search_sparse(kShop, {{3}, {1}}, {}, 100, RecordParts::kPayload)->size() ==
          with_term);
  });
}

TEST_CASE("vector store: searches beside a writer see each record whole") {
  for_each_store([](VectorStore& store) {
    const auto version = [](std::uint32_t number, int step) {
      auto record = record_of(number);
      record.revision = std::to_string(step);
      record.chunk.content = "text " + std::to_string(step);
      record.chunk.sparse = SparseVector{{5}, {1}};
      return record;
    };
    put(store, kShop, {version(1, 0), version(2, 0)});
    std::atomic<bool> is_over = false;
    std::atomic<int> torn = 0, searches = 0;
    std::vector<std::jthread> readers;
    for (int i = 0; i < 3; ++i)
      readers.emplace_back([&] {
        while (!is_over || searches < 3) {
          const auto hits = store.search_sparse(kShop, {{5}, {1}}, {}, 10, RecordParts::kPayload);
          if (!hits || hits->size() != 2) ++torn;
          for (const auto& hit : *hits)
            if (hit.record->chunk.content != "text " + hit.record->revision) ++torn;
          ++searches;
        }
      });
    for (int step = 1; step <= 200; ++step) put(store, kShop, {version(1, step), version(2, step)});
    is_over = true;
    readers.clear();
    CHECK(torn == 0);
  });
}

TEST_CASE("vector store: kinds by name; an unknown one is refused with what there is") {
  CHECK(*make_vector_store("embedded") == nullptr);
  CHECK((*make_vector_store("memory"))->info().provider == "memory");
  const auto unknown = make_vector_store("punchcards");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == "PROVIDER_NOT_AVAILABLE");
  CHECK(unknown.error().cause.find("punchcards") != std::string::npos);
  CHECK(unknown.error().action.find("memory") != std::string::npos);
}

}  // namespace codeweaver
