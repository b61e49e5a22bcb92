// Tests of filters: accepted files, and rejected filters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/question/filter.hpp"

#include <doctest/doctest.h>

namespace codeweaver::engine {
namespace {

CompiledFilter compiled(const SearchFilter& filter, bool include_tests = true) {
  auto out = compile_filter(filter, include_tests);
  REQUIRE(out);
  return *out;
}

TEST_CASE("filter: directory means the folder and below, however it is written") {
  for (const char* written : {"src/auth", "./src/auth/", "/src//auth", "src/auth/"}) {
    SearchFilter filter;
    filter.directory = written;
    const auto only = compiled(filter);
    CHECK(only.admits("src/auth/a.py", "python", false));
    CHECK(only.admits("src/auth/deep/a.py", "python", false));
    CHECK_FALSE(only.admits("src/authors/a.py", "python", false));
    CHECK_FALSE(only.admits("other/src/auth/a.py", "python", false));
  }
}

TEST_CASE("filter: a directory that climbs out of the project is refused") {
  SearchFilter filter;
  filter.directory = "src/../../etc";
  const auto out = compile_filter(filter, true);
  REQUIRE_FALSE(out);
  CHECK(out.error().code == "PATH_OUTSIDE_PROJECT");
}

TEST_CASE("filter: absolute places count from the root of the project") {
  SearchFilter filter;
  filter.directory = "/home/me/shop/src/database/../auth";
  filter.file_glob = "/home/me/shop/src/auth/*.{py,js}";
  filter.paths = {"/home/me/shop/src", "!/home/me/shop/src/auth/old*"};
  const auto out = compile_filter(filter, true, "/home/me/shop");
  REQUIRE(out);
  CHECK(out->admits("src/auth/a.py", "python", false));
  CHECK_FALSE(out->admits("src/auth/old.py", "python", false));
  CHECK_FALSE(out->admits("src/auth/deep/a.py", "python", false));
  CHECK(out->wanted(FilterField::kPaths) == "/src !/src/auth/old*");
  filter = {};
  filter.file_glob = "/home/me/shop/src";
  CHECK(compile_filter(filter, true, "/home/me/shop")->admits("src/auth/a.py", "python", false));
  for (const char* outside : {"../*", "src/../../*"}) {
    filter = {};
    filter.file_glob = outside;
    CHECK(compile_filter(filter, true, "/home/me/shop").error().code == "PATH_OUTSIDE_PROJECT");
    filter = {};
    filter.paths = {outside};
    CHECK(compile_filter(filter, true, "/home/me/shop").error().code == "PATH_OUTSIDE_PROJECT");
  }
}

TEST_CASE("filter: extensions ignore case and an optional dot") {
  SearchFilter filter;
  filter.file_type = ".PY";
  CHECK(compiled(filter).admits("a/b.py", "python", false));
  CHECK(compiled(filter).admits("B.Py", "python", false));
  CHECK_FALSE(compiled(filter).admits("a.py/b.pyi", "python", false));
}

TEST_CASE("filter: a glob without a slash matches names, with one it matches paths") {
  SearchFilter names, tree;
  names.file_glob = "test_*.py";
  tree.file_glob = "src/**/*.ts";
  CHECK(compiled(names).admits("deep/down/test_a.py", "python", false));
  CHECK_FALSE(compiled(names).admits("deep/test_a.pyc", "python", false));
  CHECK(compiled(tree).admits("src/a.ts", "typescript", false));
  CHECK(compiled(tree).admits("src/x/y/a.ts", "typescript", false));
  CHECK_FALSE(compiled(tree).admits("lib/src/a.ts", "typescript", false));
}

TEST_CASE("filter: globs have braces, paths have several patterns and such that leave out") {
  SearchFilter braces, list;
  braces.file_glob = "src/*.{ts,js}";
  CHECK(compiled(braces).admits("src/a.js", "javascript", false));
  CHECK_FALSE(compiled(braces).admits("src/a.css", "css", false));
  list.paths = {"src", "docs/*.md", "!**/old/**"};
  CHECK(compiled(list).admits("src/x/a.ts", "typescript", false));
  CHECK(compiled(list).admits("docs/a.md", "markdown", false));
  CHECK(compiled(list).refusal("src/old/a.ts", "typescript", false) == FilterField::kPaths);
  CHECK(compiled(list).wanted(FilterField::kPaths) == "src docs/*.md !**/old/**");
  CHECK_FALSE(compiled(list).is_open());
}

TEST_CASE("filter: languages go by id or alias, and an unknown one names what there is") {
  SearchFilter filter;
  filter.focus_languages = {"c++", "Python"};
  CHECK(compiled(filter).admits("a", "cpp", false));
  CHECK(compiled(filter).admits("a", "python", false));
  CHECK_FALSE(compiled(filter).admits("a", "rust", false));
  filter.focus_languages = {"klingon"};
  const auto out = compile_filter(filter, true);
  REQUIRE_FALSE(out);
  CHECK(out.error().code == "UNKNOWN_LANGUAGE");
  CHECK(out.error().cause.find("klingon") != std::string::npos);
  CHECK(out.error().action.find("python") != std::string::npos);
  filter.focus_languages = {"kotln"};
  const auto near = compile_filter(filter, true).error().action;
  CHECK(near.starts_with("Did you mean kotlin?"));
  CHECK(near.size() < 200);
}

TEST_CASE("filter: conditions hold together, and none at all is open") {
  SearchFilter filter;
  CHECK(compiled(filter).is_open());
  filter.directory = "web";
  filter.file_type = "ts";
  const auto both = compiled(filter, false);
  CHECK(both.admits("web/cart.ts", "typescript", false));
  CHECK_FALSE(both.admits("web/banner.js", "javascript", false));
  CHECK_FALSE(both.admits("src/cart.ts", "typescript", false));
  CHECK_FALSE(both.admits("web/cart.test.ts", "typescript", true));
}

TEST_CASE("filter: values that are too large are refused, and errors show their begin alone") {
  // By edit distance to each language, 15 MB took minutes.
  SearchFilter filter{.focus_languages = {std::string(200'000, 'y')}};
  auto error = compile_filter(filter, true).error();
  CHECK(error.code == "UNKNOWN_LANGUAGE");
  CHECK(error.cause.size() < 300);
  filter.focus_languages.front().resize(15'000'000);
  CHECK(compile_filter(filter, true).error().code == "FILTER_TOO_LARGE");
  for (const SearchFilter& large :
       {SearchFilter{.file_glob = std::string(300'000, '*')},
        SearchFilter{.paths = std::vector<std::string>(30'000, "src/a.py/")}})
    CHECK(compile_filter(large, true).error().code == "FILTER_TOO_LARGE");
}

TEST_CASE("filter: lines let in the files they name and the chunks that share one") {
  SearchFilter filter;
  filter.lines = LineFilter{{"a.py", {{3, 5}, {20, 20}}}};
  const auto out = compiled(filter);
  CHECK_FALSE(out.is_open());
  CHECK(out.refusal("a.py", "python", false) == FilterField::kNone);
  CHECK(out.refusal("b.py", "python", false) == FilterField::kLines);
  CHECK(out.admits_lines("a.py", {5, 9}));
  CHECK(out.admits_lines("a.py", {10, 30}));
  CHECK_FALSE(out.admits_lines("a.py", {6, 19}));
  CHECK_FALSE(out.admits_lines("b.py", {3, 5}));
}

}  // namespace
}  // namespace codeweaver::engine
