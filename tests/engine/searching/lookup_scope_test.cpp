// LookupScope: the deadline and the warnings of a look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/lookup_scope.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/scoped_context.hpp"

namespace codeweaver {
namespace {

TEST_CASE("lookup scope: calls end with the look-up, and old warnings go") {
  std::vector<std::string> warnings{"of the look-up before"};
  {
    const engine::LookupScope limited({std::chrono::hours(1), &warnings}, {});
    CHECK(warnings.empty());
    const auto left = base::scoped_context().left();
    REQUIRE(left);
    CHECK(*left > std::chrono::minutes(50));
  }
  CHECK_FALSE(base::scoped_context().left());
}

TEST_CASE("lookup scope: a look-up without a deadline has no end, and follows its stop token") {
  std::stop_source source;
  const engine::LookupScope limited({}, source.get_token());
  CHECK_FALSE(base::scoped_context().left());
  source.request_stop();
  CHECK(base::scoped_context().stop.stop_requested());
}

}  // namespace
}  // namespace codeweaver
