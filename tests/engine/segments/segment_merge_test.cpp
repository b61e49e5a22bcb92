// Tests of merges during edits, kills and other processes: the files of a tree stay the same.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_merge.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <semaphore>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"
#include "engine/segments/merge_policy.hpp"
#include "engine/segments/merge_worker.hpp"
#include "store/layout/segment_file.hpp"
#include "store/merging/segment_merger.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {
namespace {

namespace fs = std::filesystem;
using test::ProjectFixture;

std::string source(int number, int version) {
  return "int function_" + std::to_string(number) + "(int value) {\n  return value + version_" +
         std::to_string(version) + ";\n}\n";
}

std::string name_of(int number) {
  return "src/file_" + std::to_string(100 + number) + ".cpp";
}

/// Path to content of all that is alive; each path once.
std::map<std::string, std::string> alive(const fs::path& state) {
  const StatePaths paths{state};
  const auto manifest = store::read_manifest(paths.segments());
  REQUIRE(manifest);
  std::map<std::string, std::string> files;
  for (const auto& entry : manifest->segments) {
    const auto segment = store::Segment::open(paths.segments() / entry.file);
    REQUIRE(segment);
    for (std::uint32_t file = 0; file < (*segment)->file_count(); ++file)
      if (!std::ranges::binary_search(entry.deleted_files, file))
        CHECK(files.emplace((*segment)->file_path(file), (*segment)->file_content(file).hex())
                  .second);
  }
  return files;
}

std::vector<std::string> unfinished(const fs::path& state) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(state / "segments"))
    if (entry.path().extension() == ".tmp") names.push_back(entry.path().filename().string());
  return names;
}

IndexReport edit(const ProjectFixture& project) {
  IndexRequest request;
  request.defer_merges = true;
  return project.index(request);
}

/// A project with more segments than there should be, some of whose files are gone.
void make_segments(ProjectFixture& project, int edits = 20) {
  for (int i = 0; i < 30; ++i) project.write(name_of(i), source(i, 0));
  edit(project);
  for (int i = 0; i < edits; ++i) {
    project.write(name_of(i % 40), source(i, i + 1));
    if (i % 3 == 0) project.remove(name_of((i + 7) % 30));
    edit(project);
  }
  REQUIRE(segment_count({project.state()}) > kMaxSegments);
}

TEST_CASE("merges leave few segments with the same files, and answers as before") {
  ProjectFixture project;
  make_segments(project);
  const StatePaths paths{project.state()};
  const auto files = alive(project.state());
  const auto before = test::paths(project.search("function value version"));
  const auto generation = store::read_manifest(paths.segments())->generation;
  auto searcher = project.searcher();
  const auto merges = merge_segments(paths, nullptr, {});
  REQUIRE(merges);
  CHECK(*merges > 0);
  CHECK(segment_count(paths) <= kMaxSegments);
  CHECK(alive(project.state()) == files);
  CHECK(test::paths(project.search("function value version")) == before);
  CHECK(unfinished(project.state()).empty());

  CHECK(store::read_manifest(paths.segments())->generation == generation);
  CHECK(*searcher.refresh());
  CHECK_FALSE(*searcher.refresh());
  CHECK(*merge_segments(paths, nullptr, {}) == 0);
  CHECK(project.index().status == IndexStatus::kSkipped);
}

TEST_CASE("an indexing run merges at its end unless it is asked not to") {
  ProjectFixture project;
  make_segments(project);
  const StatePaths paths{project.state()};
  project.write("src/last.cpp", source(1, 1));
  CHECK(project.index().status == IndexStatus::kSuccess);
  CHECK(segment_count(paths) <= kMaxSegments);
  CHECK(alive(project.state()).contains("src/last.cpp"));
}

/// A merge that has chosen its segments, and is kept from its commit.
class HeldMerge {
 public:
  explicit HeldMerge(const ProjectFixture& project) : held_(turn_) {
    const StatePaths paths{project.state()};
    thread_ = std::jthread([this, paths] { merges_.emplace(merge_segments(paths, &turn_, {})); });
    while (unfinished(project.state()).empty()) std::this_thread::yield();
  }
  /// Lets it go on to its end.
  Result<std::size_t> finish() {
    held_.unlock();
    thread_.join();
    return *merges_;
  }

 private:
  std::timed_mutex turn_;
  std::unique_lock<std::timed_mutex> held_;
  std::optional<Result<std::size_t>> merges_;
  std::jthread thread_;
};

TEST_CASE("edits while a merge goes on are in what it commits") {
  ProjectFixture project;
  make_segments(project);
  const StatePaths paths{project.state()};
  HeldMerge merge(project);
  // Some files of the segments that it chose change and go.
  project.write(name_of(1), source(1, 999));
  project.remove(name_of(2));
  project.write("src/new.cpp", source(1, 1000));
  CHECK(edit(project).files_indexed == 2);
  const auto files = alive(project.state());
  const auto merges = merge.finish();
  REQUIRE(merges);
  CHECK(*merges > 0);
  CHECK(alive(project.state()) == files);
  CHECK_FALSE(files.contains(name_of(2)));
  CHECK(segment_count(paths) <= kMaxSegments);
}

TEST_CASE("a merge whose segments are gone by its end is dropped") {
  ProjectFixture project;
  make_segments(project);
  HeldMerge merge(project);
  IndexRequest request;
  request.force = request.defer_merges = true;
  project.index(request);
  const auto files = alive(project.state());
  const auto merges = merge.finish();
  REQUIRE(merges);
  CHECK(*merges == 0);
  CHECK(alive(project.state()) == files);
  CHECK(unfinished(project.state()).empty());
}

/// Merges in a process of its own and leaves with 0 when that went well.
pid_t start_merge(const StatePaths& paths) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(merge_segments(paths, nullptr, {}) ? 0 : 1);
  REQUIRE(child > 0);
  return child;
}

TEST_CASE("a merge that is killed at any moment changes nothing that a tree holds") {
  ProjectFixture project;
  make_segments(project);
  const auto files = alive(project.state());
  test::TemporaryFolder scratch;
  std::mt19937 random(5);
  int killed = 0;
  for (int round = 0; round < 40; ++round) {
    const fs::path state = scratch / std::to_string(round);
    fs::copy(project.state(), state, fs::copy_options::recursive);
    const StatePaths paths{state};
    const pid_t child = start_merge(paths);
    for (auto looks = random() % 300; looks > 0; --looks) (void)segment_count(paths);
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    killed += WIFSIGNALED(status) ? 1 : 0;
    CHECK(alive(state) == files);
    REQUIRE(merge_segments(paths, nullptr, {}));
    CHECK(segment_count(paths) <= kMaxSegments);
    CHECK(alive(state) == files);
    REQUIRE(store::remove_unlisted(paths.segments()));
    CHECK(unfinished(state).empty());
  }
  CHECK(killed > 0);
}

TEST_CASE("processes that merge at once do not disturb each other, nor an edit") {
  ProjectFixture project;
  make_segments(project, 40);
  const StatePaths paths{project.state()};
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) children.push_back(start_merge(paths));
  for (int i = 0; i < 5; ++i) {
    project.write(name_of(i), source(i, 2000 + i));
    edit(project);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
  const auto files = alive(project.state());
  REQUIRE(merge_segments(paths, nullptr, {}));
  CHECK(alive(project.state()) == files);
  ProjectFixture fresh;
  fs::copy(project.root(), fresh.root(),
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  fresh.index();
  CHECK(alive(fresh.state()) == files);
}

TEST_CASE("a damaged segment is not merged, and a stopped merge changes nothing") {
  ProjectFixture project;
  make_segments(project);
  const StatePaths paths{project.state()};
  const auto manifest = *store::read_manifest(paths.segments());
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = merge_segments(paths, nullptr, stop.get_token());
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
  CHECK(*store::read_manifest(paths.segments()) == manifest);

  const auto file = paths.segments() / manifest.segments.back().file;
  std::string bytes = *base::read_file(file);
  bytes[bytes.size() / 2] ^= 1;
  REQUIRE(base::write_file_atomic(file, bytes));
  const auto merged = merge_segments(paths, nullptr, {});
  REQUIRE_FALSE(merged);
  CHECK(merged.error().code == "SEGMENT_CORRUPT");
  CHECK(*store::read_manifest(paths.segments()) == manifest);
  CHECK(unfinished(project.state()).empty());
}

TEST_CASE("a workspace that lives on merges after the edits that its searches bring in") {
  ProjectFixture project;
  make_segments(project);
  const StatePaths paths{project.state()};
  {
    WorkspaceOptions options;
    options.embedder = test::embedder();
    options.reranker = test::reranker();
    auto workspace =
        CodeWeaver::open({"shop", "", project.root(), project.state(), ""}, std::move(options));
    REQUIRE(workspace);
    project.write("src/new.cpp", source(1, 1000));
    REQUIRE(workspace->search("function value version"));
    while (segment_count(paths) > kMaxSegments) std::this_thread::yield();
    CHECK(workspace->search("version_1000")->matches.front().file.path == "src/new.cpp");
  }
  CHECK(alive(project.state()).contains("src/new.cpp"));
}

TEST_CASE("a worker does what it was told of, and before it goes only what is owed") {
  for (const bool is_owed : {false, true}) {
    int done = 0, stopped = 0;
    std::binary_semaphore begun(0);
    {
      MergeWorker worker(
          [&](const std::stop_token& stop) {
            begun.release();
            for (int i = 0; i < 1000 && !stop.stop_requested(); ++i) std::this_thread::yield();
            while (!is_owed && !stop.stop_requested()) std::this_thread::yield();
            ++(stop.stop_requested() ? stopped : done);
          },
          [&] { return is_owed; });
      worker.notify();
      begun.acquire();
    }
    CHECK(done == (is_owed ? 1 : 0));
    CHECK(stopped == (is_owed ? 0 : 1));
  }
  MergeWorker idle([](const std::stop_token&) { FAIL("nothing was asked for"); },
                   [] { return true; });
}

}  // namespace
}  // namespace codeweaver::engine
