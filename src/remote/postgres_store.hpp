// PostgresStore: records as rows of a PostgreSQL server with pgvector.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/vector_store.hpp"
#include "net/timer.hpp"
#include "remote/postgres_pool.hpp"

namespace codeweaver::remote {

/// All collections share the tables of the schema "codeweaver". Each write is one transaction.
/// Sparse vectors are in a postings table. The approximate index of a collection's vectors is
/// created when its writer first stores facts, which is after most records were written.
class PostgresStore final : public VectorStore, public RemoteService {
 public:
  /// `timer` must outlive the store.
  PostgresStore(const StoreOptions& options, const net::Timer& timer);

  const VectorStoreInfo& info() const noexcept override { return info_; }
  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override;
  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override;
  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter,
                    RecordParts parts,
                    const std::function<bool(const VectorRecord&)>& visit) const override;
  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts parts) const override;
  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts parts) const override;
  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override;
  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override;
  Result<void> put_facts(const RecordCollection& collection, const CollectionFacts& facts) override;
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override;
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override;
  Result<void> drop(const RecordCollection& collection) override;
  std::shared_ptr<VectorStore> with(const CallContext& context) const override;
  RemoteServiceStatus status() const override { return shared_->pool.status(); }

 private:
  /// A row of the collections table.
  struct Place {
    std::int64_t number = 0;
    std::size_t dimension = 0;  ///< 0: no vectors yet
    std::string facts{};
  };

  /// Used by the store for all contexts.
  struct Shared {
    Shared(PostgresAddress address, const net::Timer& timer);

    PostgresPool pool;
    std::atomic<std::size_t> written = 0;  // records since the last statistics update
  };

  PostgresStore(const PostgresStore&) = default;

  static Result<std::optional<Place>> find(PostgresConnection& connection,
                                           const RecordCollection& collection);
  /// Creates the row if it is missing, and locks it until the transaction ends.
  static Result<Place> find_or_make(PostgresConnection& connection,
                                    const RecordCollection& collection);

  VectorStoreInfo info_;
  std::shared_ptr<Shared> shared_;
  CallContext context_{};
};

}  // namespace codeweaver::remote
