// QdrantStore: records as points of a Qdrant server, over its REST API.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/remote_models.hpp"
#include "codeweaver/vector_store.hpp"
#include "json/value.hpp"
#include "net/service_client.hpp"
#include "remote/qdrant_shapes.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {

/// Each record collection is a Qdrant collection with a named dense and a named sparse vector. One
/// more collection, the catalog, has a point with the facts of each record collection. That point
/// also names the collection with the records. So a collection for vectors of another dimension, or
/// without vectors, is replaced as a whole.
class QdrantStore final : public VectorStore, public RemoteService {
 public:
  /// `time` must outlive the store. Errors: those of net::ServiceClient::create().
  static Result<std::shared_ptr<VectorStore>> create(
      const StoreOptions& options, std::shared_ptr<const net::Transport> transport,
      net::ServiceClient::Time time);

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
  RemoteServiceStatus status() const override;

 private:
  using Ask = StoreRequest;
  /// A converted filter.
  struct Admitted {
    bool is_empty = false;  ///< no record passes
    std::string filter{};   ///< empty: every record passes
  };

  /// Used by the store for all contexts.
  struct Shared {
    std::unique_ptr<net::ServiceClient> client;
    std::mutex writing;  // held by one writer of entries at a time
    std::mutex mutex;    // guards entries
    std::map<RecordCollection, QdrantEntry> entries;
  };

  QdrantStore(std::unique_ptr<net::ServiceClient> client, bool is_exact);
  QdrantStore(const QdrantStore&) = default;

  /// The value of "result". nullopt: no such collection or point.
  Result<std::optional<json::Value>> ask_for(const Ask& ask) const;
  /// Like ask_for(), but a missing collection or point is an error.
  Result<json::Value> ask(const Ask& ask) const;
  Result<void> write(const RecordCollection& collection, const QdrantEntry& entry);
  Result<void> make_points(const std::string& name, std::size_t dimension);
  Result<std::optional<QdrantEntry>> read_entry(const RecordCollection& collection) const;
  /// The remembered entry, or else the entry in the catalog. nullopt: none.
  Result<std::optional<QdrantEntry>> entry(const RecordCollection& collection) const;
  /// An entry that accepts vectors of `dimension`; created if missing.
  Result<QdrantEntry> writable_entry(const RecordCollection& collection, std::size_t dimension);
  /// Moves all records to a collection with vectors.
  Result<void> copy_points(const std::string& from, const std::string& to);
  void forget(const RecordCollection& collection) const;

  Result<Admitted> admitted(const std::string& points, const RecordFilter& filter) const;
  Result<std::vector<std::string>> all_paths(const std::string& points) const;
  Result<std::uint64_t> count(const std::string& points, const std::string& filter) const;
  Result<void> scroll(const std::string& points, const std::string& filter, RecordParts parts,
                      const std::function<Result<bool>(const json::Value& page)>& visit) const;
  /// Sends queries from `body_of` until the best `limit` records are known, including ties.
  Result<std::vector<RecordHit>> search(
      const std::string& points, const RecordFilter& filter, std::size_t limit, RecordParts parts,
      const std::function<std::string(const QdrantQuery&)>& body_of) const;

  VectorStoreInfo info_;
  std::shared_ptr<Shared> shared_;
  CallContext context_{};
};

}  // namespace codeweaver::remote
