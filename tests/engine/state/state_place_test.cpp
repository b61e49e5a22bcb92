// Tests of the place of a state: worktrees and folders of a repository; filters of namespaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/state_place.hpp"

#include <doctest/doctest.h>

#include "codeweaver/namespace_key.hpp"
#include "codeweaver/purpose.hpp"
#include "corpus/temp_tree.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::engine {

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

TEST_CASE("namespaces: a filter admits those of its purpose and strategy") {
  const auto key = *NamespaceKey::parse(test::kAtlas);
  CHECK(admits_namespace({}, "", key));
  CHECK(admits_namespace(key.purpose, "", key));
  CHECK(admits_namespace({}, key.chunk_strategy, key));
  CHECK_FALSE(admits_namespace(key.purpose, "ast", key));
  CHECK_FALSE(admits_namespace(Purpose::kCodeSearch, "", key));
}

}  // namespace codeweaver::engine
