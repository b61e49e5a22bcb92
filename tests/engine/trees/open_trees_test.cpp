// Tests of OpenTrees: searchers are opened once, kept, and closed; overlays follow the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/open_trees.hpp"

#include <doctest/doctest.h>

#include <string>

#include "codeweaver/error_codes.hpp"
#include "engine/fixture.hpp"
#include "engine/trees/admitted_paths.hpp"
#include "engine/trees/commit_searchers.hpp"
#include "engine/trees/overlaid_folder.hpp"
#include "engine/trees/tree_lines.hpp"

namespace codeweaver::engine {
namespace {

using test::ProjectFixture;

Indexer::Config config_of(const ProjectFixture& project) {
  return {project.root(), project.state(), "shop", "", {}, ""};
}

HybridSearcher::Parts parts() {
  HybridSearcher::Parts out;
  out.embedder = test::embedder();
  out.reranker = test::reranker();
  return out;
}

TEST_CASE("open trees: the folder is opened once and follows the index, until it is closed") {
  ProjectFixture project;
  const auto config = config_of(project);
  OpenTrees trees(config, parts(), nullptr);
  CHECK(trees.folder().error().code == error_code::kIndexNotFound);
  CHECK(trees.held("") == nullptr);
  project.index();
  const auto first = trees.folder();
  REQUIRE(first);
  CHECK(trees.held("") == *first);
  project.write("src/new.py", "def came_later():\n    pass\n");
  project.index();
  CHECK(trees.open("", {}).value() == *first);
  CHECK((*first)->find_symbol("came_later")->size() == 1);
  trees.close();
  CHECK(trees.held("") == nullptr);
  CHECK(trees.folder().value() != *first);
}

TEST_CASE("open trees: an overlay is made once for each state of the index") {
  ProjectFixture project;
  project.write(".gitignore", "ignored.py\n");
  project.index();
  const auto config = config_of(project);
  OpenTrees trees(config, parts(), nullptr);
  const auto folder = trees.folder().value();
  CHECK(trees.with_unsaved(folder, nullptr).value() == folder);
  Overlay overlay;
  REQUIRE(overlay.put("src/typed.py", "def typed():\n    pass\n"));
  REQUIRE(overlay.put("ignored.py", "def typed_but_ignored():\n    pass\n"));
  CHECK(trees.admitted(overlay)->files().size() == 1);
  OverlaidFolder unsaved(overlay);
  const auto over = trees.with_unsaved(folder, &unsaved).value();
  CHECK(over->find_symbol("typed")->size() == 1);
  CHECK(over->find_symbol("typed_but_ignored")->empty());
  CHECK(trees.with_unsaved(folder, &unsaved).value() == over);
  project.write("src/new.py", "def came_later():\n    pass\n");
  project.index();
  const auto later = trees.with_unsaved(trees.folder().value(), &unsaved).value();
  CHECK(later != over);
  CHECK(later->find_symbol("came_later")->size() == 1);
}

TEST_CASE("admitted paths: the rules are read again when the index changed") {
  ProjectFixture project;
  project.index();
  const auto config = config_of(project);
  AdmittedPaths admitted(config);
  Overlay overlay;
  REQUIRE(overlay.put("src/typed.py", "x = 1\n"));
  REQUIRE(overlay.remove("src/auth/utils.py"));
  CHECK(admitted.within(overlay)->files().size() == 2);
  project.write(".codeweaverignore", "typed.py\n");
  project.index();
  const auto left = admitted.within(overlay);
  REQUIRE(left);
  CHECK_FALSE(left->files().contains("src/typed.py"));
  CHECK(left->files().contains("src/auth/utils.py"));
}

TEST_CASE("commit searchers: a commit that does not exist is an error, and nothing is kept") {
  ProjectFixture project;
  project.index();
  const auto config = config_of(project);
  CommitSearchers commits(config, parts());
  const std::string none(40, 'a');
  CHECK_FALSE(commits.is_indexed(none));
  CHECK_FALSE(commits.open(none, {}));
  CHECK(commits.held(none) == nullptr);
  commits.forget();
}

TEST_CASE("tree lines: hits are those of search_text, with and without an index") {
  ProjectFixture project;
  for (const bool is_indexed : {false, true}) {
    if (is_indexed) project.index();
    TreeLines lines({project.root(), project.state(), "", "shop"});
    TextSearchOptions search;
    search.working_directory = project.root();
    search.patterns = {"upload"};
    std::vector<std::string> found, expected;
    REQUIRE(lines.search(
        search, [&](const TextFile& file) { return found.emplace_back(file.path), true; }, {}));
    REQUIRE(search_text(
        search, &lines.place(),
        [&](const TextFile& file) { return expected.emplace_back(file.path), true; }, {}));
    CHECK_FALSE(found.empty());
    CHECK(found == expected);
  }
}

}  // namespace
}  // namespace codeweaver::engine
