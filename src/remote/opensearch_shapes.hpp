// OpenSearch's REST API: request bodies and readers for replies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "json/value.hpp"

namespace codeweaver::remote {

/// The catalog entry of one record collection.
struct OpenSearchEntry {
  std::string index{};        ///< alias of the index with its records; empty: none yet
  std::size_t dimension = 0;  ///< of its dense vectors; 0: no vectors yet
  CollectionFacts facts{};
  std::string writing{};     ///< differs for each write, so a writer can recognise its own
  std::int64_t seq_no = -1;  ///< of the document that was read; below 0: no document
  std::int64_t primary_term = 0;
};

/// Schema of the documents; recorded in each catalog entry.
inline constexpr std::int64_t kOpenSearchSchema = 2;
/// Maximum number of hits of one search, and of values in one condition.
inline constexpr std::size_t kOpenSearchWindow = 1'000'000;

/// The alias of a collection's records: "PREFIX_PROJECT_HASH".
std::string opensearch_alias(std::string_view prefix, const RecordCollection& collection);

std::string opensearch_catalog_body(const std::string& alias);
/// Sets neither shards nor replicas; the cluster's templates decide them.
std::string opensearch_index_body(const std::string& alias, std::size_t dimension);
/// Adds a vector field to an index without one.
std::string opensearch_vectors_body(std::size_t dimension);
std::string opensearch_entry_body(const RecordCollection& collection, const OpenSearchEntry& entry);
/// Ids and weights as one value of the index.
std::string opensearch_weights(const SparseVector& vector);
std::optional<SparseVector> parse_opensearch_weights(std::string_view text);
std::string opensearch_upsert_body(std::span<const VectorRecord* const> records);
std::string opensearch_erase_body(std::span<const Uuid> ids);

/// The conditions of a filter, separated by commas. `paths` are the paths that its patterns admit.
/// nullopt: no record can pass. Empty: every record passes.
std::optional<std::string> opensearch_filter(const RecordFilter& filter,
                                             const std::optional<std::vector<std::string>>& paths);
std::string opensearch_scan_body(std::string_view filter, RecordParts parts, std::size_t limit,
                                 std::string_view after);
std::string opensearch_paths_body(std::size_t limit, const json::Value* after);
std::string opensearch_project_body(std::string_view project_id, std::size_t limit,
                                    const json::Value* after);
std::string opensearch_terms_body(std::span<const std::uint32_t> terms);
/// The parts of a search besides its vector.
struct OpenSearchQuery {
  std::string_view filter{};  ///< empty: every record passes
  std::size_t limit = 0;
  RecordParts parts = RecordParts::kPayload;
};
std::string opensearch_dense_body(std::span<const float> vector, const OpenSearchQuery& query,
                                  bool is_exact);
std::string opensearch_sparse_body(const SparseVector& vector, const OpenSearchQuery& query);

/// Errors: kCorruption "SCHEMA_MISMATCH", "COLLECTION_TAKEN" (it belongs to another collection).
Result<OpenSearchEntry> opensearch_entry(const json::Value& document,
                                         const RecordCollection& collection);
/// The items of "hits". Null: none.
const json::Array* opensearch_list(const json::Value& reply);
Result<VectorRecord> opensearch_record(const json::Value& hit, RecordParts parts);
/// Hits with their inner products, in the order of the reply.
Result<std::vector<RecordHit>> opensearch_dense_hits(const json::Value& reply, RecordParts parts);
/// Like opensearch_dense_hits(), but computes the products from each record's weights, because the
/// index rounds weights down. A record with more than 4000 terms keeps the score of the index.
Result<std::vector<RecordHit>> opensearch_sparse_hits(const json::Value& reply,
                                                      const SparseVector& query, RecordParts parts);
/// The position after a hit from which a scan continues.
std::string opensearch_place(const json::Value& hit);
/// An upper bound for the inner product of every record that a sparse search omitted, from its last
/// hit.
float opensearch_sparse_bound(const json::Value& reply);

/// The result of a bulk request.
struct OpenSearchBulk {
  bool is_missing = false;  ///< the index does not exist
  bool is_busy = false;     ///< a retry may succeed
  std::string refused{};    ///< the first reason given; empty: everything was done
};
OpenSearchBulk opensearch_bulk(const json::Value& reply);

}  // namespace codeweaver::remote
