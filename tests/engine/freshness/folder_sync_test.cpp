// Tests of FolderSync: the first index, changed files, other runs, and damage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/folder_sync.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/fixture.hpp"
#include "engine/freshness/folder_runs.hpp"
#include "engine/freshness/index_repair.hpp"
#include "engine/state/coverage.hpp"

namespace codeweaver::engine {
namespace {

using std::chrono::milliseconds;
using test::ProjectFixture;

/// A folder with the objects that keep its index fresh.
class SyncedFolder {
 public:
  explicit SyncedFolder(SyncOptions options = {})
      : config_{project.root(), project.state(), "shop", "", {}, ""},
        runs(project.indexer(), config_, {}, [this] { ++replaced; }),
        repair(runs, "shop", nullptr, [this] { ++replaced; }),
        sync(runs, repair, project.root(), options) {}

  bool is_whole() const { return read_coverage(runs.paths()).is_whole; }
  base::FileLock lock() const {
    std::filesystem::create_directories(runs.paths().folder);
    auto lock = base::FileLock::acquire(runs.paths().lock());
    REQUIRE(lock);
    return std::move(*lock);
  }
  void damage_segments() const {
    for (const auto& file : std::filesystem::recursive_directory_iterator(runs.paths().segments()))
      if (file.is_regular_file() && file.path().filename() != runs.paths().manifest())
        std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }

  ProjectFixture project;

 private:
  Indexer::Config config_;

 public:
  int replaced = 0;
  FolderRuns runs;
  IndexRepair repair;
  FolderSync sync;
};

TEST_CASE("folder sync: the first search indexes the folder, later ones index its changes") {
  SyncedFolder folder;
  CHECK_FALSE(folder.is_whole());
  CHECK(folder.sync.run({})->is_fresh());
  CHECK(folder.is_whole());
  folder.project.write("src/new.py", "def came_later():\n    pass\n");
  CHECK(folder.sync.run({})->is_fresh());
  CHECK(folder.project.searcher().find_symbol("came_later")->size() == 1);
}

TEST_CASE("folder sync: without patience changed files are left, and the answer must omit them") {
  SyncOptions options;
  options.patience = milliseconds(0);
  SyncedFolder folder(options);
  folder.project.index();
  folder.project.write("src/new.py", "def came_later():\n    pass\n");
  const auto fresh = folder.sync.run({});
  REQUIRE(fresh);
  CHECK(fresh->is_compared);
  REQUIRE(fresh->left);
  CHECK(*fresh->left == std::vector<std::string>{"src/new.py"});
}

TEST_CASE("folder sync: a caller that indexes changes itself is believed") {
  SyncOptions options;
  options.checks_tree = false;
  SyncedFolder folder(options);
  folder.project.index();
  folder.project.write("src/new.py", "def came_later():\n    pass\n");
  CHECK(folder.sync.run({})->is_fresh());
  CHECK(folder.project.searcher().find_symbol("came_later")->empty());
}

TEST_CASE("folder sync: while another process indexes, the files must be compared") {
  SyncedFolder folder;
  {
    const auto lock = folder.lock();  // during a first run: nothing to compare, and no warning
    const auto fresh = folder.sync.run({});
    REQUIRE(fresh);
    CHECK_FALSE(fresh->is_compared);
    CHECK(fresh->warnings.empty());
  }
  folder.project.index();
  folder.project.write("src/new.py", "def came_later():\n    pass\n");
  const auto lock = folder.lock();
  const auto fresh = folder.sync.run({});
  REQUIRE(fresh);
  CHECK_FALSE(fresh->is_compared);
  CHECK(fresh->warnings ==
        std::vector<std::string>{"Results may be incomplete, indexing in progress"});
}

TEST_CASE("folder sync: while a run of this program goes on, the files must be compared") {
  SyncedFolder folder;
  folder.project.index();
  const auto turn = folder.runs.exclude();
  const auto fresh = folder.sync.run({});
  REQUIRE(fresh);
  CHECK_FALSE(fresh->is_compared);
  CHECK(fresh->warnings.size() == 1);
}

TEST_CASE("folder sync: the wait for a first index by somebody else ends") {
  SyncOptions options;
  options.first_index_wait = milliseconds(1);
  SyncedFolder folder(options);
  const auto fresh = folder.sync.run({});
  REQUIRE(fresh);
  CHECK_FALSE(fresh->is_compared);
  CHECK_FALSE(folder.is_whole());
}

TEST_CASE("folder sync: a folder that is gone is compared, without a warning of its own") {
  SyncedFolder folder;
  folder.project.index();
  std::filesystem::remove_all(folder.project.root());
  const auto fresh = folder.sync.run({});
  REQUIRE(fresh);
  CHECK_FALSE(fresh->is_compared);
  CHECK(fresh->warnings.empty());
  CHECK(missing_folder_warning(folder.project.root()));
}

TEST_CASE("index repair: a damaged index is repaired once, and the call repeated") {
  SyncedFolder folder;
  folder.project.index();
  folder.damage_segments();
  int calls = 0;
  const auto open = [&]() -> Result<HybridSearcher> {
    ++calls;
    return HybridSearcher::open(folder.project.state(), {test::embedder(), nullptr, {}, {}});
  };
  const auto opened = folder.repair.repairing({}, open);
  CHECK(opened);
  CHECK(calls == 2);
  CHECK(folder.replaced > 0);
}

TEST_CASE("index repair: after a repair that failed, damage is a fault like others") {
  SyncedFolder folder;
  folder.project.index();
  const Error damage{ErrorCategory::kCorruption, error_code::kSegmentCorrupt, "", "", ""};
  CHECK(is_damage(damage));
  CHECK(folder.repair.is_repairable(damage));
  const auto lock = folder.lock();
  const auto failed = folder.repair.repairing({}, [&]() -> Result<IndexReport> { return damage; });
  REQUIRE_FALSE(failed);
  CHECK_FALSE(folder.repair.is_repairable(damage));
  CHECK_FALSE(is_damage({ErrorCategory::kIo, "OTHER", "", "", ""}));
}

TEST_CASE("index runs: a forced run closes what was open") {
  SyncedFolder folder;
  REQUIRE(folder.runs.index({}, {}));
  CHECK(folder.replaced == 0);
  IndexRequest forced;
  forced.force = true;
  REQUIRE(folder.runs.index(forced, {}));
  CHECK(folder.replaced == 1);
  folder.project.write("src/new.py", "x = 1\n");
  const std::vector<std::string> paths{"src/new.py"};
  CHECK(folder.runs.update(paths, {}).value() == 1);
}

}  // namespace
}  // namespace codeweaver::engine
