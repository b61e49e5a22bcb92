// The contract of Searchable, for every implementation: an index, a store, a set of projects.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/searchable.hpp"

#include <doctest/doctest.h>

#include <array>

#include "codeweaver/ask.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_search.hpp"
#include "codeweaver/store_searcher.hpp"
#include "engine/fixture.hpp"
#include "engine/forwarding_store.hpp"

namespace codeweaver {
namespace {

constexpr const char* kUploadQuestion = "where are failed uploads retried";
constexpr std::array kAllFeatures{
    Feature::kLookups,      Feature::kReferences, Feature::kSuggestions, Feature::kExactText,
    Feature::kExplanations, Feature::kCommits,    Feature::kIndexing};

/// A store in memory that keeps the context of its last calls.
class LimitedStore final : public test::ForwardingStore {
 public:
  LimitedStore() : ForwardingStore(make_memory_store(), 100) {}
  std::shared_ptr<VectorStore> with(const CallContext& context) const override {
    last = context;
    return nullptr;
  }

  mutable CallContext last;
};

/// A project of a program that knows only the calls with a stop token.
class OlderProject final : public Searchable {
 public:
  const Project& project() const noexcept override { return project_; }
  bool can(Feature feature) const noexcept override { return feature == Feature::kLookups; }
  Result<FindCodeResponseSummary> search(std::string_view, const SearchOptions& options,
                                         std::stop_token stop) override {
    deadline = options.deadline;
    return ended(stop, FindCodeResponseSummary());
  }
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options,
                                            std::stop_token stop) override {
    return search(query, options, std::move(stop));
  }
  Result<std::string> file_text(std::string_view, const Lookup& lookup,
                                std::stop_token stop) override {
    deadline = lookup.deadline;
    return ended(stop, std::string("text"));
  }
  Result<RepoStatus> status() const override { return RepoStatus(); }

  std::chrono::milliseconds deadline{0};  // of the last call

 private:
  template <class Value>
  static Result<Value> ended(const std::stop_token& stop, Value value) {
    if (stop.stop_requested()) return Error{ErrorCategory::kCancelled, "CANCELLED", "", "", ""};
    return value;
  }
  Project project_{"older", "older", {}, {}, {}};
};

StoreSearcher stored_project(std::shared_ptr<VectorStore> store, const std::string& id) {
  HybridSearcher::Parts parts;
  parts.embedder = test::embedder();
  parts.reranker = test::reranker();
  parts.store = std::move(store);
  auto opened = StoreSearcher::open(id, std::move(parts));
  if (!opened) FAIL(opened.error().message());
  return std::move(*opened);
}

/// The shop project: with an index, in a store, and as the only project of a set.
class EveryKind {
 public:
  EveryKind() { REQUIRE(indexed_.index()); }

  std::array<Searchable*, 3> all() { return {&indexed_, &stored_, &set_}; }
  CodeWeaver& indexed() { return indexed_; }
  StoreSearcher& stored() { return stored_; }
  ProjectSet& set() { return set_; }
  const LimitedStore& store() const { return *store_; }

 private:
  test::ProjectFixture files_;
  std::shared_ptr<LimitedStore> store_ = std::make_shared<LimitedStore>();
  CodeWeaver indexed_ =
      test::open_workspace({"shop", "shop", files_.root(), files_.state(), ""}, store_);
  StoreSearcher stored_ = stored_project(store_, "shop");
  ProjectSet set_{{&indexed_}};
};

std::string first_path(const Result<FindCodeResponseSummary>& answer) {
  if (!answer) FAIL(answer.error().message());
  REQUIRE_FALSE(answer->matches.empty());
  return answer->matches.front().file.path;
}

/// Whether a call was answered; else it must have the error of an unsupported feature.
template <class Value>
bool is_answered(const Result<Value>& result, Searchable& asked, Feature feature) {
  if (result) return true;
  const auto expected = unsupported(asked, feature);
  CHECK(result.error().category == ErrorCategory::kUnsupported);
  CHECK(result.error().code == expected.code);
  CHECK(result.error().context == expected.context);
  return false;
}

}  // namespace

TEST_CASE("searchable: every kind finds the same, and refuses the same") {
  EveryKind kinds;
  const auto expected = first_path(kinds.indexed().search(kUploadQuestion));
  for (auto* const project : kinds.all()) {
    CAPTURE(project->project().project_id);
    CHECK(project->project().project_id == "shop");
    CHECK(first_path(project->search(kUploadQuestion)) == expected);
    SearchOptions options;
    options.top_k = 1;
    const auto one = project->find_code(kUploadQuestion, options);
    REQUIRE(one);
    CHECK(one->matches.size() == 1);
    CHECK(project->search(" ").error().code == "EMPTY_QUERY");
    const auto status = project->status();
    REQUIRE(status);
    CHECK(status->indexed);
    CHECK(status->total_files == kinds.indexed().status()->total_files);
    const auto answer = ask(*project, kUploadQuestion);
    REQUIRE(answer);
    CHECK(first_path(answer->found) == expected);
  }
}

TEST_CASE("searchable: a call works if the feature is there, else it has the one error") {
  EveryKind kinds;
  for (auto* const project : kinds.all()) {
    const auto matches = [&](bool is_there, Feature feature) {
      CAPTURE(static_cast<int>(feature));
      CHECK(is_there == project->can(feature));
    };
    auto& asked = *project;
    TextSearchOptions text;
    text.patterns = {"upload_invoice"};
    matches(is_answered(asked.find_symbol("upload_invoice"), asked, Feature::kLookups),
            Feature::kLookups);
    matches(is_answered(asked.definitions_in("src/billing/upload.py"), asked, Feature::kLookups),
            Feature::kLookups);
    matches(is_answered(asked.file_text("src/billing/upload.py"), asked, Feature::kLookups),
            Feature::kLookups);
    matches(is_answered(asked.find_references("upload_invoice"), asked, Feature::kReferences),
            Feature::kReferences);
    matches(is_answered(asked.find_text(text, {}), asked, Feature::kExactText),
            Feature::kExactText);
    matches(is_answered(asked.why_not("upload", "src/app.py"), asked, Feature::kExplanations),
            Feature::kExplanations);
    matches(!asked.complete_symbol("upload").empty(), Feature::kSuggestions);
    CHECK((asked.committed_files() > 0) == asked.can(Feature::kIndexing));
  }
  for (const auto feature : kAllFeatures) {
    CHECK(kinds.indexed().can(feature));
    CHECK(unsupported(kinds.stored(), feature).code == error_code::kQueryNode);
    CHECK(unsupported(kinds.set(), feature).code == error_code::kOneProjectOnly);
  }
  SearchOptions of_commit;
  of_commit.ref = "HEAD";
  CHECK(kinds.stored().search("upload", of_commit).error().code == error_code::kQueryNode);
  CHECK(kinds.stored().find_code("upload", of_commit).error().code == error_code::kQueryNode);
}

TEST_CASE("searchable: look-ups of every kind agree, and replace the warnings") {
  EveryKind kinds;
  const auto definition = kinds.indexed().find_symbol("upload_invoice");
  REQUIRE(definition);
  REQUIRE(definition->size() == 1);
  const auto path = definition->front().path;
  for (auto* const project : kinds.all()) {
    if (!project->can(Feature::kLookups)) continue;
    std::vector<std::string> warnings{"of an earlier call"};
    const auto found = project->find_symbol("upload_invoice", 20, {{}, &warnings});
    REQUIRE(found);
    CHECK(found->size() == 1);
    CHECK(found->front().path == path);
    CHECK(warnings.empty());
    warnings = {"of an earlier call"};
    REQUIRE(project->definitions_in(path, {{}, &warnings}));
    CHECK(warnings.empty());
    warnings = {"of an earlier call"};
    CHECK(project->file_text(path, {{}, &warnings})->find("upload_invoice") != std::string::npos);
    CHECK(warnings.empty());
    CHECK(project->file_text("no/such.file").error().code == "FILE_NOT_INDEXED");
  }
}

TEST_CASE("searchable: the deadline and the stop request of a look-up reach the store") {
  EveryKind kinds;
  const Lookup limited{std::chrono::minutes(1)};
  const std::stop_source stop;
  const auto& store = kinds.store();
  const auto check = [&](Searchable& project, const auto& look_up) {
    REQUIRE(look_up(project, Lookup{}, std::stop_token()));
    CHECK_FALSE(store.last.deadline);
    CHECK_FALSE(store.last.stop.stop_possible());
    REQUIRE(look_up(project, limited, stop.get_token()));
    CHECK(store.last.deadline);
    CHECK(store.last.stop.stop_possible());
  };
  using Stop = std::stop_token;
  auto& stored = kinds.stored();
  check(stored, [](Searchable& project, const Lookup& lookup, Stop token) {
    return project.find_symbol("upload_invoice", 20, lookup, std::move(token));
  });
  check(stored, [](Searchable& project, const Lookup& lookup, Stop token) {
    return project.definitions_in("src/billing/upload.py", lookup, std::move(token));
  });
  check(stored, [](Searchable& project, const Lookup& lookup, Stop token) {
    return project.file_text("src/billing/upload.py", lookup, std::move(token));
  });
}

TEST_CASE("searchable: a stopped context ends the search of every kind") {
  EveryKind kinds;
  std::stop_source stop;
  stop.request_stop();
  const CallContext call(stop.get_token());
  const auto is_cancelled = [](const auto& result) {
    return !result && result.error().category == ErrorCategory::kCancelled;
  };
  OlderProject older;
  const auto all = kinds.all();
  std::vector<Searchable*> asked(all.begin(), all.end());
  asked.push_back(&older);
  for (auto* const project : asked) {
    CAPTURE(project->project().project_id);
    CHECK(is_cancelled(project->search(kUploadQuestion, {}, call)));
    CHECK(is_cancelled(project->find_code(kUploadQuestion, {}, call)));
    CHECK(is_cancelled(ask(*project, kUploadQuestion, {}, call)));
    CHECK(is_cancelled(project->search(kUploadQuestion, {}, stop.get_token())));
  }
}

TEST_CASE("searchable: the deadline and the request id of a context reach the store") {
  EveryKind kinds;
  const auto now = std::chrono::steady_clock::now();
  CallContext call;
  call.request_id = "r7";
  call.deadline = now + std::chrono::hours(1);
  for (auto* const project : kinds.all()) {
    CAPTURE(project->can(Feature::kIndexing));
    kinds.store().last = {};
    REQUIRE(project->search(kUploadQuestion, {}, call));
    CHECK(kinds.store().last.request_id == "r7");
    CHECK(kinds.store().last.kind == CallContext::Kind::kQuery);
    REQUIRE(kinds.store().last.deadline);
    CHECK(*kinds.store().last.deadline <= now + std::chrono::hours(1));
  }
}

TEST_CASE("searchable: a class with stop tokens only gets the deadline of a context as its limit") {
  OlderProject older;
  Searchable& project = older;
  const auto until = [](std::chrono::milliseconds limit) {
    return CallContext().until(std::chrono::steady_clock::now() + limit);
  };
  REQUIRE(project.search("upload", {}, CallContext()));
  CHECK(older.deadline.count() == SearchOptions().deadline.count());
  SearchOptions options;
  options.deadline = std::chrono::minutes(2);
  REQUIRE(project.search("upload", options, until(std::chrono::minutes(1))));
  CHECK(older.deadline <= std::chrono::minutes(1));
  REQUIRE(project.search("upload", options, until(std::chrono::minutes(3))));
  CHECK(older.deadline == std::chrono::minutes(2));
  REQUIRE(project.file_text("a.py", {}, until(std::chrono::minutes(1))));
  CHECK(older.deadline > std::chrono::seconds(50));
  CHECK(older.deadline <= std::chrono::minutes(1));
  CHECK(project.status(CallContext()));
  CHECK(project.find_symbol("upload", 1, {}, CallContext()).error().code == "QUERY_NODE");
}

TEST_CASE("searchable: projects with an index and in a store are searched together") {
  EveryKind kinds;
  const test::ProjectFixture files("");
  test::write_file(files.root() / "retry.py", "def retry_failed_uploads_later():\n    pass\n");
  auto other = test::open_workspace({"other", "other", files.root(), files.state(), ""});
  std::vector<Searchable*> asked{&other, &kinds.stored()};
  const auto answer = search_projects(asked, "retry failed uploads");
  REQUIRE(answer);
  std::vector<std::string> projects;
  for (const auto& match : answer->matches) projects.push_back(match.audit.project);
  CHECK(std::ranges::find(projects, "other") != projects.end());
  CHECK(std::ranges::find(projects, "shop") != projects.end());

  ProjectSet set(asked);
  CHECK(set.project().project_id == "other, shop");
  CHECK_FALSE(set.can(Feature::kIndexing));
  const auto same = set.search("retry failed uploads");
  REQUIRE(same);
  REQUIRE(same->matches.size() == answer->matches.size());
  for (std::size_t i = 0; i < projects.size(); ++i)
    CHECK(same->matches[i].audit.project == projects[i]);
  const auto status = set.status();
  REQUIRE(status);
  CHECK(status->total_files == other.status()->total_files + kinds.stored().status()->total_files);
  CHECK(ask(set, "which function retries failed uploads later?")->found.matches.size() > 1);
}

TEST_CASE("searchable: a project that is given twice is searched once") {
  const test::ProjectFixture files("");
  test::write_file(files.root() / "retry.py", "def retry_failed_uploads_later():\n    pass\n");
  const Project project{"other", "other", files.root(), files.state(), ""};
  auto one = test::open_workspace(project), again = test::open_workspace(project);
  std::vector<Searchable*> asked{&one, &again, &one};
  const auto alone = one.search("\"retry\" failed uploads");
  const auto answer = search_projects(asked, "\"retry\" failed uploads");
  REQUIRE(alone);
  REQUIRE(answer);
  CHECK(answer->matches.size() == alone->matches.size());
  CHECK(answer->total_matches == alone->total_matches);
  CHECK(answer->exact_files == 1);
  CHECK(answer->warnings == alone->warnings);
  const ProjectSet set(asked);
  CHECK(set.project().project_id == "other");
  CHECK(set.status()->total_files == one.status()->total_files);
}

}  // namespace codeweaver
