// Tests of literal matches, which come first: places, traces, names in any spelling, texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/match_place.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

std::string long_body(std::string_view of) {
  std::string out;
  for (int i = 0; i < 220; ++i)
    out.append("    total_").append(std::to_string(i)).append(" = measure(shelf, ") +=
        std::string(of) + std::to_string(i) + ")\n";
  return out;
}

/// Files of several languages whose names and texts lead away from what is asked for.
class Office : public ProjectFixture {
 public:
  Office() : ProjectFixture("") {
    write("consume/consumer.py",
          "import logging\n\nlog = logging.getLogger(__name__)\n\n\n"
          "class DocumentClassifier:\n    \"\"\"Files documents.\"\"\"\n\n"
          "    def load_model(self, path):\n        return open(path)\n\n\n"
          "def check_duplicate(document, other):\n    if document.sum == other.sum:\n"
          "        log.info(\"Not consuming %s: It is a duplicate of %s\", document, other)\n"
          "        return True\n    return False\n\n\n"
          "def merge_config(base, own):\n    return {**base, **own}\n");
    write("consume/notes.md",
          "# Consuming\n\nA duplicate of a pdf is not consumed: it is a scan, consuming it is "
          "not a duplicate. Documents are classified by a document classifier model.\n");
    write("consume/large.py",
          "def count_shelves(shelf):\n" + long_body("shelf_") + "    return total_219\n");
    write("index/prune.rs",
          "impl RowGroupPruner {\n    pub fn row_group_pruning(&self) -> bool {\n"
          "        self.rows.is_empty()\n    }\n}\n\n"
          "pub struct RowGroupPruner {\n    rows: Vec<u64>,\n}\n");
    write("index/Pool.java",
          "package org.office;\n\npublic class Pool {\n    private final int size;\n\n"
          "    public Pool(int size) {\n        this.size = size;\n    }\n\n"
          "    public int borrow() {\n        return size - 1;\n    }\n}\n");
    write("find.c", "static int last_found;\n\nint find_last(void) {\n  return last_found;\n}\n");
    write("index/find.h", "int find_largest(const int* items, int count);\n");
    write("index/find.c",
          "#include \"find.h\"\n\nint find_largest(const int* items, int count) {\n"
          "  int best = 0;\n  for (int i = 1; i < count; ++i)\n"
          "    if (items[i] > items[best]) best = i;\n  return best;\n}\n");
    write("tests/test_consumer.py",
          "def check_duplicate_reports():\n"
          "    assert 'Not consuming a: It is a duplicate of b' in output()\n");
    REQUIRE(index().status == IndexStatus::kSuccess);
  }
};

const Office& office() {
  static const Office project;
  return project;
}

CodeMatch first_of(std::string_view query) {
  CAPTURE(std::string(query));
  auto answer = office().search(query);
  REQUIRE_FALSE(answer.matches.empty());
  return std::move(answer.matches.front());
}

std::string name_of(const CodeMatch& match) {
  return match.content.chunk_name.value_or("");
}

}  // namespace

TEST_CASE("exact lane: a message finds its format string, with values and what logs put before") {
  for (const char* query :
       {"Not consuming scan_0042.pdf: It is a duplicate of scan_0007.pdf",
        "2026-11-02 10:11:12,345 [INFO] Not consuming scan_0042.pdf: It is a duplicate of x.pdf",
        "log.info(\"Not consuming %s: It is a duplicate of %s\", document, other)"}) {
    const auto match = first_of(query);
    CHECK(name_of(match) == "consumer.py:check_duplicate");
    CHECK(match.content.content.find("Not consuming %s") != std::string::npos);
    CHECK(match.match_type == MatchType::kKeyword);
    CHECK(match.relevance_score > 0.9);
  }
}

TEST_CASE("exact lane: a line is found however many functions have its words") {
  ProjectFixture project("");
  for (int i = 0; i < 60; ++i) {
    const auto n = std::to_string(i);
    project.write("lib/server_event_" + n + ".js",
                  "// The event of server " + n + ".\nfunction serverEvent" + n +
                      "(server, event) {\n  return server.event(event.server);\n}\n");
  }
  project.write("lib/large.js", "function measureAll(shelf) {\n" + long_body("shelf_") +
                                    "    return {\n        server: event.server,    "
                                    "// Server event\n    };\n}\n");
  REQUIRE(project.index().status == IndexStatus::kSuccess);
  const auto answer = project.search("server: event.server,  // Server event");
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(answer.matches.front().file.path == "lib/large.js");
  CHECK(answer.matches.front().match_type == MatchType::kKeyword);
}

TEST_CASE("exact lane: a place gives the definition with that line, whatever root it is under") {
  for (const char* query : {"consume/consumer.py:15", "consumer.py:15:9", "consumer.py:15-16",
                            "/home/ann/src/office/consume/consumer.py:15", "consumer.py#L15"}) {
    const auto match = first_of(query);
    CHECK(name_of(match) == "consumer.py:check_duplicate");
    CHECK(match.span.start_line <= 15);
    CHECK(match.span.end_line >= 15);
    CHECK(match.match_type == MatchType::kFilePattern);
  }
  const auto inside = first_of("consume/large.py:120");  // far from the first line
  CHECK(inside.span.start_line <= 120);
  CHECK(inside.span.end_line >= 120);
  CHECK(inside.content.content.find("total_118 =") != std::string::npos);
  CHECK(first_of("index/find.c").file.path == "index/find.c");
  CHECK(first_of("/home/ann/office/find.c:4").file.path ==
        "find.c");  // all of its path, not a part
}

TEST_CASE("exact lane: a place in a file that the index lacks is said to be in none") {
  const auto answer = office().search("consume/gone.py:12");
  CHECK(test::mentions(answer.warnings, "No searched file is named 'consume/gone.py'"));
  for (const char* query : {"consume/consumer.py:15", "localhost:8080", "example.com:80"})
    CHECK_FALSE(test::mentions(office().search(query).warnings, "No searched file"));
}

TEST_CASE("exact lane: a trace gives its frames in order, the project's that raised first") {
  const auto answer = office().search(
      "Traceback (most recent call last):\n"
      "  File \"/srv/app/consume/large.py\", line 90, in count_shelves\n    total_88 = 1\n"
      "  File \"/srv/app/consume/consumer.py\", line 10, in load_model\n    return open(path)\n"
      "  File \"/usr/lib/python3.11/codecs.py\", line 3, in find\n"
      "FileNotFoundError: no such file");
  REQUIRE(answer.matches.size() >= 2);
  CHECK(name_of(answer.matches[0]).ends_with("load_model"));
  CHECK(answer.matches[1].file.path == "consume/large.py");
  CHECK(answer.matches[1].span.start_line <= 90);
  CHECK(answer.matches[1].span.end_line >= 90);

  const auto java = first_of(
      "java.lang.IllegalStateException: closed\n\tat java.base/java.util.List.get(List.java:9)\n"
      "\tat org.office.Pool.borrow(Pool.java:11)");
  CHECK(name_of(java).ends_with("borrow"));
  // The code has moved on since: the function counts, not the line.
  const auto moved = first_of(
      "panic: closed\n\ngoroutine 1 [running]:\nmain.find_largest(...)\n\t/src/index/find.c:1 "
      "+0x1d");
  CHECK(name_of(moved) == "find.c:find_largest");
}

TEST_CASE("exact lane: a single frame of a trace shows its line and marks it") {
  struct Frame {
    const char *query, *path;
    std::uint32_t line;
  };
  for (const auto& [query, path, line] :
       {Frame{"File \"consume/consumer.py\", line 15, in check_duplicate", "consume/consumer.py",
              15},
        Frame{"at checkDuplicate (consume/consumer.py:15:9)", "consume/consumer.py", 15},
        Frame{"at org.office.Pool.borrow(Pool.java:11)", "index/Pool.java", 11},
        Frame{"#1 0x0 in find_largest index/find.c:6", "index/find.c", 6},
        Frame{"goroutine 1\n\t/src/index/find.c:6", "index/find.c", 6}}) {
    const auto match = first_of(query);
    CHECK(match.file.path == path);
    CHECK(match.span.start_line <= line);
    CHECK(match.span.end_line >= line);
    CHECK(asked_line(match) == line);
  }
}

TEST_CASE("exact lane: names are found in every spelling, by a part, and with a slip") {
  for (const auto& [query, name] : {
           std::pair{"documentclassifier", "DocumentClassifier"},
           std::pair{"document_classifier", "DocumentClassifier"},
           std::pair{"document classifier", "DocumentClassifier"},
           std::pair{"DocumentClas", "DocumentClassifier"},
           std::pair{"DocumentClasifier", "DocumentClassifier"},
           std::pair{"class DocumentClassifier", "DocumentClassifier"},
           std::pair{"mergeConfig", "merge_config"},
           std::pair{"rowGroupPrunin", "row_group_pruning"},
           std::pair{"groupPruning", "row_group_pruning"},
           std::pair{"consumer.check_duplicate", "check_duplicate"},
       }) {
    const auto match = first_of(query);
    CHECK_MESSAGE(name_of(match).ends_with(name), query, " gives ", name_of(match));
    CHECK(match.match_type == MatchType::kSyntactic);
  }
}

TEST_CASE("exact lane: the definition comes before its impl, constructor, declaration and end") {
  CHECK(first_of("RowGroupPruner").content.content.find("struct RowGroupPruner") !=
        std::string::npos);
  CHECK(first_of("Pool").content.content.find("public class Pool") != std::string::npos);
  CHECK(first_of("find_largest").file.path == "index/find.c");
  const auto answer = office().search("count_shelves");
  REQUIRE(answer.matches.size() >= 2);
  CHECK(answer.matches[0].span.start_line == 1);
  for (std::size_t i = 1; i < answer.matches.size(); ++i) {
    CHECK(answer.matches[i].match_type != MatchType::kSyntactic);
    CHECK(answer.matches[i].relevance_score < answer.matches[0].relevance_score - 0.1);
  }
}

TEST_CASE("exact lane: what is sure is said to be, and why") {
  SearchOptions options;
  options.explain = true;
  for (const auto& [query, reason] :
       {std::pair{"DocumentClasifier", "it defines a name similar to the requested one"},
        std::pair{"mergeConfig", "it defines the requested name, in another style"},
        std::pair{"consumer.py:15", "it contains the requested line"},
        std::pair{"Not consuming a.pdf: It is a duplicate of b", "the query contains its text"}}) {
    CAPTURE(std::string(query));
    const auto answer = office().search(query, options);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(test::mentions(answer.matches[0].explanation, reason));
    REQUIRE(answer.confidence);
    CHECK(*answer.confidence >= 0.85);
  }
  const auto unknown = office().search("handle_spaceship_docking");
  REQUIRE(unknown.confidence);
  CHECK(*unknown.confidence < 0.5);
}

TEST_CASE("exact lane: filters hold for it, and a question in words stays out of it") {
  SearchOptions options;
  options.filter.directory = "index";
  for (const auto& match : office().search("DocumentClassifier", options).matches)
    CHECK(match.file.path.starts_with("index/"));
  const auto asked = office().search("how is a duplicate of a document told from others?");
  for (const auto& match : asked.matches) CHECK(match.relevance_score < 0.88);
}

TEST_CASE("exact lane: a subject in words is no field, no fixture and no mention of it") {
  ProjectFixture project("");
  project.write("store/redis.py",
                "class RedisJobStore:\n    \"\"\"Keeps jobs.\"\"\"\n\n"
                "    def add(self, job):\n        self.redis.hset(job.key, job.state)\n");
  project.write("tests/test_stores.py",
                "def redisjobstore():\n    store = RedisJobStore()\n    yield store\n");
  project.write("serve/loop.py",
                "class Loop:\n    threadpool = None\n\n"
                "    def run(self):\n        self.threadpool.submit(self.step)\n");
  project.write("serve/notes.py",
                "def start(server):\n    # Before the rate limiter middleware is asked.\n"
                "    server.listen(80)\n");
  project.write("serve/warn.py", "def refuse(caller):\n    log.warning('rate limiter is full')\n");
  for (int i = 0; i < 40; ++i)
    project.write("docs/page_" + std::to_string(i) + ".md",
                  "# Page\n\nThe rate limiter of page " + std::to_string(i) +
                      " is full of words that a limiter has.\n");
  REQUIRE(project.index().status == IndexStatus::kSuccess);
  const auto first = [&](std::string_view query) {
    auto answer = project.search(query);
    REQUIRE_FALSE(answer.matches.empty());
    return std::move(answer.matches.front());
  };
  CHECK(first("redis job store").file.path == "store/redis.py");
  CHECK(first("redis job store").relevance_score > 0.9);
  CHECK(first("redisjobstore").file.path == "tests/test_stores.py");
  CHECK(first("thread pool").relevance_score < 0.9);
  CHECK(first("rate limiter middleware").relevance_score < 0.9);
  const auto message = first("rate limiter is full");  // said in forty documents, printed once
  CHECK(message.file.path == "serve/warn.py");
  CHECK(message.relevance_score > 0.9);
}

TEST_CASE("exact lane: of a question in another language the names are looked for, which is said") {
  const auto answer = office().search("wo wird merge_config aufgerufen und wie funktioniert das?");
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(name_of(answer.matches[0]).ends_with("merge_config"));
  CHECK(test::mentions(answer.warnings, "Searched for the names in it: merge_config"));
  const auto other = office().search("где определён DocumentClassifier");
  REQUIRE_FALSE(other.matches.empty());
  CHECK(name_of(other.matches[0]).ends_with("DocumentClassifier"));
  const auto nameless = office().search("где читается конфигурация");
  CHECK(test::mentions(nameless.warnings, "does not look like English"));
  for (const char* english : {"where is the configuration merged", "merge_config",
                              "the \u2018de facto\u2019 way \u2014 in \u201cmerge\u201d"})
    CHECK_FALSE(test::mentions(office().search(english).warnings, "does not look like English"));
}

TEST_CASE("symbols: any end of a qualified name in any spelling, its file counted") {
  const auto searcher = office().searcher();
  for (const auto& [name, path] : {
           std::pair{"DocumentClassifier.load_model", "consume/consumer.py"},
           std::pair{"documentClassifier::loadModel", "consume/consumer.py"},
           std::pair{"consumer.DocumentClassifier", "consume/consumer.py"},
           std::pair{"consume.consumer.merge_config", "consume/consumer.py"},
           std::pair{"mergeConfig", "consume/consumer.py"},
           std::pair{"Pool.borrow", "index/Pool.java"},
       }) {
    const auto found = searcher.find_symbol(name);
    REQUIRE(found);
    REQUIRE_MESSAGE(found->size() == 1, name);
    CHECK(found->front().path == path);
  }
  const auto none = searcher.find_symbol("Basket.borrow");
  REQUIRE(none);
  CHECK(none->empty());
  const auto elsewhere = searcher.similar_symbols("Basket.borrow");
  REQUIRE(elsewhere.size() == 1);
  CHECK(elsewhere.front().ends_with("Pool.borrow"));
  CHECK(searcher.similar_symbols("DocumentClasifier") ==
        std::vector<std::string>{"DocumentClassifier"});
  CHECK(searcher.similar_symbols("spaceship").empty());
}

}  // namespace codeweaver
