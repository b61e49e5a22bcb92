// FileLock: exclusion across processes, release by death, the message of the second.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "base/fixed_clock.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

/// 2026-11-21T14:00:00Z
test::FixedClock two_o_clock() {
  test::FixedClock clock;
  clock.time += std::chrono::seconds(1'795'269'600);
  return clock;
}

/// A process that holds a lock until it is killed.
class Holder {
 public:
  explicit Holder(const std::filesystem::path& path) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      const auto lock = FileLock::acquire(path, two_o_clock());
      if (!lock || ::write(ends[1], "x", 1) != 1) ::_exit(1);
      while (true) ::pause();
    }
    ::close(ends[1]);
    char ready = 0;
    REQUIRE(::read(ends[0], &ready, 1) == 1);
    ::close(ends[0]);
  }
  ~Holder() { kill(); }

  pid_t process() const noexcept { return process_; }
  void kill() {
    if (std::exchange(is_alive_, false)) {
      ::kill(process_, SIGKILL);
      ::waitpid(process_, nullptr, 0);
    }
  }

 private:
  pid_t process_ = -1;
  bool is_alive_ = true;
};

}  // namespace

TEST_CASE("FileLock: a second process is told since when and by whom, until the first is killed") {
  const test::TemporaryFolder folder;
  Holder holder(folder / "index.lock");
  const auto refused = FileLock::acquire(folder / "index.lock");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().category == ErrorCategory::kUnavailable);
  CHECK(refused.error().code == "INDEX_LOCKED");
  CHECK(refused.error().cause ==
        "Indexing already in progress (started at 14:00:00 UTC) in process " +
            std::to_string(holder.process()));
  holder.kill();
  CHECK(FileLock::acquire(folder / "index.lock").has_value());
}

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

TEST_CASE("FileLock: asking whether it is held neither takes nor disturbs it") {
  const test::TemporaryFolder folder;
  CHECK_FALSE(FileLock::is_held(folder / "a"));
  {
    const Holder holder(folder / "a");
    CHECK(FileLock::is_held(folder / "a"));
    CHECK(FileLock::is_held(folder / "a"));
  }
  CHECK_FALSE(FileLock::is_held(folder / "a"));
  CHECK(FileLock::acquire(folder / "a").has_value());
}

TEST_CASE("FileLock: who waits gets it when the holder is killed, and leaves its own note") {
  const test::TemporaryFolder folder;
  Holder holder(folder / "a");
  CHECK(FileLock::read_note(folder / "a").process == std::to_string(holder.process()));
  CHECK(FileLock::read_note(folder / "a").since == "2026-11-21T14:00:00.000Z");
  std::optional<Result<FileLock>> taken;
  {
    std::jthread waiting([&] { taken.emplace(FileLock::wait(folder / "a", {})); });
    holder.kill();
  }
  REQUIRE(taken->has_value());
  CHECK(FileLock::is_held(folder / "a"));
  CHECK(FileLock::read_note(folder / "a").process == std::to_string(::getpid()));
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
