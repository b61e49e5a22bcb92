// Tests of a first run: searches and waiting callers during the run, and its final state.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"
#include "engine/gated_embedder.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver {
namespace {

using test::GatedEmbedder;
using test::paths;
using test::ProjectFixture;

constexpr int kFiles = 250;
constexpr int kGate = 180;  // in the second batch

std::string number(int i) {
  return std::to_string(1000 + i);
}

/// A project of many files, whose first run publishes after each batch that it may.
struct LargeProject {
  ProjectFixture files{""};
  std::shared_ptr<GatedEmbedder> embedder;

  explicit LargeProject(bool is_remote = false)
      : embedder(std::make_shared<GatedEmbedder>(is_remote)) {
    for (int i = 0; i < kFiles; ++i)
      files.write("f" + number(i) + ".py", "def " +
                                               std::string(i == kGate ? "the_gate" : "nothing") +
                                               "_of_file_" + number(i) + "():\n    return 1\n");
  }
  CodeWeaver open(WorkspaceOptions options = {}, int publish_after_ms = 1) const {
    options.embedder = embedder;
    options.index.publish_after = std::chrono::milliseconds(publish_after_ms);
    auto opened = CodeWeaver::open({"shop", "Shop", files.root(), files.state()}, options);
    REQUIRE(opened);
    return std::move(*opened);
  }
  store::Manifest manifest() const {
    auto manifest = store::read_manifest(files.state() / "segments");
    if (!manifest) FAIL(manifest.error().message());
    return std::move(*manifest);
  }
};

/// Names and marks of the segments of an index that nothing disturbed.
std::vector<std::string> segments_of_one_run(bool is_remote) {
  const LargeProject project(is_remote);
  project.embedder->open();
  REQUIRE(project.open({}, 0).index());
  std::vector<std::string> names;
  for (const auto& entry : project.manifest().segments) names.push_back(entry.file);
  REQUIRE(names.size() == 1);
  return names;
}

void check_whole(const LargeProject& project) {
  const auto manifest = project.manifest();
  CHECK_FALSE(manifest.coverage.has_value());
  std::vector<std::string> names;
  for (const auto& entry : manifest.segments) {
    names.push_back(entry.file);
    CHECK(entry.deleted_files.empty());
  }
  CHECK(names == segments_of_one_run(project.embedder->info().is_remote));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(project.files.state() / "segments"))
    files += entry.path().extension() == ".seg" || entry.path().extension() == ".tmp" ? 1 : 0;
  CHECK(files == names.size());
}

WorkspaceOptions patient(std::chrono::milliseconds wait) {
  WorkspaceOptions options;
  options.first_index_wait = wait;
  return options;
}

/// A first run whose model is a service, held up in the midst of its vectors until it is destroyed
/// or told to finish, and a second engine that looks on.
struct RemoteFirstRun {
  LargeProject project{true};
  CodeWeaver writer = project.open();
  CodeWeaver reader = project.open(patient(std::chrono::milliseconds(1)));
  std::jthread running{[this] { CHECK(writer.index().has_value()); }};
  test::OpensAtEnd at_end{*project.embedder};

  RemoteFirstRun() { project.embedder->wait_until_reached(); }
  void finish() {
    project.embedder->open();
    running.join();
  }
};

TEST_CASE("first run: searches see what was published, and are told how much that is") {
  const LargeProject project;
  auto writer = project.open();
  auto reader = project.open(patient(std::chrono::milliseconds(1)));
  CHECK(reader.coverage() == IndexCoverage{});
  std::jthread running([&] { CHECK(writer.index().has_value()); });
  const test::OpensAtEnd at_end(*project.embedder);
  project.embedder->wait_until_reached();

  CHECK(reader.coverage() == IndexCoverage{false, 100, kFiles});
  CHECK(reader.coverage().share() == doctest::Approx(0.4));
  const auto answer = reader.search("nothing_of_file_1050");
  REQUIRE(answer);
  // A slow machine takes long enough that the time left is told, too.
  CHECK(answer->warnings == std::vector{coverage_warning(reader.coverage(), answer->seconds_left)});
  CHECK(answer->warnings.at(0).starts_with("The index covers 40 % of 250 files so far"));
  CHECK(answer->coverage == doctest::Approx(0.4));
  CHECK(paths(*answer).at(0) == "f1050.py");
  CHECK(answer->searched_files == 100);
  const auto of_agents = reader.find_code("nothing_of_file_1050");
  REQUIRE(of_agents);
  CHECK(of_agents->warnings ==
        std::vector{coverage_warning(reader.coverage(), of_agents->seconds_left)});
  CHECK(reader.find_symbol("nothing_of_file_1050")->size() == 1);
  const auto status = reader.status();
  REQUIRE(status);
  CHECK(status->indexed);
  CHECK(status->is_indexing);
  CHECK(status->is_stale);
  CHECK(status->coverage == doctest::Approx(0.4));
  CHECK(status->changed_files == 150);
  REQUIRE(status->running.has_value());
  CHECK(status->running->files_processed == 100);
  CHECK(status->running->files_discovered == kFiles);

  project.embedder->open();
  running.join();
  CHECK(reader.coverage() == IndexCoverage{true, 0, 0});
  CHECK_FALSE(reader.running().has_value());
  CHECK(reader.search("nothing_of_file_1050")->warnings.empty());
  CHECK_FALSE(reader.search("nothing_of_file_1050")->coverage);
  CHECK(paths(*reader.search("nothing_of_file_1249")).at(0) == "f1249.py");
  CHECK(reader.status()->coverage == 1);
  check_whole(project);
}

TEST_CASE("first run: an answer out of all files is not said to be incomplete") {
  const LargeProject project;
  project.embedder->open();
  project.files.index();
  auto manifest = project.manifest();
  manifest.coverage = {kFiles, kFiles};  // what is left is to put the segments together
  REQUIRE(store::write_manifest(project.files.state() / "segments", manifest));
  auto reader = project.open(patient(std::chrono::milliseconds(1)));
  const auto answer = reader.search("nothing_of_file_1050");
  REQUIRE(answer);
  CHECK(answer->warnings.empty());
  CHECK(answer->coverage == 1.0);
}

TEST_CASE("first run: one that was stopped leaves what it published, and the next ends the same") {
  const LargeProject project;
  auto writer = project.open();
  std::stop_source stop;
  {
    std::jthread running([&] {
      const auto report = writer.index({}, stop.get_token());
      REQUIRE(report);
      CHECK(report->status == IndexStatus::kCancelled);
    });
    const test::OpensAtEnd at_end(*project.embedder);
    project.embedder->wait_until_reached();
    stop.request_stop();
    project.embedder->open();
  }
  auto reader = project.open(patient(std::chrono::milliseconds(1)));
  CHECK(reader.coverage().files == 100);
  CHECK(paths(*reader.search("nothing_of_file_1050")).at(0) == "f1050.py");

  IndexRequest request;
  SUBCASE("by a run that continues") {}
  SUBCASE("by one that begins anew") {
    request.force = true;
  }
  const auto report = project.open().index(request);
  REQUIRE(report);
  CHECK(report->status == IndexStatus::kSuccess);
  check_whole(project);
}

TEST_CASE("first run: what a remote model embedded for a part is not sent again") {
  RemoteFirstRun run;
  auto& reader = run.reader;
  CHECK(reader.coverage().files >= 100);
  CHECK(paths(*reader.search("nothing_of_file_1050")).at(0) == "f1050.py");
  run.finish();
  CHECK(reader.coverage().is_whole);
}

TEST_CASE("first run: words find all files while a service still embeds them") {
  RemoteFirstRun run;
  auto& reader = run.reader;
  CHECK(reader.coverage().files == kFiles);
  CHECK_FALSE(reader.coverage().is_whole);
  const auto answer = reader.search("nothing_of_file_1249");
  REQUIRE(answer);
  CHECK(paths(*answer).at(0) == "f1249.py");
  CHECK(test::mentions(answer->warnings, "no vectors yet"));
  run.finish();
  check_whole(run.project);
  CHECK(reader.search("nothing_of_file_1249")->warnings.empty());
}

TEST_CASE("first run: before anything is published, an answer is empty and says so") {
  const ProjectFixture project;
  const auto open = [&](WorkspaceOptions options) {
    options.embedder = test::embedder();
    auto opened = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
    REQUIRE(opened);
    return std::move(*opened);
  };
  std::filesystem::create_directories(project.state());
  std::optional held(*base::FileLock::acquire(project.state() / "index.lock"));  // by another one
  const std::vector<std::string> warnings = {
      "The index covers 0 % of the files so far; results may be incomplete"};
  for (const bool waits : {true, false}) {
    auto engine = open(waits ? patient(std::chrono::milliseconds(1)) : WorkspaceOptions());
    const auto answer = engine.search("user");
    REQUIRE(answer);
    CHECK(answer->matches.empty());
    CHECK(answer->warnings == warnings);
    CHECK_FALSE(answer->summary.empty());
    CHECK(engine.find_symbol("user")->empty());
    CHECK(engine.why_not("user", "src/app.py")->stage == WhyNotStage::kNotIndexed);
    CHECK_FALSE(engine.status()->indexed);
    CHECK(engine.status()->is_indexing);
  }
  held.reset();
  auto waits = open(patient(std::chrono::milliseconds(1)));
  CHECK(waits.search("user")->warnings == warnings);  // it makes none itself
  CHECK_FALSE(waits.status()->indexed);
  CHECK_FALSE(open({}).search("user")->matches.empty());
  CHECK_FALSE(waits.search("user")->matches.empty());
  CHECK(waits.search("user")->warnings.empty());
}

TEST_CASE("first run: a search waits for one that is soon done") {
  const ProjectFixture project;
  WorkspaceOptions options = patient(std::chrono::minutes(10));
  options.embedder = test::embedder();
  auto opened = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
  REQUIRE(opened);
  std::optional<Result<FindCodeResponseSummary>> answer;
  {
    std::jthread asking(
        [&] { answer.emplace(opened->search("where do we retry failed uploads")); });
    project.index();
  }
  if (!*answer) FAIL(answer->error().message());
  CHECK((*answer)->warnings.empty());
  CHECK(paths(**answer).at(0) == "src/billing/upload.py");
}

TEST_CASE("a run that waits for others begins when they end, and can be stopped before") {
  const ProjectFixture project;
  std::filesystem::create_directories(project.state());
  std::optional held(*base::FileLock::acquire(project.state() / "index.lock"));
  std::stop_source stop;
  IndexRequest request;
  request.wait_for_others = true;
  std::optional<LockHolder> told;
  request.on_wait = [&](const LockHolder& holder) {
    told = holder;
    stop.request_stop();
  };
  const auto stopped = project.indexer().run(request, stop.get_token());
  REQUIRE(stopped);
  CHECK(stopped->status == IndexStatus::kCancelled);
  REQUIRE(told.has_value());
  CHECK(told->process == std::to_string(::getpid()));
  request.on_wait = [&](const LockHolder&) { held.reset(); };
  const auto done = project.indexer().run(request);
  REQUIRE(done);
  CHECK(done->status == IndexStatus::kSuccess);
}

}  // namespace
}  // namespace codeweaver
