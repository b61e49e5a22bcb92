// Tests of the number of callers of a match.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/caller_counts.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "codeweaver/match_place.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

void write_tills(const ProjectFixture& project) {
  const auto write = [&](const char* path, const std::string& text) {
    test::write_file(project.root() / path, text);
  };
  write("till.py",
        "class Till:\n    def close_till(self):\n        return 1\n\n\n"
        "def count_coins(till: Till):\n    return till.close_till()\n\n\n"
        "def count_notes(till: Till):\n    return till.close_till() + till.close_till()\n\n\n"
        "def forgotten_till():\n    return 2\n");
  write("tests/test_till.py",
        "from till import Till\n\n\ndef test_close():\n    assert Till().close_till() == 1\n");
  write("guess.py", "def guess(x):\n    return x.close_till()\n");
  write("till.rb", "def open_till_drawer\n  1\nend\n\nopen_till_drawer\n");
}

/// The first match for the name of a definition.
CodeMatch found(CodeWeaver& core, const std::string& name, bool counts = true) {
  SearchOptions options;
  options.count_callers = counts;
  const auto answer = core.search("sym:" + name, options);
  if (!answer) FAIL(answer.error().message());
  REQUIRE_FALSE(answer->matches.empty());
  return answer->matches[0];
}

}  // namespace

TEST_CASE("callers of a match: counted as the call graph lists them, with tests apart") {
  ProjectFixture project;
  write_tills(project);
  auto core = test::open_workspace({"shop", "Shop", project.root(), project.root() / "../state"});
  const auto close = found(core, "close_till");
  CHECK(close.callers == CallerCount{.total = 3, .tests = 1});
  CHECK(callers_text(close) == "called by 3 (1 test)");
  CHECK_FALSE(found(core, "close_till", false).callers);

  const auto graph = core.call_graph("Till.close_till", {.include_tests = true});
  REQUIRE(graph);
  std::size_t listed = 0;
  for (const auto& one : graph->matches) listed += one.link != ReferenceLink::kByName ? 1 : 0;
  CHECK(listed == close.callers->total);

  const auto till = found(core, "Till");
  CHECK(till.callers == CallerCount{.total = 3, .tests = 1});
  CHECK(callers_text(till) == "used by 3 (1 test)");

  const auto unused = found(core, "forgotten_till");
  CHECK(unused.callers == CallerCount{});
  CHECK(callers_text(unused).empty());
}

TEST_CASE("callers of a match: not known in languages that are not linked, and of common names") {
  ProjectFixture project;
  write_tills(project);
  for (int i = 0; i < 300; ++i)
    test::write_file(project.root() / ("many" + std::to_string(i) + ".py"),
                     "from common import common_name\n\n\ndef f" + std::to_string(i) +
                         "():\n    return common_name()\n");
  test::write_file(project.root() / "common.py", "def common_name():\n    return 1\n");
  auto core = test::open_workspace({"shop", "Shop", project.root(), project.root() / "../state"});
  CHECK_FALSE(found(core, "open_till_drawer").callers);
  CHECK_FALSE(found(core, "common_name").callers);
}

}  // namespace codeweaver
