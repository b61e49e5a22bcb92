// Tests of the database: reads return the written values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

#include "store/database/bytes_around.hpp"
#include "store/database/sqlite.hpp"
#include "store/database/tree_view.hpp"
#include "store/sample_records.hpp"

namespace codeweaver::store {
namespace {

using test::open_database;
using test::sample_content;
using test::sample_file;
using test::TempFolder;

TEST_CASE("a content comes back with its text, chunks and symbols") {
  TempFolder folder;
  const ContentRecord content =
      sample_content(test::read_source("src/store/database/database.hpp"));
  {
    Database database = open_database(folder);
    REQUIRE(database.put_content(content));
    CHECK(*database.has_content(content.key));
    CHECK_FALSE(*database.has_content(base::hash128("other")));
  }
  auto reader = Database::open_read_only(folder / "index.db");
  REQUIRE(reader);
  auto back = reader->content(content.key);
  REQUIRE(back);
  CHECK(*back == content);
  CHECK(*reader->content_text(content.key) == content.text);
  CHECK(*reader->chunk_count(content.key) == content.chunks.size());
  CHECK_FALSE((*reader->chunk_count(base::hash128("other"))).has_value());
  CHECK(reader->content_text(base::hash128("other")).error().category == ErrorCategory::kNotFound);
  CHECK(reader->content_text(base::hash128("other")).error().code == "CONTENT_NOT_FOUND");
}

/// Lines of the sources as chunks, of very different sizes, with some lines between and before.
ContentRecord lined_content(std::uint32_t seed) {
  ContentRecord content =
      sample_content(test::read_source("src/store/database/database.hpp") +
                     test::read_source("src/store/database/database_contents.cpp"));
  content.key = base::hash128(content.key.hex() + std::to_string(seed));
  const auto sample = content.chunks[0];
  content.chunks.clear();
  content.symbols.clear();
  std::mt19937 random(seed);
  const auto next_line = [&](std::size_t from) {
    const auto end = content.text.find('\n', from);
    return end == std::string::npos ? content.text.size() : end + 1;
  };
  std::size_t begin = next_line(0);
  for (std::uint32_t ordinal = 0; begin < content.text.size(); ++ordinal) {
    std::size_t end = begin;
    for (std::uint_fast32_t lines = 1 + random() % 90; lines > 0; --lines) end = next_line(end);
    auto& chunk = content.chunks.emplace_back(sample);
    chunk.begin = static_cast<std::uint32_t>(begin);
    chunk.end = static_cast<std::uint32_t>(end);
    chunk.lines = {ordinal + 1, ordinal + 2};
    chunk.doc = "chunk " + std::to_string(ordinal);
    content.symbols.push_back(
        {"f" + std::to_string(ordinal), "a::f" + std::to_string(ordinal), "function", {}, ordinal});
    begin = random() % 3 == 0 && ordinal % 2 == 0 ? next_line(end) : end;
    if (random() % 4 == 0 && end < content.text.size()) begin = end - 1;  // chunks that overlap
  }
  std::swap(content.symbols.front(), content.symbols.back());
  return content;
}

TEST_CASE("chunks are read alone, in the order asked for, without those that are not there") {
  TempFolder folder;
  Database database = open_database(folder);
  const std::array contents{lined_content(1), lined_content(2), sample_content("x\n"),
                            sample_content("")};
  for (const auto& content : contents) REQUIRE(database.put_content(content));
  std::vector<ChunkPlace> places;
  for (const auto& content : contents) {
    CHECK(*database.content(content.key) == content);
    CHECK(*database.content_text(content.key) == content.text);
    for (std::uint32_t i = 0; i < content.chunks.size(); ++i) places.push_back({content.key, i});
  }
  places.push_back({base::hash128("nothing"), 0});
  places.push_back({contents[0].key, 100'000});
  places.push_back(places.front());
  std::shuffle(places.begin(), places.end(), std::mt19937(5));
  const auto loaded = database.chunk_texts(places);
  REQUIRE(loaded.size() == places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto content = std::find_if(contents.begin(), contents.end(), [&](const auto& one) {
      return one.key == places[i].content;
    });
    if (content == contents.end() || places[i].ordinal >= content->chunks.size()) {
      CHECK(loaded[i].error().category == ErrorCategory::kNotFound);
      continue;
    }
    const auto& chunk = content->chunks[places[i].ordinal];
    REQUIRE(loaded[i]);
    CHECK(loaded[i]->record == chunk);
    CHECK(loaded[i]->text == content->text.substr(chunk.begin, chunk.end - chunk.begin));
  }
  CHECK(database.chunk_texts({}).empty());
}

TEST_CASE("the text around a chunk holds the lines asked for, or all there are") {
  TempFolder folder;
  Database database = open_database(folder);
  const auto content = lined_content(3);
  REQUIRE(database.put_content(content));
  const std::string_view text = content.text;
  for (std::uint32_t i = 0; i < content.chunks.size(); ++i)
    for (const std::size_t lines : {0U, 3U, 150U}) {
      const auto part = database.text_around({content.key, i}, lines);
      REQUIRE(part);
      const auto& chunk = content.chunks[i];
      REQUIRE(part->begin <= chunk.begin);
      REQUIRE(part->begin + part->text.size() >= chunk.end);
      CHECK(text.substr(part->begin, part->text.size()) == part->text);
      const auto before = text.substr(part->begin, chunk.begin - part->begin);
      const auto after = text.substr(chunk.end, part->begin + part->text.size() - chunk.end);
      CHECK((part->begin == 0 ||
             std::count(before.begin(), before.end(), '\n') > static_cast<std::ptrdiff_t>(lines)));
      CHECK((part->begin + part->text.size() == text.size() ||
             std::count(after.begin(), after.end(), '\n') > static_cast<std::ptrdiff_t>(lines)));
    }
  CHECK(database.text_around({base::hash128("nothing"), 0}, 3).error().category ==
        ErrorCategory::kNotFound);
  CHECK(database.text_around({content.key, 100'000}, 3).error().category ==
        ErrorCategory::kNotFound);
}

TEST_CASE("the text around a chunk of a single line is bounded in bytes") {
  TempFolder folder;
  Database database = open_database(folder);
  ContentRecord content;
  content.key = base::hash128("one line");
  content.language = "json";
  constexpr std::uint32_t kChunkBytes = 1500, kChunks = 4000;
  for (std::uint32_t i = 0; i < kChunks; ++i) {
    ChunkRecord& chunk = content.chunks.emplace_back();
    chunk.begin = i * kChunkBytes;
    chunk.end = (i + 1) * kChunkBytes;
    content.text.append(kChunkBytes, static_cast<char>('a' + i % 26));
  }
  REQUIRE(database.put_content(content));
  constexpr std::size_t kWanted = bytes_around(3), kBlock = 8'000;
  for (const std::uint32_t i : {0U, 1U, kChunks / 2, kChunks - 1}) {
    const auto part = database.text_around({content.key, i}, 3);
    REQUIRE(part);
    CHECK(part->text.size() <= 2 * kWanted + kBlock);
    CHECK(content.text.substr(part->begin, part->text.size()) == part->text);
    CHECK(part->begin + kWanted + kBlock >= content.chunks[i].begin);
    if (i == kChunks / 2) CHECK(part->text.size() >= 2 * kWanted);
  }
}

TEST_CASE("blocks that a reading keeps are those of the database, and no later one's") {
  TempFolder folder;
  Database database = open_database(folder);
  std::vector<ContentRecord> contents;
  for (std::uint32_t seed = 4; seed < 24; ++seed) contents.push_back(lined_content(seed));
  for (const auto& content : contents) REQUIRE(database.put_content(content));
  const auto check_all = [&] {
    std::mt19937 random(6);
    const Database::Reading reading(database);
    for (int round = 0; round < 600; ++round) {  // more blocks than are kept, most of them twice
      const auto& content = contents[random() % contents.size()];
      const auto i = static_cast<std::uint32_t>(random() % content.chunks.size());
      const ChunkPlace place{content.key, i};
      const auto loaded = database.chunk_texts({&place, 1});
      REQUIRE(loaded[0]);
      const auto& chunk = content.chunks[i];
      CHECK(loaded[0]->text == content.text.substr(chunk.begin, chunk.end - chunk.begin));
      const auto part = database.text_around(place, random() % 9);
      REQUIRE(part);
      CHECK(content.text.substr(part->begin, part->text.size()) == part->text);
    }
  };
  check_all();
  for (auto& content : contents) {
    std::ranges::replace(content.text, 'a', 'b');
    REQUIRE(database.put_content(content));
  }
  check_all();
}

TEST_CASE("putting a content again replaces its chunks and symbols and keeps its files") {
  TempFolder folder;
  Database database = open_database(folder);
  ContentRecord content = sample_content("int main() {}\n");
  REQUIRE(database.put_content(content));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
  content.symbols.pop_back();
  content.chunks.pop_back();
  content.text = "int main() { return 1; }\n";
  REQUIRE(database.put_content(content));
  CHECK(*database.content(content.key) == content);
  CHECK((*database.tree("")->file("a.cpp"))->content == content.key);
}

TEST_CASE("empty text and empty lists survive") {
  TempFolder folder;
  Database database = open_database(folder);
  ContentRecord content;
  content.key = base::hash128("");
  REQUIRE(database.put_content(content));
  CHECK(*database.content(content.key) == content);
}

TEST_CASE("random records come back as they were") {
  TempFolder folder;
  Database database = open_database(folder);
  std::mt19937 random(7);
  const auto text = [&](std::size_t longest) {
    std::string s(random() % (longest + 1), '\0');
    for (char& c : s) c = static_cast<char>(random() % 256);
    return s;
  };
  REQUIRE(database.transaction([&]() -> Result<void> {
    for (int round = 0; round < 200; ++round) {
      ContentRecord content;
      content.text = text(3000);
      content.key = base::hash128(content.text + std::to_string(round));
      content.language = text(9);
      content.error_ratio = static_cast<double>(random()) / 7.0;
      content.chunks.resize(random() % 8);
      for (ChunkRecord& chunk : content.chunks) {
        chunk.begin = static_cast<std::uint32_t>(random());
        chunk.end = chunk.begin | static_cast<std::uint32_t>(random());
        chunk.lines = {static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
        chunk.source = static_cast<ChunkSource>(random() % 3);
        chunk.semantic_class = static_cast<SemanticClass>(random() % kSemanticClassCount);
        chunk.is_part = random() % 2 != 0;
        chunk.tokens = static_cast<std::uint32_t>(random());
        chunk.symbol = text(40);
        chunk.doc = text(300);
        for (std::uint_fast32_t i = random() % 5; i > 0; --i) chunk.references.push_back(text(20));
      }
      for (std::uint_fast32_t i = random() % 5; i > 0; --i) {
        const std::string name = text(12);
        content.symbols.push_back({name,
                                   random() % 2 != 0 ? name : text(30),
                                   text(8),
                                   {static_cast<std::uint32_t>(random()), 1},
                                   static_cast<std::uint32_t>(i)});
      }
      if (auto put = database.put_content(content); !put) return put;
      auto back = database.content(content.key);
      REQUIRE(back);
      REQUIRE(*back == content);
    }
    return {};
  }));
}

TEST_CASE("symbols are found by name and by qualified name, in path order") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord one = sample_content("one\n"), two = sample_content("two\n");
  for (const ContentRecord& content : {one, two}) REQUIRE(database.put_content(content));
  REQUIRE(database.make_tree("")->put_file(sample_file("z.cpp", one)));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", two)));
  auto hits = database.tree("")->find_symbols("open", 10);
  REQUIRE(hits);
  REQUIRE(hits->size() == 2);
  CHECK((*hits)[0].path == "a.cpp");
  CHECK((*hits)[0].symbol == two.symbols[1]);
  CHECK((*hits)[1].path == "z.cpp");
  CHECK((*database.tree("")->find_symbols("store::Database::open", 10)).size() == 2);
  CHECK((*database.tree("")->find_symbols("main", 1)).size() == 1);
  CHECK((*database.tree("")->find_symbols("Main", 10)).empty());
  CHECK((*database.tree("")->find_symbols("", 10)).empty());
  const auto places = database.tree("")->find_definitions("open", 10);
  REQUIRE(places);
  REQUIRE(places->size() == 2);
  CHECK((*places)[0].path == "a.cpp");
  CHECK((*places)[0].chunk == two.symbols[1].chunk);
  CHECK((*places)[1].path == "z.cpp");
  CHECK((*database.tree("")->find_definitions("main", 1)).size() == 1);
  CHECK((*database.tree("")->find_definitions("Main", 10)).empty());
}

TEST_CASE("project, namespaces and runs come back") {
  TempFolder folder;
  Database database = open_database(folder);
  CHECK(database.project().error().category == ErrorCategory::kNotFound);
  const ProjectRecord project{"demo", "Demo", "/src/demo", "code_search", "ast"};
  REQUIRE(database.set_project(project));
  CHECK(*database.project() == project);
  CHECK((*database.tree("")->namespaces()).empty());
  FileRecord file;
  for (const auto* const path : {"a", "b", "c"}) {
    file.path = path;
    REQUIRE(database.make_tree("")->put_file(file));
    file.purpose = "docs_search";
    file.chunk_strategy = "document";
  }
  file.path = "d";
  file.outcome = FileOutcome::kSkipped;
  REQUIRE(database.make_tree("")->put_file(file));
  CHECK(*database.tree("")->namespaces() ==
        std::vector<NamespaceRecord>{{"code_search", "ast", 1}, {"docs_search", "document", 2}});
  CHECK((*database.tree("other")->namespaces()).empty());
  CHECK_FALSE((*database.last_run()).has_value());
  RunRecord run;
  run.id.bytes[0] = 1;
  run.started_at = "2026-11-21T10:00:00.000Z";
  run.failures = {{"a", "permission denied"}, {"b", "input/output error"}};
  REQUIRE(database.put_run(run));
  run.status = "partial";
  run.files_indexed = 7;
  run.failures.pop_back();
  REQUIRE(database.put_run(run));
  CHECK(**database.last_run() == run);
  RunRecord later = run;
  later.id.bytes[0] = 2;
  REQUIRE(database.put_run(later));
  CHECK(**database.last_run() == later);
}

TEST_CASE("the last 100 runs are kept, with their failures") {
  TempFolder folder;
  Database database = open_database(folder);
  RunRecord run;
  run.failures = {{"a", "permission denied"}};
  for (int i = 0; i < 150; ++i) {
    run.id.bytes[0] = static_cast<std::uint8_t>(i);
    REQUIRE(database.put_run(run));
  }
  CHECK(**database.last_run() == run);
  auto connection = Connection::open(folder / "index.db", Connection::Mode::kReadOnly);
  REQUIRE(connection);
  Query runs = connection->query("SELECT count(*) FROM runs");
  REQUIRE(runs.step());
  CHECK(runs.integer(0) == 100);
  Query failures = connection->query("SELECT count(*) FROM file_failures");
  REQUIRE(failures.step());
  CHECK(failures.integer(0) == 100);
}

TEST_CASE("vectors are kept by embedder and go with their content") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x");
  const std::vector<float> rows{0.5F, -1.0F, 0.25F, 3.0F};
  CHECK(database.put_vectors(content.key, "m", 2, rows).error().category ==
        ErrorCategory::kNotFound);
  REQUIRE(database.put_content(content));
  CHECK(database.put_vectors(content.key, "m", 3, rows).error().category ==
        ErrorCategory::kInvalidArgument);
  REQUIRE(database.put_vectors(content.key, "m", 2, rows));
  CHECK(**database.vectors(content.key, "m") == rows);
  CHECK_FALSE((*database.vectors(content.key, "other")).has_value());
}

TEST_CASE("clear leaves an empty database of the same version") {
  TempFolder folder;
  Database database = open_database(folder);
  const ContentRecord content = sample_content("x");
  REQUIRE(database.set_project({"p", "P", "/p"}));
  REQUIRE(database.put_content(content));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
  REQUIRE(database.clear());
  CHECK_FALSE(*database.has_content(content.key));
  CHECK((*database.tree("")->namespaces()).empty());
  CHECK_FALSE(database.project());
  REQUIRE(database.put_content(content));
  REQUIRE(database.make_tree("")->put_file(sample_file("a.cpp", content)));
  CHECK(*database.tree("")->count_files(FileOutcome::kIndexed) == 1);
  CHECK(database.check());
}

}  // namespace
}  // namespace codeweaver::store
