// Tests of the confidence of an answer, from features and from lanes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/confidence.hpp"

#include <doctest/doctest.h>

#include "codeweaver/detail/name_match.hpp"
#include "engine/searching/retrieve/lane.hpp"

namespace codeweaver::engine {

TEST_CASE("confidence: grows with the rerank score and falls with words that nothing holds") {
  AnswerFeatures features{};
  features[0] = 1;
  const double plain = confidence(features);
  features[0] = 3;
  CHECK(confidence(features) > plain);
  features[4] = 0.9;
  CHECK(confidence(features) > 0.5);
  CHECK(confidence(features) < 1);
}

TEST_CASE("confidence: of a lane by how much the query says") {
  CHECK(confidence(Lane{LaneKind::kPlace}) > confidence(Lane{LaneKind::kText}));
  const auto named = [](text::NameMatch match) {
    return confidence(Lane{LaneKind::kName, 0, 0, 0, match});
  };
  CHECK(named(text::NameMatch::kExact) > named(text::NameMatch::kStyle));
  CHECK(named(text::NameMatch::kStyle) > named(text::NameMatch::kHolds));
  CHECK(named(text::NameMatch::kHolds) > named(text::NameMatch::kNear));
}

}  // namespace codeweaver::engine
