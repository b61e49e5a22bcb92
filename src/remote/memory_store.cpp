// The in-memory store: immutable tables of shared records, replaced by each write.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/vector_store.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_filter.hpp"

namespace codeweaver::inline v0_1 {
namespace {

using RecordPointer = std::shared_ptr<const VectorRecord>;

/// Never changes once it is in a Table.
struct StoredCollection {
  CollectionFacts facts;
  std::vector<RecordPointer> records;  // by id
  std::size_t dimension = 0;           // of the dense vectors; 0: there are none
};
using Table = std::map<RecordCollection, std::shared_ptr<const StoredCollection>>;

const Uuid& id_of(const RecordPointer& record) {
  return record->id;
}

/// The `limit` best admitted records for which `score(record, out)` returns true.
template <class Score>
std::vector<RecordHit> best_of(const StoredCollection& collection, const RecordFilter& filter,
                               std::size_t limit, Score score) {
  std::vector<std::pair<float, const RecordPointer*>> found;
  for (const auto& record : collection.records) {
    float value = 0;
    if (score(*record, value) && remote::admits(filter, *record))
      found.emplace_back(value, &record);
  }
  std::vector<RecordHit> hits;
  hits.reserve(found.size());
  for (const auto& [value, record] : found) hits.push_back({value, *record});
  const auto end = hits.begin() + static_cast<std::ptrdiff_t>(std::min(limit, hits.size()));
  std::partial_sort(hits.begin(), end, hits.end(), remote::comes_before);
  hits.erase(end, hits.end());
  return hits;
}

/// The position of `term` among ascending ids, or the number of ids.
std::size_t find_term(const SparseVector& vector, std::uint32_t term) {
  const auto at = std::ranges::lower_bound(vector.ids, term);
  return at != vector.ids.end() && *at == term ? static_cast<std::size_t>(at - vector.ids.begin())
                                               : vector.ids.size();
}

bool score_sparse(const SparseVector& query, const VectorRecord& record, float& score) {
  if (!record.chunk.sparse) return false;
  const auto& own = *record.chunk.sparse;
  bool is_found = false;
  for (std::size_t i = 0; i < query.ids.size(); ++i) {
    const std::size_t at = find_term(own, query.ids[i]);
    if (at == own.ids.size()) continue;
    score += query.weights[i] * own.weights[at];
    is_found = true;
  }
  return is_found;
}

bool score_dense(std::span<const float> query, const VectorRecord& record, float& score) {
  if (!record.chunk.dense) return false;
  double sum = 0;
  for (std::size_t i = 0; i < query.size(); ++i)
    sum += static_cast<double>(query[i]) * static_cast<double>((*record.chunk.dense)[i]);
  score = static_cast<float>(sum);
  return true;
}

class MemoryStore final : public VectorStore {
 public:
  const VectorStoreInfo& info() const noexcept override { return info_; }

  Result<void> upsert(const RecordCollection& collection,
                      std::span<const VectorRecord> records) override {
    return change(collection, [&](StoredCollection& stored) -> Result<void> {
      CODEWEAVER_ASSIGN(const auto dimension, remote::common_dimension(stored.dimension, records));
      stored.dimension = dimension;
      std::vector<RecordPointer> fresh, merged;
      for (const auto* record : remote::last_of_each(records))
        fresh.push_back(std::make_shared<const VectorRecord>(*record));
      merged.reserve(stored.records.size() + fresh.size());
      std::ranges::set_union(fresh, stored.records, std::back_inserter(merged), {}, id_of, id_of);
      stored.records = std::move(merged);
      return {};
    });
  }

  Result<void> erase(const RecordCollection& collection, std::span<const Uuid> ids) override {
    if (!find(collection)) return {};
    std::vector<Uuid> deleted(ids.begin(), ids.end());
    std::ranges::sort(deleted);
    return change(collection, [&](StoredCollection& stored) -> Result<void> {
      std::erase_if(stored.records, [&](const RecordPointer& record) {
        return std::ranges::binary_search(deleted, record->id);
      });
      return {};
    });
  }

  Result<void> scan(const RecordCollection& collection, const RecordFilter& filter, RecordParts,
                    const std::function<bool(const VectorRecord&)>& visit) const override {
    const auto stored = find(collection);
    if (!stored) return {};
    for (const auto& record : stored->records)
      if (remote::admits(filter, *record) && !visit(*record)) break;
    return {};
  }

  Result<std::vector<RecordHit>> search_dense(const RecordCollection& collection,
                                              std::span<const float> query,
                                              const RecordFilter& filter, std::size_t limit,
                                              RecordParts) const override {
    const auto stored = find(collection);
    if (!stored || stored->dimension == 0) return std::vector<RecordHit>();
    if (query.size() != stored->dimension)
      return remote::wrong_dimension(stored->dimension, query.size());
    return best_of(*stored, filter, limit, [&](const VectorRecord& record, float& score) {
      return score_dense(query, record, score);
    });
  }

  Result<std::vector<RecordHit>> search_sparse(const RecordCollection& collection,
                                               const SparseVector& query,
                                               const RecordFilter& filter, std::size_t limit,
                                               RecordParts) const override {
    const auto stored = find(collection);
    if (!stored) return std::vector<RecordHit>();
    return best_of(*stored, filter, limit, [&](const VectorRecord& record, float& score) {
      return score_sparse(query, record, score);
    });
  }

  Result<TermStatistics> term_statistics(const RecordCollection& collection,
                                         std::span<const std::uint32_t> terms) const override {
    TermStatistics out{0, std::vector<std::uint64_t>(terms.size())};
    const auto stored = find(collection);
    if (!stored) return out;
    out.records = stored->records.size();
    for (const auto& record : stored->records)
      for (std::size_t i = 0; record->chunk.sparse && i < terms.size(); ++i)
        if (find_term(*record->chunk.sparse, terms[i]) < record->chunk.sparse->ids.size())
          ++out.frequencies[i];
    return out;
  }

  Result<std::optional<CollectionFacts>> facts(const RecordCollection& collection) const override {
    const auto stored = find(collection);
    return stored ? std::optional(stored->facts) : std::nullopt;
  }

  Result<void> put_facts(const RecordCollection& collection,
                         const CollectionFacts& facts) override {
    return change(collection, [&](StoredCollection& stored) -> Result<void> {
      stored.facts = facts;
      return {};
    });
  }

  Result<bool> exchange_facts(const RecordCollection& collection, const CollectionFacts& before,
                              const CollectionFacts& after) override {
    bool is_theirs = false;
    CODEWEAVER_TRY(change(collection, [&](StoredCollection& stored) -> Result<void> {
      is_theirs = stored.facts == before;
      if (is_theirs) stored.facts = after;
      return {};
    }));
    return is_theirs;
  }

  Result<std::vector<RecordCollection>> collections(std::string_view project_id) const override {
    std::vector<RecordCollection> out;
    const auto table = current();
    for (const auto& [collection, stored] : *table)
      if (project_id.empty() || collection.project_id == project_id) out.push_back(collection);
    return out;
  }

  Result<void> drop(const RecordCollection& collection) override {
    const std::lock_guard turn(writing_);
    auto table = std::make_shared<Table>(*current());
    table->erase(collection);
    publish(std::move(table));
    return {};
  }

 private:
  std::shared_ptr<const Table> current() const {
    const std::lock_guard lock(mutex_);
    return table_;
  }
  std::shared_ptr<const StoredCollection> find(const RecordCollection& collection) const {
    const auto table = current();
    const auto at = table->find(collection);
    return at == table->end() ? nullptr : at->second;
  }
  void publish(std::shared_ptr<const Table> table) {
    const std::lock_guard lock(mutex_);
    table_ = std::move(table);
  }
  /// Applies `edit` to a copy of the collection and publishes the copy. A failing edit changes
  /// nothing.
  template <class Edit>
  Result<void> change(const RecordCollection& collection, Edit edit) {
    const std::lock_guard turn(writing_);
    const auto before = find(collection);
    auto after =
        before ? std::make_shared<StoredCollection>(*before) : std::make_shared<StoredCollection>();
    if (auto edited = edit(*after); !edited) return edited;
    auto table = std::make_shared<Table>(*current());
    table->insert_or_assign(collection, std::move(after));
    publish(std::move(table));
    return {};
  }

  const VectorStoreInfo info_{"memory", "", false, false, true, SIZE_MAX};
  std::mutex writing_;        // held by one writer at a time
  mutable std::mutex mutex_;  // guards table_
  std::shared_ptr<const Table> table_ = std::make_shared<const Table>();
};

}  // namespace

std::shared_ptr<VectorStore> make_memory_store() {
  return std::make_shared<MemoryStore>();
}

}  // namespace codeweaver::inline v0_1
