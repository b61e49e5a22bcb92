// Tests of queries that reach their deadline or are stopped: skipped work and returned results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

/// The built-in model, after `before` each query.
class ActingEmbedder : public Embedder {
 public:
  explicit ActingEmbedder(std::function<void()> before) : before_(std::move(before)) {}
  const EmbedderInfo& info() const noexcept override { return test::embedder()->info(); }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return test::embedder()->embed_documents(texts, out);
  }
  Result<void> embed_query(std::string_view text, std::span<float> out) const override {
    before_();
    return test::embedder()->embed_query(text, out);
  }

 private:
  std::function<void()> before_;
};

/// Counts the candidates it is asked for.
class CountingReranker : public Reranker {
 public:
  std::string_view name() const noexcept override { return "test/counting"; }
  Result<std::vector<float>> rerank(std::string_view,
                                    std::span<const RerankCandidate> candidates) const override {
    count += candidates.size();
    return std::vector<float>(candidates.size(), 0.5F);
  }
  mutable std::atomic<std::size_t> count = 0;
};

struct Setting {
  ProjectFixture project;
  std::shared_ptr<CountingReranker> reranker = std::make_shared<CountingReranker>();

  Setting() {
    for (int i = 0; i < 60; ++i)
      project.write("src/upload" + std::to_string(i) + ".py",
                    "import os\n\n\ndef retry_upload_" + std::to_string(i) +
                        "(upload):\n    return upload.send(" + std::to_string(i) + ")\n");
    REQUIRE(project.index().status == IndexStatus::kSuccess);
  }
  Result<FindCodeResponseSummary> search(std::function<void()> in_between, SearchOptions options,
                                         std::stop_token stop = {}) const {
    const auto slow = std::make_shared<ActingEmbedder>(std::move(in_between));
    auto searcher = HybridSearcher::open(project.state(), {slow, reranker, {}, {}});
    REQUIRE(searcher);
    return searcher->search("retry an upload", options, std::move(stop));
  }
};

TEST_CASE("deadline: when it has passed, the best few candidates come back with a warning") {
  const Setting setting;
  const std::chrono::milliseconds deadline(50);
  const auto over = [&] {
    const auto end = std::chrono::steady_clock::now() + deadline;
    while (std::chrono::steady_clock::now() <= end) std::this_thread::yield();
  };
  const auto answer = setting.search(over, {.top_k = 50, .deadline = deadline});
  REQUIRE(answer);
  CHECK(answer->matches.size() >= 10);
  CHECK(answer->matches.size() < 50);  // texts are not read any more
  CHECK(setting.reranker->count == 0);
  CHECK(std::ranges::count(answer->warnings,
                           "The deadline of 50 ms passed; the results are partial") == 1);
  for (const auto& match : answer->matches) {
    CHECK_FALSE(match.content.content.empty());
    CHECK(match.context_before.empty());
    CHECK(match.context_after.empty());
  }
}

TEST_CASE("deadline: a search that has time enough is whole") {
  const Setting setting;
  const auto answer =
      setting.search([] {}, {.top_k = 50, .deadline = std::chrono::milliseconds(600'000)});
  REQUIRE(answer);
  CHECK(answer->matches.size() == 50);
  CHECK(answer->warnings.empty());
  CHECK(setting.reranker->count >= 50);
}

TEST_CASE("deadline: a stopped search begins nothing more and says that it was stopped") {
  const Setting setting;
  std::stop_source source;
  const auto answer =
      setting.search([&] { source.request_stop(); }, {.top_k = 50}, source.get_token());
  REQUIRE_FALSE(answer);
  CHECK(answer.error().category == ErrorCategory::kCancelled);
  CHECK(setting.reranker->count == 0);
}

}  // namespace
}  // namespace codeweaver
