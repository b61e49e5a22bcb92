// Tests of searches in a store without an index: comparison with the index that filled it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/store_searcher.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/own_sources.hpp"
#include "engine/stores/mirror_work.hpp"
#include "engine/stores/record_search.hpp"
#include "engine/stores/record_state.hpp"
#include "engine/stores/stored_file.hpp"

namespace codeweaver {
namespace {

HybridSearcher::Parts parts_of(std::shared_ptr<const VectorStore> store) {
  HybridSearcher::Parts parts;
  parts.embedder = test::embedder();
  parts.reranker = test::reranker();
  parts.store = std::move(store);
  return parts;
}

StoreSearcher searcher_of(std::shared_ptr<const VectorStore> store,
                          const std::string& project = "shop") {
  auto opened = StoreSearcher::open(project, parts_of(std::move(store)));
  if (!opened) FAIL(opened.error().message());
  return std::move(*opened);
}

std::string place_text(const CodeMatch& match) {
  return match.file.path + ':' + std::to_string(match.span.start_line) + '-' +
         std::to_string(match.span.end_line);
}

std::vector<std::string> places_of(const Result<FindCodeResponseSummary>& answer) {
  if (!answer) FAIL(answer.error().message());
  std::vector<std::string> out;
  for (const auto& match : answer->matches) out.push_back(place_text(match));
  return out;
}

/// A text without the blanks behind its last line, which no chunk has.
std::string without_end(std::string text) {
  text.erase(text.find_last_not_of(" \r\n") + 1);
  return text;
}

double overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() && b.empty()) return 1;
  const std::set<std::string> all(a.begin(), a.end());
  const auto shared = std::ranges::count_if(b, [&](const auto& one) { return all.contains(one); });
  return static_cast<double>(shared) / static_cast<double>(std::max(a.size(), b.size()));
}

}  // namespace

TEST_CASE("store searcher: without an index the best ten are those of the index") {
  const test::OwnSources sources;
  const auto embedded = sources.embedded();
  const auto alone = searcher_of(sources.shared_store());
  const auto queries = sources.queries();
  double sum = 0;
  std::size_t asked = 0, equal = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    SearchOptions options;
    options.filter = test::filter_of(i);
    if (i % 7 == 0) options.retrieval = Retrieval::kSparse;
    if (i % 11 == 0) options.retrieval = Retrieval::kDense;
    if (i % 5 == 0) options.fusion = FusionMethod::kWeighted;
    CAPTURE(queries[i]);
    const auto expected = places_of(embedded.search(queries[i], options));
    const auto found = places_of(alone.search(queries[i], options));
    sum += overlap(expected, found);
    equal += expected == found ? 1 : 0;
    ++asked;
  }
  const auto mean = sum / static_cast<double>(asked);
  CHECK(mean >= 0.98);
  CHECK(equal * 20 >= asked * 19);  // and mostly in the same order
}

TEST_CASE("stored file: records of two revisions, or with one missing, are no file yet") {
  const test::ProjectFixture f;
  const auto store = make_memory_store();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  REQUIRE(core.index());
  std::map<std::string, std::vector<VectorRecord>> files;
  REQUIRE(store->scan({"shop", ""}, {}, RecordParts::kAll, [&](const VectorRecord& record) {
    files[record.file_key].push_back(record);
    return true;
  }));
  const auto dimension = test::embedder()->info().dimension;
  std::vector<std::shared_ptr<const engine::StoredFile>> list;
  for (const auto& [path, records] : files) {
    CAPTURE(path);
    auto whole = engine::stored_file(records, dimension).value();
    REQUIRE(whole);
    CHECK(whole->content.chunks.size() == records.size());
    CHECK(whole->bytes() > whole->content.text.size());
    list.push_back(std::make_shared<const engine::StoredFile>(*std::move(whole)));
    auto mixed = records;
    mixed.back().revision = "other";
    if (records.size() < 2) continue;
    CHECK_FALSE(engine::stored_file(mixed, dimension).value());
    CHECK_FALSE(engine::stored_file({records.begin() + 1, records.end()}, dimension).value());
  }
  CHECK_FALSE(engine::stored_file({}, dimension).value());
  const engine::RecordState state(list, {1000, {{"upload", 77}}, {}});
  CHECK(state.snapshot().live_chunks == 1000);
  CHECK(state.snapshot().frequencies->at("upload") == 77);
  CHECK(state.snapshot().parts.size() == files.size());
  for (const auto& file : list) CHECK(state.rows().file(file->file.path) == &file->file);
}

TEST_CASE("store searcher: definitions and texts of files are those of the index") {
  const test::OwnSources sources;
  const auto embedded = sources.embedded();
  const auto alone = searcher_of(sources.shared_store());
  for (const auto* name : {"StoreMirror", "StoreMirror::bring", "term_number", "LengthProfile",
                           "no_such_name", "candidate_limit"}) {
    CAPTURE(name);
    const auto expected = embedded.find_symbol(name), found = alone.find_symbol(name);
    if (!found) FAIL(found.error().message());
    REQUIRE(expected->size() == found->size());
    for (std::size_t i = 0; i < found->size(); ++i) {
      CHECK((*found)[i].qualified_name == (*expected)[i].qualified_name);
      CHECK((*found)[i].path == (*expected)[i].path);
      CHECK((*found)[i].lines == (*expected)[i].lines);
    }
  }
  for (const auto* path : {"src/engine/searching/rank/rank.cpp", "include/codeweaver/types.hpp"}) {
    const auto text = alone.file_text(path);
    REQUIRE(text);
    CHECK(without_end(*text) == without_end(*embedded.file_text(path)));
  }
  CHECK(alone.file_text("no/such.file").error().code == "FILE_NOT_INDEXED");
}

TEST_CASE("store searcher: a match says of its file and its origin what the index would") {
  const test::ProjectFixture f;
  const auto store = test::store_of_suite();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  SearchOptions options;
  options.context_lines = 3;
  const std::string query = "where do we retry failed uploads";
  const auto expected = core.search(query, options);
  const auto found = searcher_of(store).search(query, options);
  REQUIRE(expected);
  if (!found) FAIL(found.error().message());
  REQUIRE(found->matches.size() == expected->matches.size());
  for (std::size_t i = 0; i < found->matches.size(); ++i) {
    const auto &own = found->matches[i], &other = expected->matches[i];
    CAPTURE(place_text(other));
    CHECK(own.audit == other.audit);
    CHECK(own.content.content == other.content.content);
    CHECK(own.content.metadata == other.content.metadata);
    CHECK(own.content.chunk_id == other.content.chunk_id);
    CHECK(own.file.content_hash == other.file.content_hash);
    CHECK(own.file.absolute_path.empty());  // the folder is on the indexer's machine
    CHECK_FALSE(other.file.absolute_path.empty());
    CHECK(own.context_before == other.context_before);
    CHECK(own.context_after == other.context_after);
    CHECK(own.relevance_score == doctest::Approx(other.relevance_score).epsilon(0.001));
  }
  CHECK(found->searched_chunks == expected->searched_chunks);
  CHECK(found->searched_files == expected->searched_files);
  const auto languages = searcher_of(store).status().value().statistics.languages;
  CHECK(languages == core.status().value().statistics.languages);
  CHECK(languages.contains("python"));
}

TEST_CASE("store searcher: edits are seen once the indexer has brought them to the store") {
  test::ProjectFixture f;
  const auto store = test::store_of_suite();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  REQUIRE(core.index());
  const auto alone = searcher_of(store);
  REQUIRE(alone.search("compute_invoice_total"));
  f.write("src/fresh.py", "def reconcile_ledger(entries):\n    return sum(entries)\n");
  REQUIRE(core.index());
  const auto found = alone.search("reconcile_ledger");
  REQUIRE(found);
  REQUIRE_FALSE(found->matches.empty());
  CHECK(found->matches.front().file.path == "src/fresh.py");
  f.write("src/fresh.py", "def reconcile_ledger(entries):\n    return 0\n");
  REQUIRE(core.index());
  CHECK(alone.file_text("src/fresh.py").value().find("return 0") != std::string::npos);
}

TEST_CASE("store searcher: namespaces answer beside the folder, or alone where that is asked") {
  test::ProjectFixture f;
  const auto store = test::store_of_suite();
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  REQUIRE(core.index());
  PushItem item;
  item.node_id = "n1";
  item.node_type = "component";
  item.path = "src/billing/ledger.py";
  item.content = "The ledger component reconciles quasimodal entries.";
  item.range = {1, 1};
  item.source_audit = {"c1", "main", false, "2026-02-20T12:00:00Z"};
  PushBatch batch{{"1.0", "shop", "code-atlas", "b1"}, {item}, {}, {}};
  const auto envelope = batch.envelope;
  const auto pushed = core.push(envelope, entries_of(std::move(batch)));
  if (!pushed) FAIL(pushed.error().message());
  REQUIRE(core.search("quasimodal entries"));  // which brings it to the store
  const auto alone = searcher_of(store);
  const auto both = alone.search("quasimodal entries");
  if (!both) FAIL(both.error().message());
  REQUIRE_FALSE(both->matches.empty());
  CHECK(both->matches.front().audit.node_id == "n1");
  CHECK(both->matches.front().content.metadata.at("kind") == "component");
  SearchOptions options;
  options.filter.purpose = Purpose::kCodeSearch;
  const auto code = alone.search("quasimodal entries", options);
  REQUIRE(code);
  for (const auto& match : code->matches) CHECK(match.audit.node_id != "n1");
  options.filter.purpose = Purpose::kAtlasGraph;
  const auto graph = alone.search("quasimodal entries", options);
  REQUIRE(graph);
  CHECK(graph->matches.size() == 1);
  options.filter.purpose = Purpose::kDocsSearch;
  CHECK(alone.search("quasimodal entries", options).error().code == "NAMESPACE_NOT_FOUND");
}

TEST_CASE("store searcher: what cannot be answered is refused with the reason") {
  const test::ProjectFixture f;
  const auto store = make_memory_store();
  CHECK(StoreSearcher::open("shop", parts_of(nullptr)).error().code == "NO_STORE");
  CHECK(searcher_of(store).search("upload").error().code == "PROJECT_NOT_FOUND");
  CHECK(searcher_of(store).find_symbol("upload").error().code == "PROJECT_NOT_FOUND");
  auto core = test::open_workspace({"shop", "shop", f.root(), f.state(), ""}, store);
  REQUIRE(core.index());
  CHECK(searcher_of(store).search(" ").error().code == "EMPTY_QUERY");
  SearchOptions options;
  options.ref = "HEAD";
  CHECK(searcher_of(store).search("upload", options).error().code == "NEEDS_WORKSPACE");
  auto facts = **store->facts({"shop", ""});
  facts.erase(engine::kMarkFact);
  REQUIRE(store->put_facts({"shop", ""}, facts));
  const auto amid = searcher_of(store).search("retry failed uploads");
  REQUIRE(amid);
  CHECK(test::mentions(amid->warnings, "are being updated"));
  facts[engine::kModelFact] = "voyage/voyage-code-3/1024";
  REQUIRE(store->put_facts({"shop", ""}, facts));
  CHECK(searcher_of(store).search("upload").error().code == "MODEL_MISMATCH");
  facts[engine::kFormatFact] = "1";
  REQUIRE(store->put_facts({"shop", ""}, facts));
  const auto older = searcher_of(store).search("upload");
  CHECK(older.error().code == "SCHEMA_MISMATCH");
  CHECK(older.error().action.find("Index the project once") != std::string::npos);
  REQUIRE(core.index());
  CHECK(searcher_of(store).search("upload"));
}

}  // namespace codeweaver
