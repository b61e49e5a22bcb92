// Guards for custom parts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/guarded_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace codeweaver::engine {
namespace {

Error part_failed(std::string_view code, std::string_view part, std::string_view what) {
  return {ErrorCategory::kUnavailable, std::string(code),
          "The " + std::string(part) + " failed: " + std::string(what),
          "calling a custom component", "Fix it, or use the built-in one."};
}

/// Runs a `call` that returns a Result.
template <class Call>
auto call_part(std::string_view code, std::string_view part, Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    return part_failed(code, part, thrown.what());
  } catch (...) {
    return part_failed(code, part, "it threw an exception that is not a std::exception");
  }
}

/// Runs `call`; returns `otherwise` if it throws.
template <class Call, class Value>
Value call_or(Call call, Value otherwise) noexcept {
  try {
    return call();
  } catch (...) {
    return otherwise;
  }
}

/// The fault of the scores for that number of candidates; empty: none.
std::string fault_of_scores(std::span<const float> scores, std::size_t candidates) {
  if (scores.size() != candidates)
    return "it gave " + std::to_string(scores.size()) + " scores for " +
           std::to_string(candidates) + " candidates";
  const auto is_number = [](float score) { return std::isfinite(score); };
  return std::ranges::all_of(scores, is_number) ? "" : "it gave a score that is not a number";
}

class GuardedReranker final : public Reranker {
 public:
  explicit GuardedReranker(std::shared_ptr<const Reranker> reranker)
      : reranker_(std::move(reranker)) {}
  std::string_view name() const noexcept override { return reranker_->name(); }
  RerankerTraits traits() const noexcept override { return reranker_->traits(); }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates) const override {
    return checked(candidates.size(), [&] { return reranker_->rerank(query, candidates); });
  }
  Result<std::vector<float>> rerank(std::string_view query,
                                    std::span<const RerankCandidate> candidates,
                                    const CallContext& context) const override {
    return checked(candidates.size(),
                   [&] { return reranker_->rerank(query, candidates, context); });
  }
  std::span<const std::string_view> feature_names() const noexcept override {
    return reranker_->feature_names();
  }
  std::vector<float> features(std::string_view query,
                              std::span<const RerankCandidate> candidates) const override {
    return call_or([&] { return reranker_->features(query, candidates); }, std::vector<float>());
  }
  std::vector<float> effects(std::string_view query,
                             std::span<const RerankCandidate> candidates) const override {
    return call_or([&] { return reranker_->effects(query, candidates); }, std::vector<float>());
  }

 private:
  template <class Call>
  static Result<std::vector<float>> checked(std::size_t candidates, Call call) {
    constexpr std::string_view kCode = "RERANKER_FAILED", kPart = "reranker";
    auto scores = call_part(kCode, kPart, call);
    if (!scores) return scores;
    const auto fault = fault_of_scores(*scores, candidates);
    return fault.empty() ? std::move(scores) : part_failed(kCode, kPart, fault);
  }

  std::shared_ptr<const Reranker> reranker_;
};

/// Runs `call` of a store.
template <class Call>
auto call_store(Call call) -> decltype(call()) {
  return call_part("VECTOR_STORE_FAILED", "vector store", std::move(call));
}

class GuardedStore final : public VectorStore {
 public:
  explicit GuardedStore(std::shared_ptr<VectorStore> store) : store_(std::move(store)) {}
  const VectorStoreInfo& info() const noexcept override { return store_->info(); }
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    return call_store([&] { return store_->upsert(collection, records); });
  }
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    return call_store([&] { return store_->erase(collection, ids); });
  }
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    return call_store([&] { return store_->scan(collection, filter, parts, visit); });
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override {
    return call_store(
        [&] { return store_->search_dense(collection, query, filter, limit, parts); });
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override {
    return call_store(
        [&] { return store_->search_sparse(collection, query, filter, limit, parts); });
  }
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    return call_store([&] { return store_->term_statistics(collection, terms); });
  }
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override {
    return call_store([&] { return store_->facts(collection); });
  }
  Result<void> put_facts(const RecordCollection& collection,
                         const CollectionFacts& facts) override {
    return call_store([&] { return store_->put_facts(collection, facts); });
  }
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override {
    return call_store([&] { return store_->exchange_facts(collection, before, after); });
  }
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override {
    return call_store([&] { return store_->collections(project_id); });
  }
  Result<void> drop(const RecordCollection& collection) override {
    return call_store([&] { return store_->drop(collection); });
  }
  std::shared_ptr<VectorStore> with(const CallContext& context) const override {
    auto own = call_or([&] { return store_->with(context); }, std::shared_ptr<VectorStore>());
    return own ? std::make_shared<GuardedStore>(std::move(own)) : nullptr;
  }

 private:
  std::shared_ptr<VectorStore> store_;
};

class GuardedLogger final : public Logger {
 public:
  explicit GuardedLogger(std::shared_ptr<Logger> logger) : logger_(std::move(logger)) {}
  bool accepts(LogLevel level) const noexcept override { return logger_->accepts(level); }
  void log(const LogRecord& record) override {
    call_or([&] { return logger_->log(record), true; }, false);
  }

 private:
  std::shared_ptr<Logger> logger_;
};

template <class Guard, class Part>
std::shared_ptr<Part> in_guard(std::shared_ptr<Part> part) {
  if (!part || dynamic_cast<const Guard*>(part.get()) != nullptr) return part;
  return std::make_shared<Guard>(std::move(part));
}

}  // namespace

std::shared_ptr<const Reranker> guarded(std::shared_ptr<const Reranker> reranker) {
  return in_guard<GuardedReranker>(std::move(reranker));
}

std::shared_ptr<VectorStore> guarded(std::shared_ptr<VectorStore> store) {
  return in_guard<GuardedStore>(std::move(store));
}

std::shared_ptr<const VectorStore> guarded(std::shared_ptr<const VectorStore> store) {
  // The writing members of a read-only store are not reachable.
  return guarded(std::const_pointer_cast<VectorStore>(std::move(store)));
}

std::shared_ptr<Logger> guarded(std::shared_ptr<Logger> logger) {
  return in_guard<GuardedLogger>(std::move(logger));
}

}  // namespace codeweaver::engine
