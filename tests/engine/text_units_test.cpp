// Tests of small parts of shown texts, of text search and of groups of files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/hash.hpp"
#include "engine/exact/line_buffer.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_scan.hpp"
#include "engine/searching/answer/shown_text.hpp"
#include "engine/searching/text/naming_line.hpp"
#include "engine/segments/file_groups.hpp"

namespace codeweaver::engine {
namespace {

TEST_CASE("naming line: a definition's name stands below its annotation and return type") {
  const std::vector<std::string_view> lines = {"@Override", "public Map<String, Gate>",
                                               "openGates(int gates) {", "  return open;", "}"};
  CHECK(naming_line(lines, 0, 5, "openGates") == 2);
  CHECK(naming_line(lines, 0, 5, "close") == 0);
  CHECK(last_name("zebra::Gate::open") == "open");
  CHECK(contains_word("void open(Gate&)", "open"));
  CHECK_FALSE(contains_word("void reopen(Gate&)", "open"));
}

TEST_CASE("shown text: the whole text is shown as it is, a signature alone for a summary") {
  constexpr std::string_view kText =
      "def open(gate):\n    gate.lift()\n    gate.wait()\n    return gate\n";
  Focus focus{.text = kText, .lines = {1, 4}, .symbol = "open", .kind = "function"};
  focus.named_line = 0;
  CHECK(shown_text(focus, "", false, {Detail::kFull, {}}) == kText);
  const auto summary = shown_text(focus, "", false, {Detail::kSummary, {}});
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

TEST_CASE("text scan: of a text with very many lines that match, parts are handed out") {
  auto pattern = pattern::Pattern::compile({.patterns = {"gate"}});
  REQUIRE(pattern);
  const TextSearchOptions options{.patterns = {"gate"}};
  std::string text;
  constexpr std::size_t kLines = 200'000;
  for (std::size_t i = 0; i < kLines; ++i) text += "a gate of some forty bytes, line by line\n";
  TextScanner scanner(options, *pattern);
  TextFile whole;
  TextArena arena;
  CHECK(scanner.scan(text_in_memory(text), whole, arena) == ScanEnd::kFull);
  CHECK(arena.bytes() < 2 * TextScanner::kMostKept);
  std::size_t parts = 0, lines = 0;
  TextFile file;
  const auto end = scanner.scan_in_pieces(text_in_memory(text), file, [&](const TextFile& part) {
    CHECK(part.has_begun == (parts > 0));
    CHECK(part.goes_on == (lines + part.lines.size() < kLines));
    ++parts;
    lines += part.lines.size();
    return true;
  });
  CHECK(end == ScanEnd::kDone);
  CHECK(parts > 10);
  CHECK(lines == kLines);
  CHECK(file.searched_bytes == text.size());
}

TEST_CASE("text scan: a stop ends the search of one line, and hands out no part of it") {
  // Each of a million places looks for a z to the end of the line: half an hour.
  auto pattern = pattern::Pattern::compile({.patterns = {"a.*z|a"}});
  REQUIRE(pattern);
  const TextSearchOptions options{.patterns = {"a.*z|a"}, .wants_places = true};
  const std::string text(1U << 20, 'a');
  for (const bool is_in_pieces : {false, true}) {
    TextScanner scanner(options, *pattern);
    TextFile file;
    TextArena arena;
    std::stop_source stop;
    std::jthread stopping([&stop] { stop.request_stop(); });
    std::size_t parts = 0;
    const auto source = text_in_memory(text);
    const auto end = is_in_pieces ? scanner.scan_in_pieces(
                                        source, file, [&](const TextFile&) { return ++parts > 0; },
                                        stop.get_token())
                                  : scanner.scan(source, file, arena, stop.get_token());
    CHECK(end != ScanEnd::kFailed);
    CHECK(parts == 0);
  }
}

TEST_CASE("line buffer: windows are whole lines, also where a line is longer than one") {
  LineBuffer buffer;
  const std::string text = "a\n" + std::string(300'000, 'x') + "\nend";
  std::size_t at = 0;
  const auto read = [&](char* out, std::size_t size) {
    const std::size_t count = std::min(size, text.size() - at);
    std::copy_n(text.data() + at, count, out);
    at += count;
    return static_cast<std::ptrdiff_t>(count);
  };
  buffer.start(read, ZeroRule::kEndsText);
  std::string all;
  while (buffer.fill()) {
    all += buffer.window();
    buffer.consume(buffer.window().size());
  }
  CHECK(all == text);
  at = 0;
  const std::string zeros = std::string("one\ntwo\0three\n", 14);
  buffer.start(
      [&](char* out, std::size_t) {
        std::copy(zeros.begin(), zeros.end(), out);
        return static_cast<std::ptrdiff_t>(at++ == 0 ? zeros.size() : 0);
      },
      ZeroRule::kEndsLine);
  REQUIRE(buffer.fill());
  CHECK(buffer.window() == "one\ntwo\nthree\n");
  CHECK(buffer.zero() == 7);
}

TEST_CASE("text index: a folder without one is told so") {
  const auto index = TextIndex::open({"/no/such/folder", "/no/such/state", "tree"});
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
