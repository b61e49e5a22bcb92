// Tests of the writer of segments: progress and stops.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_writer.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <stop_token>

#include "codeweaver/result.hpp"
#include "engine/row_bench.hpp"

namespace codeweaver::engine {

TEST_CASE("segment writer: writes nothing once it is stopped, and says how far it is") {
  RowBench bench;
  auto request = bench.request();
  std::size_t done = 0;
  request.on_progress = [&](std::size_t now, std::size_t total) {
    CHECK(total == 3);
    done = now;
  };
  const auto written = write_segments(bench.paths(), bench.files(), request);
  REQUIRE(written);
  CHECK(written->entries.size() == 1);
  CHECK(done == 3);
  std::stop_source stop;
  stop.request_stop();
  request.call.stop = stop.get_token();
  const auto stopped = write_segments(bench.paths(), bench.files(), request);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
}

}  // namespace codeweaver::engine
