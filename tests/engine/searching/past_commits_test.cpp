// Tests of past commits: files changed by commits similar to a report, and their effect.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/past_commits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "base/file.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/state/kept_commits.hpp"

namespace codeweaver::engine {
namespace {

/// Two files about sending that a report can hardly tell apart, and a history that can.
class Repository {
 public:
  Repository() {
    std::filesystem::create_directories(state());
    git("init -q");
    write("alpha.py",
          "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    return 1\n");
    write("beta.py",
          "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    return invoice\n");
    commit("Begin");
    write("alpha.py",
          "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    return 3\n");
    commit("Fix umlauts\n\nInvoices with umlauts in the name of the customer arrived garbled.");
    write("notes.txt", "Nothing about anything.\n");
    commit("Take notes of the weather");
  }
  std::filesystem::path root() const { return folder_.root() / "project"; }
  std::filesystem::path state() const { return folder_.root() / "state"; }
  void git(const std::string& arguments) const {
    std::filesystem::create_directories(root());
    (void)folder_.git(arguments, "project");
    REQUIRE_MESSAGE(folder_.last_status() == 0, arguments);
  }
  void write(const std::string& path, std::string_view text) const {
    folder_.write("project/" + path, text);
  }
  void commit(const std::string& message) const {
    git("add -A && git commit -qm '" + message + "'");
  }
  /// As an index run does.
  std::string keep(std::size_t differences = 100) const {
    keep_commit_log({state()}, root(), differences);
    const auto bytes = base::read_file(log_file());
    REQUIRE(bytes);
    return *bytes;
  }
  std::filesystem::path log_file() const { return StatePaths{state()}.commit_log(); }
  FileShares changed_by_like(const char* report, const std::string& tree = {}) const {
    return PastCommits({state(), tree}).changed_by_like(root(), text::analyze_query(report));
  }
  std::string head() const {
    auto id = folder_.git("rev-parse HEAD", "project");
    return id.substr(0, 40);
  }

 private:
  corpus::TempTree folder_;
};

constexpr const char* kReport =
    "Sending an invoice breaks umlauts\n\nWe send each invoice by mail. Since the last release the "
    "name of a customer who has umlauts in it arrives garbled, and the invoice is not read.";

FindCodeResponseSummary ask(const Repository& repository, bool past_commits,
                            const SearchOptions& options = {}) {
  WorkspaceOptions parts;
  parts.embedder = test::embedder();
  parts.reranker = test::reranker();
  parts.past_commits = past_commits;
  auto opened = CodeWeaver::open({"project", "", repository.root(), repository.state()}, parts);
  REQUIRE(opened);
  auto answer = opened->search(kReport, options);
  REQUIRE(answer);
  return std::move(*answer);
}

}  // namespace

TEST_CASE("past commits: files that likely ones changed, the most changed as a whole") {
  const Repository repository;
  PastCommits past({repository.state()});
  const auto found =
      past.changed_by_like(repository.root(), text::analyze_query("garbled umlauts of customers"));
  REQUIRE(found.contains("alpha.py"));
  CHECK(found.at("alpha.py") == 1);
  CHECK_FALSE(found.contains("beta.py"));
  CHECK_FALSE(found.contains("notes.txt"));
}

TEST_CASE("past commits: those made since are read, too") {
  const Repository repository;
  PastCommits past({repository.state()});
  const auto terms = text::analyze_query("thunder");
  CHECK(past.changed_by_like(repository.root(), terms).empty());
  repository.write("notes.txt", "Thunder.\n");
  repository.commit("Note the thunder");
  CHECK(past.changed_by_like(repository.root(), terms).contains("notes.txt"));
}

TEST_CASE("past commits: merges and sweeping changes count for nothing") {
  const Repository repository;
  for (int i = 0; i < 21; ++i) repository.write("many/" + std::to_string(i) + ".txt", "x\n");
  repository.commit("Reword hailstorms everywhere");
  PastCommits past({repository.state()});
  CHECK(past.changed_by_like(repository.root(), text::analyze_query("hailstorms")).empty());
}

TEST_CASE("past commits: a folder without a repository has none") {
  const corpus::TempTree folder;
  PastCommits past({folder.root() / "state"});
  CHECK(past.changed_by_like(folder.root(), text::analyze_query("umlauts")).empty());
}

TEST_CASE("past commits: of two files alike, a report finds the one that such a commit changed") {
  const Repository repository;
  CHECK(test::paths(ask(repository, false)).at(0) == "beta.py");
  const auto answer = ask(repository, true, {.explain = true});
  CHECK(test::paths(answer).at(0) == "alpha.py");
  CHECK(std::ranges::count(answer.matches.front().explanation,
                           "past commits with similar messages changed its file: odds x 2.226") ==
        1);
}

TEST_CASE("past commits: a searcher that is open follows HEAD") {
  const Repository repository;
  PastCommits past({repository.state()});
  const auto terms = text::analyze_query("garbled umlauts");
  CHECK(past.changed_by_like(repository.root(), terms).size() == 1);
  repository.git("reset -q --hard HEAD~2");
  CHECK(past.changed_by_like(repository.root(), terms).empty());
}

TEST_CASE("past commits: a kept log gives what reading all commits gives") {
  const Repository repository;
  const auto read = repository.changed_by_like("umlauts of customers");
  REQUIRE(read.size() == 1);
  for (const std::size_t differences : {0, 1, 100}) {
    (void)repository.keep(differences);
    CHECK(repository.changed_by_like("umlauts of customers") == read);
  }
}

TEST_CASE("past commits: a log kept step by step has the bytes of one that is made at once") {
  const Repository repository;
  (void)repository.keep(1);
  repository.write("beta.py", "def receive():\n    return 1\n");
  repository.commit("Receive answers to invoices");
  const auto grown = repository.keep();
  std::filesystem::remove(repository.log_file());
  CHECK(repository.keep() == grown);
  CHECK(repository.keep() == grown);
}

TEST_CASE("past commits: what was rewritten is forgotten") {
  const Repository repository;
  (void)repository.keep();
  repository.git("reset -q --hard HEAD~2");
  repository.write("beta.py", "def send_receipt():\n    return 1\n");
  repository.commit("Fix receipts");
  CHECK(repository.changed_by_like("garbled umlauts").empty());
  (void)repository.keep();
  CHECK(repository.changed_by_like("garbled umlauts").empty());
  CHECK(repository.changed_by_like("receipts").contains("beta.py"));
}

TEST_CASE("past commits: a damaged log is read anew, and written anew by the next run") {
  const Repository repository;
  const auto whole = repository.keep();
  for (const std::size_t at : {std::size_t{3}, std::size_t{12}, whole.size() / 2, whole.size()}) {
    auto damaged = whole.substr(0, at);
    if (at > 20) damaged.back() ^= 4;
    REQUIRE(base::write_file_atomic(repository.log_file(), damaged));
    CHECK(repository.changed_by_like("garbled umlauts").contains("alpha.py"));
    CHECK(repository.keep() == whole);
  }
}

TEST_CASE("past commits: a shallow clone has its own, and the rest once it is there") {
  const Repository repository;
  const Repository clone;
  std::filesystem::remove_all(clone.root());
  std::filesystem::create_directories(clone.root());
  clone.git("clone -q --depth 1 'file://" + repository.root().string() + "' .");
  (void)clone.keep();
  CHECK(clone.changed_by_like("garbled umlauts").empty());
  clone.git("fetch -q --unshallow");
  CHECK(clone.changed_by_like("garbled umlauts").contains("alpha.py"));
  (void)clone.keep();
  CHECK(clone.changed_by_like("weather").contains("notes.txt"));
}

TEST_CASE("past commits: the tree of a commit sees none that came after it") {
  const Repository repository;
  (void)repository.keep();
  const auto tree = commit_tree(repository.head());
  repository.write("beta.py", "def send_invoice(invoice):\n    return 4\n");
  repository.commit("Fix umlauts once more");
  (void)repository.keep();
  CHECK(repository.changed_by_like("umlauts").contains("beta.py"));
  CHECK_FALSE(repository.changed_by_like("umlauts", tree).contains("beta.py"));
  CHECK(repository.changed_by_like("umlauts", tree).contains("alpha.py"));
}

TEST_CASE("past commits: a search of an older commit is raised by its ancestors alone") {
  const Repository repository;
  const auto before = repository.head();
  for (int i = 0; i < 3; ++i) {
    repository.write("beta.py",
                     "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    "
                     "return " +
                         std::to_string(5 + i) + "\n");
    repository.commit("Fix umlauts in names of customers, arrived garbled " + std::to_string(i));
  }
  CHECK(test::paths(ask(repository, true)).at(0) == "beta.py");
  CHECK(test::paths(ask(repository, true, {.ref = before})).at(0) == "alpha.py");
  CHECK(std::filesystem::exists(StatePaths{repository.state(), commit_tree(before)}.commit_log()));
}

TEST_CASE("past commits: an index run keeps them, unless they are not looked at") {
  for (const bool past_commits : {true, false}) {
    const Repository repository;
    (void)ask(repository, past_commits);
    CHECK(std::filesystem::exists(repository.log_file()) == past_commits);
  }
}

}  // namespace codeweaver::engine
