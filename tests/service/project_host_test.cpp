// Tests of ProjectHost: choice of the project, and the lifetime of open projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/project_host.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <future>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

#include "service/fixture.hpp"

namespace codeweaver::service {
namespace {

using test::ServiceFixture;

std::string path_of_best(HostedProject& project, std::string_view query) {
  const auto answer = project.search(query, project.search_options());
  REQUIRE(answer);
  return answer->matches.empty() ? "" : answer->matches.front().file.absolute_path;
}

/// The same, asked again while a first run goes on or has failed.
std::string path_of_best_after_run(HostedProject& project, std::string_view query) {
  static_cast<void>(project.search(query, project.search_options()));
  test::wait_until_idle(project);
  return path_of_best(project, query);
}

}  // namespace

TEST_CASE(
    "project host: an empty id means the outside, the chosen, the own or the active project") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  for (const auto* name : {"one", "two", "three"})
    REQUIRE(registry.add(fixture.make_folder(name, "count")));
  std::optional<std::string> outside;
  auto options = fixture.options();
  options.active_from_outside = [&]() -> Result<std::optional<std::string>> { return outside; };
  {
    const auto host = *ProjectHost::start(options);
    const auto nobody = host->resolve();
    REQUIRE_FALSE(nobody);
    CHECK(nobody.error().code == "NO_PROJECT");
    CHECK(nobody.error().action.find("one, three, two") != std::string::npos);
    REQUIRE(host->set_active("one"));
    CHECK(*host->implied_id() == "one");
    outside = "three";
    CHECK(*host->implied_id() == "three");
    CHECK((*host->resolve("two"))->project().project_id == "two");
    outside = "none";
    CHECK(host->resolve().error().code == "PROJECT_NOT_FOUND");
    outside.reset();
  }
  options.own = *registry.find("two");
  const auto host = *ProjectHost::start(options);
  CHECK(*host->implied_id() == "two");
  REQUIRE(registry.set_active("three"));  // another process
  CHECK(*host->implied_id() == "three");
  REQUIRE(registry.set_active("one"));
  CHECK(*host->implied_id() == "two");
  REQUIRE(host->set_active("one"));
  CHECK(*host->implied_id() == "one");
}

TEST_CASE("project host: the folders of a caller go before the own project, not before a choice") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  for (const auto* name : {"one", "two", "three"})
    REQUIRE(registry.add(fixture.make_folder(name, "count")));
  const auto fresh = fixture.make_folder("fresh", "count");
  const auto place = [&](const char* name) {
    return std::vector<std::filesystem::path>{fixture.folder() / name};
  };
  auto options = fixture.options();
  options.own = *registry.find("one");
  {
    const auto host = *ProjectHost::start(options);
    CHECK(*host->implied_id() == "one");
    CHECK(*host->implied_id(place("two")) == "two");
    std::filesystem::create_directories(fixture.folder() / "two" / "inner");
    CHECK(*host->implied_id(place("two/inner")) == "two");
    CHECK(*host->implied_id(place("gone")) == "one");  // says nothing
    CHECK(*host->implied_id(place(".")) == "one");     // as does one that holds projects
    CHECK(*host->implied_id(std::vector{fresh, fixture.folder() / "two"}) == "two");
    const auto refused = host->implied_id(place("fresh"));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "NO_PROJECT");
    CHECK(refused.error().cause.find(fresh.string()) != std::string::npos);
    CHECK(refused.error().remedy.kind == RemedyKind::kIndex);
    CHECK(*host->folder_to_index(std::vector{fixture.folder() / "two", fresh}) == fresh);
    CHECK(*host->folder_to_index(place("two")) == fixture.folder() / "two");
    CHECK(*host->folder_to_index({}) == fixture.folder() / "one");
    REQUIRE(host->set_active("three"));
    CHECK(*host->implied_id(place("two")) == "three");
  }
  options.is_own_named = true;
  const auto host = *ProjectHost::start(options);
  CHECK_FALSE(host->follows_client_roots());
  CHECK(*host->implied_id(place("two")) == "one");
}

TEST_CASE("project host: a first search begins the index, and answers out of it") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  REQUIRE(registry.add(fixture.make_folder("one", "count_apples")));
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->resolve("one");
  CHECK(project->indexing().state == IndexingState::kIdle);
  CHECK(project->indexing().coverage == 0);
  project->begin_first_index();
  test::wait_until_idle(*project);
  CHECK(project->has_index());
  const auto now = project->indexing();
  CHECK(now.coverage == 1);
  REQUIRE(now.last);
  CHECK(now.last->status == IndexStatus::kSuccess);
  CHECK_FALSE(now.job_id.empty());
  CHECK_FALSE(now.started_at.empty());
  CHECK(path_of_best(*project, "count_apples") == (fixture.folder() / "one/code.py").string());
  CHECK_FALSE(project->coverage_warning());
  CHECK(host->metrics().counts().query_latency_ms.count() == 1);
  CHECK((*host->resolve("one")).get() == project.get());
}

TEST_CASE("project host: a known project keeps its id and its name, whatever a call gives") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto root = fixture.make_folder("one", "count");
  REQUIRE(registry.add(root, "mine"));
  REQUIRE(registry.rename("mine", "My own"));
  const auto host = *ProjectHost::start(fixture.options());
  const auto open = *host->resolve("mine");
  const auto added = host->add(root, "theirs", "Their name");
  REQUIRE(added);
  CHECK_FALSE(added->is_new);
  CHECK(added->project.project_id == "mine");
  CHECK(added->project.display_name == "My own");
  CHECK((*host->open_folder(root, "another")).get() == open.get());
  CHECK(host->list()->size() == 1);
  const auto fresh = host->add(fixture.make_folder("two", "count"), "theirs", "Their name");
  REQUIRE(fresh);
  CHECK(fresh->is_new);
  CHECK(fresh->project.project_id == "theirs");
  CHECK(fresh->project.display_name == "Their name");
}

TEST_CASE("project host: what was renamed is never answered with the old path") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto root = fixture.make_folder("one", "count");
  const auto name = [&](int i, const char* kind) {
    return root / (kind + std::to_string(i) + ".py");
  };
  for (int i = 0; i < 4; ++i)
    ServiceFixture::write(name(i, "old"), "def zebra" + std::to_string(i) + "(): pass\n");
  REQUIRE(registry.add(root));
  auto options = fixture.options();
  // Searches index nothing: they answer from what the index holds.
  const auto opener = fixture.opener(
      {"indexing.auto_index=false", "indexing.watch=false", "indexing.patience_ms=0"});
  options.open = [opener](const Project& project, const CallContext& call) {
    return opener->open(project, opening::Opening::kForHost, call);
  };
  const auto host = *ProjectHost::start(options);
  const auto project = *host->resolve("one");
  CHECK(path_of_best_after_run(*project, "zebra2") == name(2, "old").string());
  for (int i = 0; i < 4; ++i) std::filesystem::rename(name(i, "old"), name(i, "new"));
  const auto answer = project->search("zebra2", project->search_options());
  REQUIRE(answer);
  for (const auto& match : answer->matches) CHECK(match.file.path == "code.py");
  CHECK(answer->total_results == answer->matches.size());
  CHECK(answer->warnings.back().find("missing from the results") != std::string::npos);
  CHECK(project->find_symbol("zebra2", 10)->empty());
  REQUIRE(project->start_index());
  test::wait_until_idle(*project);
  CHECK(path_of_best(*project, "zebra2") == name(2, "new").string());
}

TEST_CASE("project host: a reload opens what is open anew, and serves nothing that has ended") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  for (const auto* name : {"one", "two"})
    REQUIRE(registry.add(fixture.make_folder(name, "count_" + std::string(name))));
  auto options = fixture.options();
  options.own = *registry.find("one");
  const auto host = *ProjectHost::start(options);
  const auto own = *host->resolve("one"), other = *host->resolve("two");
  CHECK(path_of_best_after_run(*other, "count_two") == (fixture.folder() / "two/code.py").string());
  host->reload();
  CHECK(*host->resolve("one") != own);
  CHECK(*host->resolve("two") != other);
  CHECK(path_of_best(**host->resolve("two"), "count_two") ==
        (fixture.folder() / "two/code.py").string());
  host->shutdown();
  host->reload();
  CHECK(host->is_stopped());
  CHECK(host->resolve("one").error().code == "SERVER_STOPPING");
}

TEST_CASE("project host: runs are joined, cancelled, and told to listeners") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto root = fixture.make_folder("one", "count");
  for (int i = 0; i < 300; ++i)
    ServiceFixture::write(root / ("part" + std::to_string(i) + ".py"),
                          "def part" + std::to_string(i) + "(value):\n    return value\n");
  REQUIRE(registry.add(root));
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->resolve("one");
  std::mutex mutex;
  std::vector<IndexingState> states;
  const auto subscription = project->on_indexing([&](const IndexingSnapshot& now) {
    const std::lock_guard lock(mutex);
    if (states.empty() || states.back() != now.state) states.push_back(now.state);
  });
  CHECK_FALSE(project->cancel_index());
  const auto first = project->start_index();
  REQUIRE(first);
  const auto second = project->start_index();
  REQUIRE(second);
  const bool is_joined = *first == *second;
  project->cancel_index();
  test::wait_until_idle(*project);
  if (is_joined) {  // else the first run ended before it could be
    const auto status = project->indexing().last->status;
    CHECK((status == IndexStatus::kCancelled || status == IndexStatus::kSuccess));
  }
  REQUIRE(project->start_index(true));
  test::wait_until_idle(*project);
  CHECK(project->indexing().last->status == IndexStatus::kSuccess);
  CHECK(project->indexing().last->total_files == 301);
  project->stop();
  const std::lock_guard lock(mutex);
  REQUIRE(states.size() >= 2);
  CHECK(states.front() == IndexingState::kIndexing);
  CHECK(states.back() == IndexingState::kIdle);
  CHECK(project->start_index().error().code == "SERVER_STOPPING");
}

TEST_CASE("project host: whoever sees that a run is over can begin the next") {
  const ServiceFixture fixture;
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->open_folder(fixture.make_folder("one", "count"));
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  std::set<std::string> jobs;
  for (std::size_t runs = 1; runs <= 50; ++runs) {
    const auto job = project->start_index();
    REQUIRE(job);
    jobs.insert(*job);
    REQUIRE(jobs.size() == runs);
    while (project->indexing().state == IndexingState::kIndexing)  // the sooner seen, the better
      REQUIRE(std::chrono::steady_clock::now() < end);
  }
}

TEST_CASE("project host: a search of several projects counts once, and tells whose warnings") {
  const ServiceFixture fixture;
  const auto host = *ProjectHost::start(fixture.options());
  std::vector<std::shared_ptr<HostedProject>> projects;
  for (const auto* name : {"one", "two"}) {
    auto project = host->open_folder(fixture.make_folder(name, "count_apples"));
    REQUIRE(project);
    (*project)->begin_first_index();
    test::wait_until_idle(**project);
    projects.push_back(std::move(*project));
  }
  const auto answer = host->search(projects, "count_apples", projects.front()->search_options());
  REQUIRE(answer);
  CHECK(answer->matches.size() == 2);
  CHECK(answer->warnings.empty());
  CHECK(host->metrics().counts().query_latency_ms.count() == 1);
  CHECK(host->metrics().counts().results_returned.sum() == 2);
  REQUIRE(host->search(std::span(projects).first(1), "count", projects.front()->search_options()));
  CHECK(host->metrics().counts().query_latency_ms.count() == 2);
}

TEST_CASE("project host: a first run that fails is told by the search that waits for it") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  const auto root = fixture.make_folder("one", "count");
  REQUIRE(registry.add(root));
  const auto host = *ProjectHost::start(fixture.options());
  const auto project = *host->resolve("one");
  std::filesystem::remove_all(root);
  const auto refused = project->search("count", project->search_options());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "PATH_NOT_FOUND");
  CHECK(host->metrics().counts().query_latency_ms.count() == 0);
  fixture.make_folder("one", "count_apples");  // the next search begins another run
  CHECK_FALSE(path_of_best_after_run(*project, "count_apples").empty());
}

TEST_CASE("project host: a project that opens slowly holds up only calls for it, until they stop") {
  const ServiceFixture fixture;
  auto options = fixture.options();
  for (const auto* name : {"slow", "quick"})
    REQUIRE(options.registry.add(fixture.make_folder(name, "count")));
  std::promise<void> began, go_on;
  options.open = [&, open = options.open](const Project& project, const CallContext& call) {
    if (project.project_id == "slow") {
      began.set_value();
      go_on.get_future().wait();
    }
    return open(project, call);
  };
  const auto host = *ProjectHost::start(options);
  std::shared_ptr<HostedProject> slow;
  std::jthread opening([&] { slow = *host->resolve("slow"); });
  began.get_future().wait();
  CHECK(host->resolve("quick"));
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = host->resolve("slow", {}, stop.get_token());
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().category == ErrorCategory::kCancelled);
  std::shared_ptr<HostedProject> second;
  std::jthread waiting([&] { second = *host->resolve("slow"); });
  go_on.set_value();
  opening.join();
  waiting.join();
  CHECK(slow == second);
  CHECK(*host->resolve("slow") == slow);
}

TEST_CASE("project host: a project that is reloaded while it opens gets the new settings") {
  const ServiceFixture fixture;
  auto options = fixture.options();
  REQUIRE(options.registry.add(fixture.make_folder("one", "count")));
  std::size_t opened = 0;
  std::shared_ptr<ProjectHost> host;
  options.open = [&, open = options.open](const Project& project, const CallContext& call) {
    if (++opened == 1) host->reload();
    return open(project, call);
  };
  host = *ProjectHost::start(options);
  CHECK(host->resolve("one"));
  CHECK(opened == 2);
  CHECK(host->resolve("one"));
  CHECK(opened == 2);
}

TEST_CASE("project host: what begins waits until it is told to") {
  const ServiceFixture fixture;
  auto options = fixture.options();
  options.own = *options.registry.add(fixture.make_folder("one", "count"));
  options.first_run = FirstRun::kResume;  // runs, although auto_index is off
  const auto host = std::make_shared<ProjectHost>(options);
  CHECK_FALSE((*host->resolve())->has_index());
  REQUIRE(host->begin());
  test::wait_until_idle(**host->resolve());
  CHECK((*host->resolve())->has_index());
}

TEST_CASE("project host: its own project is indexed at start and follows the files") {
  const ServiceFixture fixture;
  auto registry = fixture.registry();
  auto options = fixture.options();
  const auto opener = fixture.opener({"indexing.watch_debounce_ms=1"});
  options.open = [opener](const Project& project, const CallContext& call) {
    return opener->open(project, opening::Opening::kForHost, call);
  };
  options.own = *registry.add(fixture.make_folder("one", "count_apples"));
  const auto host = *ProjectHost::start(options);
  const auto project = *host->resolve();
  const auto wait_for_files = [&](std::size_t files) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (project->searchable().committed_files() != files) {
      REQUIRE(std::chrono::steady_clock::now() < end);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  };
  wait_for_files(1);
  ServiceFixture::write(fixture.folder() / "one/more.py", "def count_pears():\n    return 2\n");
  wait_for_files(2);
  host->shutdown();
  CHECK(host->resolve("one").error().code == "SERVER_STOPPING");
}

TEST_CASE("project host: folders outside of the roots are refused, but for the own project") {
  const ServiceFixture fixture, elsewhere;
  const auto inside = fixture.make_folder("one", "count");
  const auto outside = elsewhere.make_folder("two", "count");
  auto options = fixture.options();
  options.own = *options.registry.add(elsewhere.make_folder("own", "count"));
  const auto host = *ProjectHost::start(options);
  CHECK((*host->open_folder(inside))->project().root == inside);
  CHECK((*host->open_folder(inside, "named"))->project().project_id == "one");
  CHECK(host->open_folder(outside).error().code == "PATH_OUTSIDE_ROOTS");
  CHECK((*host->open_folder(elsewhere.folder() / "own"))->project() == *options.own);
}

TEST_CASE("project host: projects are renamed, set up, chosen and removed") {
  const ServiceFixture fixture;
  const auto host = *ProjectHost::start(fixture.options());
  const auto added = host->add(fixture.make_folder("one", "count"), "first", "The first");
  REQUIRE(added);
  CHECK(added->project.display_name == "The first");
  CHECK(host->rename("first", "Other")->display_name == "Other");
  for (const auto* name : {"", "  ", "a\nb"})
    CHECK(host->rename("first", name).error().code == "INVALID_DISPLAY_NAME");
  CHECK(host->rename("none", "Other").error().code == "PROJECT_NOT_FOUND");

  const auto project = *host->resolve("first");
  CHECK(project->settings().chunking.strategy == "ast");
  REQUIRE(host->change_settings("first", {"chunking.strategy=simple_file_chunks"}));
  CHECK((*host->resolve("first"))->settings().chunking.strategy == "simple_file_chunks");
  const auto refused = host->change_settings("first", {"embedding.provider=none-such"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "PROVIDER_NOT_AVAILABLE");
  CHECK(host->change_settings("first", {"no.such=1"}).error().code == "UNKNOWN_SETTING");
  CHECK((*host->resolve("first"))->settings().chunking.strategy == "simple_file_chunks");

  const auto state = added->project.state_dir;
  (*host->resolve("first"))->begin_first_index();
  test::wait_until_idle(**host->resolve("first"));
  CHECK(std::filesystem::exists(state));
  REQUIRE(host->remove("first", false));
  CHECK_FALSE(std::filesystem::exists(state));
  CHECK(host->resolve("first").error().code == "PROJECT_NOT_FOUND");
  CHECK(host->list()->empty());
}

TEST_CASE("project host: projects that nobody uses are closed when there are many") {
  const ServiceFixture fixture;
  const auto host = *ProjectHost::start(fixture.options());
  std::weak_ptr<HostedProject> first;
  std::shared_ptr<HostedProject> used;
  for (std::size_t i = 0; i <= ProjectHost::kMostOpen; ++i) {
    const auto project = host->open_folder(fixture.make_folder("p" + std::to_string(i), "count"));
    REQUIRE(project);
    if (i == 0) used = *project;
    if (i == 1) first = *project;
  }
  CHECK(first.expired());
  CHECK((*host->resolve("p0")).get() == used.get());
  CHECK((*host->resolve("p1"))->project().project_id == "p1");
}

}  // namespace codeweaver::service
