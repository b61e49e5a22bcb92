// Value and parse: kinds, members, faults with their position.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/value.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "json/fault.hpp"
#include "json/integer.hpp"
#include "json/random_value.hpp"
#include "json/writer.hpp"

namespace codeweaver::json {

TEST_CASE("value: each kind answers as itself and as nothing else") {
  CHECK(Value().is_null());
  CHECK(*Value(true).if_bool());
  CHECK(*Value(7U).if_integer() == 7);
  CHECK(Value(7).if_number() == 7.0);
  CHECK(Value(0.5).if_number() == 0.5);
  CHECK(Value(0.5).if_integer() == nullptr);
  CHECK(*Value("text").if_string() == "text");
  CHECK(Value("text").if_bool() == nullptr);
  CHECK(Value(Array{1, "a"}).if_array()->size() == 2);
  CHECK(Value(Object{{"a", 1}}).find("a") != nullptr);
  CHECK(Value("text").find("a") == nullptr);
  CHECK(Value(7) != Value(7.0));
  CHECK(Value(Array{}).kind_name() == "array");
}

TEST_CASE("value: members keep the order in which they were set, and are replaced in place") {
  Value value;
  value.set("z", 1).set("a", 2).set("z", Value().push_back(nullptr));
  CHECK(dump(value) == R"({"z":[null],"a":2})");
}

TEST_CASE("parse: numbers keep their kind") {
  const auto value = parse("[1, 1.0, 1e2, -0, 9223372036854775807, 9223372036854775808]");
  REQUIRE(value);
  const Array& items = *value->if_array();
  CHECK(items[0] == Value(1));
  CHECK(items[1] == Value(1.0));
  CHECK(items[2] == Value(100.0));
  CHECK(items[3] == Value(0));
  CHECK(items[4] == Value(std::numeric_limits<std::int64_t>::max()));
  CHECK(items[5] == Value(9223372036854775808.0));
}

TEST_CASE("parse: of members with one name the last counts") {
  CHECK(*parse(R"({"a":1,"a":2})")->find("a") == Value(2));
}

TEST_CASE("parse: an error says where and what") {
  struct Row {
    std::string_view text;
    std::string_view cause;
  };
  const Row rows[] = {
      {"", "line 1, column 1: expected a value, found the end"},
      {"{\"a\": 1,\n \"b\" 2}", "line 2, column 6: expected ':'"},
      {"[1, 2", "line 1, column 6: expected ',' or ']', found the end"},
      {"[1, 2,]", "line 1, column 7: expected a value"},
      {"{a: 1}", "line 1, column 2: expected a member name in double quotes"},
      {"[\"a\\x\"]", "line 1, column 5: unknown escape"},
      {"\"\xFF\"", "line 1, column 2: not UTF-8"},
      {"\"a\nb\"", "line 1, column 3: a control character in a string must be escaped"},
      {"\"abc", "line 1, column 5: expected '\"', found the end"},
      {"01", "line 1, column 2: a number must not begin with 0"},
      {"1 2", "line 1, column 3: expected the end of the text"},
      {"\"\\ud800\"", "line 1, column 8: unpaired surrogate"},
      {"nul", "line 1, column 1: expected a value"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto value = parse(row.text);
    REQUIRE_FALSE(value);
    CHECK(value.error().code == "INVALID_JSON");
    CHECK(value.error().category == ErrorCategory::kInvalidArgument);
    CHECK(value.error().cause == "Invalid JSON at " + std::string(row.cause));
  }
}

TEST_CASE("parse: a number out of range is the nearest there is, and breaks nothing else") {
  const auto value = parse(
      R"({"a":[1e400,-1E+999,1e-999],"b":1208925819614629174706176,"c":-9223372036854775809,"d":-7,)"
      R"("e":"say \"1e400\" \\","f":2.5e0,"g":1)" +
      std::string(400, '0') + "}");
  REQUIRE(value);
  const auto largest = std::numeric_limits<double>::max();
  CHECK(*value->find("a") == Value(Array{largest, -largest, 0.0}));
  CHECK(value->find("b")->if_number() == 1208925819614629174706176.0);
  CHECK(value->find("c")->if_number() == -9223372036854775808.0);
  CHECK(*value->find("d")->if_integer() == -7);
  CHECK(*value->find("e")->if_string() == "say \"1e400\" \\");
  CHECK(value->find("f")->if_number() == 2.5);
  CHECK(value->find("g")->if_number() == largest);
  CHECK_FALSE(parse("[1e400, 1e]"));
}

TEST_CASE("value: a number without a fraction is an integer, however it was written") {
  for (const auto* text : {"3", "3.0", "3e0", "30e-1", "0.3E1"})
    CHECK(as_integer(*parse(text)) == 3);
  CHECK(as_integer(*parse("-9223372036854775808.0")) == INT64_MIN);
  for (const auto* text :
       {"3.5", "9223372036854775808", "1e400", "-1e400", "\"3\"", "null", "true"})
    CHECK_FALSE(as_integer(*parse(text)));
}

TEST_CASE("parse: nesting is limited, and exactly so") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parse(nested(3), 3).has_value());
  CHECK(parse("[[[1]]]", 3).has_value());
  CHECK(parse(R"({"a":{"b":{"c":1}}})", 3).has_value());
  for (const std::string& deeper : {nested(4), std::string("[[[[1]]]]"), std::string("[[[{}]]]")}) {
    const auto value = parse(deeper, 3);
    REQUIRE_FALSE(value);
    CHECK(value.error().cause == "Invalid JSON at line 1, column 4: nested too deeply");
  }
  CHECK(parse(nested(kMaxDepth)).has_value());
  CHECK_FALSE(parse(nested(1'000'000)));
}

TEST_CASE("parse: simdjson and the plain scanner agree on what is JSON") {
  test::RandomValues random(20261121);
  int faulty = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = dump(random.value());
    static constexpr std::string_view kNoise = "{}[],:\"\\0-.eE+tfn u\x01\xC3\x80";
    for (auto edits = random.below(3); edits > 0; --edits) {
      const std::size_t at = random.below(text.size() + 1);
      const char noise = kNoise[random.below(kNoise.size())];
      if (random.below(2) == 0 || at == text.size())
        text.insert(at, 1, noise);
      else
        text[at] = noise;
    }
    CAPTURE(text);
    const auto parsed = parse(text);
    const auto fault = find_fault(text, kMaxDepth);
    CHECK(parsed.has_value() == !fault.has_value());
    faulty += fault.has_value();
  }
  CHECK(faulty > 5000);
}

}  // namespace codeweaver::json
