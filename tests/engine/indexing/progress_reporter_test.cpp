// Tests of ProgressReporter: how often progress is told.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/progress_reporter.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <vector>

#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {
namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("progress: told at each stage, and in between no more often than every 50 ms") {
  ProgressReporter::Time now{1s};
  std::vector<IndexProgress> told;
  ProgressReporter progress([&](const IndexProgress& one) { told.push_back(one); },
                            [&] { return now; });
  using Stage = IndexProgress::Stage;
  progress.begin(Stage::kDiscover);
  progress.expect(3);
  progress.begin(Stage::kIndex);
  for (const auto* path : {"a.py", "b.py", "c.py"}) {
    now += 25ms;
    progress.add_file(path);
    progress.add_chunks(2);
    progress.go_on(Stage::kIndex);
  }
  progress.add_error();
  progress.begin(Stage::kDone);
  REQUIRE(told.size() == 4);
  CHECK(told[1].files_discovered == 3);
  CHECK(told[2].current_file == "b.py");
  CHECK(told[2].files_processed == 2);
  CHECK(told[2].chunks_created == 4);
  CHECK(told[3].stage == Stage::kDone);
  CHECK(told[3].files_processed == 3);
  CHECK(told[3].errors == 1);
  ProgressReporter nobody{{}};
  nobody.begin(Stage::kIndex);
  nobody.go_on(Stage::kIndex);
}

}  // namespace codeweaver::engine
