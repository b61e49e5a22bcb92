// Tests of CodeWeaver: the first search indexes, later ones are fresh, a busy index is reported.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/workspace.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/file.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_search.hpp"
#include "engine/fixture.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

CodeWeaver open(const ProjectFixture& project, WorkspaceOptions options = {}) {
  options.embedder = test::embedder();
  options.store = test::new_store();
  auto opened = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
  REQUIRE(opened);
  return std::move(*opened);
}

TEST_CASE("workspace: the first search indexes the project") {
  const ProjectFixture project;
  auto engine = open(project);
  CHECK_FALSE(engine.status()->indexed);
  const auto answer = engine.search("where do we retry failed uploads");
  REQUIRE(answer);
  CHECK(paths(*answer).at(0) == "src/billing/upload.py");
  const auto status = engine.status();
  REQUIRE(status);
  CHECK(status->indexed);
  CHECK_FALSE(status->is_stale);
  CHECK(status->total_files == 10);
}

TEST_CASE("workspace: statistics are those of the index, with or without the files") {
  const ProjectFixture project;
  auto engine = open(project);
  CHECK(engine.statistics().error().code == "INDEX_NOT_FOUND");
  REQUIRE(engine.index());
  CHECK(engine.statistics()->files == 10);
  std::filesystem::remove_all(project.root());
  CHECK(engine.statistics()->files == 10);
  const auto status = engine.status();
  REQUIRE(status);
  CHECK(status->is_stale);
  CHECK(test::mentions(status->warnings, "The folder of the project does not exist"));
}

TEST_CASE("workspace: the status tells how the last run that did something ended") {
  ProjectFixture project;
  auto engine = open(project);
  CHECK_FALSE(engine.status()->last_run.has_value());
  const auto first = engine.index();
  REQUIRE(first);
  REQUIRE(engine.index()->status == IndexStatus::kSkipped);
  auto run = engine.status()->last_run;
  REQUIRE(run.has_value());
  CHECK(run->status == IndexStatus::kSuccess);
  CHECK(run->run_id == first->run_id);
  CHECK(run->files_indexed == 10);
  CHECK(run->started_at <= run->finished_at);

  project.write("src/late.py", "late = 1\n");
  std::stop_source stopped;
  stopped.request_stop();
  REQUIRE(engine.index({}, stopped.get_token()));
  CHECK(engine.status()->last_run->status == IndexStatus::kCancelled);
}

TEST_CASE("workspace: a search sees what changed since the last one") {
  ProjectFixture project;
  auto engine = open(project);
  REQUIRE(engine.search("user"));
  project.write("src/late.py", "def arrived_after_the_index():\n    return 1\n");
  CHECK(engine.status()->changed_files == 1);
  CHECK(paths(*engine.search("arrived_after_the_index")).at(0) == "src/late.py");
  project.remove("src/late.py");
  for (const auto& path : paths(*engine.search("arrived_after_the_index")))
    CHECK(path != "src/late.py");
}

TEST_CASE("workspace: many changes are not waited for, and the answer says so") {
  ProjectFixture project;
  WorkspaceOptions options;
  options.patience = std::chrono::milliseconds(0);
  auto engine = open(project, options);
  REQUIRE(engine.search("user"));
  for (int i = 0; i < 4; ++i)
    project.write("src/late" + std::to_string(i) + ".py", "def late():\n    pass\n");
  const auto answer = engine.search("user");
  REQUIRE(answer);
  REQUIRE_FALSE(answer->warnings.empty());
  CAPTURE(answer->warnings[0]);
  CHECK(answer->warnings[0].starts_with("4 changed files are not indexed yet"));
  CHECK_FALSE(answer->matches.empty());
}

TEST_CASE("workspace: while another process indexes, searches answer from the last state") {
  ProjectFixture project;
  auto engine = open(project);
  REQUIRE(engine.search("user"));
  project.write("src/late.py", "def late():\n    pass\n");
  const auto held = base::FileLock::acquire(project.state() / "index.lock");
  REQUIRE(held);
  const auto answer = engine.search("where do we retry failed uploads");
  REQUIRE(answer);
  CHECK(answer->warnings ==
        std::vector<std::string>{"Results may be incomplete, indexing in progress"});
  CHECK(paths(*answer).at(0) == "src/billing/upload.py");
  CHECK(engine.status()->is_indexing);
  const auto refused = engine.index();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "INDEX_LOCKED");
}

TEST_CASE("workspace: searches from many threads while files change all succeed") {
  ProjectFixture project;
  auto engine = open(project);
  REQUIRE(engine.index());
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 15; ++i) {
        const auto answer = engine.search("where do we retry failed uploads");
        CHECK(answer.has_value());
        if (answer) CHECK(paths(*answer).at(0) == "src/billing/upload.py");
      }
    });
  for (int i = 0; i < 15; ++i)
    project.write("src/churn.py", "def churn():\n    return " + std::to_string(i * i) + "\n");
}

TEST_CASE("workspace: find_symbol is as fresh as search") {
  ProjectFixture project;
  auto engine = open(project);
  project.write("src/late.py", "class LateComer:\n    def speak(self):\n        pass\n");
  const auto hits = engine.find_symbol("LateComer.speak");
  REQUIRE(hits);
  REQUIRE(hits->size() == 1);
  CHECK(hits->at(0).path == "src/late.py");
}

TEST_CASE("workspace: quoted prose that no file holds is searched for its words") {
  ProjectFixture project;
  auto engine = open(project);
  const auto prose =
      engine.search("\"When an upload of an invoice fails, where does the shop try it again?\"");
  REQUIRE(prose);
  CHECK(test::has_path(*prose, "src/billing/upload.py"));
  CHECK(test::mentions(prose->warnings,
                       "Searched for its words instead. No file contains the quoted text."));
  const auto held = engine.search("\"def upload_invoice(\"");
  REQUIRE(held);
  CHECK(paths(*held).at(0) == "src/billing/upload.py");
  const auto exact = engine.search("\"no such text here\"");  // meant as it stands
  REQUIRE(exact);
  CHECK(exact->matches.empty());
}

TEST_CASE("workspace: a search of no projects is refused") {
  const auto answer = search_projects(std::span<Searchable* const>(), "user");
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == error_code::kNoProject);
}

TEST_CASE("workspace: why_not of an index that counts all files and is not whole says so") {
  ProjectFixture project;
  WorkspaceOptions options;
  options.embedder = test::embedder();
  options.store = test::stores().front().make();
  const auto opened = [&] {
    auto engine = CodeWeaver::open({"shop", "Shop", project.root(), project.state()}, options);
    REQUIRE(engine);
    return std::move(*engine);
  };
  REQUIRE(opened().index());
  auto manifest = store::read_manifest(project.state() / "segments");
  REQUIRE(manifest);
  manifest->coverage = {10, 10};  // a first run was stopped before its end
  REQUIRE(store::write_manifest(project.state() / "segments", *manifest));
  options.first_index_wait = std::chrono::milliseconds(1);
  const auto reason = opened().why_not("user", "src/auth/utils.py");
  REQUIRE(reason);
  CHECK(reason->reason == "Nothing is indexed yet.");
}

}  // namespace
}  // namespace codeweaver
