// Tests of ProjectHost on a query node: projects of a store, without index or files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/store_searcher.hpp"
#include "codeweaver/vector_store.hpp"
#include "opening/query_node.hpp"
#include "service/fixture.hpp"
#include "service/hosting/project_host.hpp"

namespace codeweaver::service {
namespace {

/// A host of what others put into a store.
class StoreHost {
 public:
  explicit StoreHost(const std::vector<std::string>& projects) {
    const auto settings = opener_->settings();
    REQUIRE(settings);
    embedder_ = *opener_->embedder(settings->settings, {}, nullptr);
    for (const auto& name : projects) {
      const auto folder = fixture_.make_folder(name, "count_apples_of_" + name);
      WorkspaceOptions options;
      options.embedder = embedder_;
      options.store = store_;
      auto core = CodeWeaver::open(*fixture_.registry().add(folder), std::move(options));
      REQUIRE(core);
      REQUIRE(core->index());
      std::filesystem::remove_all(folder);
    }
    auto options = fixture_.options();
    options.store_projects = [projects](const CallContext&) -> Result<std::vector<Project>> {
      std::vector<Project> out;
      for (const auto& id : projects) out.push_back(opening::store_project(id));
      return out;
    };
    options.open = [this](const Project& project, const CallContext&) -> Result<opening::Opened> {
      HybridSearcher::Parts parts;
      parts.embedder = embedder_;
      parts.store = store_;
      auto searcher = StoreSearcher::open(project.project_id, parts);
      if (!searcher) return searcher.error();
      opening::Opened opened;
      opened.project = std::make_unique<StoreSearcher>(*std::move(searcher));
      opened.embedder = embedder_;
      opened.store = store_;
      return opened;
    };
    host_ = *ProjectHost::start(std::move(options));
  }
  ProjectHost& operator*() const { return *host_; }
  ProjectHost* operator->() const { return host_.get(); }

 private:
  test::ServiceFixture fixture_;
  std::shared_ptr<opening::WorkspaceOpener> opener_ = fixture_.opener();
  std::shared_ptr<VectorStore> store_ = make_memory_store();
  std::shared_ptr<const Embedder> embedder_;
  std::shared_ptr<ProjectHost> host_;
};

}  // namespace

TEST_CASE("project host: on a query node projects are those of the store, and the only one meant") {
  const StoreHost host({"one"});
  const auto project = host->resolve();
  REQUIRE(project);
  CHECK_FALSE((*project)->can(Feature::kIndexing));
  CHECK((*project)->project().project_id == "one");
  CHECK((*project)->project().root.empty());
  const auto found = (*project)->search("count_apples_of_one", (*project)->search_options());
  REQUIRE(found);
  CHECK(found->matches.front().file.path == "code.py");
  CHECK((*project)->find_symbol("count_apples_of_one", 5)->front().path == "code.py");
  CHECK((*project)->file_text("code.py")->find("return value + 1") != std::string::npos);
  CHECK((*project)->definitions_in("code.py")->front().name == "count_apples_of_one");
  const auto status = (*project)->status();
  REQUIRE(status);
  CHECK(status->indexed);
  CHECK(status->total_files == 1);
  CHECK(status->total_chunks == 1);
  CHECK((*project)->indexing().coverage == 1);
}

TEST_CASE("project host: on a query node several projects answer as one, and none is implied") {
  const StoreHost host({"one", "two"});
  CHECK(host->resolve().error().code == error_code::kNoProject);
  const auto unknown = host->resolve("three");
  CHECK(unknown.error().code == error_code::kProjectNotFound);
  CHECK(unknown.error().action.find("one, two") != std::string::npos);
  const std::vector both{*host->resolve("one"), *host->resolve("two")};
  const auto found = host->search(both, "count_apples_of_two", both[0]->search_options());
  REQUIRE(found);
  CHECK(found->matches.front().audit.project == "two");
}

TEST_CASE("project host: a query node says of what needs an index or files that it has none") {
  const StoreHost host({"one"});
  const auto project = *host->resolve();
  const auto check = [](const auto& refused) {
    REQUIRE_FALSE(refused);
    CHECK(refused.error().category == ErrorCategory::kUnsupported);
    CHECK(refused.error().code == error_code::kQueryNode);
    CHECK_FALSE(refused.error().action.empty());
  };
  check(project->find_text({}, {}));
  check(project->start_index());
  check(project->searchable().find_references("count_apples_of_one"));
  check(project->searchable().why_not("apples", "one.py"));
  check(project->workspace());
  REQUIRE(host->refuses_changes());
  CHECK(host->refuses_changes()->code == error_code::kQueryNode);
}

}  // namespace codeweaver::service
