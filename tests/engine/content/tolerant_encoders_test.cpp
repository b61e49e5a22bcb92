// Tests of TolerantEncoders: a model that fails again and again is not asked any more.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/tolerant_encoders.hpp"

#include <doctest/doctest.h>

#include "engine/content/told_encoder.hpp"
#include "engine/content/tolerant_embedder.hpp"

namespace codeweaver::engine {

TEST_CASE("tolerant encoders: one that fails four times in a row is not asked again") {
  ToldEncoder encoder;
  const TolerantEncoders none({});
  CHECK_FALSE(none.work());
  CHECK(none.view().sparse == nullptr);
  const TolerantEncoders encoders({nullptr, &encoder});
  CHECK(encoders.work());
  encoder.throws = true;
  encoder.calls = 0;
  for (int i = 0; i < 3 * TolerantEmbedder::kMostFailures; ++i) CHECK_FALSE(encoders.work());
  CHECK(encoder.calls == TolerantEmbedder::kMostFailures);
}

}  // namespace codeweaver::engine
