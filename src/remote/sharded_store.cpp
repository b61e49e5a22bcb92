// The sharded store: each project is in one of several stores, chosen by a hash of its id.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/vector_store.hpp"

namespace codeweaver::inline v0_1 {
namespace {

class ShardedStore final : public VectorStore, public RemoteService {
 public:
  ShardedStore(std::vector<std::string> names, std::vector<std::shared_ptr<VectorStore>> stores)
      : names_(std::move(names)), stores_(std::move(stores)) {}

  const VectorStoreInfo& info() const noexcept override { return stores_.front()->info(); }
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    return of(collection).upsert(collection, records);
  }
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    return of(collection).erase(collection, ids);
  }
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    return of(collection).scan(collection, filter, parts, visit);
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override {
    return of(collection).search_dense(collection, query, filter, limit, parts);
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override {
    return of(collection).search_sparse(collection, query, filter, limit, parts);
  }
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    return of(collection).term_statistics(collection, terms);
  }
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override {
    return of(collection).facts(collection);
  }
  Result<void> put_facts(const RecordCollection& collection,
                         const CollectionFacts& facts) override {
    return of(collection).put_facts(collection, facts);
  }
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override {
    return of(collection).exchange_facts(collection, before, after);
  }
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override {
    if (!project_id.empty()) return of(project_id).collections(project_id);
    std::vector<RecordCollection> out;
    for (const auto& store : stores_) {
      CODEWEAVER_ASSIGN(const auto own, store->collections({}));
      for (const auto& collection : own)  // skips leftovers on former stores
        if (&of(collection) == store.get()) out.push_back(collection);
    }
    std::ranges::sort(out);
    return out;
  }
  Result<void> drop(const RecordCollection& collection) override {
    return of(collection).drop(collection);
  }
  std::shared_ptr<VectorStore> with(const CallContext& context) const override {
    auto out = std::make_shared<ShardedStore>(*this);
    for (auto& store : out->stores_) store = in_context(store, context);
    return out;
  }

  /// The status of the worst shard, with the sums of all shards.
  RemoteServiceStatus status() const override {
    RemoteServiceStatus out;
    for (const auto& store : stores_) {
      const auto* const service = dynamic_cast<const RemoteService*>(store.get());
      if (service == nullptr) continue;
      auto one = service->status();
      one.calls += out.calls;
      one.attempts += out.attempts;
      one.retries += out.retries;
      one.failed += out.failed;
      one.suspended += out.suspended;
      one.openings += out.openings;
      const bool is_worse = one.last_error.has_value() && !out.last_error.has_value();
      const bool is_first = out.address.empty();
      if (!is_worse && !is_first) {
        one.address = out.address;
        one.circuit_breaker = out.circuit_breaker;
        one.since_last_call = out.since_last_call;
        one.last_error = out.last_error;
      }
      out = std::move(one);
    }
    return out;
  }

 private:
  /// The store with the largest hash of name and project ("rendezvous hashing"). Adding a store
  /// moves projects only to that store.
  VectorStore& of(std::string_view project_id) const {
    std::size_t best = 0;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto hash = base::hash64(std::string(project_id) + '\n' + names_[i]);
      if (i == 0 || hash > most) {
        best = i;
        most = hash;
      }
    }
    return *stores_[best];
  }
  VectorStore& of(const RecordCollection& collection) const { return of(collection.project_id); }

  std::vector<std::string> names_;
  std::vector<std::shared_ptr<VectorStore>> stores_;
};

}  // namespace

std::shared_ptr<VectorStore> make_sharded_store(std::vector<std::string> names,
                                                std::vector<std::shared_ptr<VectorStore>> stores) {
  return std::make_shared<ShardedStore>(std::move(names), std::move(stores));
}

}  // namespace codeweaver::inline v0_1
