// Tests of queries from commits: subjects, definitions, and a whole history made by git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/commit_queries.hpp"

#include <doctest/doctest.h>

#include "corpus/temp_tree.hpp"
#include "evaluate/commit_subject.hpp"
#include "evaluate/touched_definitions.hpp"

using namespace codeweaver;
using namespace codeweaver::evaluate;

namespace {

constexpr std::string_view kThen =
    "import os\n"                        // 1
    "\n"                                 // 2
    "class Pool:\n"                      // 3
    "    size = 3\n"                     // 4
    "    def lease(self):\n"             // 5
    "        return self.items.pop()\n"  // 6
    "    def close(self):\n"             // 7
    "        self.items.clear()\n"       // 8
    "\n"                                 // 9
    "def helper():\n"                    // 10
    "    return 1\n";                    // 11
constexpr std::string_view kNow =
    "def helper():\n"                     // 1
    "    return 2\n"                      // 2
    "\n"                                  // 3
    "class Pool:\n"                       // 4
    "    size = 4\n"                      // 5
    "    def lease(self, wait):\n"        // 6
    "        self.wait(wait)\n"           // 7
    "        return self.items.pop()\n";  // 8

std::optional<std::vector<Span>> located(std::vector<TouchedLines> touched,
                                         std::string_view now = kNow) {
  return locate_touched("python", kThen, touched, now);
}

class Project {
 public:
  Project() { tree_.git("init -q"); }
  void write(const char* path, std::string_view text) { tree_.write(path, text); }
  void remove(const char* path) { std::filesystem::remove(tree_.root() / path); }
  void commit(const std::string& message) {
    const std::string time = "2026-02-01T00:" + std::to_string(10 + minute_++) + ":00Z";
    tree_.git("add -A && GIT_COMMITTER_DATE=" + time + " git commit --allow-empty -qm '" + message +
              "'");
    REQUIRE(tree_.last_status() == 0);
  }
  const corpus::TempTree& tree() const { return tree_; }
  CommitQueries read(std::size_t max_queries = 300) const {
    CommitQueryOptions options;
    options.root = tree_.root();
    options.repo = "shop";
    options.max_queries = max_queries;
    auto queries = read_commit_queries(options);
    REQUIRE(queries.has_value());
    return *queries;
  }

 private:
  corpus::TempTree tree_;
  int minute_ = 0;
};

}  // namespace

TEST_CASE("commit subject: what is asked, without type and reference") {
  for (const auto& [subject, text] : std::vector<std::pair<std::string, std::string>>{
           {"Retry failed uploads", "Retry failed uploads"},
           {"fix(upload)!: retry failed uploads (#12)", "retry failed uploads"},
           {"chore: drop the unused cache", "drop the unused cache"},
           {"Don't retry `Pool.lease()` on read-only files",
            "Don't retry `Pool.lease()` on read-only files"},
           {"Check the version of the protocol", "Check the version of the protocol"},
           {"Handle HTTP 1.1 answers without length", "Handle HTTP 1.1 answers without length"},
           {"Größe der Dateien prüfen", "Größe der Dateien prüfen"},
           {"Parser: skip blank lines", "Parser: skip blank lines"}}) {
    CAPTURE(subject);
    const auto query = query_of_subject(subject);
    CHECK(query.text == text);
    CHECK(query.left_out.empty());
  }
}

TEST_CASE("commit subject: what is no query says why") {
  for (const auto& [subject, why] : std::vector<std::pair<std::string, std::string_view>>{
           {"Merge branch 'main' into side", "merge or revert"},
           {"Revert \"Retry failed uploads\"", "merge or revert"},
           {"fixup! Retry failed uploads", "merge or revert"},
           {"Bump requests from two to three", "version change"},
           {"build(deps): bumps the lock file", "version change"},
           {"Prepare the next release", "version change"},
           {"Move on to v1.2", "version change"},
           {"Set all of it to 1.2.3", "version change"},
           {"Version of the month is here", "version change"},
           {"Update changelog for everybody", "version change"},
           {"fix tests", "no prose"},
           {"feat: retry uploads", "no prose"},
           {"a.b c/d e_f g::h one two three", "no prose"},
           {"Retry failed uploads\xFF", "no prose"},
           {"", "no prose"}}) {
    CAPTURE(subject);
    const auto query = query_of_subject(subject);
    CHECK(query.text == "");
    CHECK(query.left_out == why);
  }
}

TEST_CASE("touched definitions: the innermost, where they are now") {
  const auto lease = located({{6, 1}});
  REQUIRE(lease.has_value());
  REQUIRE(lease->size() == 1);
  CHECK(lease->front() == Span{6, 8});
  const auto both = located({{6, 1}, {11, 1}});
  REQUIRE(both.has_value());
  REQUIRE(both->size() == 2);
  CHECK(both->front() == Span{1, 2});
  CHECK(both->back() == Span{6, 8});
}

TEST_CASE(
    "touched definitions: lines removed within a definition touch it, around it they do not") {
  CHECK(located({{5, 0}})->size() == 1);
  CHECK_FALSE(located({{9, 0}}).has_value());
}

TEST_CASE("touched definitions: gone ones are left out, other lines touch none") {
  CHECK(located({{8, 1}})->empty());
  CHECK_FALSE(located({{1, 1}}).has_value());
  const std::vector<TouchedLines> first = {{1, 1}};
  CHECK_FALSE(locate_touched("csv", "a,b\n", first, "a,b\n").has_value());
  CHECK_FALSE(locate_touched("no language", "a\n", first, "a\n").has_value());
}

TEST_CASE("touched definitions: of several by one name the one at the same place") {
  constexpr std::string_view kTwo = "def f():\n    return 1\n\ndef f():\n    return 2\n";
  const std::vector<TouchedLines> second = {{5, 1}};
  const auto same = locate_touched("python", kTwo, second, kTwo);
  REQUIRE(same.has_value());
  REQUIRE(same->size() == 1);
  CHECK(same->front() == Span{4, 5});
  const std::string three = std::string(kTwo) + "\ndef f():\n    return 3\n";
  CHECK(locate_touched("python", kTwo, second, three)->size() == 3);
}

TEST_CASE("commit queries: each commit that is usable, and why the others are not") {
  Project project;
  project.write("pool.py", kThen);
  project.write("README.md", "# Shop\n");
  project.commit("Lease connections from a pool");  // an added file: the whole of it
  project.write("gone.py", "def gone():\n    return 0\n");
  project.commit("Compute what will be gone");  // nothing left of it
  project.remove("gone.py");
  project.write("test_pool.py", "def test_lease():\n    assert True\n");
  project.write("pool.py", std::string(kThen) + "    # done\n");
  project.commit("Wait until the pool has a connection");  // pool.py, and its test as secondary
  project.write("README.md", "# The shop\n");
  project.commit("Say what this project is for");  // no source file
  for (const char* name : {"a.py", "b.py", "c.py", "d.py", "e.py", "f.py"})
    project.write(name, "x = 1\n");
  project.commit("Add a lot of small files");  // too many files
  project.write("pool.py", kNow);
  project.commit("fix: lease connections from a pool (#7)");  // newer than the first of this name
  project.write("a.py", "x = 2\n");
  project.commit("Bump the number of things");
  project.write("a.py", "x = 3\n");
  project.commit("tidy up");
  project.tree().git("checkout -qb side HEAD~1");
  project.write("b.py", "x = 4\n");
  project.commit("Count from four onwards");
  project.tree().git("checkout -q main && git merge -q --no-ff -m joined side");
  REQUIRE(project.tree().last_status() == 0);

  const auto found = project.read();
  CHECK(found.commits == 10);
  CHECK(found.left_out == std::map<std::string, std::size_t, std::less<>>{{"merge or revert", 1},
                                                                          {"no prose", 1},
                                                                          {"no source file", 1},
                                                                          {"nothing left of it", 1},
                                                                          {"said before", 1},
                                                                          {"too many files", 1},
                                                                          {"version change", 1}});
  REQUIRE(found.queries.size() == 3);
  const auto& newest = found.queries[0];
  CHECK(newest.text == "Count from four onwards");
  CHECK(newest.split == kNewerSplit);
  CHECK(newest.language == "python");
  CHECK(newest.key.repo == "shop");
  CHECK(newest.key.query_id.size() == 12);
  const auto& middle = found.queries[1];
  CHECK(middle.text == "lease connections from a pool");
  CHECK(middle.split == kOlderSplit);
  const auto& oldest = found.queries[2];
  CHECK(oldest.text == "Wait until the pool has a connection");
  REQUIRE(oldest.targets.size() == 2);
  CHECK(oldest.targets[0].path == "pool.py");
  CHECK_FALSE(oldest.targets[0].is_secondary);
  CHECK(oldest.targets[1].path == "test_pool.py");
  CHECK(oldest.targets[1].is_secondary);
  CHECK_FALSE(oldest.targets[1].lines.has_value());

  const auto newest_only = project.read(1);
  CHECK(newest_only.queries.size() == 1);
  CHECK(newest_only.commits == 2);  // the merge, and the side's commit
}

TEST_CASE("commit queries: files that are ignored today are no targets") {
  Project project;
  project.write("pool.py", kThen);
  project.commit("Lease connections from a pool");
  project.write(".codeweaverignore", "pool.py\n");
  const auto found = project.read();
  CHECK(found.queries.empty());
  CHECK(found.left_out.at("nothing left of it") == 1);
}

TEST_CASE("commit queries: a folder outside git is refused") {
  const corpus::TempTree tree;
  CommitQueryOptions options;
  options.root = tree.root();
  CHECK(read_commit_queries(options).error().code == "NO_REPOSITORY");
}
