// FileLock: exclusion within a process, waiting and stopping, the message of the second.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {

TEST_CASE("FileLock: excludes a second holder in the same process, until released") {
  const test::TemporaryFolder folder;
  {
    const auto lock = FileLock::acquire(folder / "a");
    REQUIRE(lock);
    CHECK_FALSE(FileLock::acquire(folder / "a"));
  }
  CHECK(FileLock::acquire(folder / "a").has_value());
}

TEST_CASE("FileLock: moving keeps the lock, assigning releases the one held before") {
  const test::TemporaryFolder folder;
  std::optional<FileLock> lock(*FileLock::acquire(folder / "a"));
  FileLock moved(std::move(*lock));
  lock.reset();
  CHECK_FALSE(FileLock::acquire(folder / "a"));
  moved = *FileLock::acquire(folder / "b");
  CHECK(FileLock::acquire(folder / "a").has_value());
  CHECK_FALSE(FileLock::acquire(folder / "b"));
}

TEST_CASE("FileLock: of many that wait one gets it at a time, and all in the end") {
  const test::TemporaryFolder folder;
  std::optional<FileLock> first(*FileLock::acquire(folder / "a"));
  std::atomic<int> holders = 0, taken = 0;
  {
    std::vector<std::jthread> waiting;
    for (int i = 0; i < 8; ++i)
      waiting.emplace_back([&] {
        const auto lock = FileLock::wait(folder / "a", {});
        CHECK(lock.has_value());
        CHECK(++holders == 1);
        ++taken;
        --holders;
      });
    first.reset();
  }
  CHECK(taken == 8);
}

TEST_CASE("FileLock: a wait that is stopped takes nothing, whenever the stop comes") {
  const test::TemporaryFolder folder;
  const auto held = FileLock::acquire(folder / "a");
  REQUIRE(held);
  for (const bool is_early : {true, false}) {
    std::stop_source source;
    if (is_early) source.request_stop();
    std::optional<Result<FileLock>> ended;
    {
      std::jthread waiting(
          [&] { ended.emplace(FileLock::wait(folder / "a", source.get_token())); });
      source.request_stop();
    }
    REQUIRE_FALSE(ended->has_value());
    CHECK(ended->error().category == ErrorCategory::kCancelled);
  }
  CHECK_FALSE(FileLock::acquire(folder / "a"));  // still by the first
}

TEST_CASE("FileLock: a note that cannot be read still gives a message") {
  const test::TemporaryFolder folder;
  const auto lock = FileLock::acquire(folder / "a");
  REQUIRE(lock);
  std::filesystem::resize_file(folder / "a", 0);
  const auto refused = FileLock::acquire(folder / "a");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().cause == "Indexing already in progress");
}

TEST_CASE("FileLock: a folder that is missing is an error that names the path") {
  const test::TemporaryFolder folder;
  const auto lock = FileLock::acquire(folder / "no" / "a");
  REQUIRE_FALSE(lock);
  CHECK(lock.error().cause.find((folder / "no" / "a").string()) != std::string::npos);
}

}  // namespace codeweaver::base
