// Tests of SharedRun: callers that share a run, and callers that stop waiting.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/shared_run.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace codeweaver::engine {
namespace {

TEST_CASE("shared run: all who come during a run share the next one") {
  SharedRun<int> runs;
  std::atomic<int> count = 0;
  std::promise<void> gate;
  const auto opened = gate.get_future().share();
  const auto task = [&]() -> Result<int> {
    const int mine = ++count;
    opened.wait();
    return mine;
  };
  std::vector<std::future<Result<int>>> asked;
  const auto ask = [&] {
    return std::async(std::launch::async, [&] { return runs.run(task, {}); });
  };
  asked.push_back(ask());
  while (count == 0) std::this_thread::yield();
  for (int i = 0; i < 10; ++i) asked.push_back(ask());
  gate.set_value();
  for (auto& answer : asked) {
    const auto got = answer.get();
    REQUIRE(got);
    CHECK(*got <= count);
  }
  CHECK(count >= 2);  // none of the ten was answered by the run that had begun before
}

TEST_CASE("shared run: a stop ends the waiting for a run of another") {
  SharedRun<int> runs;
  std::promise<void> gate;
  std::atomic<bool> has_begun = false;
  auto first = std::async(std::launch::async, [&] {
    const auto blocked = [&]() -> Result<int> {
      has_begun = true;
      gate.get_future().wait();
      return 1;
    };
    return runs.run(blocked, {});
  });
  while (!has_begun) std::this_thread::yield();
  std::stop_source stop;
  auto second = std::async(std::launch::async, [&] {
    return runs.run([]() -> Result<int> { return 2; }, stop.get_token());
  });
  stop.request_stop();
  const auto ended = second.get();
  REQUIRE_FALSE(ended);
  CHECK(ended.error().category == ErrorCategory::kCancelled);
  gate.set_value();
  CHECK(*first.get() == 1);
}

}  // namespace
}  // namespace codeweaver::engine
