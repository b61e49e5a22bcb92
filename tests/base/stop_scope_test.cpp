// Tests of StopScope: nested tokens and deadlines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/stop_scope.hpp"

#include <doctest/doctest.h>

namespace codeweaver::base {

TEST_CASE("stop scope: an inner scope has its own token and the earlier end") {
  using std::chrono::hours;
  const auto now = std::chrono::steady_clock::now();
  CHECK_FALSE(StopScope::end());
  CHECK(StopScope::left_of(std::chrono::seconds(5)) == std::chrono::seconds(5));
  std::stop_source stop;
  {
    const StopScope outer(stop.get_token(), now + hours(2));
    {
      const StopScope inner({}, now + hours(1));
      CHECK(StopScope::end() == now + hours(1));
      CHECK_FALSE(StopScope::current().stop_possible());
    }
    {
      const StopScope inner({}, now + hours(3));
      CHECK(StopScope::end() == now + hours(2));
    }
    {
      const StopScope inner(stop.get_token());
      CHECK(StopScope::end() == now + hours(2));
    }
    {
      const StopScope unlimited(stop.get_token(), StopScope::NoEnd{});
      CHECK_FALSE(StopScope::left());
      CHECK(StopScope::current() == stop.get_token());
    }
    CHECK(StopScope::left_of(hours(9)) <= hours(2));
    CHECK(StopScope::end() == now + hours(2));
  }
  const StopScope over({}, now - hours(1));
  CHECK(StopScope::left() == std::chrono::milliseconds(1));
}

}  // namespace codeweaver::base
