// Tests of look-ups in an open index: definitions, places, names, references, texts, signals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/open_index.hpp"
#include "engine/searching/answer/explain.hpp"
#include "engine/searching/answer/placed.hpp"
#include "engine/searching/fuse/candidate_signals.hpp"
#include "engine/searching/lookup/find_references.hpp"
#include "engine/searching/lookup/known_names.hpp"
#include "engine/searching/lookup/named_definitions.hpp"
#include "engine/searching/lookup/source_places.hpp"
#include "engine/searching/lookup/symbol_lookup.hpp"
#include "engine/searching/open/chunk_cache.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/searching/question/question.hpp"
#include "engine/searching/rank/candidate_texts.hpp"
#include "engine/searching/retrieve/exact_lane.hpp"
#include "engine/searching/retrieve/retrieve.hpp"
#include "engine/state/database_pool.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "engine/state/worker_databases.hpp"

namespace codeweaver::engine {
namespace {

constexpr const char* kPool = "src/database/pool.py";

std::vector<store::ChunkSet> live_of(const store::Snapshot& snapshot) {
  std::vector<store::ChunkSet> out;
  for (const auto& part : snapshot.parts) out.push_back(part.live);
  return out;
}

std::vector<std::string> names_of(const std::vector<NamedDefinition>& found) {
  std::vector<std::string> out;
  for (const auto& one : found) out.push_back(one.symbol.qualified_name);
  std::ranges::sort(out);
  return out;
}

Question question_of(std::string_view query, const SearchOptions& options) {
  auto made = understand(open_shop().context(), query, options, {});
  REQUIRE(made);
  return std::move(*made);
}

/// The candidate that a chunk of the index is.
Candidate candidate_at(store::ChunkKey key) {
  Candidate out;
  out.part = key.part;
  out.chunk = key.chunk;
  out.info = open_shop().snapshot().parts[key.part].segment->chunk(key.chunk);
  return out;
}

}  // namespace

TEST_CASE("snapshot facts: files by language, and a file by its path") {
  const auto& snapshot = open_shop().snapshot();
  const auto counts = language_counts(snapshot);
  CHECK(counts.at("python") == 8);
  CHECK(live_files(snapshot) == 10);
  const auto& segment = *snapshot.parts[0].segment;
  const auto file = find_file(segment, kPool);
  REQUIRE(file);
  CHECK(segment.file_path(*file) == kPool);
  CHECK_FALSE(find_file(segment, "src/database/pool.p"));
  CHECK_FALSE(find_file(segment, "zzz"));
}

TEST_CASE("named definitions: as they are called, else in another style, else by parts of names") {
  const auto& shop = open_shop();
  const auto live = live_of(shop.snapshot());
  const DefinitionSource source{shop.snapshot(), shop.tree(), live};
  const auto named = [&](std::string_view name, text::NameMatch least) {
    const auto found = named_definitions(source, text::NamePattern(name), least, 10);
    REQUIRE(found);
    return names_of(*found);
  };
  using text::NameMatch;
  CHECK(named("acquire", NameMatch::kExact) == std::vector<std::string>{"ConnectionPool.acquire"});
  CHECK(named("ConnectionPool.acquire", NameMatch::kExact).size() == 1);
  CHECK(named("Cart.acquire", NameMatch::kExact).empty());
  CHECK(named("uploadInvoice", NameMatch::kExact).empty());
  CHECK(named("uploadInvoice", NameMatch::kStyle) == std::vector<std::string>{"upload_invoice"});
  const std::vector<store::ChunkSet> none(live.size(), store::ChunkSet(live[0].size(), false));
  CHECK(named_definitions({shop.snapshot(), shop.tree(), none}, text::NamePattern("acquire"),
                          NameMatch::kNear, 10)
            ->empty());
}

TEST_CASE("source places: the chunk that holds the line, by the end of a path") {
  const auto& shop = open_shop();
  const auto live = live_of(shop.snapshot());
  const DefinitionSource source{shop.snapshot(), shop.tree(), live};
  const auto found = find_place(source, {"/home/me/shop/src/database/pool.py", 40});
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK(shop.path_of((*found)[0].chunk) == kPool);
  const auto lines = candidate_at((*found)[0].chunk).info.lines;
  CHECK(lines.start_line <= 40);
  CHECK(40 <= lines.end_line);
  CHECK(find_place(source, {"pool.rs", 40})->empty());
  // The code has moved on: the function is meant, not the line.
  const auto moved = find_place(source, {"pool.py", 1, "acquire"});
  REQUIRE(moved->size() == 1);
  CHECK((*moved)[0].line == 35);
}

TEST_CASE("known names: what begins so, or whose last part does, in order and no more than asked") {
  const auto& snapshot = open_shop().snapshot();
  CHECK(paths_like(snapshot, "pool", 5) == std::vector<std::string>{kPool});
  CHECK(paths_like(snapshot, "src/auth/", 2) ==
        std::vector<std::string>{"src/auth/middleware.py", "src/auth/tokens.py"});
  CHECK(paths_like(snapshot, "", 0).empty());
  for (const auto& name : symbols_like(snapshot, "acq", 5))
    CHECK(name.find("acq") != std::string::npos);
}

TEST_CASE("symbols: exact names first, and near ones for a slip") {
  const auto& shop = open_shop();
  const auto found = find_symbols(shop.snapshot(), shop.tree(), "acquire", 5);
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].path == kPool);
  CHECK((*found)[0].lines.start_line == 35);
  CHECK(find_symbols(shop.snapshot(), shop.tree(), "aquire", 5)->empty());
  const auto near = similar_symbols(shop.snapshot(), shop.tree(), "ConectionPool", 5);
  REQUIRE(near);
  CHECK(std::ranges::count(*near, "ConnectionPool") == 1);
}

// Slips of so many letters would be 75 million names of a megabyte each.
TEST_CASE("symbols: a name of a million letters is no slip of another one") {
  const auto& shop = open_shop();
  for (const auto& name : {std::string(1'000'000, 'x'), "Shop." + std::string(1'000'000, 'x')}) {
    const auto found = find_symbols(shop.snapshot(), shop.tree(), name, 5);
    REQUIRE(found);
    CHECK(found->empty());
    const auto near = similar_symbols(shop.snapshot(), shop.tree(), name, 5);
    REQUIRE(near);
    CHECK(near->empty());
  }
}

TEST_CASE("symbols: a name with one slip is suggested, whatever stemming makes of it") {
  test::ProjectFixture project;
  // Stems: acquir, pars, index, cancel, query, copy, valida, init; and `get` among longer names.
  const std::vector<std::string> names = {"acquire", "parser", "indexes",   "cancelled",
                                          "queries", "copied", "validator", "init",
                                          "get",     "Mapping"};
  std::string text;
  for (const auto& name : names) text += "def " + name + "(a):\n    return a\n\n\n";
  for (int i = 0; i < 100; ++i)
    text += "def parser_" + std::to_string(i) + "_of_many(a):\n    return a\n\n\n";
  project.write("src/names.py", text);
  project.index();
  const auto searcher = project.searcher();
  for (const auto& name : names) {
    std::vector<std::string> slips = {"x" + name, name + "x"};
    for (std::size_t i = 0; i < name.size(); ++i) {
      auto without = name, other = name, swapped = name;
      without.erase(i, 1);
      other[i] = 'x';
      if (i > 0) std::swap(swapped[i - 1], swapped[i]);
      if (without.size() > 2) slips.push_back(without);
      slips.push_back(other);
      slips.push_back(swapped);
    }
    for (const auto& slip : slips) {
      if (slip == name || std::ranges::find(names, slip) != names.end()) continue;
      const auto meant = searcher.similar_symbols(slip, 10);
      CHECK_MESSAGE(std::ranges::count(meant, name) == 1, slip, " is not taken for ", name);
    }
  }
}

TEST_CASE("references: lines that use a name, without the one that defines it") {
  const auto found = find_references(open_shop().context(), "ConnectionPool.open_new", 10);
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  for (const auto& one : *found) {
    CHECK(one.text.find("return self.open_new()") != std::string::npos);
    CHECK(one.enclosing == "ConnectionPool.acquire");
  }
  CHECK(find_references(open_shop().context(), "ConnectionPool.open_new", 1)->size() == 1);
  CHECK(find_references(open_shop().context(), "nowhere", 10)->empty());
}

TEST_CASE("chunk cache: a text that was read comes from memory, what is gone says so") {
  const auto& shop = open_shop();
  ChunkCache cache(1U << 20);
  const auto info = shop.snapshot().parts[0].segment->chunk(0);
  const store::ChunkPlace places[] = {{info.content, info.ordinal}, {{1, 2}, 0}};
  const auto first = read_chunks(shop.tree(), cache, places);
  REQUIRE(first[0]);
  REQUIRE_FALSE(first[1]);
  CHECK(first[1].error().category == ErrorCategory::kNotFound);
  const auto again = read_chunks(shop.tree(), cache, std::span(places).first(1));
  CHECK(again[0]->get() == first[0]->get());
}

TEST_CASE(
    "exact lane: a name before all texts that hold its words, nothing for a worded question") {
  const auto context = open_shop().context();
  const SearchOptions options;
  const auto lane_of = [&](std::string_view query) {
    const auto question = question_of(query, options);
    const store::TermCoverage coverage(context.snapshot, question.terms);
    auto lane = find_exact(context, question, coverage);
    REQUIRE(lane);
    return std::move(*lane);
  };
  const auto named = lane_of("ConnectionPool.acquire");
  REQUIRE_FALSE(named.entries.empty());
  CHECK(named.entries[0].lane.kind == LaneKind::kName);
  CHECK(open_shop().path_of(named.entries[0].chunk) == kPool);
  CHECK(named.find(named.entries[0].chunk) != nullptr);
  CHECK(lane_of("where do we retry failed uploads").entries.empty());
}

TEST_CASE("signals and explanation: a file is judged as a whole, and each rank is told") {
  const auto context = open_shop().context();
  const SearchOptions options;
  const auto question = question_of("lend a connection", options);
  TimeLimit limit({}, {});
  const auto found = retrieve(context, question, limit);
  REQUIRE(found);
  REQUIRE_FALSE(found->lexical.empty());
  std::vector<Candidate> candidates{candidate_at(found->lexical[0].id)};
  fill_signals({.query = found->coverage,
                .marks = found->marks,
                .vector = found->vector,
                .allowed = question.allowed,
                .attainable = found->attainable},
               candidates);
  auto& best = candidates[0];
  CHECK(best.lexical_raw > 0);
  CHECK(best.signals.file_lexical >= best.signals.lexical);
  CHECK(best.signals.file_chunks >= 1);
  CHECK(best.signals.rank_in_file >= 1);
  std::vector<std::string> warnings;
  load_texts(context, candidates, warnings);
  REQUIRE(best.content);
  best.scores.relevance = 0.5;
  best.lexical_rank = 1;
  best.fused_rank = 2;
  const auto placed = place_parts(context, question, candidates, 5, warnings);
  REQUIRE_FALSE(placed.empty());
  CHECK(placed[0].candidate == &best);
  CHECK_FALSE(placed[0].is_second);
  CodeMatch match;
  explain_match(context, question, *found, placed[0], 3, match);
  REQUIRE(match.ranks);
  CHECK(match.ranks->lexical == 1);
  CHECK(match.ranks->answer == 3);
  CHECK(match.explanation[0] == "ranks: lexical 1, dense -, fused 2, reranked -, answer 3");
  CHECK(warnings.empty());
}

TEST_CASE("database pool: a connection comes back, and not of a file that was replaced") {
  const auto file = StatePaths{open_shop().state()}.database();
  const test::TemporaryFolder folder;
  const auto copy = folder / "index.db";
  std::filesystem::copy_file(file, copy);
  DatabasePool pool(copy, "");
  const store::Database* first = nullptr;
  {
    const auto lease = pool.lease();
    REQUIRE(lease);
    first = &(*lease)->database();
    CHECK(&(*pool.lease())->database() != first);  // that one is lent
  }
  CHECK(pool.lease());
  std::filesystem::copy_file(file, folder / "next.db");
  std::filesystem::rename(folder / "next.db", copy);
  CHECK((*pool.lease())->database().project());
  std::filesystem::remove(copy);
  CHECK_FALSE(pool.lease());
  WorkerDatabases workers(file);
  CHECK(*workers.get(0) == *workers.get(0));
  CHECK(*workers.get(0) != *workers.get(1));
}

TEST_CASE("database pool: a lease reads its own tree, also if the trees were made again") {
  const test::TemporaryFolder folder;
  auto writer = store::Database::open(folder / "index.db");
  REQUIRE(writer);
  const auto put = [&](const std::string& tree) {
    store::FileRecord file;
    file.path = tree + ".py";
    auto rows = writer->make_tree(tree);
    REQUIRE(rows);
    REQUIRE(rows->put_file(file));
  };
  for (const std::string tree : {"a", "b"}) put(tree);
  DatabasePool pool(folder / "index.db", "b");
  CHECK((*pool.lease())->file("b.py")->has_value());
  for (const std::string tree : {"a", "b"}) REQUIRE(writer->remove_tree(tree));
  CHECK_FALSE((*pool.lease())->file("b.py")->has_value());
  for (const std::string tree : {"b", "c"}) put(tree);  // c takes the row of the former b
  CHECK((*pool.lease())->file("b.py")->has_value());
  CHECK_FALSE((*pool.lease())->file("c.py")->has_value());
}

}  // namespace codeweaver::engine
