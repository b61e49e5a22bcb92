// Tests of queries and results from JSONL: accepted and rejected lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/query_set.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_folder.hpp"
#include "codeweaver/text/token_count.hpp"
#include "evaluate/ranked_list.hpp"
#include "evaluate/shared_words.hpp"

using namespace codeweaver;
using namespace codeweaver::evaluate;
using codeweaver::test::TemporaryFolder;

namespace {

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string line(const std::string& id, const std::string& targets) {
  return R"({"repo":"r","query_id":")" + id + R"(","query":"q","language":"c","category":"k",)" +
         R"("targets":)" + targets + "}\n";
}

Query query(const std::string& text, const std::vector<Target>& targets,
            const std::string& category = "behaviour") {
  return {{"r", "1"}, text, "c", category, "", targets};
}

}  // namespace

TEST_CASE("queries: a full line is read, unknown members and blank lines are skipped") {
  TemporaryFolder folder;
  write(folder / "q.jsonl",
        "\n"
        R"({"repo":"r","query_id":"1","query":"how","language":"c","category":"k",)"
        R"("split":"dev","intent":"debug","targets":[{"path":"a/b.c","start":3,"end":9,"note":1},)"
        R"({"path":"d.c","secondary":true}]})"
        "\r\n \n");
  const auto read = read_queries(folder / "q.jsonl");
  REQUIRE(read);
  REQUIRE(read->size() == 1);
  const auto& first = read->front();
  CHECK(first.key == QueryKey{"r", "1"});
  CHECK(first.text == "how");
  CHECK(first.language == "c");
  CHECK(first.category == "k");
  CHECK(first.split == "dev");
  REQUIRE(first.targets.size() == 2);
  CHECK(first.targets[0].path == "a/b.c");
  CHECK(first.targets[0].lines == Span{3, 9});
  CHECK_FALSE(first.targets[0].is_secondary);
  CHECK_FALSE(first.targets[1].lines);
  CHECK(first.targets[1].is_secondary);
}

TEST_CASE("queries: a folder's *.jsonl files are read in order of their names") {
  TemporaryFolder folder;
  write(folder / "b.jsonl", line("2", R"([{"path":"a"}])"));
  write(folder / "a.jsonl", line("1", R"([{"path":"a"}])"));
  write(folder / "notes.txt", "not read");
  const auto read = read_queries(folder.path());
  REQUIRE(read);
  REQUIRE(read->size() == 2);
  CHECK((*read)[0].key.query_id == "1");
  CHECK((*read)[1].key.query_id == "2");
}

TEST_CASE("queries: a bad line is named with file and line, cause and way out") {
  const struct {
    std::string text, cause;
  } cases[] = {
      {"{\n", "q.jsonl:2: "},
      {"[]\n", "expected an object"},
      {R"({"repo":"r"})", "query.query_id: is missing"},
      {R"({"repo":"../r","query_id":"1","query":"q","language":"c","category":"k"})", "'../r'"},
      {R"({"repo":"a/b","query_id":"1","query":"q","language":"c","category":"k"})", "'a/b'"},
      {R"({"repo":"r","query_id":"1","query":" ","language":"c","category":"k"})", "is blank"},
      {R"({"repo":"r","query_id":1,"query":"q","language":"c","category":"k"})", "expected a text"},
      {line("1", "[]"), "targets is missing, empty"},
      {line("1", "{}"), "targets is missing, empty"},
      {line("1", R"([{"path":"/a"}])"), "'/a' is not inside"},
      {line("1", R"([{"path":"../a"}])"), "'../a' is not inside"},
      {line("1", R"([{"path":"a/../../b"}])"), "is not inside"},
      {line("1", R"([{"path":"./a"}])"), "is not inside"},
      {line("1", R"([{"path":""}])"), "is not inside"},
      {line("1", R"([{"path":"a","start":3}])"), "only one of start and end"},
      {line("1", R"([{"path":"a","start":3,"end":2}])"), "[3, 2]"},
      {line("1", R"([{"path":"a","start":0,"end":2}])"), "[0, 2]"},
      {line("1", R"([{"path":"a","start":-1,"end":2}])"), "target.start"},
      {line("1", R"([{"path":"a","secondary":true}])"), "all targets are secondary"},
      {line("0", R"([{"path":"a"}])"), "q.jsonl:1"},
  };
  for (const auto& example : cases) {
    INFO(example.text);
    TemporaryFolder folder;
    write(folder / "q.jsonl", line("0", R"([{"path":"a"}])") + example.text);
    const auto read = read_queries(folder / "q.jsonl");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "INVALID_QUERY");
    CHECK(read.error().cause.find("q.jsonl:2: ") != std::string::npos);
    CHECK_MESSAGE(read.error().cause.find(example.cause) != std::string::npos, read.error().cause);
    CHECK_FALSE(read.error().action.empty());
  }
}

TEST_CASE("queries: no file and an empty folder are errors") {
  TemporaryFolder folder;
  CHECK(read_queries(folder / "none.jsonl").error().category == ErrorCategory::kNotFound);
  CHECK(read_queries(folder.path()).error().code == "NO_QUERIES");
}

TEST_CASE("queries: a filter admits by repository, category and split together") {
  auto one = query("q", {});
  one.split = "dev";
  CHECK(QueryFilter{}.admits(one));
  CHECK(QueryFilter{{"x", "r"}, {"behaviour"}, {"dev"}}.admits(one));
  CHECK_FALSE(QueryFilter{{"x"}, {}, {}}.admits(one));
  CHECK_FALSE(QueryFilter{{"r"}, {"symbol"}, {}}.admits(one));
  CHECK_FALSE(QueryFilter{{"r"}, {}, {"test"}}.admits(one));
}

TEST_CASE("results: what is written reads back the same") {
  TemporaryFolder folder;
  const std::vector<Query> queries = {query("q", {})};
  const std::vector<RankedList> lists = {{{"a \"b\".c", {3, 9}, 0.5, 0}, {"d.c", {1, 1}, 0.25, 0}}};
  const auto text = to_json_lines(queries, lists);
  CHECK(text ==
        R"({"repo":"r","query_id":"1","results":[{"path":"a \"b\".c","start_line":3,"end_line":9,)"
        R"("score":0.5},{"path":"d.c","start_line":1,"end_line":1,"score":0.25}]})"
        "\n");
  write(folder / "r.jsonl", text);
  const auto read = read_results(folder / "r.jsonl");
  REQUIRE(read);
  const auto& list = read->at({"r", "1"});
  REQUIRE(list.size() == 2);
  CHECK(list[0].path == "a \"b\".c");
  CHECK(list[0].lines == Span{3, 9});
  CHECK(list[1].score == 0.25);
}

TEST_CASE("results: a bad line is named with file and line") {
  const std::string good = R"({"repo":"r","query_id":"1","results":[]})"
                           "\n";
  for (
      const std::string& bad :
      {std::string("x"), good, std::string(R"({"repo":"r","query_id":"2"})"),
       std::string(R"({"repo":"r","query_id":"2","results":[{"path":"a","start_line":1}]})"),
       std::string(
           R"({"repo":"r","query_id":"2","results":[{"path":"a","start_line":4,"end_line":1}]})")}) {
    INFO(bad);
    TemporaryFolder folder;
    write(folder / "r.jsonl", good + bad);
    const auto read = read_results(folder / "r.jsonl");
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "INVALID_RESULTS");
    CHECK(read.error().cause.find("r.jsonl:2: ") != std::string::npos);
    CHECK_FALSE(read.error().action.empty());
  }
}

TEST_CASE("results: tokens are those of the lines, as far as the file has them") {
  TemporaryFolder folder;
  write(folder / "r/a.c", "int first;\nint second_one;\nint third;");
  RankedList list = {{"a.c", {2, 2}, 0, 0},
                     {"a.c", {2, 99}, 0, 0},
                     {"a.c", {1, 3}, 0, 0},
                     {"a.c", {9, 9}, 0, 0},
                     {"none.c", {1, 1}, 0, 0}};
  count_tokens(folder / "r", std::vector{&list});
  CHECK(list[0].tokens == text::count_tokens("int second_one;\n"));
  CHECK(list[1].tokens == text::count_tokens("int second_one;\nint third;"));
  CHECK(list[2].tokens == text::count_tokens("int first;\nint second_one;\nint third;"));
  CHECK(list[3].tokens == 0);
  CHECK(list[4].tokens == 0);
}

TEST_CASE("shared words: stems of the query against the names of primary files") {
  const auto shares = [](const std::string& text, const std::string& path) {
    return shares_word_with_target(query(text, {{path, {}, false}}));
  };
  CHECK(shares("where are requests routed", "src/Router.hs"));
  CHECK(shares("reading a file system", "filesystem.py"));
  CHECK(shares("what parses options", "lib/optionParser.js"));
  CHECK_FALSE(shares("where does a request go", "src/Router.hs"));
  CHECK_FALSE(shares("which source is read", "src/Router.hs"));     // folders do not count
  CHECK_FALSE(shares("the py extension", "lib/tokens.py"));         // nor extensions
  CHECK_FALSE(shares("how is it done for the user", "for_the.c"));  // nor stop words
  CHECK_FALSE(shares_word_with_target(
      query("where are requests routed", {{"a.c", {}, false}, {"router.c", {}, true}})));
}

TEST_CASE("shared words: symbol and web queries are never in the group") {
  const std::vector<Target> targets = {{"router.c", {}, false}};
  CHECK(is_without_shared_word(query("where does it go", targets)));
  CHECK_FALSE(is_without_shared_word(query("where does it go", targets, "symbol")));
  CHECK_FALSE(is_without_shared_word(query("where does it go", targets, "web")));
  CHECK_FALSE(is_without_shared_word(query("the router", targets)));
}
