// Tests of SearchTarget: the options of a search within it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/search_target.hpp"

#include <doctest/doctest.h>

#include "codeweaver/purpose.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::engine {

TEST_CASE("search target: the options within it no longer name what it took care of") {
  SearchTarget target;
  target.lines = LineFilter{{"a.py", {{1, 2}}}};
  SearchOptions asked;
  asked.ref = "main";
  asked.changed_in = "main..topic";
  asked.filter.purpose = Purpose::kCodeSearch;
  asked.filter.focus_languages = {"python"};
  const auto inside = options_within(target, asked);
  CHECK(inside.ref.empty());
  CHECK(inside.changed_in.empty());
  CHECK_FALSE(inside.filter.purpose);
  CHECK(inside.filter.focus_languages == asked.filter.focus_languages);
  CHECK(inside.filter.lines == target.lines);
}

}  // namespace codeweaver::engine
