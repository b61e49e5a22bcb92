// limited(): the deadline and the warnings of a look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/lookup_limit.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

namespace codeweaver {
namespace {

TEST_CASE("lookup limit: calls end with the look-up, and old warnings go") {
  std::vector<std::string> warnings{"of the look-up before"};
  const auto call = engine::limited({}, {std::chrono::hours(1), &warnings});
  CHECK(warnings.empty());
  const auto left = call.left();
  REQUIRE(left);
  CHECK(*left > std::chrono::minutes(50));
  CHECK(engine::limited(call, {std::chrono::hours(2)}).deadline == call.deadline);
}

TEST_CASE("lookup limit: a look-up without a deadline has no end, and follows its stop token") {
  std::stop_source source;
  CallContext given(source.get_token());
  given.request_id = "r1";
  const auto call = engine::limited(given, {});
  CHECK_FALSE(call.left());
  CHECK(call.request_id == "r1");
  source.request_stop();
  CHECK(call.stop.stop_requested());
}

}  // namespace
}  // namespace codeweaver
