// Tests of ProjectRoots: folders that calls may name, and listed folders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/project_roots.hpp"

#include <doctest/doctest.h>

#include "service/fixture.hpp"

namespace codeweaver::service {
namespace {

namespace fs = std::filesystem;

std::string code_of(const ProjectRoots& roots, const fs::path& path) {
  const auto real = roots.resolve(path);
  return real ? "" : real.error().code;
}

}  // namespace

TEST_CASE("project roots: only real folders below them may be named") {
  const test::ServiceFixture fixture;
  const auto& home = fixture.folder();
  fs::create_directories(home / "work" / "deep");
  fs::create_directories(home / "workshop");
  test::ServiceFixture::write(home / "work" / "file.txt", "text");
  fs::create_symlink(home / "workshop", home / "work" / "out");
  fs::create_symlink(home / "work" / "deep", home / "in");
  const ProjectRoots roots({home / "work", home / "none"});
  CHECK(roots.folders() == std::vector<fs::path>{home / "work"});
  CHECK(*roots.resolve(home / "work") == home / "work");
  CHECK(*roots.resolve(home / "work" / "." / "deep" / ".." / "deep") == home / "work" / "deep");
  CHECK(*roots.resolve(home / "in") == home / "work" / "deep");
  for (const auto& path : {home, home / "workshop", home / "work" / "..", home / "work" / "out",
                           home / "work" / ".." / "none", fs::path("/"), home / "nothing"})
    CHECK_MESSAGE(code_of(roots, path) == "PATH_OUTSIDE_ROOTS", path);
  CHECK(code_of(roots, home / "work" / "none") == "PATH_NOT_FOUND");
  CHECK(code_of(roots, home / "work" / "file.txt") == "NOT_A_DIRECTORY");
  for (const auto& path : {fs::path("work"), fs::path("../x"), fs::path(), fs::path("~")})
    CHECK_MESSAGE(code_of(roots, path) == "PATH_NOT_ABSOLUTE", path);
  CHECK(code_of(roots, home / std::string("work/\0x", 7)) == "PATH_NOT_ABSOLUTE");
  CHECK(roots.resolve(home).error().action.find((home / "work").string()) != std::string::npos);
}

TEST_CASE("project roots: listings hold the folders that may be named") {
  const test::ServiceFixture fixture;
  const auto& home = fixture.folder();
  for (const auto* name : {"work/b", "work/a", "work/.hidden", "other"})
    fs::create_directories(home / name);
  test::ServiceFixture::write(home / "work" / "file.txt", "text");
  fs::create_symlink(home / "other", home / "work" / "out");
  fs::create_symlink(home / "work" / "a", home / "work" / "c");
  const ProjectRoots roots({home / "work"});
  const auto all = roots.list({});
  REQUIRE(all);
  CHECK(all->path.empty());
  CHECK(all->folders == std::vector<fs::path>{home / "work"});
  const auto work = roots.list(home / "work");
  REQUIRE(work);
  CHECK(work->folders ==
        std::vector<fs::path>{home / "work" / "a", home / "work" / "b", home / "work" / "c"});
  CHECK_FALSE(work->parent);
  CHECK_FALSE(work->is_cut);
  const auto below = roots.list(home / "work" / "a");
  REQUIRE(below);
  CHECK(below->folders.empty());
  CHECK(below->parent == home / "work");
  CHECK(roots.list(home / "other").error().code == "PATH_OUTSIDE_ROOTS");
}

}  // namespace codeweaver::service
