// Tests of named definitions: a constructor or an impl does not define the type.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/named_definitions.hpp"

#include <doctest/doctest.h>

namespace codeweaver::engine {

TEST_CASE("named definitions: a constructor and an impl declare what another one defines") {
  CHECK(is_secondary({"Pool", "Pool.Pool", "method", {}}));
  CHECK(is_secondary({"Pool", "office::Pool::Pool", "function", {}}));
  CHECK(is_secondary({"Pool", "Pool", "impl", {}}));
  CHECK_FALSE(is_secondary({"Pool", "office::Pool", "class", {}}));
  CHECK_FALSE(is_secondary({"Pool", "LargePool.Pooled", "class", {}}));
}

}  // namespace codeweaver::engine
