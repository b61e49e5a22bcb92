// Tests of several trees in one state folder: shared contents and segments, separate results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

constexpr const char* kOther = "worktree:other";

IndexReport index_tree(const ProjectFixture& folder, const std::filesystem::path& state,
                       const std::string& tree, const IndexRequest& request = {}) {
  auto indexer =
      Indexer::create({folder.root(), state, "shop", "", {}, tree}, {test::embedder(), {}});
  REQUIRE(indexer);
  auto report = indexer->run(request);
  if (!report) FAIL(report.error().message());
  return std::move(*report);
}

FindCodeResponseSummary search_tree(const std::filesystem::path& state, const std::string& tree,
                                    std::string_view query) {
  auto searcher = HybridSearcher::open(state, {test::embedder(), test::reranker(), {}, {}},
                                       {tree, "", "/elsewhere"});
  if (!searcher) FAIL(searcher.error().message());
  auto answer = searcher->search(query);
  REQUIRE(answer);
  return std::move(*answer);
}

bool has(const FindCodeResponseSummary& answer, const std::string& path) {
  return std::ranges::count(paths(answer), path) > 0;
}

store::Manifest manifest_of(const std::filesystem::path& state, const std::string& tree) {
  const engine::StatePaths files{state, tree};
  auto manifest = store::read_manifest(files.segments(), files.manifest());
  REQUIRE(manifest);
  return *manifest;
}

/// The same project in two folders that differ in three files.
struct TwoFolders {
  TwoFolders() {
    second.remove("src/billing/upload.py");
    second.write("src/late.py", "def arrived_late():\n    return 1\n");
    second.write("src/database/pool.py",
                 "class Pool:\n    def lend_connection(self):\n        pass\n");
  }
  ProjectFixture first, second;
};

TEST_CASE("trees: a second one costs its differences and finds what a state of its own finds") {
  const TwoFolders folders;
  const auto state = folders.first.state();
  index_tree(folders.first, state, "");
  const auto report = index_tree(folders.second, state, kOther);
  CHECK(report.files_indexed == 10);
  CHECK(report.chunks_created == 2);  // of the two texts that are new
  const auto base = manifest_of(state, ""), other = manifest_of(state, kOther);
  REQUIRE(other.segments.size() == 2);
  CHECK(other.segments[0].file == base.segments[0].file);
  CHECK(other.segments[0].deleted_files.size() == 2);

  folders.second.index();
  for (const std::string query : {"arrived_late", "lend a connection", "retry failed uploads"}) {
    CAPTURE(query);
    const auto shared = search_tree(state, kOther, query);
    const auto own = folders.second.search(query);
    REQUIRE(paths(shared) == paths(own));
    for (std::size_t i = 0; i < own.matches.size(); ++i)
      CHECK(shared.matches[i].relevance_score ==
            doctest::Approx(own.matches[i].relevance_score).epsilon(0.01));
    CHECK(shared.searched_files == own.searched_files);
  }
}

TEST_CASE("trees: neither finds what only the other has") {
  const TwoFolders folders;
  const auto state = folders.first.state();
  index_tree(folders.first, state, "");
  index_tree(folders.second, state, kOther);
  CHECK(has(search_tree(state, "", "upload_invoice"), "src/billing/upload.py"));
  CHECK_FALSE(has(search_tree(state, kOther, "upload_invoice"), "src/billing/upload.py"));
  CHECK(has(search_tree(state, kOther, "arrived_late"), "src/late.py"));
  CHECK_FALSE(has(search_tree(state, "", "arrived_late"), "src/late.py"));
  auto searcher = HybridSearcher::open(state, {test::embedder(), test::reranker(), {}, {}});
  REQUIRE(searcher);
  CHECK(searcher->find_symbol("arrived_late")->empty());
  CHECK(searcher->find_symbol("upload_invoice")->size() == 1);
  CHECK(search_tree(state, kOther, "arrived_late").matches.at(0).file.absolute_path ==
        "/elsewhere/src/late.py");
}

TEST_CASE("trees: one that is rebuilt or moves on leaves the other whole") {
  TwoFolders folders;
  const auto state = folders.first.state();
  index_tree(folders.first, state, "");
  index_tree(folders.second, state, kOther);
  IndexRequest forced;
  forced.force = true;
  folders.first.remove("src/auth");
  index_tree(folders.first, state, "", forced);
  CHECK(has(search_tree(state, kOther, "arrived_late"), "src/late.py"));
  CHECK(has(search_tree(state, kOther, "lend_connection"), "src/database/pool.py"));
  folders.second.write("src/later.py", "def arrived_later():\n    return 2\n");
  index_tree(folders.second, state, kOther);
  CHECK(has(search_tree(state, kOther, "arrived_later"), "src/later.py"));
  CHECK_FALSE(has(search_tree(state, "", "arrived_later"), "src/later.py"));
}

TEST_CASE("trees: one that was never written is no index, and holds nothing") {
  const ProjectFixture project;
  project.index();
  const auto opened =
      HybridSearcher::open(project.state(), {test::embedder(), {}, {}, {}}, {kOther, "", ""});
  REQUIRE_FALSE(opened);
  CHECK(opened.error().code == "INDEX_NOT_FOUND");
}

}  // namespace
}  // namespace codeweaver
