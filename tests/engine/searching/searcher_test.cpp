// HybridSearcher: ranking, filters, budgets, explanations and refusals on a small project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "codeweaver/text/token_count.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

const ProjectFixture& shop() {
  static const ProjectFixture project;
  static const auto report = project.index();
  REQUIRE(report.status == IndexStatus::kSuccess);
  return project;
}

bool is_sorted(const FindCodeResponseSummary& answer) {
  return std::is_sorted(
      answer.matches.begin(), answer.matches.end(),
      [](const CodeMatch& a, const CodeMatch& b) { return a.relevance_score > b.relevance_score; });
}

TEST_CASE("searcher: questions in words find the code that does it") {
  struct Row {
    const char *query, *path;
  };
  for (const auto& [query, path] : {
           Row{"where do we retry failed uploads", "src/billing/upload.py"},
           Row{"database connection pooling", "src/database/pool.py"},
           Row{"apply schema changes at start-up", "src/database/migrations.py"},
           Row{"keep the shopping cart across page reloads", "web/cart.ts"},
           Row{"compute the invoice total after discount", "src/billing/invoice.py"},
           Row{"check the signature of a JWT", "src/auth/tokens.py"},
       }) {
    CAPTURE(std::string(query));
    const auto answer = shop().search(query);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].file.path == path);
    CHECK(answer.matches[0].relevance_score > 0.3);
    CHECK(is_sorted(answer));
  }
}

TEST_CASE("searcher: an identifier finds its definition first") {
  for (const auto& [query, path] :
       {std::pair{"authenticate_user", "src/auth/utils.py"},
        std::pair{"validate_jwt_token", "src/auth/tokens.py"},
        std::pair{"AuthMiddleware.from_basic", "src/auth/middleware.py"},
        std::pair{"ConnectionPool", "src/database/pool.py"}, std::pair{"Cart", "web/cart.ts"}}) {
    CAPTURE(std::string(query));
    const auto answer = shop().search(query);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].file.path == path);
    CHECK(answer.matches[0].match_type == MatchType::kSyntactic);
    CHECK(answer.matches[0].similarity >= 0.9);
  }
}

TEST_CASE("searcher: a stack trace finds the function that failed, not what libraries called") {
  for (const auto& [query, path] :
       {std::pair{"Traceback (most recent call last):\n"
                  "  File \"/usr/lib/python3.11/runpy.py\", line 196, in _run_module\n"
                  "  File \"/srv/shop/src/billing/invoice.py\", line 3, in checkout\n"
                  "  File \"/srv/shop/src/auth/tokens.py\", line 9, in validate_jwt_token\n"
                  "ValueError: not enough values to unpack",
                  "src/auth/tokens.py"},
        std::pair{"TypeError: cannot read price\n    at Cart.total (/app/web/cart.ts:4:23)\n"
                  "    at process.tick (node:internal/task:95:5)",
                  "web/cart.ts"}}) {
    CAPTURE(std::string(query));
    const auto answer = shop().search(query);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].file.path == path);
    CHECK(answer.query_intent->intent_type == IntentType::kDebug);
  }
}

TEST_CASE("searcher: a pasted snippet ranks first with a similarity near one") {
  for (const char* snippet :
       {"def authenticate_user(username: str, password: str, users) -> \"User | None\":",
        "pause *= 2",
        "if claims[\"exp\"] < time.time():\n    raise TokenError(\"the token has expired\")",
        "this.items.reduce((sum, item) => sum + item.quantity * item.cents, 0)"}) {
    CAPTURE(snippet);
    const auto answer = shop().search(snippet);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].similarity >= 0.95);
    CHECK(answer.matches[0].relevance_score >= 0.95);
  }
}

TEST_CASE("searcher: every number of an answer is in range and adds up") {
  const auto answer = shop().search("user", {.top_k = 50});
  CHECK(answer.total_results == answer.matches.size());
  CHECK(answer.total_results <= answer.total_matches);
  CHECK(answer.summary.size() >= 1);
  CHECK(answer.summary.size() <= 1000);
  CHECK(answer.execution_time_ms >= 0);
  for (const auto& match : answer.matches) {
    for (const auto score : {match.relevance_score, match.similarity, match.dense_score.value_or(0),
                             match.sparse_score.value_or(0), match.rerank_score.value_or(0),
                             match.semantic_score.value_or(0)}) {
      CHECK(score >= 0);
      CHECK(score <= 1);
    }
    CHECK(match.span == match.content.line_range);
    CHECK(match.content.validate());
    CHECK_FALSE(match.content.chunk_id.is_nil());
    CHECK(match.file.path == match.content.file_path);
    CHECK(match.audit.project == "shop");
    CHECK(match.audit.name_space == "shop/code_search/ast");
    CHECK_FALSE(match.audit.node_id.empty());
    CHECK_FALSE(match.audit.indexed_at.empty());
    CHECK(match.context_before.size() <= 3);
    CHECK(match.context_after.size() <= 3);
  }
}

TEST_CASE("searcher: find_code leaves tests out, unless the query is about tests") {
  const auto searcher = shop().searcher();
  const auto plain = searcher.find_code("how to authenticate users", {.top_k = 50});
  REQUIRE(plain);
  for (const auto& match : plain->matches) CHECK_FALSE(match.file.is_test);
  const auto tests = searcher.find_code("authenticate users", {.top_k = 50, .intent = "test"});
  REQUIRE(tests);
  CHECK(std::any_of(tests->matches.begin(), tests->matches.end(),
                    [](const CodeMatch& match) { return match.file.is_test; }));
}

TEST_CASE("searcher: what a test file defines is a test, wherever else the same text lies") {
  ProjectFixture project;
  project.write("src/copy_of_a_test.py", "def check_rounding():\n    assert round(2.5) == 2\n");
  project.write("tests/test_rounding.py", "def check_rounding():\n    assert round(2.5) == 2\n");
  project.index();
  for (const auto& match : project.search("check_rounding", {.top_k = 2}).matches)
    CHECK(
        match.content.semantic_class ==
        (match.file.is_test ? SemanticClass::kDefinitionTest : SemanticClass::kDefinitionCallable));
}

TEST_CASE("searcher: a definition comes before tests that are named after it") {
  ProjectFixture project;
  project.write("spec/proxy_options_spec.py",
                "class ProxyOptions:\n    def test_proxy_options(self):\n        "
                "assert ProxyOptions.parse('proxy options') == ProxyOptions('proxy options')\n");
  project.write("src/settings.py",
                "class Unrelated:\n    pass\n\n\nclass ProxyOptions:\n    address = None\n");
  project.write("spec/only_here_spec.py", "class OnlyInTests:\n    pass\n");
  project.index();
  CHECK(project.search("ProxyOptions").matches[0].file.path == "src/settings.py");
  CHECK(project.search("OnlyInTests").matches[0].file.path == "spec/only_here_spec.py");
}

TEST_CASE("searcher: tests and documents come first when the query asks for them") {
  ProjectFixture project;
  project.write("docs/uploads.md",
                "# Uploads\n\nA failed upload is sent again up to five times.\n");
  project.write("tests/test_upload.py",
                "def test_a_failed_upload_is_sent_again():\n    assert attempts_of(upload) == 5\n");
  project.index();
  const auto first = [&](std::string_view query) {
    return project.search(query).matches.at(0).file.path;
  };
  CHECK(first("where do we retry failed uploads") == "src/billing/upload.py");
  CHECK(first("docs on how failed uploads are retried") == "docs/uploads.md");
  CHECK(first("test that failed uploads are retried") == "tests/test_upload.py");
  const auto explained = project.search("docs on failed uploads", {.explain = true});
  for (const auto& match : explained.matches) {
    const bool is_said =
        std::ranges::find(match.explanation,
                          "it is documentation, and the query asks for documentation") !=
        match.explanation.end();
    CHECK(is_said == (match.file.path == "docs/uploads.md"));
  }
}

TEST_CASE("searcher: an answer shows many files before many places of one") {
  ProjectFixture project("");
  std::string many;
  for (int i = 0; i < 12; ++i)
    many += "def retry_upload_" + std::to_string(i) +
            "(upload):\n    # retries a failed upload with a longer pause between attempts\n"
            "    for attempt in range(" +
            std::to_string(i + 3) +
            "):\n        upload.send(attempt)\n        pause(attempt)\n\n\n";
  project.write("uploads.py", many);
  project.write("other.py",
                "def send_again(upload):\n    # sends a failed upload once more\n"
                "    return upload.send()\n");
  IndexOptions options;
  options.target_tokens = 60;
  options.min_tokens = 20;
  options.max_tokens = 80;
  project.index({}, options);
  const auto spread = project.search("retry a failed upload", {.file_decay = 0.1});
  const auto plain = project.search("retry a failed upload", {.file_decay = 1});
  const auto place = [](const FindCodeResponseSummary& answer) {
    const auto found = paths(answer);
    return std::find(found.begin(), found.end(), "other.py") - found.begin();
  };
  REQUIRE(plain.matches.size() > 3);
  CHECK(place(spread) <= 1);
  CHECK(place(spread) < place(plain));
  CHECK(is_sorted(spread));
  CHECK(spread.matches[0].relevance_score == plain.matches[0].relevance_score);
}

TEST_CASE("searcher: the chunks of a large file keep a fifth of their relevance") {
  ProjectFixture project("");
  std::string many;
  for (int i = 0; i < 60; ++i)
    many += "def retry_upload_" + std::to_string(i) +
            "(upload):\n    # retries a failed upload with a longer pause\n"
            "    return [upload.send(attempt) for attempt in range(" +
            std::to_string(i) + ")]\n\n\n";
  project.write("uploads.py", many);
  IndexOptions options;
  options.target_tokens = 40;
  options.min_tokens = 20;
  options.max_tokens = 60;
  project.index({}, options);
  const auto plain = project.search("retry a failed upload", {.top_k = 60, .file_decay = 1});
  REQUIRE(plain.matches.size() > 30);
  for (const double decay : {0.85, 0.05}) {
    const auto answer = project.search("retry a failed upload", {.top_k = 60, .file_decay = decay});
    REQUIRE(answer.matches.size() == plain.matches.size());
    for (std::size_t i = 0; i < plain.matches.size(); ++i)
      CHECK(answer.matches[i].relevance_score >=
            plain.matches[i].relevance_score * std::min(decay, 0.2) - 1e-9);
  }
}

TEST_CASE("searcher: unknown intents are accepted and mean none") {
  const auto answer = shop().search("database", {.intent = "refactor-v2"});
  CHECK_FALSE(answer.query_intent.has_value());
  CHECK_FALSE(answer.matches.empty());
  CHECK(shop().search("how does the pool work").query_intent->intent_type ==
        IntentType::kUnderstand);
}

TEST_CASE("searcher: filters narrow the search and an empty choice says so") {
  SearchOptions options{.top_k = 50};
  options.filter.focus_languages = {"ts"};
  CHECK(paths(shop().search("cart", options)) == std::vector<std::string>{"web/cart.ts"});
  options.filter = {};
  options.filter.directory = "src/auth";
  for (const auto& path : paths(shop().search("user", options)))
    CHECK(path.starts_with("src/auth/"));
  options.filter.directory = "nonexistent/";
  const auto none = shop().search("user", options);
  CHECK(none.matches.empty());
  REQUIRE_FALSE(none.suggestions.empty());
  CHECK(none.suggestions[0] == "No results in directory nonexistent/");
}

TEST_CASE("searcher: what the index does not have is not invented") {
  const auto answer = shop().search("COBOL mainframe integration");
  CHECK(answer.matches.empty());
  CHECK(answer.searched_files == 10);
  CHECK(answer.summary.starts_with("No results found (searched "));
  REQUIRE(answer.suggestions.size() >= 3);
  CHECK(answer.suggestions[0] == "No COBOL language files found in indexed codebase");
  CHECK(answer.suggestions[1] == "Languages available: javascript, python, typescript");
  CHECK(answer.suggestions[2] == "Try broader terms: \"integration\"");  // no stem, no stop word
  CHECK(shop().search("quantum entanglement flux capacitor").matches.empty());
}

TEST_CASE("searcher: the token limit is never exceeded") {
  for (const std::size_t limit : {1U, 20U, 60U, 200U, 1000U}) {
    const auto answer = shop().search("user password", {.top_k = 50, .token_limit = limit});
    CHECK(answer.token_count <= limit);
    std::size_t tokens = 0;
    for (const auto& match : answer.matches) tokens += text::count_tokens(match.content.content);
    CHECK(tokens <= limit);
  }
  CHECK(shop().search("user", {.token_limit = 60}).matches.size() >= 1);
  const auto none = shop().search("user", {.token_limit = 1});
  CHECK(none.matches.empty());
  CHECK(none.summary.starts_with("token_limit 1 is too small for any of "));
  CHECK(none.suggestions.empty());
}

TEST_CASE("searcher: detail decides how much of a chunk is shown") {
  const auto size = [&](Detail detail) {
    std::size_t bytes = 0;
    for (const auto& match : shop().search("connection pool", {.detail = detail}).matches)
      bytes += match.content.content.size();
    return bytes;
  };
  CHECK(size(Detail::kSummary) < size(Detail::kSnippet));
  CHECK(size(Detail::kSummary) < size(Detail::kFull));  // excerpt_test.cpp has what snippets cut
}

TEST_CASE("searcher: explanations name every component") {
  const auto answer = shop().search("retry uploads", {.explain = true});
  REQUIRE_FALSE(answer.matches.empty());
  const auto& lines = answer.matches[0].explanation;
  for (const char* word : {"relevance", "sparse", "dense", "rerank", "semantic"})
    CHECK(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(word) != std::string::npos;
    }));
  CHECK(shop().search("retry uploads").matches.at(0).explanation.empty());
}

TEST_CASE("searcher: queries that cannot be answered are refused with the way out") {
  const auto searcher = shop().searcher();
  for (const auto& [query, code] :
       {std::pair{std::string(), "EMPTY_QUERY"}, std::pair{std::string(" \n\t"), "EMPTY_QUERY"},
        std::pair{std::string(100'000, 'x'), "QUERY_TOO_LONG"}}) {
    const auto answer = searcher.search(query);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == code);
    CHECK_FALSE(answer.error().action.empty());
  }
  CHECK(searcher.search("x", {.top_k = 0}).error().code == "INVALID_OPTION");
  CHECK(searcher.search("x", {.top_k = 1001}).error().code == "INVALID_OPTION");
}

TEST_CASE("searcher: odd queries are answered, not crashed on") {
  const auto searcher = shop().searcher();
  for (const std::string query : {"???", "\xff\xfe\x00", "\u00fc\u4e2d\u6587", "a", "()",
                                  "the of and", "../../etc/passwd", "'; DROP TABLE files; --"}) {
    CAPTURE(query);
    CHECK(searcher.search(query).has_value());
  }
  CHECK(searcher.search(std::string(30'000, 'x')).has_value());
}

TEST_CASE("searcher: without an embedder the sparse side answers alone") {
  const ProjectFixture project;
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {});
  REQUIRE(indexer->run());
  auto searcher = HybridSearcher::open(project.state(), {});
  REQUIRE(searcher);
  const auto answer = searcher->search("retry failed uploads");
  REQUIRE(answer);
  REQUIRE_FALSE(answer->matches.empty());
  CHECK(answer->matches[0].file.path == "src/billing/upload.py");
  CHECK(answer->search_strategy == std::vector{SearchStrategy::kSparseOnly});
  CHECK_FALSE(answer->matches[0].dense_score.has_value());
}

TEST_CASE("searcher: either side can be asked alone, and says so") {
  SearchOptions options{.rerank_depth = 0};
  for (const auto& [retrieval, strategy] :
       {std::pair{Retrieval::kSparse, SearchStrategy::kSparseOnly},
        std::pair{Retrieval::kDense, SearchStrategy::kDenseOnly},
        std::pair{Retrieval::kHybrid, SearchStrategy::kHybridSearch}}) {
    CAPTURE(std::string(to_string(strategy)));
    options.retrieval = retrieval;
    const auto answer = shop().search("retry failed uploads", options);
    REQUIRE_FALSE(answer.matches.empty());
    CHECK(answer.matches[0].file.path == "src/billing/upload.py");
    CHECK(answer.search_strategy == std::vector{strategy});
    CHECK(answer.matches[0].dense_score.has_value() == (retrieval != Retrieval::kSparse));
  }
}

TEST_CASE("searcher: where no chunk holds the words, names like them are the last resort") {
  SearchOptions options{.retrieval = Retrieval::kSparse, .rerank_depth = 0};
  const auto answer = shop().search("konnectionpool", options);
  REQUIRE_FALSE(answer.matches.empty());
  CHECK(answer.matches[0].content.chunk_name == "pool.py:ConnectionPool");
  CHECK(answer.search_strategy == std::vector{SearchStrategy::kKeywordFallback});
}

TEST_CASE("searcher: equal queries give equal answers from many threads") {
  const auto searcher = shop().searcher();
  const auto expected = paths(*searcher.search("user session password"));
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const auto answer = searcher.search("user session password");
        CHECK(answer.has_value());
        if (answer) CHECK(paths(*answer) == expected);
      }
    });
}

TEST_CASE("searcher: a living searcher keeps its state until it is refreshed") {
  ProjectFixture project;
  project.index();
  auto searcher = project.searcher();
  project.write("src/fresh.py", "def completely_fresh_function():\n    pass\n");
  project.index();
  CHECK(searcher.search("completely_fresh_function")->matches.empty());
  CHECK(*searcher.refresh());
  CHECK_FALSE(*searcher.refresh());
  CHECK(paths(*searcher.search("completely_fresh_function")).at(0) == "src/fresh.py");
}

TEST_CASE("searcher: symbols are found by name and by qualified name") {
  const auto searcher = shop().searcher();
  const auto hits = searcher.find_symbol("acquire");
  REQUIRE(hits);
  REQUIRE(hits->size() == 1);
  CHECK(hits->at(0).qualified_name == "ConnectionPool.acquire");
  CHECK(hits->at(0).path == "src/database/pool.py");
  CHECK(searcher.find_symbol("ConnectionPool.acquire")->size() == 1);
  CHECK(searcher.find_symbol("nothing_of_that_name")->empty());
}

TEST_CASE("searcher: without an index it says how to make one") {
  const ProjectFixture project;
  const auto opened = HybridSearcher::open(project.state(), {});
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == "INDEX_NOT_FOUND");
  CHECK(opened.error().remedy.kind == RemedyKind::kIndex);
}

}  // namespace
}  // namespace codeweaver
