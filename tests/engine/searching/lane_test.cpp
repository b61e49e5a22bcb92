// Tests of lanes: the bands of matched names do not overlap.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/lane.hpp"

#include <doctest/doctest.h>

#include "codeweaver/detail/name_match.hpp"

namespace codeweaver::engine {

TEST_CASE("lane: the more a name is like the one asked for, the higher, and bands do not overlap") {
  using text::NameMatch;
  double above = 2;
  for (const auto match : {NameMatch::kExact, NameMatch::kStyle, NameMatch::kBegins,
                           NameMatch::kHolds, NameMatch::kNear, NameMatch::kParts}) {
    CHECK(least_of(match) < above);
    CHECK(least_of(match) + kLaneWidth <= above + 1e-9);
    above = least_of(match);
  }
}

}  // namespace codeweaver::engine
