// Tests of TimeLimit and SharedDeadline: time that is over, stops, and no limit.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/open/time_limit.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <stop_token>

#include "codeweaver/call_context.hpp"
#include "engine/searching/open/shared_deadline.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("time limit: none never ends, a missed one stays missed") {
  TimeLimit none({}, {});
  CHECK_FALSE(none.is_over());
  TimeLimit past(1ms, {});
  while (past.elapsed() < 1ms) {
  }
  CHECK(past.is_out_of_time());
  CHECK(past.is_over());
  CHECK(past.was_missed());
  std::stop_source stop;
  TimeLimit stopped({}, CallContext(stop.get_token()));
  CHECK_FALSE(stopped.is_over());
  stop.request_stop();
  CHECK(stopped.is_over());
  CHECK_FALSE(stopped.was_missed());
  CHECK(SharedDeadline(0ms).left() == 0ms);
  CHECK(SharedDeadline(10min).left() <= 10min);
  CHECK(SharedDeadline(10min).left() > 9min);
}

}  // namespace codeweaver::engine
