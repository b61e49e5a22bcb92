// Tests of TargetScan and TextRun: a text in memory is scanned, a folder is walked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/target_scan.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "engine/exact/text_run.hpp"
#include "engine/exact/text_targets.hpp"
#include "engine/fixture.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("target scan and text run: a text in memory is scanned, a folder is walked and counted") {
  const auto pattern = pattern::Pattern::compile({.patterns = {"stripes"}});
  REQUIRE(pattern);
  const TextSearchOptions options{.patterns = {"stripes"}};
  engine::TextTarget target;
  target.path = target.shown = "a.py";
  target.text = std::make_shared<const std::string>("zebra\nstripes\n");
  target.item = {test::kAtlas, 11, 0};
  engine::ScannedTarget scanned;
  engine::TargetScan(options, *pattern).scan(target, "", scanned, {});
  REQUIRE(scanned.file.lines.size() == 1);
  CHECK(scanned.file.lines[0].number == 12);
  CHECK(scanned.bytes == 14);

  ProjectFixture project("");
  project.write("a.py", "stripes\n");
  project.write("b.py", "plain\n");
  TextSearchOptions walk = options;
  walk.working_directory = project.root();
  Names found;
  const TextFileSink sink = [&](const TextFile& file) {
    found.push_back(file.path);
    return true;
  };
  const auto report = engine::TextRun(walk, nullptr, *pattern, sink).run(std::stop_token());
  REQUIRE(report);
  CHECK(found == Names{"a.py"});
  CHECK(report->files == 2);
}

}  // namespace codeweaver
