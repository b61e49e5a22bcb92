// Tests of TextIndex: a folder without an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_index.hpp"

#include <doctest/doctest.h>

#include "codeweaver/result.hpp"

namespace codeweaver::engine {

TEST_CASE("text index: a folder without one is told so") {
  const auto index = TextIndex::open({"/no/such/folder", "/no/such/state", "tree"});
  REQUIRE_FALSE(index);
  CHECK(index.error().category == ErrorCategory::kNotFound);
}

}  // namespace codeweaver::engine
