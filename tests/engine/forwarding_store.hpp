// A store that forwards all calls to another one; base of faulty stores.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "codeweaver/vector_store.hpp"

namespace codeweaver::test {

class ForwardingStore : public VectorStore {
 public:
  ForwardingStore(std::shared_ptr<VectorStore> inner, std::size_t max_batch)
      : inner_(std::move(inner)), info_(inner_->info()) {
    info_.max_batch = max_batch;
  }

  const VectorStoreInfo& info() const noexcept override { return info_; }
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    return inner_->upsert(collection, records);
  }
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    return inner_->erase(collection, ids);
  }
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    return inner_->scan(collection, filter, parts, visit);
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override {
    return inner_->search_dense(collection, query, filter, limit, parts);
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override {
    return inner_->search_sparse(collection, query, filter, limit, parts);
  }
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    return inner_->term_statistics(collection, terms);
  }
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override {
    return inner_->facts(collection);
  }
  Result<void> put_facts(const RecordCollection& collection,
                         const CollectionFacts& facts) override {
    return inner_->put_facts(collection, facts);
  }
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override {
    return inner_->exchange_facts(collection, before, after);
  }
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override {
    return inner_->collections(project_id);
  }
  Result<void> drop(const RecordCollection& collection) override {
    return inner_->drop(collection);
  }

 private:
  std::shared_ptr<VectorStore> inner_;
  VectorStoreInfo info_;
};

}  // namespace codeweaver::test
