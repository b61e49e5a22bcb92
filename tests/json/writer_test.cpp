// Writer: layouts, escaping, numbers, round trips.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/writer.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "json/random_value.hpp"

namespace codeweaver::json {

TEST_CASE("writer: compact and indented text of the same calls") {
  const auto write = [](Layout layout) {
    Writer writer(layout);
    writer.begin_object().member("a", 1).key("b").begin_array().value("x").null().end_array();
    writer.member("empty", Value(Array{})).key("o").begin_object().end_object();
    writer.member("yes", true).key("raw").raw("[1]").end_object();
    return writer.take();
  };
  CHECK(write(Layout::kCompact) ==
        R"({"a":1,"b":["x",null],"empty":[],"o":{},"yes":true,"raw":[1]})");
  CHECK(write(Layout::kIndented) == R"({
  "a": 1,
  "b": [
    "x",
    null
  ],
  "empty": [],
  "o": {},
  "yes": true,
  "raw": [1]
})");
}

TEST_CASE("writer: strings are escaped and invalid UTF-8 is replaced, one mark a sequence") {
  const auto written = [](std::string_view text) {
    Writer writer;
    return writer.value(text).take();
  };
  CHECK(written("a\"b\\c/\n\r\t\b\x1f\x7f") == "\"a\\\"b\\\\c/\\n\\r\\t\\u0008\\u001f\x7f\"");
  CHECK(written("\xC3\xA9\xF0\x9F\x98\x80") == "\"\xC3\xA9\xF0\x9F\x98\x80\"");
  struct Row {
    std::string_view bytes;
    std::size_t marks;
  };
  const Row rows[] = {{"\x80", 1},         {"\xC0\xAF", 2},         {"\xE2\x82", 1},
                      {"\xED\xA0\x80", 3}, {"\xF4\x90\x80\x80", 4}, {"\xF0\x9F\x98", 1},
                      {"\xFF\xFE", 2},     {"\xE0\x80\x80", 3}};
  for (const Row& row : rows) {
    std::string expected = "\"a";
    for (std::size_t i = 0; i < row.marks; ++i) expected += "\xEF\xBF\xBD";
    CHECK(written("a" + std::string(row.bytes) + "z") == expected + "z\"");
  }
}

TEST_CASE("writer: numbers are the shortest that read back, and never what JSON lacks") {
  const auto written = [](auto number) {
    Writer writer;
    return writer.value(number).take();
  };
  CHECK(written(0.1) == "0.1");
  CHECK(written(1.0) == "1.0");
  CHECK(written(1e300) == "1e+300");
  CHECK(written(-0.0) == "-0.0");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "null");
  CHECK(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(written(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
}

TEST_CASE("writer: whatever is written reads back equal, in both layouts") {
  test::RandomValues random(7);
  for (int round = 0; round < 5000; ++round) {
    const Value value = random.value();
    for (const Layout layout : {Layout::kCompact, Layout::kIndented}) {
      const std::string text = dump(value, layout);
      CAPTURE(text);
      const auto read = parse(text);
      REQUIRE(read);
      CHECK(*read == value);
      CHECK(dump(*read, layout) == text);
    }
  }
}

}  // namespace codeweaver::json
