// Tests of bodies with a limit of values, and of skipped values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/body.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "json/extent.hpp"
#include "json/random_value.hpp"
#include "json/writer.hpp"

namespace codeweaver::json {
namespace {

std::size_t values_in(const Value& value) {
  std::size_t count = 1;
  if (const auto* items = value.if_array())
    for (const auto& item : *items) count += values_in(item);
  if (const auto* members = value.if_object())
    for (const auto& member : *members) count += values_in(member.value);
  return count;
}

TEST_CASE("body: more values than the limit are refused, as many are read") {
  CHECK(parse_body("[1,2,3]", {.max_values = 4}).has_value());
  const auto marked = parse_body("\xEF\xBB\xBF[1,2,3]");  // after a byte order mark
  REQUIRE(marked);
  CHECK(*marked == *parse_body("[1,2,3]"));
  CHECK(parse_body(R"(["a,[{","\\","\",[["])", {.max_values = 4}).has_value());
  const auto more = parse_body("[1,2,3]", {.max_values = 3});
  REQUIRE_FALSE(more);
  CHECK(more.error().code == "TOO_MANY_VALUES");
  std::string zeros = "{\"query\":\"x\",\"a\":[";
  for (int i = 0; i < 200'000; ++i) zeros += "0,";
  CHECK(parse_body(zeros + "0]}").error().code == "TOO_MANY_VALUES");
  const auto text = '"' + std::string(1 << 20, ',') + '"';
  CHECK(parse_body(text).has_value());
}

TEST_CASE("body: the count of a text is never below that of its values") {
  test::RandomValues random(20261128);
  for (int round = 0; round < 2'000; ++round) {
    const auto value = random.value();
    const auto text = dump(value);
    CAPTURE(text);
    CHECK_FALSE(parse_body(text, {.max_values = values_in(value) - 1}).has_value());
    CHECK(parse_body(text, {.max_values = 2 * values_in(value)}).has_value());
  }
}

TEST_CASE("body: half of a surrogate pair and bytes that are not UTF-8 are read as U+FFFD") {
  const std::string unknown = "\xEF\xBF\xBD";
  const auto text_of = [](std::string_view text) {
    const auto value = parse_body(text);
    return value && value->is_string() ? *value->if_string() : "refused";
  };
  CHECK(text_of(R"("load \ud83d")") == "load " + unknown);
  CHECK(text_of(R"("\ude00 \uD83Dx \ud83d\n")") == unknown + ' ' + unknown + "x " + unknown + '\n');
  CHECK(text_of(R"("\ud83d\ud83d\ude00")") == unknown + "\xF0\x9F\x98\x80");
  CHECK(text_of(R"("\\ud83d")") == "\\ud83d");
  CHECK(text_of("\"a\xFF\xC3\"") == "a" + unknown + unknown);
  CHECK(text_of("\"\xED\xA0\xBD\"").starts_with(unknown));
  const auto both = parse_body("{\"\\udc00\": [1e400, \"\xFF\"]}");
  REQUIRE(both);
  CHECK(both->find(unknown) != nullptr);
  for (const auto* wrong : {R"("\ud83d\x")", R"("\ud83")", "\"\xFF", "\xFF", "[\"\\ud83d\", 1e]"})
    CHECK(text_of(wrong) == "refused");
  for (const auto* stored : {R"("\ud83d")", "\"\xFF\""})
    CHECK_FALSE(parse_body(stored, {.replaces_bad_text = false}).has_value());
}

TEST_CASE("extent: members and items are those that are read") {
  test::RandomValues random(20261129);
  for (int round = 0; round < 2'000; ++round) {
    const auto value = random.value();
    const auto text = dump(value, round % 2 == 0 ? Layout::kCompact : Layout::kIndented);
    CAPTURE(text);
    Array items;
    const bool is_array = for_each_item(text, [&](std::string_view item) {
      items.push_back(parse(item).value());
      return true;
    });
    CHECK(is_array == value.is_array());
    if (is_array) CHECK(Value(items) == value);
    Object members;
    const bool is_object =
        for_each_member(text, [&](std::string_view name, std::string_view member) {
          members.push_back(
              {*parse('"' + std::string(name) + '"')->if_string(), parse(member).value()});
          return true;
        });
    CHECK(is_object == value.is_object());
    if (is_object) CHECK(Value(members) == value);
  }
}

TEST_CASE("extent: what is not JSON hides nothing but itself, and a cut is noticed") {
  std::vector<std::string> seen;
  const auto take = [&](std::string_view name, std::string_view value) {
    seen.push_back(std::string(name) + '=' + std::string(value));
    return true;
  };
  CHECK(for_each_member(R"( {"a": NaN , "b":{"x":["]}\""]}, "c" : } rest)", take));
  CHECK(seen == std::vector<std::string>{"a=NaN", R"(b={"x":["]}\""]})", "c="});
  for (const auto* cut : {"", "[", "{", R"({"a)", R"({"a")", R"({"a":)", R"({"a":1)", R"({"a":[1})",
                          R"({"a":1,)", R"({"a":"\)", "{a:1}", "7"})
    CHECK_FALSE(for_each_member(cut, take));
}

}  // namespace
}  // namespace codeweaver::json
