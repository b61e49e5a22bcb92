// OpenSearchStore: records as documents of an OpenSearch cluster, over its REST API.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/vector_store.hpp"
#include "remote/opensearch_nodes.hpp"
#include "remote/opensearch_shapes.hpp"

namespace codeweaver::remote {

/// Each record collection is an index; the cluster's templates decide shards and replicas. One more
/// index, the catalog, has a document with the facts of each collection. Catalog writes require
/// that the document is unchanged since it was read, so one of two concurrent writers is refused.
/// All names are aliases: a write to a deleted index fails instead of creating an index with
/// guessed fields.
class OpenSearchStore final : public VectorStore, public RemoteService {
 public:
  /// `time` must outlive the store. Errors: those of OpenSearchNodes::create().
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
  /// After this call, every process sees all earlier writes. This object sees later writes at once;
  /// others see them within a second.
  Result<void> put_facts(const RecordCollection& collection, const CollectionFacts& facts) override;
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override;
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override;
  Result<void> drop(const RecordCollection& collection) override;
  std::shared_ptr<VectorStore> with(const CallContext& context) const override;
  RemoteServiceStatus status() const override { return shared_->nodes->status(); }

 private:
  using Entry = std::optional<OpenSearchEntry>;
  /// A filter in the form that OpenSearch accepts.
  struct Admitted {
    bool is_empty = false;  ///< no record passes
    std::string filter{};   ///< empty: every record passes
  };
  /// `done`: number of completed writes to an index; `visible`: number of these writes that
  /// searches see.
  struct Writes {
    std::uint64_t done = 0, visible = 0;
  };

  /// Used by the store for all contexts.
  struct Shared {
    std::unique_ptr<OpenSearchNodes> nodes;
    base::UuidGenerator ids;
    std::mutex writing;  // held by one writer of entries at a time
    std::mutex mutex;    // guards entries and writes
    std::map<RecordCollection, OpenSearchEntry> entries;
    std::map<std::string, Writes> writes;  // by index
  };

  OpenSearchStore(std::unique_ptr<OpenSearchNodes> nodes, bool is_exact);
  OpenSearchStore(const OpenSearchStore&) = default;

  /// Sends a request. nullopt: the cluster answered 404 (the index or document does not exist).
  Result<std::optional<json::Value>> ask_for(const StoreRequest& request) const;
  /// Like ask_for(), but a missing index or document is an error.
  Result<json::Value> ask(const StoreRequest& request) const;
  Result<Entry> read_entry(const RecordCollection& collection) const;
  /// The remembered entry, or else the entry in the catalog.
  Result<Entry> entry(const RecordCollection& collection) const;
  void forget(const RecordCollection& collection) const;
  Result<void> make_catalog();
  /// Waits at most ten seconds until a new index has its copies. Otherwise the first records would
  /// be on one node only.
  void await_copies(const std::string& index_path) const;
  /// False: another writer changed the entry since it was read.
  Result<bool> write(const RecordCollection& collection, OpenSearchEntry entry);
  /// Reads, changes and writes an entry; repeats this if another writer interferes. False: `change`
  /// returned false.
  Result<bool> update(const RecordCollection& collection,
                      const std::function<Result<bool>(OpenSearchEntry&)>& change);
  /// Creates missing parts: an index, and its vector field with `dimension`.
  Result<bool> prepare(const RecordCollection& collection, std::size_t dimension,
                       OpenSearchEntry& entry);
  Result<OpenSearchBulk> bulk(const StoreRequest& request);
  /// Makes the writes of this object visible to searches.
  Result<void> refresh(const std::string& index) const;

  Result<Admitted> admitted(const std::string& index, const RecordFilter& filter) const;
  Result<std::vector<std::string>> all_paths(const std::string& index) const;

  VectorStoreInfo info_;
  std::shared_ptr<Shared> shared_;
  CallContext context_{};
};

}  // namespace codeweaver::remote
