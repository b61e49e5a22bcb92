// Small parts of shown texts, of searches of text and of groups of files, each by itself.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_scan.hpp"
#include "engine/searching/naming_line.hpp"
#include "engine/searching/shown_text.hpp"
#include "engine/segments/file_groups.hpp"

namespace codeweaver::engine {
namespace {

TEST_CASE("naming line: a definition's name stands below its annotation and return type") {
  const std::vector<std::string_view> lines = {"@Override", "public Map<String, Gate>",
                                               "openGates(int gates) {", "  return open;", "}"};
  CHECK(naming_line(lines, 0, 5, "openGates") == 2);
  CHECK(naming_line(lines, 0, 5, "close") == 0);
  CHECK(last_name("zebra::Gate::open") == "open");
  CHECK(stands_in("void open(Gate&)", "open"));
  CHECK_FALSE(stands_in("void reopen(Gate&)", "open"));
}

TEST_CASE("shown text: the whole text is shown as it is, a signature alone for a summary") {
  constexpr std::string_view kText =
      "def open(gate):\n    gate.lift()\n    gate.wait()\n    return gate\n";
  Focus focus{.text = kText, .lines = {1, 4}, .symbol = "open", .kind = "function"};
  focus.named_line = 0;
  CHECK(shown_text(focus, "", false, Detail::kFull, {}) == kText);
  const auto summary = shown_text(focus, "", false, Detail::kSummary, {});
  CHECK(summary.starts_with("def open(gate):"));
  CHECK(summary.size() < kText.size());
}

TEST_CASE("text scan: lines that match come with those around them, and are counted") {
  auto pattern = pattern::Pattern::compile({.patterns = {"ga+te"}});
  REQUIRE(pattern);
  const TextSearchOptions options{.patterns = {"ga+te"}, .after = 1, .wants_places = true};
  TextScanner scanner(options, *pattern);
  TextFile file;
  TextArena arena;
  REQUIRE(scanner.scan(text_in_memory("one\ngate\ntwo\nthree\ngaate and gate\n"), file, arena) ==
          ScanEnd::kDone);
  REQUIRE(file.lines.size() == 3);
  CHECK(file.lines[0].number == 2);
  CHECK(file.lines[1].text == "two\n");
  CHECK_FALSE(file.lines[1].is_match);
  CHECK(file.lines[2].places.size() == 2);
  CHECK(file.line_count == 2);
}

TEST_CASE("text index: a folder without one is told so") {
  const auto index = TextIndex::open({"/no/such/folder", "/no/such/state", "tree"}, {});
  REQUIRE_FALSE(index);
  CHECK(index.error().category == ErrorCategory::kNotFound);
}

TEST_CASE("file groups: a content that an earlier group has gets its vectors from there") {
  const auto file = [](std::string path, std::string_view text) {
    return WantedFile{std::move(path), base::hash128(std::string(text))};
  };
  std::vector<WantedFile> files;
  for (std::size_t i = 0; i < FileGroups::kFilesOfRequest; ++i)
    files.push_back(file("a" + std::to_string(i), std::to_string(i)));
  files.push_back(file("copy", "0"));
  FileGroups groups(files, true);
  CHECK(groups.count() == 2);
  CHECK(groups.files(1).size() == 1);
  CHECK(groups.is_repeat(FileGroups::kFilesOfRequest));
  CHECK_FALSE(groups.is_repeat(0));
  PreparedFile first, copy;
  first.vectors = {1, 2};
  groups.share(0, first);
  groups.share(FileGroups::kFilesOfRequest, copy);
  CHECK(copy.vectors == first.vectors);
  CHECK(FileGroups(files, false).count() == files.size());
}

}  // namespace
}  // namespace codeweaver::engine
