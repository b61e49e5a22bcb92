// Tests of TextScanner: matching lines, large texts in parts, stops.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_scan.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <stop_token>
#include <string>
#include <thread>

#include "codeweaver/text_search.hpp"
#include "engine/exact/text_source.hpp"
#include "pattern/pattern.hpp"

namespace codeweaver::engine {

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

}  // namespace codeweaver::engine
