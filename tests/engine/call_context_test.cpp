// Tests of CallContext: a search passes it to each part, and a stop ends the call that it waits
// for.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/call_context.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>

#include "codeweaver/store_searcher.hpp"
#include "engine/content/guarded_parts.hpp"
#include "engine/fixture.hpp"
#include "engine/forwarding_store.hpp"
#include "net/raw_server.hpp"

namespace codeweaver {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using test::ProjectFixture;

/// A model that answers no call until the call's context is stopped.
class HungService {
 public:
  /// Returns when a call arrived.
  void await_call() { arrived_.get_future().wait(); }
  Error hang(const CallContext& context) const {
    arrived_.set_value();
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait(lock, context.stop, [] { return false; });
    return {ErrorCategory::kCancelled, "CANCELLED", "The call was stopped", "", ""};
  }

 private:
  mutable std::promise<void> arrived_;
};

class HungEmbedder final : public Embedder, public HungService {
 public:
  const EmbedderInfo& info() const noexcept override { return test::embedder()->info(); }
  Result<void> embed_documents(std::span<const std::string_view> texts,
                               std::span<float> out) const override {
    return test::embedder()->embed_documents(texts, out);
  }
  Result<void> embed_query(std::string_view, std::span<float>,
                           const CallContext& context) const override {
    return hang(context);
  }
};

class HungReranker final : public Reranker, public HungService {
 public:
  std::string_view name() const noexcept override { return "test/hung"; }
  Result<std::vector<float>> rerank(std::string_view,
                                    std::span<const RerankCandidate> candidates) const override {
    return std::vector<float>(candidates.size(), 0.5F);
  }
  Result<std::vector<float>> rerank(std::string_view, std::span<const RerankCandidate>,
                                    const CallContext& context) const override {
    return hang(context);
  }
};

/// Searches with these parts, and stops the search once `service` is called.
Result<FindCodeResponseSummary> stopped_search(const ProjectFixture& project,
                                               HybridSearcher::Parts parts, HungService& service) {
  auto searcher = HybridSearcher::open(project.state(), std::move(parts));
  REQUIRE(searcher);
  std::stop_source stop;
  const std::jthread stopper([&] {
    service.await_call();
    stop.request_stop();
  });
  return searcher->search("retry an upload", {}, stop.get_token());
}

/// A memory store that remembers the contexts it was asked for.
class NotingStore final : public test::ForwardingStore {
 public:
  NotingStore() : ForwardingStore(make_memory_store(), 1'000) {}
  std::shared_ptr<VectorStore> with(const CallContext& context) const override {
    seen.push_back(context);
    return nullptr;
  }
  mutable std::vector<CallContext> seen;
};

}  // namespace

TEST_CASE("call context: the earlier deadline counts, and can be taken away") {
  const auto now = std::chrono::steady_clock::now();
  CallContext context;
  CHECK_FALSE(context.left());
  CHECK(context.left_of(milliseconds(7)) == milliseconds(7));
  CHECK(context.until({}).deadline == std::nullopt);
  context = context.until(now + hours(2));
  CHECK(context.until(now + hours(1)).deadline == now + hours(1));
  CHECK(context.until(now + hours(3)).deadline == now + hours(2));
  CHECK(context.until({}).deadline == now + hours(2));
  CHECK(context.left_of(hours(9)) <= hours(2));
  CHECK_FALSE(context.without_deadline().deadline);
  CHECK(context.until(now - hours(1)).left() == milliseconds(1));
}

TEST_CASE("call context: a probe stays a probe when somebody waits for it") {
  CallContext context;
  CHECK_FALSE(context.is_awaited());
  CHECK(context.awaited().kind == CallContext::Kind::kQuery);
  context.kind = CallContext::Kind::kProbe;
  CHECK(context.is_awaited());
  CHECK(context.awaited().kind == CallContext::Kind::kProbe);
}

TEST_CASE("call context: stopping a search ends the call to the model that it waits for") {
  ProjectFixture project;
  REQUIRE(project.index().status == IndexStatus::kSuccess);
  const auto embedder = std::make_shared<HungEmbedder>();
  const auto by_embedder = stopped_search(project, {embedder, {}, {}, {}}, *embedder);
  REQUIRE_FALSE(by_embedder);
  CHECK(by_embedder.error().category == ErrorCategory::kCancelled);
  const auto reranker = std::make_shared<HungReranker>();
  const auto by_reranker = stopped_search(project, {test::embedder(), reranker, {}, {}}, *reranker);
  REQUIRE_FALSE(by_reranker);
  CHECK(by_reranker.error().category == ErrorCategory::kCancelled);
}

TEST_CASE("call context: stopping a search ends the request to the store that it waits for") {
  test::RawServer silent("", false);
  StoreOptions options;
  options.url = silent.url();
  const auto store = make_vector_store("qdrant", options);
  if (!store && store.error().code == "NO_HTTP_CLIENT") return;
  REQUIRE(store);
  HybridSearcher::Parts parts;
  parts.store = *store;
  auto searcher = StoreSearcher::open("shop", std::move(parts));
  REQUIRE(searcher);
  std::stop_source stop;
  const std::jthread stopper([&] {
    silent.await_request();
    stop.request_stop();
  });
  const auto found = searcher->search("retry an upload", {}, stop.get_token());
  REQUIRE_FALSE(found);  // SERVICE_TIMEOUT if it waited for the limit of the store
  CHECK(found.error().category == ErrorCategory::kCancelled);
}

TEST_CASE("call context: a search in a store asks for calls that are not repeated") {
  const auto noting = std::make_shared<NotingStore>();
  HybridSearcher::Parts parts;
  parts.store = noting;
  auto searcher = StoreSearcher::open("shop", std::move(parts));
  REQUIRE(searcher);
  const auto before = std::chrono::steady_clock::now();
  CHECK_FALSE(searcher->search("an upload", {.deadline = hours(1)}));
  REQUIRE_FALSE(noting->seen.empty());
  CHECK(noting->seen.front().is_awaited());
  REQUIRE(noting->seen.front().deadline);
  CHECK(*noting->seen.front().deadline < before + hours(1));  // time remains for the answer
}

TEST_CASE("call context: guards of parts pass it on") {
  CallContext context;
  context.request_id = "0192-request";
  const auto noting = std::make_shared<NotingStore>();
  const auto store = engine::guarded(std::shared_ptr<VectorStore>(noting));
  CHECK(in_context(store, context) == store);
  REQUIRE(noting->seen.size() == 1);
  CHECK(noting->seen.front().request_id == "0192-request");
}

}  // namespace codeweaver
