// Tests of CodeWeaver::find_text and find: ranked exact hits, and queries as set algebra.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/query_parser.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/workspace/query_or_words.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using test::write_file;

CodeWeaver open_text_project(const ProjectFixture& project, WorkspaceOptions options = {}) {
  options.embedder = test::embedder();
  auto opened = CodeWeaver::open({"text", "Text", project.root(), project.state()}, options);
  REQUIRE(opened);
  return std::move(*opened);
}

std::vector<std::string> paths_of(const TextHits& hits) {
  std::vector<std::string> out;
  for (const auto& file : hits.files) out.push_back(file.path);
  return out;
}

void write_text_project(const ProjectFixture& project) {
  write_file(project.root() / "a_notes.md", "# Retries\n\nretry is described here.\n");
  write_file(project.root() / "b_use.py",
             "import upload\n\ndef send(file):\n    return upload.retry(file)\n");
  write_file(project.root() / "tests/test_upload.py",
             "def test_retry():\n    assert retry(1) == 1\n");
  write_file(project.root() / "upload.py", "LIMIT = 3\n\n\ndef retry(file):\n    return LIMIT\n");
  write_file(project.root() / "data.csv", "name,value\nretry,1\n");
}

}  // namespace

TEST_CASE(
    "find text: definitions come first, code before prose, tests and data, each in its scope") {
  ProjectFixture project("");
  write_text_project(project);
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  const auto hits = engine.find_text({.patterns = {"retry"}});
  REQUIRE(hits);
  CHECK(paths_of(*hits) == std::vector<std::string>{"upload.py", "b_use.py", "a_notes.md",
                                                    "tests/test_upload.py", "data.csv"});
  CHECK(hits->files[0].hits[0].is_definition);
  CHECK(hits->files[1].hits[0].scope == "send");
  CHECK(hits->files[1].hits[0].line == 4);
  CHECK(hits->files[1].hits[0].column == 19);
  const auto by_path = engine.find_text({.patterns = {"retry"}}, {.is_by_path = true});
  CHECK(paths_of(*by_path).front() == "a_notes.md");
  CHECK(std::ranges::is_sorted(paths_of(*by_path)));
}

TEST_CASE("find text: of files that hold a text alike, the one that others use is shown first") {
  ProjectFixture project("");
  write_file(project.root() / "a_leaf.py", "def leaf_node():\n    return 'budget'\n");
  write_file(project.root() / "m_core.py", "def core_value():\n    return 'budget'\n");
  for (const auto* name : {"x.py", "y.py", "z.py"})
    write_file(project.root() / name,
               std::string("def use_") + name[0] + "():\n    return core_value()\n");
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  const auto hits = engine.find_text({.patterns = {"budget"}});
  REQUIRE(hits);
  CHECK(paths_of(*hits) == std::vector<std::string>{"m_core.py", "a_leaf.py"});
}

TEST_CASE("find text: it counts all lines, shows those that are asked for and says when it ended") {
  ProjectFixture project("");
  for (int i = 0; i < 30; ++i)
    write_file(project.root() / ("f" + std::to_string(i) + ".py"), "retry = 1\nretry = 2\n");
  auto engine = open_text_project(project);
  const auto some = engine.find_text({.patterns = {"retry"}}, {.most_lines = 5});
  REQUIRE(some);
  CHECK(some->lines == 60);
  CHECK(some->matched_files == 30);
  CHECK(some->shown_lines == 5);
  CHECK(some->is_whole);
  const auto ended = engine.find_text({.patterns = {"retry"}}, {.most_lines = 5, .most_found = 10});
  CHECK_FALSE(ended->is_whole);
  CHECK(ended->lines == 10);
}

TEST_CASE("find text: values of secrets are masked, and files of them left out") {
  ProjectFixture project("");
  const std::string key = std::string("AKIA") + "QZ3MTRVPD5YX7WKL";
  write_file(project.root() / "settings.py", "aws_access_key_id = '" + key + "'\n");
  write_file(project.root() / ".env", "AWS_KEY=" + key + "\n");
  write_file(project.root() / "notes.py", "x = 1  # AKIA is a prefix\n");
  auto engine = open_text_project(project);
  TextSearchOptions search{.patterns = {"AKIA"}};
  search.takes_hidden = true;
  const auto hits = engine.find_text(search);
  REQUIRE(hits);
  CHECK(hits->masked_values == 1);
  CHECK(hits->left_out_files == 1);
  for (const auto& file : hits->files)
    for (const auto& hit : file.hits) CHECK(hit.text.find(key) == std::string::npos);
  WorkspaceOptions keeping;
  keeping.index.secrets = SecretPolicy::kKeep;
  ProjectFixture other("");
  write_file(other.root() / "settings.py", "aws_access_key_id = '" + key + "'\n");
  auto open = open_text_project(other, keeping);
  CHECK(open.find_text({.patterns = {key}})->files[0].hits[0].text.find(key) != std::string::npos);
}

TEST_CASE("find: words rank inside of what the exact parts admit, and the answer says so") {
  ProjectFixture project("");
  write_text_project(project);
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  const auto answer = engine.search("\"retry(\" -file:tests where is it limited");
  REQUIRE(answer);
  REQUIRE_FALSE(answer->matches.empty());
  for (const auto& match : answer->matches) {
    const auto& path = match.file.path;
    CHECK_MESSAGE((path == "upload.py" || path == "b_use.py"), path);
  }
  CHECK(answer->interpreted_query.starts_with("(\"retry(\" and not file:tests)"));
  CHECK(answer->exact_files == 2);
  CHECK(answer->warnings.empty());
  CHECK(engine.search("lang:nonsense \"a\"").error().code == "UNKNOWN_LANGUAGE");
  CHECK(engine.search("x = \"retry\"")->interpreted_query.empty());
}

TEST_CASE("find text: globs and patterns that are too large are refused") {
  ProjectFixture project("");
  write_text_project(project);
  auto engine = open_text_project(project);
  const TextSearchOptions globs{.patterns = {"retry"},
                                .globs = std::vector<std::string>(40'000, "src/*.py")};
  CHECK(engine.find_text(globs).error().code == "FILTER_TOO_LARGE");
  CHECK(engine.find_text({.patterns = {std::string(9U << 20, 'a')}}).error().code ==
        "PATTERN_INVALID");
}

TEST_CASE("find: a query that a program put together is bounded, and its parts are checked") {
  ProjectFixture project("");
  write_text_project(project);
  auto engine = open_text_project(project);
  const auto code = [&](QueryPart part, std::string meaning = {}) {
    const Query query{.meaning = std::move(meaning), .exact = std::move(part)};
    const auto files = engine.files_of(query);
    const auto found = engine.find(query);
    REQUIRE_FALSE(files);
    REQUIRE_FALSE(found);
    CHECK(files.error().code == found.error().code);
    return files.error().code;
  };
  const QueryPart text{QueryPart::Kind::kText, "retry", {}};
  QueryPart nested = text;
  for (int i = 0; i < 2000; ++i) {
    QueryPart around{QueryPart::Kind::kNot, "", {}};
    around.parts.push_back(std::move(nested));
    nested = std::move(around);
  }
  CHECK(code(std::move(nested)) == "QUERY_INVALID");
  CHECK(code({QueryPart::Kind::kOr, "", std::vector<QueryPart>(40'000, text)}) == "QUERY_INVALID");
  CHECK(code({QueryPart::Kind::kNot, "", {}}) == "QUERY_INVALID");
  CHECK(code({QueryPart::Kind::kText, std::string(100'000, 'x'), {}}) == "QUERY_TOO_LONG");
  CHECK(code(text, std::string(100'000, 'x')) == "QUERY_TOO_LONG");
}

TEST_CASE("find: an error of options is told, whatever the text looks like") {
  CHECK(engine::is_no_query({ErrorCategory::kUnsupported, "QUERY_UNSUPPORTED", "", "", ""}));
  CHECK_FALSE(engine::is_no_query({ErrorCategory::kInvalidArgument, "INVALID_OPTION", "", "", ""}));
}

TEST_CASE("find: pasted text that cannot be read as a query is searched for its words") {
  ProjectFixture project("");
  write_text_project(project);
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  for (const auto* text : {"lang:python \"retry", "where is retry limited, see file:",
                           "/* retry limited */", "(\"retry(\" or, limited)"}) {
    for (const bool is_find_code : {false, true}) {
      const auto answer = is_find_code ? engine.find_code(text) : engine.search(text);
      REQUIRE_MESSAGE(answer, text);
      CHECK_MESSAGE(!answer->matches.empty(), text);
      CHECK_MESSAGE(answer->warnings.front().starts_with("Searched for its words instead. The "),
                    text);
    }
  }
  CHECK(engine.search("/* retry\n file:tests limited */")->warnings.empty());  // pasted lines
}

TEST_CASE("find: a query of random parts admits what set algebra over its parts gives") {
  ProjectFixture project("");
  write_text_project(project);
  write_file(project.root() / "src/pool.py", "class Pool:\n    def retry(self):\n        pass\n");
  write_file(project.root() / "src/pool.go", "package pool\n\nfunc Retry() int {\n\treturn 1\n}\n");
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  const auto files = [&](const std::string& text) {
    const auto query = parse_query(text);
    REQUIRE(query);
    const auto found = engine.files_of(*query);
    REQUIRE_MESSAGE(found, text);
    return std::set<std::string>(found->begin(), found->end());
  };
  const std::vector<std::string> atoms{"\"retry\"", "\"Retry\"", "/def \\w+/",  "lang:python",
                                       "file:src",  "sym:retry", "\"nowhere\"", "file:*.md"};
  std::vector<std::set<std::string>> sets;
  for (const auto& atom : atoms) sets.push_back(files(atom));
  CHECK(sets[3].contains("upload.py"));
  CHECK(sets[5] == std::set<std::string>{"src/pool.py", "upload.py"});
  const auto all = files("case:no not \"nowhere\"");
  std::mt19937 random(24);
  const auto pick = [&](std::size_t count) { return random() % count; };
  const std::function<std::pair<std::string, std::set<std::string>>(int)> make = [&](int depth) {
    const auto kind = depth > 3 ? 0 : pick(4);
    if (kind == 0) {
      const auto i = pick(atoms.size());
      return std::pair(atoms[i], sets[i]);
    }
    const auto a = make(depth + 1);
    std::set<std::string> out;
    if (kind == 1) {
      std::ranges::set_difference(all, a.second, std::inserter(out, out.end()));
      return std::pair("not (" + a.first + ")", out);
    }
    const auto b = make(depth + 1);
    if (kind == 2)
      std::ranges::set_intersection(a.second, b.second, std::inserter(out, out.end()));
    else
      std::ranges::set_union(a.second, b.second, std::inserter(out, out.end()));
    return std::pair("(" + a.first + (kind == 2 ? ") and (" : ") or (") + b.first + ")", out);
  };
  for (int i = 0; i < 60; ++i) {
    const auto [text, expected] = make(0);
    CHECK_MESSAGE(files(text) == expected, text);
  }
}

TEST_CASE("find text: a commit and a difference are searched without a checkout") {
  const corpus::TempTree tree;
  tree.write("project/b_use.py",
             "import upload\n\ndef send(file):\n    return upload.retry(file)\n");
  tree.write("project/upload.py", "LIMIT = 3\n\n\ndef retry(file):\n    return LIMIT\n");
  tree.git("init -q && git add -A && git commit -qm first", "project");
  tree.write("project/upload.py", "LIMIT = 3\n\n\ndef renamed(file):\n    return LIMIT\n");
  tree.write("project/new.py", "def retry():\n    pass\n");
  auto engine =
      test::open_workspace(Project{"text", "Text", tree.root() / "project", tree.root() / "state"});
  REQUIRE(engine.index());
  const auto old = engine.find_text({.patterns = {"def retry"}, .ref = "HEAD"});
  REQUIRE(old);
  CHECK(paths_of(*old) == std::vector<std::string>{"upload.py"});
  CHECK(old->commit.size() == 40);
  const auto added = engine.find_text({.patterns = {"def "}, .changed_in = "HEAD"});
  REQUIRE(added);
  CHECK(paths_of(*added) == std::vector<std::string>{"new.py", "upload.py"});
  CHECK(added->lines == 2);
  CHECK(engine.find_text({.patterns = {"a"}, .ref = "none"}).error().code == "REF_NOT_FOUND");

  SearchOptions options;
  options.ref = "HEAD";
  const auto query = parse_query("sym:retry \"LIMIT\"");
  REQUIRE(query);
  CHECK(*engine.files_of(*query, options) == std::vector<std::string>{"upload.py"});
  CHECK(engine.files_of(*query)->empty());
  const auto answer = engine.search("\"def \" sym:retry limits", options);
  REQUIRE(answer);
  REQUIRE(answer->matches.size() >= 1);
  CHECK(answer->matches.front().content.content.find("def retry") != std::string::npos);
  options.ref.clear();
  options.changed_in = "HEAD";
  const auto changed = engine.search("\"return\" file:*.py", options);
  REQUIRE(changed);
  CHECK(changed->matches.empty());  // the lines with it are not new
}

TEST_CASE("find: kind: alone admits the files that define something of it") {
  ProjectFixture project("");
  write_text_project(project);
  write_file(project.root() / "src/pool.py", "class Pool:\n    def retry(self):\n        pass\n");
  auto engine = open_text_project(project);
  REQUIRE(engine.index());
  const auto query = parse_query("kind:class");
  REQUIRE(query);
  CHECK(*engine.files_of(*query) == std::vector<std::string>{"src/pool.py"});
  const auto uses = engine.search("ref-of:retry upload");
  REQUIRE(uses);
  CHECK(uses->interpreted_query == "ref-of:retry upload");
}

}  // namespace codeweaver
