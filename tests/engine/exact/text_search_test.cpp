// Tests of exact search: files skipped thanks to the index; answers equal the current files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_search.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using test::write_file;

struct ExactAnswer {
  TextSearchReport report;
  std::vector<std::string> paths;
  std::vector<std::string> lines;
};

ExactAnswer find_text(const ProjectFixture& project, TextSearchOptions options) {
  options.working_directory = project.root();
  const TextIndexPlace place{std::filesystem::canonical(project.root()), project.state(), ""};
  ExactAnswer answer;
  auto report = search_text(options, &place, [&](const TextFile& file) {
    answer.paths.push_back(file.path);
    for (const auto& line : file.lines) answer.lines.emplace_back(line.text);
    return true;
  });
  REQUIRE(report);
  answer.report = std::move(*report);
  return answer;
}

}  // namespace

TEST_CASE("exact search: only files that may match are read, once they are indexed") {
  ProjectFixture project("");
  for (int i = 0; i < 40; ++i)
    write_file(project.root() / ("f" + std::to_string(i) + ".py"),
               "def function_" + std::to_string(i) + "():\n    return " + std::to_string(i) + "\n");
  write_file(project.root() / "data.zzz", "function_7 1 22 333\n");
  CHECK(find_text(project, {.patterns = {"function_7"}}).report.without_index != "");
  project.index();
  // A file that was written in the tick of the clock in which it was indexed may have changed
  // since: it is known for good once a later run has read it again.
  const auto ask = [&] { return find_text(project, {.patterns = {"function_7\\("}}); };
  auto found = ask();
  for (int run = 0; run < 200 && found.report.read_files > 2; ++run) {
    project.index();
    found = ask();
  }
  CHECK(found.report.without_index == "");
  CHECK(found.report.files == 41);
  CHECK(found.report.read_files == 2);  // the match, and what is not in the index
  CHECK(found.lines == std::vector<std::string>{"def function_7():\n"});
  const auto folded =
      find_text(project, {.patterns = {"FUNCTION_7"}, .case_rule = CaseRule::kFolded});
  CHECK(folded.report.read_files == 2);
  CHECK(folded.paths == std::vector<std::string>{"data.zzz", "f7.py"});
}

TEST_CASE("exact search: files that changed, came or went since are as they are now") {
  ProjectFixture project("");
  for (const auto* name : {"a.py", "b.py", "c.py"})
    write_file(project.root() / name, "def before():\n    pass\n");
  project.index();
  project.index();  // what was written just before the first is known for good
  write_file(project.root() / "b.py", "def afterwards():\n    pass\n");
  write_file(project.root() / "d.py", "afterwards = 1\n");
  std::filesystem::remove(project.root() / "c.py");
  CHECK(find_text(project, {.patterns = {"afterwards"}}).paths ==
        std::vector<std::string>{"b.py", "d.py"});
  CHECK(find_text(project, {.patterns = {"before"}}).paths == std::vector<std::string>{"a.py"});
  CHECK(find_text(project, {.patterns = {"before"}, .is_inverted = true}).paths.size() == 3);
}

TEST_CASE("exact search: an unknown type and a pattern that cannot be read are refused") {
  const auto code = [](const TextSearchOptions& options) {
    const auto report = search_text(options, nullptr, [](const TextFile&) { return true; });
    return report ? std::string() : std::string(report.error().code);
  };
  CHECK(code({.patterns = {"a"}, .types = {"nonsense"}}) == "UNKNOWN_TYPE");
  CHECK(code({.patterns = {"a("}}) == "PATTERN_INVALID");
}

}  // namespace codeweaver
