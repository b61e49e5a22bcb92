// Past commits: which files those changed that read like a report, and what searches make of it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/past_commits.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

/// Two files about sending that a report cannot tell apart, and a history that can.
class Repository {
 public:
  Repository() {
    git("init -q");
    write("alpha.py",
          "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    return 1\n");
    write("beta.py",
          "def send_invoice(invoice):\n    \"\"\"Send an invoice.\"\"\"\n    return 2\n");
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
  PastCommits past;
  const auto found =
      past.changed_by_like(repository.root(), text::analyze_query("garbled umlauts of customers"));
  REQUIRE(found.contains("alpha.py"));
  CHECK(found.at("alpha.py") == 1);
  CHECK_FALSE(found.contains("beta.py"));
  CHECK_FALSE(found.contains("notes.txt"));
}

TEST_CASE("past commits: those made since are read, too") {
  const Repository repository;
  PastCommits past;
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
  PastCommits past;
  CHECK(past.changed_by_like(repository.root(), text::analyze_query("hailstorms")).empty());
}

TEST_CASE("past commits: a folder without a repository has none") {
  const corpus::TempTree folder;
  PastCommits past;
  CHECK(past.changed_by_like(folder.root(), text::analyze_query("umlauts")).empty());
}

TEST_CASE("past commits: of two files alike, a report finds the one that such a commit changed") {
  const Repository repository;
  CHECK(test::paths(ask(repository, false)).at(0) == "beta.py");
  const auto answer = ask(repository, true, {.explain = true});
  CHECK(test::paths(answer).at(0) == "alpha.py");
  CHECK(std::ranges::count(answer.matches.front().explanation,
                           "past commits that read like this changed its file: odds x 2.226") == 1);
}

}  // namespace codeweaver::engine
