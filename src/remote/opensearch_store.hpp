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

/// Each record collection is an index, which the cluster divides and copies as its templates say;
/// one more, the catalog, has a document for each of them with its facts. The catalog is written on
/// the condition that it is as it was read, so that of two writers one is refused. All names are
/// aliases: a write to what somebody dropped fails, and makes no index of guessed fields.
class OpenSearchStore final : public VectorStore, public RemoteService {
 public:
  /// Errors: those of OpenSearchNodes::create(). `time` outlives the store.
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
  /// What was written before is seen by every process after it; what is written later at once by
  /// this object, and by others within a second.
  Result<void> put_facts(const RecordCollection& collection, const CollectionFacts& facts) override;
  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override;
  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override;
  Result<void> drop(const RecordCollection& collection) override;
  RemoteServiceStatus status() const override { return nodes_->status(); }

 private:
  using Entry = std::optional<OpenSearchEntry>;
  /// What a filter came to.
  struct Admitted {
    bool is_empty = false;  ///< nothing passes
    std::string filter{};   ///< empty: everything does
  };
  /// Writes to an index, and how many of them searches can see.
  struct Writes {
    std::uint64_t done = 0, visible = 0;
  };

  OpenSearchStore(std::unique_ptr<OpenSearchNodes> nodes, bool is_exact);

  /// nullopt: there is no such index or document.
  Result<std::optional<json::Value>> ask_for(const StoreRequest& request) const;
  /// The same where that is an error.
  Result<json::Value> ask(const StoreRequest& request) const;
  Result<Entry> read_entry(const RecordCollection& collection) const;
  /// As remembered, else as read.
  Result<Entry> entry(const RecordCollection& collection) const;
  void forget(const RecordCollection& collection) const;
  Result<void> make_catalog();
  /// Waits until a new index has its copies, ten seconds at most: what is written before would lie
  /// on one node alone.
  void await_copies(const std::string& index_path) const;
  /// False: somebody else has written it since it was read.
  Result<bool> write(const RecordCollection& collection, OpenSearchEntry entry);
  /// Reads an entry, changes it and writes it, until nobody comes between. False: so said `change`.
  Result<bool> update(const RecordCollection& collection,
                      const std::function<Result<bool>(OpenSearchEntry&)>& change);
  /// Makes what is missing: an index, and its field of vectors of `dimension`.
  Result<bool> prepare(const RecordCollection& collection, std::size_t dimension,
                       OpenSearchEntry& entry);
  Result<OpenSearchBulk> bulk(const StoreRequest& request);
  /// What this object wrote is brought to where searches see it.
  Result<void> refresh(const std::string& index) const;

  Result<Admitted> admitted(const std::string& index, const RecordFilter& filter) const;
  Result<std::vector<std::string>> all_paths(const std::string& index) const;

  VectorStoreInfo info_;
  std::unique_ptr<OpenSearchNodes> nodes_;
  base::UuidGenerator ids_;
  std::mutex writing_;        // held by one writer of entries at a time
  mutable std::mutex mutex_;  // guards entries_ and writes_
  mutable std::map<RecordCollection, OpenSearchEntry> entries_;
  mutable std::map<std::string, Writes> writes_;  // by index
};

}  // namespace codeweaver::remote
