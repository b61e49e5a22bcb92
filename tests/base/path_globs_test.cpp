// Path globs: braces, patterns from the root and at any depth, folders with all below.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/path_globs.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace codeweaver::base {
namespace {

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("path globs: braces are spelt out, also nested ones, and else are themselves") {
  CHECK(expand_braces("src/*.{cpp,hpp}") == Words{"src/*.cpp", "src/*.hpp"});
  CHECK(expand_braces("{a,b{1,2}}x") == Words{"ax", "b1x", "b2x"});
  CHECK(expand_braces("{a,}{b,c}") == Words{"ab", "ac", "b", "c"});
  for (const char* plain : {"a", "{a}", "{a,b", "a}", "\\{a,b\\}", ""})
    CHECK(expand_braces(plain) == Words{plain});
  std::string many;
  for (int i = 0; i < 12; ++i) many += "{a,b}";
  CHECK(expand_braces(many) == Words{many});
}

TEST_CASE("path globs: braces that are not closed cost one pass for each alternative") {
  std::string open(100'000, '{');
  CHECK(expand_braces(open) == Words{open});
  CHECK(expand_braces("{a,b}" + open) == Words{"a" + open, "b" + open});
  CHECK(expand_braces(open + "{a,b}") == Words{open + "a", open + "b"});
  std::string many;
  for (int i = 0; i < 9; ++i) many += "{a,b}";
  CHECK(expand_braces(many).size() == 512);
  CHECK(expand_braces(many + open) == Words{many + open});  // 50 MB
}

TEST_CASE("path globs: what a list of patterns admits") {
  struct Row {
    Words patterns;
    std::string path;
    bool is_admitted;
  };
  const Row rows[] = {
      {{}, "a/b.py", true},
      {{"*.py"}, "a/b.py", true},
      {{"*.py"}, "a/b.pyc", false},
      {{"test"}, "a/test/b.py", true},
      {{"test/"}, "test/b.py", true},
      {{"src/test"}, "a/src/test/b.py", false},
      {{"./src"}, "src/b.py", true},
      {{"/b.py"}, "b.py", true},
      {{"/b.py"}, "a/b.py", false},
      {{"src/**/*.{ts,js}"}, "src/x/y/a.js", true},
      {{"src/*"}, "src/x/y/a.js", true},
      {{"!test"}, "src/a.py", true},
      {{"!test"}, "src/test/a.py", false},
      {{"src", "!**/test/**"}, "src/test/a.py", false},
      {{"src", "docs"}, "docs/a.md", true},
      {{"src", "docs"}, "lib/a.md", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.path);
    CAPTURE(row.patterns);
    CHECK(PathGlobs(row.patterns).admits(row.path) == row.is_admitted);
  }
}

TEST_CASE("path globs: a path as a pattern matches itself and what lies below") {
  for (const char* path : {"src/[id].tsx", "a{b,c}", "!x", "a*b"}) {
    const PathGlobs globs({glob_of_path(path)});
    CHECK(globs.admits(path));
    CHECK(globs.admits(std::string(path) + "/below"));
    CHECK_FALSE(globs.admits("other"));
  }
  CHECK_FALSE(PathGlobs({glob_of_path("a*b")}).admits("axb"));
}

TEST_CASE("file globs: names without a slash, whole paths with one, folders by their name alone") {
  CHECK(matches_file_glob("*.py", "src/a.py"));
  CHECK(matches_file_glob("src/*.py", "src/a.py"));
  CHECK(matches_file_glob("/src/*.py", "src/a.py"));
  CHECK(matches_file_glob("/*.py", "a.py"));
  CHECK_FALSE(matches_file_glob("/*.py", "src/a.py"));
  CHECK_FALSE(matches_file_glob("src/*", "src/deep/a.py"));
  CHECK(matches_file_glob("/src", "src/deep/a.py"));
  CHECK(matches_file_glob("src/deep/", "src/deep/a.py"));
  CHECK_FALSE(matches_file_glob("src", "src/a.py"));
  CHECK(matches_file_glob("/**", "src/deep/a.py"));
}

}  // namespace codeweaver::base
