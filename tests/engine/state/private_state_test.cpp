// Tests of private states: our own files lose the rights of others, all else keeps them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/private_state.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "base/temporary_folder.hpp"
#include "engine/fixture.hpp"

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

}  // namespace codeweaver::engine
