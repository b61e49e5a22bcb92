// FileLock: exclusion across processes, release by death, by fork(2).
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <thread>
#include <utility>

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

}  // namespace codeweaver::base
