// Tests of the editor that changes one member of a user's JSON file and keeps every other byte.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/json_edit.hpp"

#include <doctest/doctest.h>

#include <string>

#include "cli/clients/plain_json.hpp"
#include "cli/settings_texts.hpp"

namespace codeweaver::cli {
namespace {

const WantedMember kWanted = {{"servers"}, "ours", "{\n  \"command\": \"x\"\n}"};

/// The text with our entry, or the code of the error.
std::string with_ours(std::string_view text) {
  const auto done = with_member(text, kWanted);
  return done ? *done : done.error().code;
}

/// The text without our entry, "none", or the code of the error.
std::string without_ours(std::string_view text) {
  const auto done = without_member(text, kWanted);
  return !done ? done.error().code : *done ? **done : "none";
}

}  // namespace

TEST_CASE("json edit: an empty file becomes an object and keeps its byte order mark") {
  const std::string object =
      "{\n  \"servers\": {\n    \"ours\": {\n      \"command\": \"x\"\n    }\n  }\n}\n";
  CHECK(with_ours("") == object);
  CHECK(with_ours(" \r\n\t") == object);
  CHECK(with_ours("\xEF\xBB\xBF\n") == "\xEF\xBB\xBF" + object);
  CHECK(without_ours("") == "none");
}

TEST_CASE("json edit: a new member has the indentation and line ends of its neighbours") {
  CHECK(with_ours("{\n\t\"servers\": {\n\t\t\"a\": 1\n\t}\n}") ==
        "{\n\t\"servers\": {\n\t\t\"a\": 1,\n\t\t\"ours\": {\n\t\t\t\"command\": "
        "\"x\"\n\t\t}\n\t}\n}");
  CHECK(with_ours("{\r\n    \"servers\": {}\r\n}\r\n") ==
        "{\r\n    \"servers\": {\r\n        \"ours\": {\r\n            \"command\": \"x\"\r\n"
        "        }\r\n    }\r\n}\r\n");
  CHECK(with_ours("{\"servers\": {\"a\": 1}}") ==
        "{\"servers\": {\"a\": 1, \"ours\": {\n  \"command\": \"x\"\n}}}");
}

TEST_CASE("json edit: a new member follows the comma style and the comments of its object") {
  CHECK(with_ours("{\n  \"servers\": {\n    \"a\": 1, // why\n  }\n}") ==
        "{\n  \"servers\": {\n    \"a\": 1, // why\n    \"ours\": {\n      \"command\": \"x\"\n"
        "    },\n  }\n}");
  CHECK(with_ours("{\n  \"servers\": {\n    \"a\": 1 /* b */ // why\n    // the end\n  }\n}") ==
        "{\n  \"servers\": {\n    \"a\": 1, /* b */ // why\n    \"ours\": {\n"
        "      \"command\": \"x\"\n    }\n    // the end\n  }\n}");
  CHECK(with_ours("{\"servers\": {\"a\": 1,}}") ==
        "{\"servers\": {\"a\": 1, \"ours\": {\n  \"command\": \"x\"\n},}}");
  CHECK(with_ours("{\n  \"servers\": { // none\n  }\n}") ==
        "{\n  \"servers\": { // none\n    \"ours\": {\n      \"command\": \"x\"\n    }\n  }\n}");
}

TEST_CASE("json edit: a known member gets a new value in its place") {
  CHECK(with_ours("{\n  \"servers\": {\n    \"ours\": 1, // why\n    \"b\": 2\n  }\n}") ==
        "{\n  \"servers\": {\n    \"ours\": {\n      \"command\": \"x\"\n    }, // why\n    \"b\": "
        "2\n"
        "  }\n}");
  CHECK(with_ours("{\"servers\": {\"\\u006furs\": null}}") ==
        "{\"servers\": {\"\\u006furs\": {\n  \"command\": \"x\"\n}}}");
}

TEST_CASE("json edit: a member is removed with its comma and its line") {
  CHECK(without_ours("{\n  \"servers\": {\n    \"a\": 1, // a\n    \"ours\": {}\n  }\n}") ==
        "{\n  \"servers\": {\n    \"a\": 1 // a\n  }\n}");
  CHECK(without_ours("{\r\n  \"servers\": {\r\n    \"ours\": {},\r\n    \"a\": 1,\r\n  }\r\n}") ==
        "{\r\n  \"servers\": {\r\n    \"a\": 1,\r\n  }\r\n}");
  CHECK(without_ours("{\"servers\": {\"ours\": 1, \"a\": 2}}") == "{\"servers\": {\"a\": 2}}");
  CHECK(without_ours("{\"servers\": {\"a\": 2, \"ours\": 1}}") == "{\"servers\": {\"a\": 2}}");
  CHECK(without_ours("{\"servers\": {\"a\": 2 /* c */, /* d */ \"ours\": 1}}") ==
        "{\"servers\": {\"a\": 2 /* c */ /* d */ }}");
  CHECK(without_ours("{\"servers\": {\"ours\": 1}}") == "{\"servers\": {}}");
  CHECK(without_ours("{\"servers\": {\"a\": 2}}") == "none");
  CHECK(without_ours("{}") == "none");
}

TEST_CASE("json edit: other members on the line of a removed member stay") {
  CHECK(
      without_ours("{\n  \"servers\": {\n    \"a\": 1, // a\n    \"ours\": {}, \"b\": 2\n  }\n}") ==
      "{\n  \"servers\": {\n    \"a\": 1, // a\n    \"b\": 2\n  }\n}");
  CHECK(without_ours("{\n  // of mine\n  \"servers\": {\n  \"ours\": {} }\n}") ==
        "{\n  // of mine\n  \"servers\": {\n   }\n}");
}

TEST_CASE("json edit: a text that is not an object with one place for the member is refused") {
  const std::string deep = std::string(300, '[') + std::string(300, ']');
  for (const std::string text : {"{",
                                 "[]",
                                 "1",
                                 "{\"a\": 1 \"b\": 2}",
                                 "{\"a\": 1,,}",
                                 "{,}",
                                 "{\"a\" 1}",
                                 "{a: 1}",
                                 "{'a': 1}",
                                 "{\"a\": \"x}",
                                 "{\"a\": \"x\ny\"}",
                                 "{\"a\": 1 /* }",
                                 "{\"a\": tru}",
                                 "{\"a\": 01}",
                                 "{\"a\": [1,,2]}",
                                 "{\"a\": [1 2]}",
                                 "{} {}",
                                 "{}x",
                                 "{\"a\": \"\xFF\"}",
                                 "{\"a\": \"\\x\"}",
                                 "{\"a\": }",
                                 "{\"servers\": []}",
                                 "{\"servers\": null}",
                                 "{\"servers\": {}, \"servers\": {}}",
                                 "{\"servers\": {\"ours\": 1, \"ours\": 2}}",
                                 "\xFF\xFE{\0}\0"}) {
    CAPTURE(text);
    CHECK(with_ours(text) == "INVALID_CONFIG");
  }
  CHECK(with_ours("{\"a\": " + deep + "}") == "INVALID_CONFIG");
  CHECK(without_ours("{\"servers\": {\"ours\": 1, \"ours\": 2}}") == "INVALID_CONFIG");
  CHECK(with_member("{\n  \"a\": 1\n  \"b\": 2}", kWanted).error().cause ==
        "Line 3: expected a comma");
  CHECK(with_member("{\n  \"servers\": 5}", kWanted).error().cause ==
        "\"servers\" is not an object (line 2)");
}

TEST_CASE("json edit: reads a member as it is written") {
  const auto value =
      member_value("// c\n{\"servers\": {\"ours\": [1, /* two */ \"//\",]}}", {"servers"}, "ours");
  REQUIRE((value && *value));
  CHECK(**value == json::Value(json::Array{std::int64_t{1}, std::string("//")}));
  CHECK_FALSE(*member_value("{\"servers\": {}}", {"servers"}, "ours"));
  CHECK_FALSE(*member_value("", {"servers"}, "ours"));
}

TEST_CASE("json edit: all but our member is the same, byte for byte where it is kept") {
  std::size_t edited = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    const auto text = test::SettingsTexts(seed).json("servers", "ours");
    CAPTURE(seed);
    CAPTURE(text);
    const auto before = parse_commented_json(text);
    const auto with = with_member(text, kWanted);
    if (!with) {
      CHECK(with.error().code == "INVALID_CONFIG");
      ++refused;
      continue;
    }
    ++edited;
    const auto value = json::parse(kWanted.value);
    REQUIRE((before && value));
    const auto after = parse_commented_json(*with);
    REQUIRE(after);
    CHECK(*after == with_member_value(*before, kWanted.path, kWanted.key, *value));
    CHECK(with_ours(*with) == *with);

    const auto known = member_value(text, kWanted.path, kWanted.key);
    if (!known || *known) continue;  // a new value replaces the comments in the old one
    CHECK(test::comments_of(*with) == test::comments_of(text));
    const auto without = without_ours(*with);
    CHECK(test::solid_bytes(without) ==
          test::solid_bytes(before->find("servers") != nullptr
                                ? text
                                : *with_member(text, {{}, "servers", "{}"})));
  }
  CHECK(edited > 2000);
  CHECK(refused > 10);
}

}  // namespace codeweaver::cli
