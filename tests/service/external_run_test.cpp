// Tests of HostedProject: runs of other processes, with locks and checkpoints.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <condition_variable>
#include <mutex>
#include <optional>

#include "base/file.hpp"
#include "service/fixture.hpp"

namespace codeweaver::service {
namespace {

using test::ServiceFixture;

/// What another process holds and leaves while it indexes.
class ExternalRun {
 public:
  explicit ExternalRun(const Project& project) : project_(project) {
    std::filesystem::create_directories(project.state_dir);
    auto lock = base::FileLock::acquire(project.state_dir / "index.lock");
    REQUIRE(lock);
    lock_.emplace(std::move(*lock));
    show(100);
  }
  void show(int files) const {
    ServiceFixture::write(project_.state_dir / "index_checkpoint.json", R"({
  "session_id": "0190a6e0-0000-7000-8000-000000000000",
  "project_path": "/home/me/project",
  "start_time": "2026-11-21T10:00:00.000Z",
  "last_checkpoint": "2026-11-21T10:01:30.000Z",
  "files_processed": {"count": )" + std::to_string(files) +
                                                                            R"(, "last": "z.py"},
  "files_discovered": 5000,
  "chunks_created": 700,
  "errors": [],
  "settings_hash": "xxh3:1"
}
)");
  }
  /// As a process that is killed does; what it did is left.
  void end() { lock_.reset(); }

 private:
  Project project_;
  std::optional<base::FileLock> lock_;
};

/// What listeners were told, to be waited for.
class Told {
 public:
  void add(const IndexingSnapshot& now) {
    const std::lock_guard lock(mutex_);
    last_ = now;
    changed_.notify_all();
  }
  bool wait_for(const std::function<bool(const IndexingSnapshot&)>& is_asked) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(2),
                             [&] { return last_ && is_asked(*last_); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<IndexingSnapshot> last_;
};

}  // namespace

TEST_CASE("hosted project: a run of another process is shown and followed to its end") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto added = *registry.add(fixture.make_folder("one", "count"));
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->resolve("one");
  CHECK(project->indexing().state == IndexingState::kIdle);

  ExternalRun other(added);
  const auto now = project->indexing();
  CHECK(now.state == IndexingState::kIndexing);
  CHECK(now.job_id == "0190a6e0-0000-7000-8000-000000000000");
  CHECK(now.started_at == "2026-11-21T10:00:00.000Z");
  CHECK(now.progress.files_processed == 100);
  CHECK(now.progress.files_discovered == 5000);
  CHECK(now.progress.chunks_created == 700);
  CHECK_FALSE(project->is_running());
  CHECK_FALSE(project->cancel_index());

  Told told;
  const auto subscription =
      project->on_indexing([&](const IndexingSnapshot& snapshot) { told.add(snapshot); });
  other.show(200);
  CHECK(told.wait_for([](const auto& seen) { return seen.progress.files_processed == 200; }));
  other.end();
  CHECK(told.wait_for([](const auto& seen) { return seen.state == IndexingState::kIdle; }));
  CHECK(project->indexing().state == IndexingState::kIdle);
}

TEST_CASE("hosted project: a run that waits for another process shows how far that is") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto added = *registry.add(fixture.make_folder("one", "count"));
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->resolve("one");
  ExternalRun other(added);
  Told told;
  const auto subscription =
      project->on_indexing([&](const IndexingSnapshot& snapshot) { told.add(snapshot); });
  const auto job = *project->start_index();
  CHECK(told.wait_for([&](const auto& seen) {
    return seen.job_id == job && seen.state == IndexingState::kIndexing;
  }));
  other.show(300);
  CHECK(told.wait_for([&](const auto& seen) { return seen.progress.files_processed == 300; }));
  CHECK(project->indexing().job_id == job);
  other.end();
  CHECK(told.wait_for([&](const auto& seen) {
    return seen.job_id == job && seen.state == IndexingState::kIdle && seen.last;
  }));
  test::wait_until_idle(*project);
  CHECK(project->indexing().coverage == 1);
  CHECK(project->indexing().progress.files_processed <= 1);
}

TEST_CASE("hosted project: of several projects a search tells which one it knows a part of") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  auto options = fixture.options();
  const auto opener = fixture.opener(
      {"indexing.auto_index=false", "indexing.watch=false", "indexing.first_index_wait_ms=1"});
  options.open = [opener](const Project& project, const CallContext& call) {
    return opener->open(project, opening::Opening::kForHost, call);
  };
  const auto other = *registry.add(fixture.make_folder("two", "count_apples"));
  ExternalRun run(other);
  const auto host = *ProjectHost::start(options);
  const auto one = *host->open_folder(fixture.make_folder("one", "count_apples"));
  one->begin_first_index();
  test::wait_until_idle(*one);
  const std::vector projects{one, *host->resolve("two")};
  const auto answer = host->search(projects, "count_apples", one->search_options());
  REQUIRE(answer);
  CHECK(answer->matches.size() == 1);
  REQUIRE(answer->warnings.size() == 1);
  CHECK(answer->warnings.front() == "two: " + *projects.back()->coverage_warning());
  CHECK(answer->warnings.front() ==
        "two: The index covers 0 % of 5,000 files so far; results may be incomplete");
}

}  // namespace codeweaver::service
