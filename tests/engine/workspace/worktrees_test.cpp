// Tests of worktrees of one repository: one state, shared contents, separate results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "codeweaver/workspace.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver {
namespace {

using test::has_path;
using test::paths;
using test::search;

/// The shop in a repository with one linked worktree, on a branch of its own.
class Worktrees {
 public:
  Worktrees() {
    std::filesystem::copy(std::filesystem::path(CODEWEAVER_TEST_DATA) / "shop", main(),
                          std::filesystem::copy_options::recursive);
    git("init -q && git add -A && git commit -qm one && git worktree add -q ../linked");
  }
  std::filesystem::path main() const { return tree.root() / "main"; }
  std::filesystem::path linked() const { return tree.root() / "linked"; }
  void git(const std::string& arguments) const {
    tree.git(arguments, "main");
    REQUIRE_MESSAGE(tree.last_status() == 0, arguments);
  }
  ProjectRegistry registry() const { return ProjectRegistry(tree.root() / "data"); }
  Project add(const std::filesystem::path& root) const {
    auto project = registry().add(root);
    REQUIRE(project);
    return std::move(*project);
  }
  corpus::TempTree tree;
};

CodeWeaver open(const Project& project) {
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.store = test::new_store();
  options.reranker = test::reranker();
  auto opened = CodeWeaver::open(project, options);
  REQUIRE(opened);
  return std::move(*opened);
}

TEST_CASE("worktrees: one state for all, but one for each folder and each clone") {
  const Worktrees f;
  const auto main = f.add(f.main()), linked = f.add(f.linked());
  CHECK(main.state_dir == linked.state_dir);
  CHECK(main.tree.empty());
  CHECK(linked.tree == "worktree:linked");
  CHECK(main.project_id != linked.project_id);
  const auto inner = f.add(f.main() / "src"), inner_linked = f.add(f.linked() / "src");
  CHECK(inner.state_dir != main.state_dir);
  CHECK(inner.state_dir == inner_linked.state_dir);
  CHECK(inner.tree != inner_linked.tree);
  f.git("clone -q . ../clone");
  CHECK(f.add(f.tree.root() / "clone").state_dir != main.state_dir);
  CHECK(f.registry().find(linked.project_id)->tree == linked.tree);
  const auto local = f.registry().init(f.main());
  REQUIRE(local);
  CHECK(f.add(f.linked()).state_dir == local->state_dir);
}

TEST_CASE("worktrees: contents are stored once and results never cross") {
  const Worktrees f;
  const auto project = f.add(f.main()), other = f.add(f.linked());
  auto main = open(project), linked = open(other);
  search(main, "upload");
  f.tree.write("linked/only_here.py", "def living_in_the_linked_tree():\n    return 1\n");
  const auto report = linked.index();
  REQUIRE(report);
  CHECK(report->total_files == 11);
  CHECK(report->chunks_created == 1);
  f.tree.write("main/only_there.py", "def living_in_the_main_tree():\n    return 2\n");

  const auto from_main = search(main, "living in the tree");
  CHECK(has_path(from_main, "only_there.py"));
  CHECK_FALSE(has_path(from_main, "only_here.py"));
  const auto from_linked = search(linked, "living in the tree");
  CHECK(has_path(from_linked, "only_here.py"));
  CHECK_FALSE(has_path(from_linked, "only_there.py"));
  CHECK(main.find_symbol("living_in_the_linked_tree")->empty());
  CHECK(linked.find_symbol("living_in_the_main_tree")->empty());
  const auto& match = from_linked.matches.at(0);
  CHECK(match.file.absolute_path == (f.linked() / match.file.path).string());
  CHECK(match.audit.project == other.project_id);

  std::set<base::Hash128> keys;
  auto database = store::Database::open_read_only(engine::StatePaths{project.state_dir}.database());
  REQUIRE(database);
  const auto trees = *database->trees();
  for (const auto& name : trees) {
    REQUIRE(database->tree(name)->for_each_file([&](const store::FileRecord& file) {
      if (file.outcome == store::FileOutcome::kIndexed) keys.insert(file.content);
      return true;
    }));
  }
  CHECK(keys.size() == 12);

  // A commit belongs to the repository: both may ask for it, and both get their own paths.
  CHECK(search(main, "upload", "HEAD").commit == search(linked, "upload", "HEAD").commit);
  CHECK(search(linked, "upload", "HEAD")
            .matches.at(0)
            .file.absolute_path.starts_with(f.linked().string()));
}

TEST_CASE("worktrees: removing one project leaves the other's part of the state") {
  const Worktrees f;
  const auto project = f.add(f.main()), other = f.add(f.linked());
  {
    auto main = open(project), linked = open(other);
    search(main, "upload");
    search(linked, "upload");
  }
  REQUIRE(f.registry().remove(project.project_id, true));
  auto linked = open(other);
  CHECK(has_path(search(linked, "retry failed uploads"), "src/billing/upload.py"));
  CHECK_FALSE(HybridSearcher::open(project.state_dir, {test::embedder(), {}, {}, {}}));
  REQUIRE(f.registry().remove(other.project_id, true));
  CHECK_FALSE(std::filesystem::exists(project.state_dir));
}

TEST_CASE("worktrees: one that was removed and comes back is indexed again") {
  const Worktrees f;
  const auto main = f.add(f.main()), linked = f.add(f.linked());
  const auto answers = [](const Project& project) {
    auto engine = open(project);
    return has_path(search(engine, "retry failed uploads"), "src/billing/upload.py");
  };
  CHECK(answers(main));
  CHECK(answers(linked));
  REQUIRE(f.registry().remove(linked.project_id, true));
  CHECK(answers(f.add(f.linked())));
  REQUIRE(f.registry().remove(main.project_id, true));
  CHECK(answers(f.add(f.main())));
}

std::vector<std::string> trees_of(const Project& project) {
  const engine::StatePaths paths{project.state_dir};
  const auto database = store::Database::open_read_only(paths.database());
  REQUIRE(database);
  return *database->trees();
}

TEST_CASE("worktrees: the tree of one that git removed goes with the next run, and what it used") {
  const Worktrees f;
  const auto project = f.add(f.main()), other = f.add(f.linked());
  f.tree.write("linked/only_here.py", "def living_in_the_linked_tree():\n    return 1\n");
  auto main = open(project);
  REQUIRE(main.index());
  {
    auto linked = open(other);
    REQUIRE(linked.index());
  }
  const engine::StatePaths gone{other.state_dir, other.tree};
  REQUIRE(std::filesystem::exists(gone.segments() / gone.manifest()));
  REQUIRE(std::filesystem::exists(gone.stat_cache()));
  REQUIRE(main.index());
  CHECK(trees_of(project).size() == 2);

  f.git("worktree remove --force ../linked");
  REQUIRE(main.index());
  CHECK(trees_of(project) == std::vector<std::string>{""});
  CHECK_FALSE(std::filesystem::exists(gone.segments() / gone.manifest()));
  CHECK_FALSE(std::filesystem::exists(gone.stat_cache()));
  const auto database = store::Database::open_read_only(gone.database());
  CHECK(database->tree("")->find_symbols("living_in_the_linked_tree", 1)->empty());
  CHECK(has_path(search(main, "retry failed uploads"), "src/billing/upload.py"));

  f.git("worktree add -q -b again ../linked");
  auto linked = open(f.add(f.linked()));
  CHECK(has_path(search(linked, "retry failed uploads"), "src/billing/upload.py"));
  CHECK_FALSE(has_path(search(linked, "living in the linked tree"), "only_here.py"));
}

TEST_CASE("worktrees: one that is out of sight stays until git would prune it") {
  const Worktrees f;
  const auto disk = f.tree.root() / "disk", away = f.tree.root() / "away";
  std::filesystem::create_directory(disk);
  f.git("worktree add -q ../disk/side");
  const auto project = f.add(f.main()), other = f.add(disk / "side");
  auto main = open(project);
  REQUIRE(main.index());
  {
    auto side = open(other);
    REQUIRE(side.index());
  }
  const auto is_kept = [&] {
    REQUIRE(main.index());
    return trees_of(project).size() == 2;
  };
  std::filesystem::rename(disk, away);
  CHECK(is_kept());
  std::filesystem::create_directory(disk);  // a place where nothing is mounted
  CHECK(is_kept());
  std::filesystem::remove(disk);
  std::filesystem::rename(away, disk);
  CHECK(is_kept());

  f.git("worktree lock ../disk/side");
  f.tree.write("disk/other.txt", "x");
  std::filesystem::remove_all(disk / "side");
  CHECK(is_kept());
  f.git("worktree unlock ../disk/side");
  CHECK_FALSE(is_kept());
}

TEST_CASE("worktrees: one that lies inside the main folder is not taken for a part of it") {
  const Worktrees f;
  f.add(f.main());
  f.git("worktree add -q .trees/inner");
  const auto inner = f.main() / ".trees/inner";
  CHECK(f.registry().containing(f.main() / "src")->has_value());
  CHECK_FALSE(f.registry().containing(inner / "src")->has_value());
  CHECK(f.add(inner).tree == "worktree:inner");
  CHECK(f.registry().containing(inner / "src")->value().root == inner);
}

}  // namespace
}  // namespace codeweaver
