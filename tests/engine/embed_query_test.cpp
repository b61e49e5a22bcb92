// Tests of slow query embeddings: logged, and the query is still answered.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/retrieve/embed_query.hpp"

#include <doctest/doctest.h>

#include <thread>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

/// The built-in model, taking its time over queries.
class SlowEmbedder : public Embedder {
 public:
  explicit SlowEmbedder(std::chrono::milliseconds pause) : pause_(pause) {}
  const EmbedderInfo& info() const noexcept override { return test::embedder()->info(); }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return test::embedder()->embed_documents(texts, out);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    std::this_thread::sleep_for(pause_);
    return test::embedder()->embed_query(text, out);
  }

 private:
  std::chrono::milliseconds pause_;
};

class KeptRecords : public Logger {
 public:
  bool accepts(LogLevel) const noexcept override { return true; }
  void log(const LogRecord& record) override { records.push_back(record); }
  std::vector<LogRecord> records;
};

}  // namespace

TEST_CASE("story 5, scenario 3: slow embedding of a query is logged as a warning") {
  ProjectFixture project;
  auto indexer =
      Indexer::create({project.root(), project.state(), "shop", "", {}}, {test::embedder(), {}});
  REQUIRE(indexer);
  REQUIRE(indexer->run());
  const auto log = std::make_shared<KeptRecords>();
  const auto embedder = std::make_shared<SlowEmbedder>(std::chrono::milliseconds(250));
  const auto searcher = HybridSearcher::open(project.state(), {embedder, {}, log, {}});
  REQUIRE(searcher);
  const auto answer = searcher->search("upload an invoice again");
  REQUIRE(answer);
  CHECK_FALSE(answer->matches.empty());
  CHECK(answer->warnings.empty());
  REQUIRE(log->records.size() == 2);  // this one, and that of the search
  const auto& record = log->records[0];
  CHECK(record.level == LogLevel::kWarning);
  CHECK(record.operation == "embed_query");
  CHECK(record.project_id == "shop");
  CHECK(*record.duration_ms >= 250);
  CHECK(*record.duration_ms <= answer->execution_time_ms);
}

TEST_CASE("embedding a query: one that fails slowly is logged as failed") {
  class Failing : public SlowEmbedder {
   public:
    using SlowEmbedder::SlowEmbedder;
    Result<void> embed_query(std::string_view text, std::span<float> out) const override {
      if (auto slow = SlowEmbedder::embed_query(text, out); !slow) return slow;
      return Error{ErrorCategory::kUnavailable, "DOWN", "It is down", "", ""};
    }
  };
  KeptRecords log;
  std::vector<float> out(test::embedder()->info().dimension);
  CHECK_FALSE(engine::embed_query(Failing(std::chrono::milliseconds(201)), "x", out, &log, "p"));
  REQUIRE(log.records.size() == 1);
  CHECK(log.records[0].status == "failed");
  CHECK_FALSE(engine::embed_query(Failing(std::chrono::milliseconds(201)), "x", out, nullptr, "p"));
}

}  // namespace codeweaver
