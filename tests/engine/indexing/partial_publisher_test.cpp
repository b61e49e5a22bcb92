// Tests of PartialPublisher: when it is due, and what it publishes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/partial_publisher.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstddef>
#include <stop_token>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "engine/processed_files.hpp"
#include "engine/segments/derive.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

/// A state with one file in its database, and publishers of it.
struct PublisherBench {
  test::TemporaryFolder folder;
  StatePaths paths{folder.path()};
  store::Database database = *store::Database::open(paths.database());
  PartialPublisher::Duration elapsed = 0s;

  PublisherBench() {
    auto file = cut_file("a.py", "def first():\n    return 1\n");
    REQUIRE(TreeWriter(database, *database.make_tree(""), paths).put(file, {}));
  }
  PartialPublisher publisher(std::chrono::milliseconds after = 1s, bool ends_late = false) {
    return {paths, after, ends_late, [this] { return elapsed; }};
  }
  auto publish(PartialPublisher& publisher, std::size_t files, const std::stop_token& stop = {}) {
    DeriveRequest request(IndexOptions{}, nullptr);
    request.coverage = {files, 10};
    request.call.stop = stop;
    return publisher.publish(database, request, nullptr);
  }
};

}  // namespace

TEST_CASE("partial publisher: due by time, not when two thirds are done, never where it is off") {
  PublisherBench bench;
  const auto publisher = bench.publisher();
  CHECK_FALSE(publisher.is_due(1, 10));
  bench.elapsed = 1s;
  CHECK(publisher.is_due(1, 10));
  CHECK(publisher.is_due(6, 10));
  CHECK_FALSE(publisher.is_due(7, 10));
  CHECK_FALSE(publisher.is_due_at_end());
  CHECK(bench.publisher(1s, true).is_due_at_end());
  CHECK_FALSE(bench.publisher(0ms).is_due(1, 10));
}

TEST_CASE("partial publisher: publishes what there is, again at three times the time") {
  PublisherBench bench;
  auto publisher = bench.publisher();
  bench.elapsed = 2s;
  const auto published = bench.publish(publisher, 1);
  REQUIRE(published);
  CHECK(published->has_value());
  CHECK(read_coverage(bench.paths) == IndexCoverage{false, 1, 10});
  bench.elapsed = 5s - 1ms;
  CHECK_FALSE(publisher.is_due(1, 10));
  bench.elapsed = 5s;
  CHECK(publisher.is_due(1, 10));
  SUBCASE("a later run waits until it has more than that") {
    auto later = bench.publisher();
    const auto nothing = bench.publish(later, 1);
    REQUIRE(nothing);
    CHECK_FALSE(nothing->has_value());
    CHECK_FALSE(later.is_due(1, 10));
    bench.elapsed = 18s;
    CHECK(later.is_due(1, 10));
  }
  SUBCASE("and after some seconds, however long the run and however little is left") {
    bench.elapsed = 60s;
    const auto again = bench.publish(publisher, 2);
    REQUIRE(again);
    bench.elapsed = 63s - 1ms;
    CHECK_FALSE(publisher.is_due(5, 10));
    CHECK_FALSE(publisher.is_due_at_end());
    CHECK_FALSE(publisher.is_overdue());
    bench.elapsed = 63501ms;
    CHECK(publisher.is_overdue());
    CHECK(publisher.is_due(5, 10));
    CHECK(publisher.is_due(99, 100));
    CHECK(publisher.is_due_at_end());
  }
  SUBCASE("a whole index is left alone") {
    const DeriveRequest request(IndexOptions{}, nullptr);
    REQUIRE(derive_segments(bench.paths, request));
    CHECK_FALSE(bench.publisher().is_due(1, 10));
  }
}

TEST_CASE("partial publisher: an error ends it, a stop ends the run") {
  PublisherBench bench;
  auto publisher = bench.publisher();
  bench.elapsed = 1s;
  SUBCASE("stop") {
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = bench.publish(publisher, 1, stop.get_token());
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().category == ErrorCategory::kCancelled);
  }
  SUBCASE("error") {
    REQUIRE(base::write_file_atomic(bench.paths.segments(), "in the way"));
    const auto failed = bench.publish(publisher, 1);
    REQUIRE(failed);
    CHECK_FALSE(failed->has_value());
    bench.elapsed = 100s;
    CHECK_FALSE(publisher.is_due(1, 10));
  }
}

}  // namespace codeweaver::engine
