// Tests of WatchLoop: tells a problem once, and ends when the folder is gone.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/watch_loop.hpp"

#include <doctest/doctest.h>

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/watch_types.hpp"
#include "corpus/tree_watch.hpp"
#include "engine/fixture.hpp"

namespace codeweaver::engine {

TEST_CASE("watch loop: tells a problem once, and ends when the folder is gone") {
  test::ProjectFixture project;
  auto tree = corpus::TreeWatch::open(project.root(), {});
  REQUIRE(tree);
  std::vector<std::string> told;
  WatchRequest request;
  request.on_problem = [&](const Error& problem) { told.push_back(problem.code); };
  int runs = 0;
  WatchLoop loop(
      std::move(*tree),
      [&](const std::stop_token&) -> Result<WatchBatch> {
        if (++runs < 3) return Error{ErrorCategory::kIo, "DISK_FULL", "No room", "", ""};
        return Error{ErrorCategory::kNotFound, "PATH_NOT_FOUND", "It is gone", "", ""};
      },
      request);
  CHECK(loop.watch({}).error().code == "PATH_NOT_FOUND");
  CHECK(runs == 3);  // again after each pause
  CHECK(told == std::vector<std::string>{"DISK_FULL"});
  CHECK_FALSE(loop.is_up_to_date());
}

}  // namespace codeweaver::engine
