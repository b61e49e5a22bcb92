// Tests of members: single members of objects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/members.hpp"

#include <doctest/doctest.h>

namespace codeweaver::json {

TEST_CASE("members: a member of the asked kind is found, in place") {
  const auto object = parse(R"({"t": "x", "f": false, "i": -7, "n": 2.5, "l": [1, 2]})").value();
  CHECK(text_in(object, "t") == object.find("t")->if_string());
  CHECK(*flag_in(object, "f") == false);
  CHECK(*integer_in(object, "i") == -7);
  CHECK(number_in(object, "n") == 2.5);
  CHECK(number_in(object, "i") == -7);
  CHECK(list_in(object, "l")->size() == 2);
  CHECK(text_or_empty(object, "t") == "x");
  CHECK(integer_or(object, "i", 3) == -7);
}

TEST_CASE("members: another kind, null, no member, no object and no value are all the same") {
  const auto object = parse(R"({"t": 1, "n": null, "i": 2.5, "l": {}})").value();
  for (const Value* value : {static_cast<const Value*>(nullptr), &object, object.find("t")}) {
    CHECK(text_in(value, "t") == nullptr);
    CHECK(text_in(value, "n") == nullptr);
    CHECK(text_or_empty(value, "absent").empty());
    CHECK(flag_in(value, "t") == nullptr);
    CHECK(integer_in(value, "i") == nullptr);
    CHECK(integer_or(value, "i", 3) == 3);
    CHECK_FALSE(number_in(value, "n").has_value());
    CHECK(list_in(value, "l") == nullptr);
  }
}

}  // namespace codeweaver::json
