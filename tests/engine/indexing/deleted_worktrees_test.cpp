// Tests of deleted worktrees: forgotten by git or missing, but not locked or unmounted.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/deleted_worktrees.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "base/temporary_folder.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;

using test::TemporaryFolder;

}  // namespace

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

}  // namespace codeweaver::engine
