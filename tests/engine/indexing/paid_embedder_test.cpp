// Tests of paid embedders: each content is sent once, even if it moves or is rebuilt.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

#include "codeweaver/overlay.hpp"
#include "engine/fixture.hpp"
#include "store/database/sqlite.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

/// Why each text counts.
enum class Cost : std::uint8_t { kRequests, kTime };

/// The built-in model, said to be remote or slow; counts the texts that it is sent.
class CountingEmbedder : public Embedder {
 public:
  explicit CountingEmbedder(Cost cost = Cost::kRequests) : info_(test::embedder()->info()) {
    info_.model = "counting";
    info_.is_remote = cost == Cost::kRequests;
    info_.is_costly = cost == Cost::kTime;
  }
  const EmbedderInfo& info() const noexcept override { return info_; }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    if (is_down) return Error{ErrorCategory::kUnavailable, "DOWN", "It is down", "", ""};
    sent += texts.size();
    ++calls;
    const auto is_poison = [](std::string_view text) {
      return text.find("the_poison") != std::string_view::npos;
    };
    if (std::ranges::any_of(texts, is_poison))
      return Error{ErrorCategory::kUnavailable, "POISON", "It chokes", "", ""};
    return test::embedder()->embed_documents(texts, out);
  }
  std::size_t take_sent() const { return sent.exchange(0); }
  std::size_t take_calls() const { return calls.exchange(0); }

  std::atomic<bool> is_down = false;

 private:
  EmbedderInfo info_;
  mutable std::atomic<std::size_t> sent = 0, calls = 0;
};

TEST_CASE("paid embedder: of bulk data the head is sent, and words find the rest") {
  ProjectFixture project;
  std::string recording = "{\"entries\": [\n";
  for (int i = 0; i < 1500; ++i)
    recording += "{\"url\": \"https://shop.test/item" + std::to_string(i) +
                 "\", \"method\": \"GET\", \"status\": 200},\n";
  project.write("e2e/checkout.har", recording + "{\"url\": \"https://shop.test/zanzibar\"}]}\n");
  const auto embedder = std::make_shared<CountingEmbedder>();
  IndexOptions options;
  options.data_file_chunks = 3;
  const auto run = [&](const IndexOptions& with) {
    auto indexer =
        Indexer::create({project.root(), project.state(), "shop", "", with}, {embedder, {}});
    REQUIRE(indexer);
    auto report = indexer->run();
    REQUIRE(report);
    return std::move(*report);
  };
  const auto limited = run(options);
  const auto sent = embedder->take_sent();
  CHECK(limited.bulk_files == 1);
  CHECK(sent < limited.total_chunks);
  CHECK(run(options).bulk_files == 1);  // nothing to do
  project.write("e2e/copy.har", recording + "{\"url\": \"https://shop.test/zanzibar\"}]}\n");
  CHECK(run(options).bulk_files == 2);
  CHECK(embedder->take_sent() == 0);

  auto searcher = HybridSearcher::open(project.state(), {embedder, test::reranker()});
  REQUIRE(searcher);
  CHECK(searcher->statistics().bulk_files == 2);
  const auto found = searcher->search("zanzibar");
  REQUIRE(found);
  REQUIRE(!found->matches.empty());
  CHECK(found->matches[0].content.content.find("zanzibar") != std::string::npos);

  options.data_file_chunks = 0;
  const auto whole = run(options);
  CHECK(whole.bulk_files == 0);
  CHECK(whole.total_chunks > limited.total_chunks);
}

TEST_CASE("paid embedder: moves, copies, switches and lost segments send nothing again") {
  ProjectFixture project;
  auto cost = Cost::kRequests;
  SUBCASE("of a service") {}
  SUBCASE("of this machine") {
    cost = Cost::kTime;
  }
  const auto embedder = std::make_shared<CountingEmbedder>(cost);
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
  REQUIRE(indexer);
  const auto first = indexer->run();
  REQUIRE(first);
  CHECK(embedder->take_sent() == first->total_chunks);

  project.rename("src/billing", "src/accounting");
  std::filesystem::copy_file(project.root() / "src/accounting/upload.py",
                             project.root() / "src/copied.py");
  CHECK(indexer->run()->files_indexed == 3);
  CHECK(embedder->take_sent() == 0);

  project.write("src/late.py", "def late_comer():\n    pass\n");
  REQUIRE(indexer->run());
  CHECK(embedder->take_sent() == 1);
  project.remove("src/late.py");  // another branch
  REQUIRE(indexer->run());
  project.write("src/late.py", "def late_comer():\n    pass\n");
  REQUIRE(indexer->run());
  CHECK(embedder->take_sent() == 0);

  for (const auto& entry : std::filesystem::directory_iterator(project.state() / "segments"))
    if (entry.path().extension() == ".seg") std::filesystem::resize_file(entry.path(), 100);
  REQUIRE(indexer->run());
  CHECK(embedder->take_sent() == 0);
  const auto searcher = HybridSearcher::open(project.state(), {embedder, {}, {}, {}});
  REQUIRE(searcher);
  CHECK_FALSE(searcher->search("upload_invoice")->matches.empty());
}

TEST_CASE("paid embedder: texts of many files go together, and one that is refused stays alone") {
  ProjectFixture project;
  for (int i = 0; i < 36; ++i) {
    const auto number = std::to_string(i);
    project.write("src/made/part_" + number + ".py", "def part_" + number + "():\n    pass\n");
  }
  project.write("src/made/twice.py", "def part_0():\n    pass\n");
  const auto embedder = std::make_shared<CountingEmbedder>();
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
  REQUIRE(indexer);
  const auto first = indexer->run();
  REQUIRE(first);
  CHECK(first->warnings.empty());
  CHECK(embedder->take_calls() == 3);  // for 47 files, of which two are the same
  CHECK(embedder->take_sent() == first->total_chunks - 1);
  project.write("src/made/poison.py", "def the_poison():\n    pass\n");
  project.write("src/made/sound.py", "def the_sound():\n    pass\n");
  const auto second = indexer->run();
  REQUIRE(second);
  REQUIRE(second->warnings.size() == 1);
  CHECK(second->warnings[0].find("1 file has no vectors") != std::string::npos);
  CHECK(embedder->take_calls() == 3);  // together, then each
}

TEST_CASE("paid embedder: a forced run sends what is new or has no vectors, and nothing else") {
  ProjectFixture project;
  const auto embedder = std::make_shared<CountingEmbedder>();
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
  REQUIRE(indexer);
  REQUIRE(indexer->run());
  embedder->take_sent();
  const auto again = indexer->run({.force = true});
  REQUIRE(again);
  CHECK(embedder->take_sent() == 0);
  const auto searcher = HybridSearcher::open(project.state(), {embedder, {}, {}, {}});
  REQUIRE(searcher);
  CHECK(searcher->search("upload_invoice")->warnings.empty());
  CHECK(embedder->take_sent() == 1);  // the query
  project.write("src/late.py", "def late_comer():\n    pass\n");
  REQUIRE(indexer->run({.force = true}));
  CHECK(embedder->take_sent() == 1);
}

TEST_CASE("paid embedder: an index without facts gets them, and no text is sent") {
  ProjectFixture project;
  const auto embedder = std::make_shared<CountingEmbedder>();
  const auto run = [&] {
    auto indexer =
        Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
    REQUIRE(indexer);
    auto report = indexer->run();
    if (!report) FAIL(report.error().message());
    return report->files_indexed;
  };
  const auto change = [&](const char* sql) {
    auto connection =
        store::Connection::open(project.state() / "index.db", store::Connection::Mode::kReadWrite);
    REQUIRE(connection);
    REQUIRE(connection->execute(sql));
  };
  const auto rows = [&] {
    auto connection =
        store::Connection::open(project.state() / "index.db", store::Connection::Mode::kReadOnly);
    auto query = connection->query("SELECT count(*) || ' ' || sum(length(data)) FROM facts");
    REQUIRE(query.step());
    return query.text(0);
  };
  const auto files = run();
  const auto stored = rows();
  REQUIRE(embedder->take_sent() > 0);
  // As a version would leave it that read no facts: without rows, and with other settings.
  change(
      "DELETE FROM facts; UPDATE meta SET value = 'of another version' WHERE key LIKE 'settings%'");
  CHECK(run() == files);
  CHECK(rows() == stored);
  CHECK(embedder->take_sent() == 0);
}

TEST_CASE("paid embedder: after a failure the next run sends what is missing, and a word to try") {
  ProjectFixture project;
  const auto embedder = std::make_shared<CountingEmbedder>();
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
  REQUIRE(indexer);
  const auto first = indexer->run();
  REQUIRE(first);
  embedder->take_sent();
  project.write("src/late.py", "def late_comer():\n    pass\n");
  embedder->is_down = true;
  const auto without = indexer->run();
  REQUIRE(without);
  CHECK(without->total_chunks == first->total_chunks + 1);
  REQUIRE(without->warnings.size() == 1);
  CHECK(without->warnings[0].find("(DOWN)") != std::string::npos);
  embedder->is_down = false;
  const auto next = indexer->run();
  REQUIRE(next);
  CHECK(next->total_chunks == first->total_chunks + 1);
  CHECK(embedder->take_sent() == 2);
  CHECK(indexer->run()->status == IndexStatus::kSkipped);
  CHECK(embedder->take_sent() == 0);
}

TEST_CASE("paid embedder: texts of an overlay are not sent; words find them, and answers say so") {
  const ProjectFixture project;
  const auto embedder = std::make_shared<CountingEmbedder>();
  auto indexer = Indexer::create({project.root(), project.state(), "shop", "", {}}, {embedder, {}});
  REQUIRE(indexer);
  REQUIRE(indexer->run());
  const auto searcher = HybridSearcher::open(project.state(), {embedder, test::reranker(), {}, {}});
  REQUIRE(searcher);
  Overlay overlay;
  REQUIRE(overlay.put("src/lamp.py", "def light_the_zanzibar_lamp():\n    return 1\n"));
  embedder->take_sent();
  const auto unsaved = searcher->with_overlay(overlay);
  REQUIRE(unsaved);
  CHECK(embedder->take_sent() == 0);
  const auto answer = unsaved->search("zanzibar lamp");
  REQUIRE(answer);
  REQUIRE_FALSE(answer->matches.empty());
  CHECK(answer->matches[0].file.path == "src/lamp.py");
  CHECK(test::mentions(answer->warnings,
                       "1 unsaved file has no vectors and no words of the sparse encoder"));
  CHECK_FALSE(test::mentions(searcher->search("zanzibar lamp")->warnings,
                             "1 unsaved file has no vectors and no words of the sparse encoder"));
}

TEST_CASE("paid embedder: a snapshot brings the vectors of its model, and no text is sent") {
  const ProjectFixture origin, clone, other;
  const auto embedder = std::make_shared<CountingEmbedder>();
  const auto open = [](const ProjectFixture& project, std::shared_ptr<const Embedder> model) {
    WorkspaceOptions options;
    options.embedder = std::move(model);
    auto opened = CodeWeaver::open({"shop", "", project.root(), project.state(), ""}, options);
    REQUIRE(opened);
    return std::move(*opened);
  };
  const auto file = origin.root().parent_path() / "paid.cwsnap";
  const auto made = open(origin, embedder).make_snapshot({.file = file});
  REQUIRE(made);
  CHECK(made->model.find("counting") != std::string::npos);
  CHECK(embedder->take_sent() > 0);
  const auto snapshot = Snapshot::open({file});
  REQUIRE(snapshot);
  auto workspace = open(clone, embedder);
  const auto report = workspace.index({.snapshot = *snapshot});
  REQUIRE(report);
  CHECK(report->files_from_snapshot == report->files_indexed);
  CHECK(embedder->take_sent() == 0);
  const auto in_place = open(origin, embedder).search("where do we retry failed uploads");
  const auto answer = workspace.search("where do we retry failed uploads");
  REQUIRE((in_place && answer));
  CHECK(test::paths(*answer) == test::paths(*in_place));
  CHECK(answer->matches.at(0).relevance_score == in_place->matches.at(0).relevance_score);

  class OtherEmbedder : public CountingEmbedder {
   public:
    const EmbedderInfo& info() const noexcept override { return renamed_; }

   private:
    EmbedderInfo renamed_ = [] {
      auto info = CountingEmbedder().info();
      info.model = "another";
      return info;
    }();
  };
  const auto another = std::make_shared<OtherEmbedder>();
  const auto sent = open(other, another).index({.snapshot = *snapshot});
  REQUIRE(sent);
  CHECK(sent->files_from_snapshot == sent->files_indexed);
  CHECK(another->take_sent() > 0);
}

}  // namespace
}  // namespace codeweaver
