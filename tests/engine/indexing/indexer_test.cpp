// Tests of Indexer: effects on the index, reports, and files it must not change.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::paths;
using test::ProjectFixture;

std::set<std::string> segment_files(const ProjectFixture& project) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(project.state() / "segments"))
    if (entry.path().extension() == ".seg") names.insert(entry.path().filename().string());
  return names;
}

TEST_CASE("indexer: a first run indexes every file, a second one has nothing to do") {
  const ProjectFixture project;
  const auto first = project.index();
  CHECK(first.status == IndexStatus::kSuccess);
  CHECK(first.files_discovered == 10);
  CHECK(first.files_indexed == 10);
  CHECK(first.total_chunks >= 10);
  CHECK(first.chunks_created == first.total_chunks);
  CHECK(first.languages.at("python") == 8);
  CHECK(first.failures.empty());
  const auto second = project.index();
  CHECK(second.status == IndexStatus::kSkipped);
  CHECK(second.files_unchanged == 10);
  CHECK(second.chunks_created == 0);
  CHECK(second.total_chunks == first.total_chunks);
}

TEST_CASE("indexer: only what changed is processed, and old text is gone at once") {
  ProjectFixture project;
  project.index();
  project.write("src/billing/upload.py", "def send_parcel(label):\n    return label\n");
  project.write("src/new.py", "def brand_new_thing():\n    pass\n");
  const auto report = project.index();
  CHECK(report.status == IndexStatus::kSuccess);
  CHECK(report.files_indexed == 2);
  CHECK(report.total_files == 11);
  CHECK(paths(project.search("send_parcel")).at(0) == "src/billing/upload.py");
  CHECK(paths(project.search("brand_new_thing")).at(0) == "src/new.py");
  for (const auto& match : project.search("upload_invoice").matches)
    CHECK(match.content.content.find("def upload_invoice") == std::string::npos);
}

TEST_CASE("indexer: files may change in any order, one run after another") {
  ProjectFixture project("");
  for (const std::string name : {"a", "b", "c", "d", "e", "f", "g", "h"})
    project.write(name + ".py", "def first_" + name + "():\n    return 1\n");
  project.index();
  for (const std::string name : {"g", "c", "a"}) {
    project.write(name + ".py", "def second_" + name + "():\n    return 2\n");
    project.index();
    CHECK(paths(project.search("second_" + name)).at(0) == name + ".py");
  }
}

TEST_CASE("indexer: moved and copied files cost no new chunks") {
  ProjectFixture project;
  const auto first = project.index();
  project.rename("src/billing", "src/accounting");
  const auto moved = project.index();
  CHECK(moved.chunks_created == 0);
  CHECK(moved.total_chunks == first.total_chunks);
  CHECK(moved.files_removed == 2);
  CHECK(paths(project.search("upload_invoice")).at(0) == "src/accounting/upload.py");
  for (const auto& path : paths(project.search("invoice")))
    CHECK_FALSE(path.starts_with("src/billing"));
}

TEST_CASE("indexer: deleted files leave no trace") {
  ProjectFixture project;
  project.index();
  project.remove("src/auth");
  const auto report = project.index();
  CHECK(report.files_removed == 3);
  for (const auto& path : paths(project.search("validate_jwt_token", {.top_k = 50})))
    CHECK_FALSE(path.starts_with("src/auth"));
}

TEST_CASE("indexer: a touched file with equal bytes keeps its chunk ids") {
  ProjectFixture project;
  project.index();
  const auto before = project.search("upload_invoice").matches.at(0).content.chunk_id;
  CHECK_FALSE(before.is_nil());
  const auto path = project.root() / "src/billing/upload.py";
  std::filesystem::last_write_time(path,
                                   std::filesystem::last_write_time(path) + std::chrono::hours(1));
  const auto report = project.index();
  CHECK(report.chunks_created == 0);
  CHECK(project.search("upload_invoice").matches.at(0).content.chunk_id == before);
}

TEST_CASE("indexer: any number of workers and any memory budget gives the same segments") {
  const ProjectFixture one;
  one.index({}, {.workers = 1});
  for (const std::size_t workers : {2, 8}) {
    for (const std::uint64_t budget : {0ULL, 1ULL << 30}) {
      const ProjectFixture other;
      other.index({}, {.workers = workers, .memory_budget = budget});
      CHECK(segment_files(one) == segment_files(other));
    }
  }
}

TEST_CASE("indexer: segments made beside the reading are those that the database gives") {
  ProjectFixture project;
  for (int i = 0; i < 150; ++i) {  // more than a batch, with texts that others have
    const auto text = "def task_" + std::to_string(i % 100) + "():\n    return 'done'\n";
    project.write("jobs/job" + std::to_string(i) + ".py", text);
  }
  project.index();
  const auto assembled = segment_files(project);
  std::filesystem::remove_all(project.state() / "segments");
  CHECK(project.index().chunks_created == 0);
  CHECK(segment_files(project) == assembled);
  project.index({.force = true});
  CHECK(segment_files(project) == assembled);
}

TEST_CASE("indexer: every kind of vector index gives the same answers, and changing it is a run") {
  const ProjectFixture project;
  project.index();
  const auto expected = paths(project.search("authenticate users", {.top_k = 50}));
  for (const auto& [kind, backend] : {std::pair{VectorIndexKind::kFaissFlat, "faiss-flat"},
                                      std::pair{VectorIndexKind::kFaissHnsw, "faiss-hnsw"},
                                      std::pair{VectorIndexKind::kScan, "codeweaver-scan"}}) {
    IndexOptions options;
    options.vector_index = kind;
    CHECK(project.index({}, options).chunks_created == 0);
    const auto answer = project.search("authenticate users", {.top_k = 50});
    CHECK(paths(answer) == expected);
    CHECK(answer.matches.at(0).audit.vector_backend == backend);
  }
}

TEST_CASE("indexer: files are cut by syntax or by lines alone, and their namespace says so") {
  const ProjectFixture project;
  project.index();
  CHECK(project.search("upload_invoice").matches.at(0).content.source == ChunkSource::kAstNode);
  IndexOptions options;
  options.chunk_strategy = ChunkStrategy::kSimpleFileChunks;
  for (int run = 0; run < 2; ++run) {
    CHECK(project.index({}, options).status ==
          (run == 0 ? IndexStatus::kSuccess : IndexStatus::kSkipped));
    for (const auto& match : project.search("upload_invoice").matches) {
      CHECK(match.content.source != ChunkSource::kAstNode);
      CHECK(match.audit.name_space == "shop/code_search/simple_file_chunks");
      CHECK(match.audit.chunk_strategy == "simple_file_chunks");
    }
  }
  CHECK(project.index().status == IndexStatus::kSuccess);
  CHECK(project.search("upload_invoice").matches.at(0).audit.name_space == "shop/code_search/ast");
}

TEST_CASE(
    "indexer: other settings are a change of every file, and end as if it were the first run") {
  const ProjectFixture project, fresh;
  IndexOptions options;
  options.target_tokens = 30;
  options.min_tokens = 10;
  options.max_tokens = 60;
  const auto first = project.index();
  CHECK(*project.indexer(options).count_changes() == first.files_discovered);
  const auto changed = project.index({}, options);
  CHECK(changed.total_chunks > first.total_chunks);
  CHECK(changed.total_chunks == fresh.index({}, options).total_chunks);
  CHECK(*project.indexer(options).count_changes() == 0);
  CHECK(project.index({}, options).status == IndexStatus::kSkipped);
  options.exclude = {"*.py"};
  const auto fewer = project.index({}, options);
  CHECK(fewer.files_removed > 0);
  CHECK(fewer.chunks_created == 0);
}

TEST_CASE("indexer: many small changes end in the state that one run gives") {
  ProjectFixture step, whole;
  step.index();
  for (int i = 0; i < 12; ++i) {
    const auto name = "src/step" + std::to_string(i) + ".py";
    const auto text = "def step_" + std::to_string(i) + "():\n    return 'value'\n";
    step.write(name, text);
    whole.write(name, text);
    step.index();
  }
  step.index({.force = true});
  whole.index();
  CHECK(segment_files(step) == segment_files(whole));
}

TEST_CASE("indexer: unreadable text is skipped with a reason and fails nothing") {
  ProjectFixture project;
  project.write("binary.py", std::string_view("x = 1\0\0\0\1\2", 10));
  project.write("latin1.py", "name = '\xe9t\xe9'\n");
  project.write("utf16.py", std::string_view("\xff\xfe"
                                             "d\0e\0f\0 \0u\0(\0)\0:\0 \0p\0a\0s\0s\0\n\0",
                                             30));
  project.write("blank.py", " \n\n");
  project.write("data.xyz", "1 2 3 4");
  const auto report = project.index();
  CHECK(report.status == IndexStatus::kSuccess);
  std::set<std::string> reasons;
  for (const auto& skip : report.skipped) reasons.insert(skip.path + ' ' + skip.reason);
  CHECK(reasons == std::set<std::string>{"binary.py binary", "latin1.py not_utf8"});
  CHECK(report.unknown_extensions.at("xyz") == 1);
  CHECK(report.failures.empty());
  CHECK(project.index().status == IndexStatus::kSkipped);
}

TEST_CASE("indexer: an empty folder is a valid, empty index") {
  const ProjectFixture project("");
  const auto report = project.index();
  CHECK(report.status == IndexStatus::kSuccess);
  CHECK(report.total_files == 0);
  const auto answer = project.search("anything");
  CHECK(answer.matches.empty());
  CHECK_FALSE(answer.suggestions.empty());
}

TEST_CASE("indexer: a missing folder and a file are refused with the way out") {
  const ProjectFixture project;
  const auto missing = Indexer::create({project.root() / "none", project.state(), "", "", {}}, {});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == "PATH_NOT_FOUND");
  CHECK(missing.error().cause.starts_with("Repository path does not exist: "));
  CHECK(missing.error().action == "Verify the path and try again");
  const auto file =
      Indexer::create({project.root() / "web/cart.ts", project.state(), "", "", {}}, {});
  REQUIRE_FALSE(file);
  CHECK(file.error().code == "NOT_A_DIRECTORY");
}

TEST_CASE("indexer: two models are never mixed, unless all is rebuilt") {
  const ProjectFixture project;
  project.index();
  auto without = Indexer::create({project.root(), project.state(), "shop", "", {}}, {});
  REQUIRE(without);
  const auto refused = without->run();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "MODEL_MISMATCH");
  CHECK(refused.error().remedy.kind == RemedyKind::kRebuild);
  const auto forced = without->run({.force = true});
  REQUIRE(forced);
  CHECK(forced->status == IndexStatus::kSuccess);
  const auto mixed = HybridSearcher::open(project.state(), {test::embedder(), {}, {}, {}});
  REQUIRE_FALSE(mixed);
  CHECK(mixed.error().code == "MODEL_MISMATCH");
}

TEST_CASE(
    "indexer: an index of another release's built-in model is made anew without being asked") {
  class Former final : public Embedder {
   public:
    Former() : info_(test::embedder()->info()) { info_.model = "static-code-1"; }
    const EmbedderInfo& info() const noexcept override { return info_; }
    Result<void> embed_query(std::string_view query, std::span<float> out) const override {
      return test::embedder()->embed_query(query, out);
    }
    Result<void> embed_documents(std::span<const std::string_view> texts,
                                 std::span<float> out) const override {
      return test::embedder()->embed_documents(texts, out);
    }

   private:
    EmbedderInfo info_;
  };
  const ProjectFixture project;
  auto former = Indexer::create({project.root(), project.state(), "shop", "", {}},
                                {std::make_shared<Former>(), {}});
  REQUIRE(former);
  REQUIRE(former->run());
  const HybridSearcher::Parts parts{test::embedder(), {}, {}, {}};
  CHECK(HybridSearcher::open(project.state(), parts).error().code == "FORMER_MODEL");
  const auto report = project.index();
  CHECK(report.status == IndexStatus::kSuccess);
  REQUIRE_FALSE(report.warnings.empty());
  CHECK(report.warnings.back().find("another release") != std::string::npos);
  const auto searcher = HybridSearcher::open(project.state(), parts);
  REQUIRE(searcher);
  CHECK_FALSE(searcher->search("connection pool").value().matches.empty());
  CHECK(project.index().status == IndexStatus::kSkipped);
}

TEST_CASE("indexer: a stopped run says so, keeps what it did, and the next completes it") {
  const ProjectFixture project;
  std::stop_source source;
  auto indexer = project.indexer({.workers = 1});
  IndexRequest request;
  request.on_progress = [&](const IndexProgress& progress) {
    if (progress.stage == IndexProgress::Stage::kIndex) source.request_stop();
  };
  const auto stopped = indexer.run(request, source.get_token());
  REQUIRE(stopped);
  CHECK(stopped->status == IndexStatus::kCancelled);
  const auto rest = project.index();
  CHECK(rest.status == IndexStatus::kSuccess);
  CHECK(rest.total_files == 10);
}

TEST_CASE("indexer: progress never goes backwards and ends as done") {
  const ProjectFixture project;
  std::vector<IndexProgress> seen;
  IndexRequest request;
  request.on_progress = [&](const IndexProgress& progress) { seen.push_back(progress); };
  project.index(request);
  REQUIRE(seen.size() >= 3);
  CHECK(std::is_sorted(seen.begin(), seen.end(), [](const auto& a, const auto& b) {
    return std::pair(a.stage, a.files_processed) < std::pair(b.stage, b.files_processed);
  }));
  CHECK(seen.back().stage == IndexProgress::Stage::kDone);
  CHECK(seen.back().files_processed == 10);
}

TEST_CASE("indexer: the indexed folder is never written to") {
  const ProjectFixture project;
  const auto listing = [&] {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(project.root()))
      out.insert(entry.path().string() + ' ' +
                 std::to_string(entry.last_write_time().time_since_epoch().count()));
    return out;
  };
  const auto before = listing();
  project.index();
  project.search("authenticate");
  CHECK(listing() == before);
}

TEST_CASE("indexer: a lost or damaged segment is made again from the database") {
  const ProjectFixture project;
  const auto first = project.index();
  for (const auto& name : segment_files(project))
    if (name.ends_with(".seg"))
      std::filesystem::resize_file(project.state() / "segments" / name, 100);
  const auto repaired = project.index();
  CHECK(repaired.chunks_created == 0);
  CHECK(repaired.total_chunks == first.total_chunks);
  CHECK(paths(project.search("upload_invoice")).at(0) == "src/billing/upload.py");
}

}  // namespace
}  // namespace codeweaver
