// A vector store: an in-memory store that counts upserted records and searches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <atomic>
#include <codeweaver/vector_store.hpp>

#include "workspace.hpp"

namespace {

using namespace codeweaver;  // NOLINT(google-build-using-namespace): many names of one interface

class CountingStore final : public VectorStore {
 public:
  int upserts() const noexcept { return upserts_; }
  int searches() const noexcept { return searches_; }

  const VectorStoreInfo& info() const noexcept override { return kept_->info(); }
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    upserts_ += static_cast<int>(records.size());
    return kept_->upsert(collection, records);
  }
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    return kept_->erase(collection, ids);
  }
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    return kept_->scan(collection, filter, parts, visit);
  }
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override {
    ++searches_;
    return kept_->search_dense(collection, query, filter, limit, parts);
  }
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override {
    ++searches_;
    return kept_->search_sparse(collection, query, filter, limit, parts);
  }
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    return kept_->term_statistics(collection, terms);
  }
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override {
    return kept_->facts(collection);
  }
  Result<void> put_facts(const RecordCollection& collection,
                         const CollectionFacts& facts) override {
    return kept_->put_facts(collection, facts);
  }
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override {
    return kept_->exchange_facts(collection, before, after);
  }
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override {
    return kept_->collections(project_id);
  }
  Result<void> drop(const RecordCollection& collection) override { return kept_->drop(collection); }

 private:
  std::shared_ptr<VectorStore> kept_ = make_memory_store();
  std::atomic<int> upserts_ = 0;
  mutable std::atomic<int> searches_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;  // FOLDER STATE_FOLDER QUERY
  const auto store = std::make_shared<CountingStore>();
  WorkspaceOptions options;
  options.store = store;
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
  std::cout << store->upserts() << " records, " << store->searches() << " searches\n";
}
