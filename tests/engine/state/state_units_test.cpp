// Tests of the parts of a state: places, owners, locks, replaced files, the project list.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"
#include "engine/indexing/deleted_worktrees.hpp"
#include "engine/state/index_lock.hpp"
#include "engine/state/private_state.hpp"
#include "engine/state/state_place.hpp"
#include "engine/workspace/registry_file.hpp"
#include "engine/workspace/registry_rescue.hpp"
#include "engine/writing/replaced_contents.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

bool is_private(const fs::path& path) {
  return (fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all)) ==
         fs::perms::none;
}

/// Readable by all, as older versions left it.
void make_open(const fs::path& file) {
  test::write_file(file, "x");
  fs::permissions(file, fs::perms::others_read | fs::perms::group_read, fs::perm_options::add);
}

Error refused(std::string code) {
  return {ErrorCategory::kUnavailable, std::move(code), "", "", ""};
}

std::vector<std::string> ids_of(const RegistryContent& content) {
  std::vector<std::string> out;
  for (const auto& project : content.projects) out.push_back(project.project_id);
  return out;
}

}  // namespace

TEST_CASE("private state: what is ours loses the rights of others, what is not keeps them") {
  const TemporaryFolder folder;
  for (const char* const name : {"index.db", "segments/1.segment", "settings.toml", "notes.txt"})
    make_open(folder / name);
  make_open(folder / (std::string(32, 'a') + ".stat"));
  REQUIRE(prepare_state({folder.path()}));
  CHECK(is_private(folder / "index.db"));
  CHECK(is_private(folder / "segments/1.segment"));
  CHECK(is_private(folder / (std::string(32, 'a') + ".stat")));
  CHECK_FALSE(is_private(folder / "notes.txt"));
  make_open(folder / "projects.json");
  make_data_private(folder.path());
  CHECK(is_private(folder / "projects.json"));
}

TEST_CASE("run in turn: waits only where asked to, and runs again when the lock is free") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  int runs = 0;
  const auto locked_once = [&]() -> Result<IndexReport> {
    if (++runs == 1) return refused("INDEX_LOCKED");
    return IndexReport{};
  };
  CHECK(retry_while_locked(paths, {}, locked_once, {}).error().code == "INDEX_LOCKED");
  runs = 0;
  IndexRequest patient;
  patient.wait_for_others = true;
  CHECK(retry_while_locked(paths, patient, locked_once, {}));
  CHECK(runs == 2);
  const auto broken = [&]() -> Result<IndexReport> { return refused("DISK_FULL"); };
  CHECK(retry_while_locked(paths, patient, broken, {}).error().code == "DISK_FULL");
}

TEST_CASE("run in turn: stopped while another one holds the lock, the run counts as cancelled") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  const auto held = acquire_index_lock(paths, {});
  REQUIRE(held);
  CHECK(acquire_index_lock(paths, {}).error().code == "INDEX_LOCKED");
  std::stop_source stop;
  IndexRequest patient;
  patient.wait_for_others = true;
  patient.on_wait = [&](const LockHolder&) { stop.request_stop(); };
  const auto report = retry_while_locked(
      paths, patient, []() -> Result<IndexReport> { return refused("INDEX_LOCKED"); },
      stop.get_token());
  REQUIRE(report);
  CHECK(report->status == IndexStatus::kCancelled);
}

TEST_CASE("state place: one state a repository and folder of it, one tree a worktree") {
  const corpus::TempTree files;
  files.write("main/src/a.py");
  files.git("init -q && git add -A && git commit -qm one && git worktree add -q ../linked", "main");
  REQUIRE(files.last_status() == 0);
  const auto data = files.root() / "data", top = files.root() / "main";
  const auto main = state_place(data, top), linked = state_place(data, files.root() / "linked");
  CHECK(main.tree.empty());
  CHECK(linked.tree == "worktree:linked");
  CHECK(linked.state_dir == main.state_dir);
  CHECK(state_place(data, top / "src").state_dir != main.state_dir);
  CHECK(tree_root(top, "worktree:linked") == files.root() / "linked");
  CHECK(tree_root(files.root() / "linked", "") == top);
  CHECK_FALSE(tree_root(top, "worktree:other"));
  files.write("main/.git/worktrees/linked/gitdir", "../../../../linked/.git\n");
  CHECK(tree_root(top, "worktree:linked") == files.root() / "linked");
  CHECK_FALSE(is_in_inner_repository(top, top / "src"));
  files.make_folder("main/.codeweaver");
  CHECK(state_place(data, top).state_dir == top / ".codeweaver");
  CHECK(state_place(data, files.root() / "linked").state_dir == top / ".codeweaver");
}

TEST_CASE("gone worktrees: forgotten by git or missing, but not locked and not unmounted") {
  const TemporaryFolder folder;
  const auto known = folder / ".git/worktrees/one";
  const auto is_gone = [&] { return is_worktree_deleted(folder / ".git", "one"); };
  CHECK_FALSE(is_gone());  // this may be no repository at all
  test::write_file(folder / ".git/HEAD", "ref: refs/heads/main\n");
  CHECK(is_gone());
  test::write_file(known / "gitdir", (folder / "away/one/.git").string() + "\n");
  CHECK_FALSE(is_gone());  // nothing is around it: what it lay on may not be mounted
  test::write_file(folder / "away/other", "");
  CHECK(is_gone());
  test::write_file(known / "locked", "");
  CHECK_FALSE(is_gone());
  fs::remove(known / "locked");
  fs::create_directories(folder / "away/one");
  CHECK_FALSE(is_gone());
}

TEST_CASE("replaced contents: come back from their text, and above a thousand are everything") {
  ReplacedContents some;
  CHECK(some.is_empty());
  some.add({});
  CHECK(some.is_empty());
  some.add({1, 2});
  some.add({3, 4});
  CHECK(ReplacedContents::parse(some.text()).keys() == some.keys());
  CHECK(ReplacedContents::parse(some.text() + "what is that").keys().size() == 2);
  for (std::uint64_t i = 0; i < ReplacedContents::kMost; ++i) some.add({5, i + 1});
  CHECK(some.is_everything());
  CHECK(some.keys().empty());
  CHECK(ReplacedContents::parse(some.text()).is_everything());
}

TEST_CASE("sweeps: what one run replaced goes with the next one, unless a file has it again") {
  const TemporaryFolder folder;
  const StatePaths paths{folder.path()};
  auto database = store::Database::open(paths.database());
  REQUIRE(database);
  const base::Hash128 old{1, 1}, kept{2, 2};
  for (const auto& key : {old, kept}) REQUIRE(database->put_content({key, "text", "x", 0, {}, {}}));
  store::FileRecord file;
  file.path = "a";
  file.content = kept;
  REQUIRE(database->make_tree("")->put_file(file));
  ReplacedContents both;
  both.add(old);
  both.add(kept);
  const auto sweep = [&](const ReplacedContents& now) {
    REQUIRE(database->transaction([&] { return sweep_replaced(*database, paths, now); }));
  };
  sweep(both);
  CHECK(*database->has_content(old));
  CHECK(replaced_contents(*database, paths)->keys().size() == 2);
  sweep({});
  CHECK_FALSE(*database->has_content(old));
  CHECK(*database->has_content(kept));
  REQUIRE(database->put_content({old, "text", "x", 0, {}, {}}));
  sweep(ReplacedContents::everything());
  sweep({});  // that stays until all texts were looked at
  CHECK(replaced_contents(*database, paths)->is_everything());
  REQUIRE(sweep_everything(*database, paths));
  CHECK_FALSE(*database->has_content(old));
  CHECK(replaced_contents(*database, paths)->is_empty());
  CHECK(sweep_leftovers(*database, paths));
}

TEST_CASE("project list: sorted, sealed, and answered from its copy when it is damaged") {
  const TemporaryFolder folder;
  const auto add = [&](const std::string& id) {
    return update_registry(folder.path(), [&](RegistryContent& content) -> Result<void> {
      content.projects.push_back({id, id, "/nowhere/" + id, "/nowhere/state", ""});
      return {};
    });
  };
  CHECK(read_registry(folder.path()).projects.empty());
  REQUIRE(add("shop"));
  REQUIRE(add("atlas"));
  CHECK(ids_of(read_registry(folder.path())) == std::vector<std::string>{"atlas", "shop"});
  const auto refusal = update_registry(folder.path(), [](RegistryContent& content) -> Result<void> {
    content.projects.clear();
    return refused("NO");
  });
  CHECK(refusal.error().code == "NO");
  CHECK(read_registry(folder.path()).projects.size() == 2);
  auto text = *base::read_file(folder / "projects.json", 1 << 20);
  text.replace(text.find("shop"), 4, "ship");
  test::write_file(folder / "projects.json", text);
  const auto restored = read_registry(folder.path());
  CHECK(ids_of(restored) == std::vector<std::string>{"atlas", "shop"});
  CHECK(restored.restored.find("its checksum differs") != std::string::npos);
  REQUIRE(add("third"));
  CHECK(fs::exists(folder / "projects.json.damaged"));
  CHECK(read_registry(folder.path()).restored.empty());
}

TEST_CASE("project list: without a copy it is made of the states that are there") {
  const corpus::TempTree files;
  const auto data = files.root() / "data", root = files.root() / "Great Shop";
  files.write("Great Shop/a.py");
  const auto place = state_place(data, root);
  fs::create_directories(place.state_dir);
  {
    auto database = store::Database::open(StatePaths{place.state_dir}.database());
    REQUIRE(database->set_project({"shop", "The shop", root.string()}));
  }
  const auto found = rescue_projects(data);
  REQUIRE(found.size() == 1);
  CHECK(found[0].project_id == "shop");
  CHECK(found[0].root == root);
  CHECK(found[0].state_dir == place.state_dir);
  CHECK(project_slug("Great Shop!") == "great-shop");
  CHECK(project_slug("...") == "project");
  CHECK(unique_id(found, "shop") == "shop-2");
  CHECK(unique_id(found, "other") == "other");
}

TEST_CASE("namespaces: a filter admits those of its purpose and strategy") {
  const auto key = *NamespaceKey::parse(test::kAtlas);
  CHECK(admits_namespace({}, "", key));
  CHECK(admits_namespace(key.purpose, "", key));
  CHECK(admits_namespace({}, key.chunk_strategy, key));
  CHECK_FALSE(admits_namespace(key.purpose, "ast", key));
  CHECK_FALSE(admits_namespace(Purpose::kCodeSearch, "", key));
}

}  // namespace codeweaver::engine
