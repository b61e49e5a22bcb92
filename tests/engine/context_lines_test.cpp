// Context: lines around a range, cut where they are long or far.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/context_lines.hpp"

#include <doctest/doctest.h>

#include <string_view>

#include "base/utf8.hpp"
#include "store/database/bytes_around.hpp"

namespace codeweaver::engine {
namespace {

using Lines = std::vector<std::string>;

Context around(std::string_view text, std::size_t begin, std::size_t end, std::size_t count) {
  const store::TextPart whole{0, std::string(text)};
  return read_context(whole, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                      count);
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto step = base::utf8_step(text);
    if (!step.is_valid) return false;
    text.remove_prefix(step.length);
  }
  return true;
}

TEST_CASE("context lines are whole lines outside the range") {
  const std::string text = "a\nb\n  c\nd\r\ne";
  const auto c = text.find("  c");
  CHECK(around(text, c, c + 3, 1).before == Lines{"b"});
  CHECK(around(text, c, c + 3, 9).before == Lines{"a", "b"});
  CHECK(around(text, c + 2, c + 3, 9).before == Lines{"a", "b"});
  CHECK(around(text, 0, 1, 3).before.empty());
  CHECK(around(text, c, c + 3, 1).after == Lines{"d"});
  CHECK(around(text, c, c + 4, 9).after == Lines{"d", "e"});
  CHECK(around(text, 0, text.size(), 3).after.empty());
  CHECK(around("\nx", 1, 2, 3).before == Lines{""});
  const auto context = around(text, c + 2, c + 3, 9);
  CHECK_FALSE(context.is_cut);
  CHECK_FALSE(context.begins_inside_line);
  CHECK_FALSE(context.ends_inside_line);
}

TEST_CASE("a chunk inside a line says so, and shows nothing of that line as context") {
  const std::string text = "first\n[1,2,3,4,5]\nlast";
  const auto context = around(text, text.find("2"), text.find(",4"), 2);
  CHECK(context.before == Lines{"first"});
  CHECK(context.after == Lines{"last"});
  CHECK(context.begins_inside_line);
  CHECK(context.ends_inside_line);
  CHECK_FALSE(context.is_cut);
}

TEST_CASE("long context lines are cut between characters and marked") {
  std::string wide;
  while (wide.size() < 3000) wide += "\u20ac";
  const std::string text = wide + "\nx\n" + wide;
  const auto x = text.find("\nx\n") + 1;
  const auto context = around(text, x, x + 1, 1);
  REQUIRE(context.before.size() == 1);
  REQUIRE(context.after.size() == 1);
  CHECK(context.is_cut);
  for (const auto& line : {context.before[0], context.after[0]}) {
    CHECK(line.size() <= kContextLineBytes + 3);
    CHECK(line.ends_with("\u20ac..."));
    CHECK(is_utf8(line));
  }
}

TEST_CASE("what lies behind the part that was read is marked as cut, in valid UTF-8") {
  std::string text;
  while (text.size() < 60'000) text += "\u20ac\u00e9";
  for (std::uint32_t begin = 20'000; begin < 20'010; ++begin) {
    store::TextPart part{begin, text.substr(begin, 30'000 - begin)};  // whole characters of 5
    part.text += "\nchunk\n";
    const auto chunk = static_cast<std::uint32_t>(begin + part.text.size() - 6);
    part.text += text.substr(0, store::bytes_around(3) + begin % 5);
    const auto context = read_context(part, chunk, chunk + 5, 3);
    REQUIRE(context.before.size() == 1);
    REQUIRE(context.after.size() == 1);
    CHECK(context.is_cut);
    CHECK(context.before[0].starts_with("..."));
    CHECK(context.after[0].ends_with("..."));
    CHECK(is_utf8(context.before[0]));
    CHECK(is_utf8(context.after[0]));
    CHECK_FALSE(context.begins_inside_line);
  }
}

TEST_CASE("a chunk in a line whose ends were not read has no context and says that it is cut") {
  const store::TextPart part{1000, std::string(40'000, 'x')};
  const auto context = read_context(part, 20'000, 21'000, 3);
  CHECK(context.before.empty());
  CHECK(context.after.empty());
  CHECK(context.is_cut);
  CHECK(context.begins_inside_line);
  CHECK(context.ends_inside_line);
}

}  // namespace
}  // namespace codeweaver::engine
