// Tests of Indexer::update: indexes changes at the given paths only.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

TEST_CASE("update: files and folders that were given are indexed, others are as they were") {
  ProjectFixture project;
  auto indexer = project.indexer();
  REQUIRE(indexer.run());
  project.write("src/told.py", "def told_of():\n    pass\n");
  project.write("src/untold.py", "def not_told_of():\n    pass\n");
  project.write("lib/deep/in_folder.py", "def in_told_folder():\n    pass\n");
  project.remove("src/auth/utils.py");
  project.remove("src/auth/tokens.py");
  const std::vector<std::string> told{"src/told.py", "lib", "src/auth/utils.py"};
  CHECK(indexer.update(told).value() == 3);
  const auto searcher = project.searcher();
  CHECK(searcher.find_symbol("told_of")->size() == 1);
  CHECK(searcher.find_symbol("in_told_folder")->size() == 1);
  CHECK(searcher.find_symbol("validate_jwt_token")->size() == 1);
  CHECK(searcher.find_symbol("authenticate_user")->empty());
  CHECK(searcher.find_symbol("not_told_of")->empty());
  CHECK(indexer.count_changes().value() == 2);
}

TEST_CASE("update: ignore rules, their changes and paths elsewhere are heeded") {
  ProjectFixture project;
  project.write(".gitignore", "made/\n");
  auto indexer = project.indexer();
  const std::vector<std::string> first{"src/auth/utils.py"};
  CHECK(indexer.update(first).error().code == "INDEX_NOT_FOUND");
  REQUIRE(indexer.run());
  project.write("made/out.py", "def made_by_tool():\n    pass\n");
  project.write(".hidden/x.py", "def in_hidden():\n    pass\n");
  project.write("src/.codeweaverignore", "left_*\n");
  project.write("src/left_out.py", "def left_out():\n    pass\n");
  const std::vector<std::string> ignored{"made/out.py", ".hidden/x.py", "made"};
  CHECK(indexer.update(ignored).value() == 0);
  const std::vector<std::string> by_rule{"src/left_out.py"};
  CHECK(indexer.update(by_rule).value() == 0);
  const std::vector<std::string> rules{".gitignore"};
  project.write(".gitignore", "nothing/\n");
  CHECK(indexer.update(rules).value() >= 1);
  CHECK(project.searcher().find_symbol("made_by_tool")->size() == 1);
  for (const char* path : {"../x.py", "/nowhere/x.py"}) {
    const std::vector<std::string> outside{path};
    CHECK(indexer.update(outside).error().code == "PATH_OUTSIDE_PROJECT");
  }
}

TEST_CASE("update: a file whose size and times are as they were is read, as somebody says so") {
  ProjectFixture project;
  project.write("src/same.py", "def name_one():\n    pass\n");
  auto indexer = project.indexer();
  REQUIRE(indexer.run());
  const auto time = std::filesystem::last_write_time(project.root() / "src/same.py");
  project.write("src/same.py", "def name_two():\n    pass\n");
  std::filesystem::last_write_time(project.root() / "src/same.py", time);
  const std::vector<std::string> told{"src/same.py"};
  CHECK(indexer.update(told).value() == 1);
  CHECK(project.searcher().find_symbol("name_two")->size() == 1);
  CHECK(project.searcher().find_symbol("name_one")->empty());
}

}  // namespace
}  // namespace codeweaver
