// Tests of schema validation, by keyword.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/schema_check.hpp"

#include <doctest/doctest.h>

#include "client.hpp"
#include "mcp/input.hpp"
#include "mcp/tool.hpp"

namespace codeweaver::mcp {
namespace {

Result<void> check(std::string_view property, std::string_view value) {
  return check_members(parsed(R"({"x":)" + std::string(value) + '}'),
                       parsed(R"({"properties":{"x":)" + std::string(property) + "}}"));
}

TEST_CASE("schema: each keyword takes what it allows and refuses the rest") {
  struct Case {
    const char* property;
    std::vector<const char*> fitting, wrong;
  };
  for (const auto& [property, fitting, wrong] : std::vector<Case>{
           {R"({})", {"1", "[]", R"("a")", "{}"}, {}},
           {R"({"type":"string"})", {R"("")", "null"}, {"1", "true", "[]", "{}"}},
           {R"({"type":"integer"})", {"0", "-3", "3.0", "3e1"}, {"0.5", "1e400", R"("0")"}},
           {R"({"type":"number"})", {"0", "0.5"}, {R"("0")", "false"}},
           {R"({"type":"boolean"})", {"true", "false"}, {"0", R"("true")"}},
           {R"({"enum":["a","b"]})", {R"("a")"}, {R"("c")", R"("A")", "0"}},
           {R"({"oneOf":[{"const":"a","title":"A"},{"const":"b"}]})", {R"("b")"}, {R"("A")"}},
           {R"({"anyOf":[{"const":1}]})", {"1"}, {"2", R"("1")"}},
           {R"({"anyOf":[{"const":1},{"type":"string"}]})", {"1", "2"}, {}},  // not known: not held
           {R"({"type":"integer","minimum":2,"maximum":4})", {"2", "4"}, {"1", "5"}},
           {R"({"type":"string","minLength":2,"maxLength":3})",
            {R"("ab")", R"("äöü")"},
            {R"("ä")", R"("abcd")"}},
           {R"({"type":"array","minItems":1,"maxItems":2,"items":{"enum":["a"]}})",
            {R"(["a"])", R"(["a","a"])"},
            {"[]", R"(["a","a","a"])", R"(["b"])"}},
       }) {
    CAPTURE(property);
    for (const auto* value : fitting) CHECK_MESSAGE(check(property, value), value);
    for (const auto* value : wrong) {
      const auto checked = check(property, value);
      REQUIRE_MESSAGE(!checked, value);
      CHECK(checked.error().cause.starts_with("'x' is "));
      CHECK(checked.error().action.starts_with("Give "));
    }
  }
}

TEST_CASE("schema: a tool without arguments says that it takes none") {
  for (const auto* schema : {R"({"type":"object","properties":{}})",
                             R"({"type":"object","properties":{},"additionalProperties":false})",
                             R"({"type":"object","additionalProperties":false})"}) {
    CAPTURE(schema);
    const auto checked = check_arguments(parsed(R"({"nme":1})"), parsed(schema));
    REQUIRE(!checked);
    CHECK(checked.error().cause == "Unknown argument 'nme'");
    CHECK(checked.error().action == "This tool takes no arguments; call it without any.");
  }
}

TEST_CASE("schema: an argument may be given under an accepted name, but not under both") {
  Tool tool;
  tool.input_schema = parsed(R"({"properties":{"max_results":{"type":"integer"}}})");
  tool.other_names = {{"limit", "max_results"}};
  CHECK(*read_arguments(parsed(R"({"limit":3})"), tool) == parsed(R"({"max_results":3})"));
  CHECK(*read_arguments(parsed(R"({"limit":null,"max_results":3})"), tool) ==
        parsed(R"({"max_results":3})"));
  CHECK(*read_arguments(parsed(R"({"limit":3,"max_results":null})"), tool) ==
        parsed(R"({"max_results":3})"));
  CHECK(read_arguments(parsed(R"({"most":3})"), tool).error().cause == "Unknown argument 'most'");
  const auto both = read_arguments(parsed(R"({"limit":3,"max_results":4})"), tool);
  REQUIRE_FALSE(both);
  CHECK(both.error().cause == "'limit' and 'max_results' are two names of one argument");
  CHECK(both.error().action == "Give only one of them.");
  CHECK_FALSE(read_arguments(parsed("[]"), tool));
}

TEST_CASE("schema: a choice may be written in any case, and calls get it as listed") {
  Tool tool;
  tool.input_schema = parsed(R"({"properties":{
    "detail":{"type":"string","enum":["full","Short"]},
    "either":{"oneOf":[{"const":"a"},{"const":"A"},{"const":1}]},
    "kinds":{"type":"array","items":{"enum":["class"]}}}})");
  CHECK(*read_arguments(parsed(R"({"detail":"FULL","kinds":["Class","class"]})"), tool) ==
        parsed(R"({"detail":"full","kinds":["class","class"]})"));
  CHECK(*read_arguments(parsed(R"({"detail":"short"})"), tool) == parsed(R"({"detail":"Short"})"));
  CHECK(*read_arguments(parsed(R"({"either":"A"})"), tool) == parsed(R"({"either":"A"})"));
  CHECK_FALSE(read_arguments(parsed(R"({"detail":"fully"})"), tool));
}

TEST_CASE("schema: what is required has to be there, what is not described may be") {
  const auto schema = parsed(R"({"properties":{"a":{"type":"string"}},"required":["a"]})");
  CHECK(check_members(parsed(R"({"a":"x","b":[]})"), schema));
  for (const auto* object : {"{}", R"({"a":null})", R"({"b":"x"})"})
    CHECK_MESSAGE(!check_members(parsed(object), schema), object);
}

TEST_CASE("schema: a form that is declined or cancelled needs no content, an accepted one does") {
  const auto question =
      elicit("k", "?", parsed(R"({"properties":{"n":{"type":"integer"}},"required":["n"]})"));
  for (const auto* answer :
       {R"({"action":"decline"})", R"({"action":"cancel","content":{"n":"x"}})",
        R"({"action":"accept","content":{"n":1}})",
        R"({"action":"accept","content":{"n":1,"m":2}})"})
    CHECK_MESSAGE(is_answer_to(question, parsed(answer)), answer);
  for (const auto* answer :
       {R"({"action":"accept"})", R"({"action":"accept","content":{}})",
        R"({"action":"accept","content":{"n":"1"}})", R"({"action":"maybe","content":{"n":1}})"})
    CHECK_MESSAGE(!is_answer_to(question, parsed(answer)), answer);
  CHECK(is_answer_to(elicit_url("k", "?", "https://a.b"), parsed(R"({"action":"accept"})")));
}

}  // namespace
}  // namespace codeweaver::mcp
