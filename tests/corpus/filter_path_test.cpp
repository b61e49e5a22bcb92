// Tests of paths and patterns of filters: all notations, and places outside the project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/filter_path.hpp"

#include <doctest/doctest.h>

#include "corpus/temp_tree.hpp"

namespace codeweaver::corpus {
namespace {

struct Project {
  Project() {
    tree.write("pro[j]/src/auth/a.py");
    tree.link("link", "pro[j]");
  }
  std::string path(std::string_view given) const {
    const auto out = path_of_filter(root, given);
    return out ? *out : out.error().code;
  }
  std::string glob(std::string_view given) const {
    const auto out = glob_of_filter(root, given);
    return out ? *out : out.error().code;
  }
  TempTree tree;
  std::filesystem::path root = tree.root() / "pro[j]";
  std::string top = root.string(), link = (tree.root() / "link").string();
};

TEST_CASE("filter paths: relative, absolute, by links and with dots they are the same") {
  const Project project;
  for (const auto& given :
       {std::string("src/auth"), std::string("./src/auth/"), std::string("src//auth/."),
        std::string("src/database/../auth"), std::string("/src/auth"), project.top + "/src/auth",
        project.top + "/src/../src/auth/", project.link + "/src/auth"})
    CHECK_MESSAGE(project.path(given) == "src/auth", given);
  for (const auto& given : {std::string(), std::string("."), project.top, project.link + "/"})
    CHECK_MESSAGE(project.path(given).empty(), given);
  CHECK(project.path("not/there/../yet") == "not/yet");
}

TEST_CASE("filter paths: those that leave the project are refused") {
  const Project project;
  for (const auto& given : {std::string(".."), std::string("src/../../x"), std::string("/usr"),
                            std::string("/etc/passwd"), std::string("/../etc"),
                            project.top + "/../other", project.top + "x"})
    CHECK_MESSAGE(project.path(given) == "PATH_OUTSIDE_PROJECT", given);
  CHECK(path_of_filter({}, "/src")->starts_with("src"));  // no folder is known
}

TEST_CASE("filter patterns: what begins with the root counts from it, others stay as they are") {
  const Project project;
  for (const char* same :
       {"", "*.py", "src/**/*.{ts,js}", "!test", "/src/*.py", "./src", "a,b", "{x"})
    CHECK_MESSAGE(project.glob(same) == same, same);
  CHECK(project.glob(project.top + "/src/*.py") == "/src/*.py");
  CHECK(project.glob('!' + project.top + "/src") == "!/src");
  CHECK(project.glob(project.link + "/src/{a,b}/*.py") == "{/src/a/*.py,/src/b/*.py}");
  CHECK(project.glob('{' + project.top + "/a,b\\,c}") == "{/a,b\\,c}");
  CHECK(project.glob(project.top) == "/**");
  std::string escaped = project.top;
  for (std::size_t at = 0; (at = escaped.find_first_of("[]", at)) != std::string::npos; at += 2)
    escaped.insert(at, "\\");
  CHECK(project.glob(escaped + "/src") == "/src");
  CHECK(project.glob("src/x/../*.py") == "/src/*.py");
  for (const char* outside : {"../*", "!../x", "src/../../*", "{a,../b}"})
    CHECK_MESSAGE(project.glob(outside) == "PATH_OUTSIDE_PROJECT", outside);
}

}  // namespace
}  // namespace codeweaver::corpus
