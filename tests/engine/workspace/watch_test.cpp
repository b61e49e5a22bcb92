// Tests of CodeWeaver::watch: indexes changes, reports each problem once, recovers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

/// A watch on a thread of its own; what it tells can be waited for.
class RunningWatch {
 public:
  explicit RunningWatch(const ProjectFixture& project) : engine_(open(project)) {
    request_.on_batch = [this](const WatchBatch& batch) { put(batches_, batch); };
    request_.on_problem = [this](const Error& problem) { put(problems_, problem); };
    request_.on_wait = [this](const WatchWait& wait) { put(waits_, wait); };
    thread_ = std::jthread([this](std::stop_token stop) {
      const auto ended = engine_.watch(request_, std::move(stop));
      put(ends_, ended ? std::string() : ended.error().code);
    });
  }

  WatchBatch batch() { return take(batches_); }
  Error problem() { return take(problems_); }
  WatchWait wait() { return take(waits_); }
  /// Code of the error it ended with; empty: none.
  std::string end() { return take(ends_); }
  void stop() { thread_.request_stop(); }
  CodeWeaver& engine() { return engine_; }
  bool has_problems() {
    const std::lock_guard lock(mutex_);
    return !problems_.empty();
  }

 private:
  static CodeWeaver open(const ProjectFixture& project) {
    WorkspaceOptions options;
    options.embedder = test::embedder();
    options.store = test::new_store();
    options.watch.debounce = std::chrono::milliseconds(20);
    auto opened = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
    REQUIRE(opened);
    return std::move(*opened);
  }
  template <class T>
  void put(std::vector<T>& list, T value) {
    const std::lock_guard lock(mutex_);
    list.push_back(std::move(value));
    changed_.notify_all();
  }
  template <class T>
  T take(std::vector<T>& list) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !list.empty(); });
    T first = std::move(list.front());
    list.erase(list.begin());
    return first;
  }

  CodeWeaver engine_;
  WatchRequest request_;
  std::mutex mutex_;  // guards the lists
  std::condition_variable changed_;
  std::vector<WatchBatch> batches_;
  std::vector<Error> problems_;
  std::vector<WatchWait> waits_;
  std::vector<std::string> ends_;
  std::jthread thread_;  // last: ends before what it uses
};

TEST_CASE("watch: the first run is told, then each change") {
  ProjectFixture project;
  RunningWatch watch(project);
  const auto first = watch.batch();
  CHECK(first.report.files_indexed == 10);
  CHECK(first.generation == 1);

  project.write("src/late.py", "def arrived_under_watch():\n    return 1\n");
  const auto second = watch.batch();
  CHECK(second.report.files_indexed == 1);
  CHECK(second.generation == 2);
  CHECK(paths(project.search("arrived_under_watch")).at(0) == "src/late.py");

  project.remove("src/late.py");
  CHECK(watch.batch().report.files_removed == 1);
  CHECK(watch.engine().search("user"));  // beside the watch
  watch.stop();
  CHECK(watch.end().empty());
  CHECK_FALSE(watch.has_problems());
}

TEST_CASE("watch: a busy index is waited for, which is no problem") {
  ProjectFixture project;
  std::filesystem::create_directories(project.state());
  auto held = base::FileLock::acquire(project.state() / "index.lock");
  REQUIRE(held);
  RunningWatch watch(project);
  const auto wait = watch.wait();
  CHECK(wait.reason == WatchWait::For::kRun);
  CHECK(wait.holder.process == std::to_string(::getpid()));
  project.write("src/late.py", "late = 1\n");
  { const auto released = std::move(*held); }
  CHECK(watch.batch().report.files_indexed == 11);
  CHECK_FALSE(watch.has_problems());
}

TEST_CASE("watch: of several one watches, and the next takes over when that ends") {
  ProjectFixture project;
  std::optional<RunningWatch> first(std::in_place, project);
  CHECK(first->batch().report.files_indexed == 10);
  std::optional<RunningWatch> second(std::in_place, project);
  CHECK(second->wait().reason == WatchWait::For::kWatcher);
  CHECK(second->engine().status()->is_watched);
  project.write("src/late.py", "late = 1\n");
  CHECK(first->batch().report.files_indexed == 1);
  project.write("src/later.py", "def later_than_late():\n    pass\n");
  CHECK(paths(*second->engine().search("later_than_late")).at(0) == "src/later.py");

  first.reset();
  CHECK(second->batch().report.total_files == 12);  // its first, told in any case
  project.write("src/latest.py", "latest = 1\n");
  CHECK(second->batch().report.files_indexed == 1);
  CHECK_FALSE(second->has_problems());
  std::optional<RunningWatch> third(std::in_place, project);
  third->wait();
  third->stop();  // while it waits
  CHECK(third->end().empty());
  second.reset();
  CHECK_FALSE(third->engine().status()->is_watched);
}

TEST_CASE("watch: a run that cannot succeed is told, and does once it can") {
  ProjectFixture project;
  std::filesystem::create_directories(project.state() / "index.db");
  RunningWatch watch(project);
  CHECK(watch.problem().category == ErrorCategory::kIo);
  std::filesystem::remove(project.state() / "index.db");
  project.write("src/late.py", "late = 1\n");
  CHECK(watch.batch().report.files_indexed == 11);
}

TEST_CASE("watch: the end of the folder ends it") {
  ProjectFixture project;
  RunningWatch watch(project);
  watch.batch();
  project.remove("");
  CHECK(watch.end() == "PATH_NOT_FOUND");
}

}  // namespace
}  // namespace codeweaver
