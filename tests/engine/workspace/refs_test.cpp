// Tests of searches at refs and inside differences, on a repository made by git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/chunker.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/gated_embedder.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver {
namespace {

using test::has_path;
using test::paths;
using test::search;

/// A repository with three tags: v1 has legacy.py; v2 moved a file, dropped legacy.py and added
/// fresh.py; v3 changed one of two functions of pair.py.
class Repository {
 public:
  Repository() {
    git("init -q");
    std::filesystem::copy(std::filesystem::path(CODEWEAVER_TEST_DATA) / "shop", root(),
                          std::filesystem::copy_options::recursive);
    write("legacy.py", "def legacy_checksum(data):\n    return sum(data) % 251\n");
    write("pair.py", pair("0"));
    commit("one");
    git("tag v1 && git mv src/billing/upload.py src/billing/sending.py && git rm -q legacy.py");
    write("fresh.py", "def modern_checksum(data):\n    return hash(bytes(data))\n");
    commit("two");
    git("tag -a v2 -m second");
    write("pair.py", pair("1"));
    commit("three");
    git("tag v3");
  }
  std::filesystem::path root() const { return folder_.root() / "project"; }
  std::filesystem::path state() const { return folder_.root() / "state"; }
  std::string git(const std::string& arguments) const {
    std::filesystem::create_directories(root());
    auto output = folder_.git(arguments, "project");
    REQUIRE_MESSAGE(folder_.last_status() == 0, arguments);
    return output;
  }
  void write(const std::string& path, std::string_view text) const {
    folder_.write("project/" + path, text);
  }
  void commit(const std::string& message) const {
    git("add -A && git commit -qm '" + message + "'");
  }
  std::string id(const std::string& ref) const {
    return git("rev-parse " + ref + "^{commit}").substr(0, 40);
  }
  CodeWeaver open() const { return test::open_workspace({"shop", "Shop", root(), state()}); }
  store::Database database() const {
    auto opened = store::Database::open_read_only(engine::StatePaths{state()}.database());
    REQUIRE(opened);
    return std::move(*opened);
  }
  static std::string repeated(std::string_view line, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += line;
    return text;
  }
  /// Two functions far enough apart to be chunks of their own.
  static std::string pair(const std::string& value) {
    std::string text = "def steady_part(items):\n";
    for (int i = 0; i < 120; ++i)
      text += "    items.append(compute_the_steady_value(" + std::to_string(i) + "))\n";
    text += "\n\ndef moving_part(items):\n";
    for (int i = 0; i < 120; ++i)
      text += "    items.append(compute_the_moving_value(" + std::to_string(i) + "))\n";
    return text + "    return " + value + "\n";
  }

 private:
  corpus::TempTree folder_;
};

/// Cuts nothing, and knows how many files it had at once.
class CountingChunker final : public Chunker {
 public:
  const ChunkerInfo& info() const noexcept override { return info_; }
  Result<CutFile> cut(const FileText& file) const override {
    const auto now = ++running_;
    auto most = most_.load();
    while (most < now && !most_.compare_exchange_weak(most, now)) {
    }
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();
    --running_;
    CutFile out;
    out.pieces.emplace_back();
    out.pieces.back().end = std::min<std::size_t>(file.text.size(), 64);
    return out;
  }
  int most() const { return most_; }
  void forget() { most_ = 0; }

 private:
  ChunkerInfo info_{"counting", "1"};
  mutable std::atomic<int> running_ = 0, most_ = 0;
};

std::size_t count_contents(const Repository& repository) {
  // Contents of all trees, each once.
  std::set<base::Hash128> keys;
  auto database = repository.database();
  const auto trees = *database.trees();
  for (const auto& tree : trees) {
    REQUIRE(database.tree(tree)->for_each_file([&](const store::FileRecord& file) {
      if (file.content != base::Hash128{}) keys.insert(file.content);
      return true;
    }));
  }
  return keys.size();
}

TEST_CASE("refs: a tag finds what was there and not what came later; the working tree stays") {
  const Repository repository;
  auto engine = repository.open();
  REQUIRE(engine.search("checksum"));
  const auto contents = count_contents(repository);

  const auto old = search(engine, "checksum of data", "v1");
  CHECK(paths(old).at(0) == "legacy.py");
  CHECK_FALSE(has_path(old, "fresh.py"));
  CHECK(old.ref == "v1");
  CHECK(old.commit == repository.id("v1"));
  CHECK(old.matches.at(0).audit.git_commit == repository.id("v1"));
  CHECK(has_path(search(engine, "retry failed uploads", "v1"), "src/billing/upload.py"));
  CHECK_FALSE(has_path(search(engine, "retry failed uploads", "v2"), "src/billing/upload.py"));
  CHECK(has_path(search(engine, "retry failed uploads", "v2"), "src/billing/sending.py"));

  const auto now = search(engine, "checksum of data", "");
  CHECK(paths(now).at(0) == "fresh.py");
  CHECK_FALSE(has_path(now, "legacy.py"));
  CHECK(now.ref.empty());
  CHECK(now.commit.empty());
  CHECK(engine.find_symbol("legacy_checksum")->empty());
  // Three commits and the working tree: legacy.py and the first pair.py are all that was added.
  CHECK(count_contents(repository) == contents + 2);
}

TEST_CASE("refs: the answer is that of a checkout with an index of its own") {
  const Repository repository;
  auto engine = repository.open();
  for (const std::string ref : {"v1", "v2"}) {
    const auto checkout = repository.root().parent_path() / ("checkout-" + ref);
    repository.git("worktree add -q --detach '" + checkout.string() + "' " + ref);
    WorkspaceOptions options;
    options.embedder = test::embedder();
    options.store = test::new_store();
    options.reranker = test::reranker();
    auto own = CodeWeaver::open({"own", "", checkout, checkout.string() + "-state"}, options);
    REQUIRE(own);
    for (const std::string query : {"checksum", "retry failed uploads", "moving_part"}) {
      CAPTURE(query);
      const auto shared = search(engine, query, ref), expected = search(*own, query, "");
      CHECK(paths(shared) == paths(expected));
      CHECK(shared.searched_chunks == expected.searched_chunks);
      CHECK(shared.searched_files == expected.searched_files);
      for (std::size_t i = 0; i < std::min(shared.matches.size(), expected.matches.size()); ++i)
        CHECK(shared.matches[i].relevance_score ==
              doctest::Approx(expected.matches[i].relevance_score).epsilon(0.01));
    }
  }
}

TEST_CASE("refs: a commit is indexed once, and a branch is looked up at each search") {
  const Repository repository;
  auto engine = repository.open();
  search(engine, "checksum", "v1");
  const auto indexed_at = [&] {
    auto database = repository.database();
    return (*database.tree(engine::commit_tree(repository.id("v1")))->file("legacy.py"))
        ->source_batch_id;
  };
  const auto first = indexed_at();
  search(engine, "checksum", "v1");
  auto again = repository.open();
  search(again, "checksum", repository.id("v1").substr(0, 8));
  CHECK(indexed_at() == first);

  CHECK(search(engine, "checksum", "main").commit == repository.id("v3"));
  repository.write("late.py", "def late_checksum():\n    return 1\n");
  repository.commit("four");
  const auto moved = search(engine, "late_checksum", "main");
  CHECK(moved.commit == repository.id("main"));
  CHECK(has_path(moved, "late.py"));
}

TEST_CASE("refs: while a commit is brought in, searches of the folder go on") {
  const Repository repository;
  repository.write("gate.py", "def the_gate():\n    pass\n");
  repository.commit("gate");
  repository.git("rm -q gate.py && git commit -qm gone");
  const auto embedder = std::make_shared<test::GatedEmbedder>();
  WorkspaceOptions options;
  options.embedder = embedder;
  options.reranker = test::reranker();
  auto engine = CodeWeaver::open({"shop", "Shop", repository.root(), repository.state()}, options);
  REQUIRE(engine);
  REQUIRE(engine->index());
  const auto search_in = [&](const std::string& ref) {
    return std::async(std::launch::async, [&engine, ref] {
      SearchOptions asked;
      asked.ref = ref;
      return engine->search("checksum", asked).has_value();
    });
  };
  auto of_commit = search_in("HEAD~1");
  const test::OpensAtEnd at_end(*embedder);
  embedder->wait_until_reached();
  auto of_folder = search_in("");
  CHECK(of_folder.wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  embedder->open();
  CHECK(of_folder.get());
  CHECK(of_commit.get());
}

TEST_CASE("refs: while the folder is indexed, a commit that is in the index answers at once") {
  const Repository repository;
  const auto embedder = std::make_shared<test::GatedEmbedder>();
  WorkspaceOptions options;
  options.embedder = embedder;
  options.reranker = test::reranker();
  auto engine = CodeWeaver::open({"shop", "Shop", repository.root(), repository.state()}, options);
  REQUIRE(engine);
  REQUIRE(engine->index());
  SearchOptions asked;
  asked.ref = "v1";
  REQUIRE(engine->search("checksum", asked));
  repository.write("gate.py", "def the_gate():\n    pass\n");
  auto run = std::async(std::launch::async, [&] { return engine->index().has_value(); });
  const test::OpensAtEnd at_end(*embedder);
  embedder->wait_until_reached();
  auto search =
      std::async(std::launch::async, [&] { return engine->search("checksum", asked).has_value(); });
  CHECK(search.wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  embedder->open();
  CHECK(search.get());
  CHECK(run.get());
}

TEST_CASE("refs: a commit is read within the memory budget, in bytes") {
  const Repository repository;
  for (const char name : {'a', 'b', 'c', 'd', 'e', 'f'})  // half a MiB each: one at a time
    repository.write(
        std::string("large_") + name + ".py",
        "# " + std::string(1, name) + '\n' + Repository::repeated("value = 1\n", 52000));
  repository.commit("large");
  repository.git("rm -q large_*");
  repository.commit("none of them");
  const auto most_at_once = [&](std::uint64_t budget, const std::string& state) {
    const auto chunker = std::make_shared<CountingChunker>();
    WorkspaceOptions options;
    options.embedder = test::embedder();
    options.reranker = test::reranker();
    options.index.chunker = chunker;
    options.index.workers = 4;
    options.index.memory_budget = budget;
    auto engine = CodeWeaver::open({"shop", "Shop", repository.root(), repository.state() / state},
                                   std::move(options));
    REQUIRE(engine);
    REQUIRE(engine->index());
    chunker->forget();
    search(*engine, "value", "HEAD~1");
    return chunker->most();
  };
  CHECK(most_at_once(64ULL << 20, "small") == 1);
  CHECK(most_at_once(4ULL << 30, "large") > 1);
}

TEST_CASE("refs: a commit that is indexed again with other settings holds what those take") {
  const Repository repository;
  const auto finds_legacy = [&](const WorkspaceOptions& options) {
    auto engine = CodeWeaver::open({"shop", "Shop", repository.root(), repository.state()},
                                   WorkspaceOptions(options));
    REQUIRE(engine);
    REQUIRE(engine->index({.force = true}));
    return has_path(search(*engine, "checksum of data", "v1"), "legacy.py");
  };
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.reranker = test::reranker();
  CHECK(finds_legacy(options));
  options.index.exclude = {"legacy.py"};
  CHECK_FALSE(finds_legacy(options));
}

TEST_CASE("refs: a commit that another run keeps out of the index is told, not an error") {
  const Repository repository;
  auto engine = repository.open();
  REQUIRE(engine.index());
  const auto held = base::FileLock::acquire(repository.state() / "index.lock");
  REQUIRE(held);
  const auto answer = search(engine, "checksum", "v1");
  CHECK(answer.matches.empty());
  REQUIRE(answer.warnings.size() == 1);
  CHECK(answer.warnings[0].find("is not in the index yet") != std::string::npos);
}

TEST_CASE("refs: a project that was never indexed answers at a ref") {
  const Repository repository;
  auto engine = repository.open();
  CHECK(paths(search(engine, "legacy_checksum", "v1")).at(0) == "legacy.py");
}

TEST_CASE("refs: commits survive a rebuilt working tree, and old ones make room") {
  const Repository repository;
  auto engine = repository.open();
  search(engine, "checksum", "v1");
  IndexRequest forced;
  forced.force = true;
  REQUIRE(engine.index(forced));
  CHECK(has_path(search(engine, "legacy_checksum", "v1"), "legacy.py"));

  for (int i = 0; i < 10; ++i) {
    repository.write("step.py", "def step_" + std::to_string(i) + "():\n    return 0\n");
    repository.commit("step");
    CHECK(has_path(search(engine, "step_" + std::to_string(i), "main"), "step.py"));
  }
  const auto database = repository.database();
  const auto trees = *database.trees();
  CHECK(std::ranges::count_if(trees, [](const std::string& name) {
          return name.starts_with(engine::kCommitPrefix);
        }) == 8);
  std::size_t step_texts = 0;
  for (int i = 0; i < 10; ++i) {
    auto hits = repository.database();
    for (const auto& tree : trees) {
      step_texts += hits.tree(tree)->find_symbols("step_" + std::to_string(i), 10)->size();
    }
  }
  CHECK(step_texts == 8);
  CHECK(has_path(search(engine, "step_9", "main"), "step.py"));
  CHECK(
      has_path(search(engine, "legacy_checksum", "v1"), "legacy.py"));  // comes back when asked for
}

TEST_CASE("refs: line ends that git converts, and files that git-lfs keeps elsewhere") {
  const Repository repository;
  repository.git("config core.autocrlf true");
  repository.write("windows.py", "def carriage_return():\r\n    return 1\r\n");
  repository.write("large.py",
                   "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n");
  repository.commit("converted");
  auto engine = repository.open();
  const auto answer = search(engine, "carriage_return", "HEAD");
  CHECK(has_path(answer, "windows.py"));
  auto database = repository.database();
  CHECK((*database.tree(engine::commit_tree(answer.commit))->file("windows.py"))->git_blob ==
        repository.git("rev-parse HEAD:windows.py").substr(0, 40));
  repository.git("rm -q large.py && git commit -qm gone");
  REQUIRE(search(engine, "x", "HEAD~1").searched_files > 0);
}

TEST_CASE("refs: a pointer of git-lfs that no working tree ever held is skipped as such") {
  const Repository repository;
  repository.write("large.py",
                   "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 9\n");
  repository.commit("pointer");
  repository.git("rm -q large.py && git commit -qm gone");
  auto engine = repository.open();
  const auto answer = search(engine, "checksum", "HEAD~1");
  CHECK_FALSE(has_path(answer, "large.py"));
  auto database = repository.database();
  const auto file = database.tree(engine::commit_tree(answer.commit))->file("large.py");
  REQUIRE(*file);
  CHECK((*file)->outcome == store::FileOutcome::kSkipped);
  CHECK((*file)->reason == "lfs_pointer");
}

TEST_CASE("differences: only chunks whose lines changed answer, in the new side") {
  const Repository repository;
  auto engine = repository.open();
  const auto names = [](const FindCodeResponseSummary& answer) {
    std::vector<std::string> out;
    for (const auto& match : answer.matches)
      out.push_back(match.file.path + ' ' + match.content.chunk_name.value_or(""));
    return out;
  };
  const auto changed = search(engine, "append values", "", "v2..v3");
  CHECK(names(changed) == std::vector<std::string>{"pair.py pair.py:moving_part"});
  CHECK(changed.changed_in == "v2..v3");
  CHECK(changed.ref == "v3");
  CHECK(changed.commit == repository.id("v3"));
  CHECK(names(search(engine, "append values", "", "v2")) == names(changed));
  CHECK(search(engine, "append values", "", "v2").commit.empty());
  CHECK(names(search(engine, "append values", "v3", "v2")) == names(changed));

  // The renamed file is no change; the removed one has no new side.
  const auto early = search(engine, "checksum retry failed uploads", "", "v1..v2");
  CHECK(paths(early) == std::vector<std::string>{"fresh.py"});
  const auto none = search(engine, "checksum", "", "v3..v3");
  CHECK(none.matches.empty());
  CHECK(none.suggestions.at(0) == "The difference changes no line of any file");

  repository.write("src/new_file.py", "def untracked_addition():\n    return 1\n");
  CHECK(has_path(search(engine, "untracked_addition", "", "HEAD"), "src/new_file.py"));
}

TEST_CASE("differences: why_not names them") {
  const Repository repository;
  auto engine = repository.open();
  SearchOptions options;
  options.changed_in = "v2..v3";
  const auto why = engine.why_not("upload", "src/billing/sending.py", options);
  REQUIRE(why);
  CHECK(why->stage == WhyNotStage::kFiltered);
  CHECK(why->filter == "lines");
}

TEST_CASE("refs: what cannot be searched is refused by name") {
  const Repository repository;
  auto engine = repository.open();
  const auto code = [&](const std::string& ref, const std::string& changed_in) {
    SearchOptions options;
    options.ref = ref;
    options.changed_in = changed_in;
    const auto answer = engine.search("checksum", options);
    return answer ? "" : answer.error().code;
  };
  CHECK(code("v9", "") == "REF_NOT_FOUND");
  CHECK(code("", "v1..v9") == "REF_NOT_FOUND");
  CHECK(code("", "..") == "EMPTY_RANGE");
  CHECK(code("v1", "v2..v3") == "REF_CONFLICT");
  CHECK(code("v3", "v2..v3").empty());
  CHECK(code("HEAD:pair.py", "") == "NOT_A_COMMIT");
  auto searcher = HybridSearcher::open(repository.state(), {test::embedder(), {}, {}, {}});
  REQUIRE(searcher);
  SearchOptions options;
  options.ref = "v1";
  CHECK(searcher->search("checksum", options).error().code == "NEEDS_WORKSPACE");
}

}  // namespace
}  // namespace codeweaver
