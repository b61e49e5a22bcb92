// What OpenSearch's REST API is sent and answers: bodies of requests, and how replies are read.
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

/// Of one record collection, kept as a document of the catalog.
struct OpenSearchEntry {
  std::string index{};        ///< the alias of the index that has its records; empty: none yet
  std::size_t dimension = 0;  ///< of its dense vectors; 0: it takes none yet
  CollectionFacts facts{};
  std::string writing{};     ///< differs with each write, so that who wrote knows its own
  std::int64_t seq_no = -1;  ///< of the document that was read; below 0: there was none
  std::int64_t primary_term = 0;
};

/// Of the documents; noted with each entry of the catalog.
inline constexpr std::int64_t kOpenSearchSchema = 2;
/// Most hits of one search, and most values that one condition may list.
inline constexpr std::size_t kOpenSearchWindow = 1'000'000;

/// The alias of a collection's records: "PREFIX_PROJECT_HASH".
std::string opensearch_alias(std::string_view prefix, const RecordCollection& collection);

std::string opensearch_catalog_body(const std::string& alias);
/// Neither shards nor replicas are named, so that the cluster's templates decide them.
std::string opensearch_index_body(const std::string& alias, std::size_t dimension);
/// Adds vectors to the fields of an index that had none.
std::string opensearch_vectors_body(std::size_t dimension);
std::string opensearch_entry_body(const RecordCollection& collection, const OpenSearchEntry& entry);
/// Ids and weights as one value of the index.
std::string opensearch_weights(const SparseVector& vector);
std::optional<SparseVector> parse_opensearch_weights(std::string_view text);
std::string opensearch_upsert_body(std::span<const VectorRecord* const> records);
std::string opensearch_erase_body(std::span<const Uuid> ids);

/// The conditions of a filter, separated by commas; `paths` are those that its patterns admit.
/// nullopt: nothing can pass. Empty: everything does.
std::optional<std::string> opensearch_filter(const RecordFilter& filter,
                                             const std::optional<std::vector<std::string>>& paths);
std::string opensearch_scan_body(std::string_view filter, RecordParts parts, std::size_t limit,
                                 std::string_view after);
std::string opensearch_paths_body(std::size_t limit, const json::Value* after);
std::string opensearch_project_body(std::string_view project_id, std::size_t limit,
                                    const json::Value* after);
std::string opensearch_terms_body(std::span<const std::uint32_t> terms);
/// What a search asks for beside its vector.
struct OpenSearchQuery {
  std::string_view filter{};  ///< empty: everything passes
  std::size_t limit = 0;
  RecordParts parts = RecordParts::kPayload;
};
std::string opensearch_dense_body(std::span<const float> vector, const OpenSearchQuery& query,
                                  bool is_exact);
std::string opensearch_sparse_body(const SparseVector& vector, const OpenSearchQuery& query);

/// Errors: kCorruption "SCHEMA_MISMATCH", "COLLECTION_TAKEN" (it is of another collection).
Result<OpenSearchEntry> opensearch_entry(const json::Value& document,
                                         const RecordCollection& collection);
/// The items of "hits"; null: there are none.
const json::Array* opensearch_list(const json::Value& reply);
Result<VectorRecord> opensearch_record(const json::Value& hit, RecordParts parts);
/// Hits with their inner products, in the order of the reply.
Result<std::vector<RecordHit>> opensearch_dense_hits(const json::Value& reply, RecordParts parts);
/// The same, computed anew from the weights of each record: those of the index are rounded down. A
/// record with more than 4000 terms keeps the score of the index.
Result<std::vector<RecordHit>> opensearch_sparse_hits(const json::Value& reply,
                                                      const SparseVector& query, RecordParts parts);
/// Where a scan goes on after a hit.
std::string opensearch_place(const json::Value& hit);
/// Above the inner product of every record that a sparse search left out, given its last hit.
float opensearch_sparse_bound(const json::Value& reply);

/// What became of a bulk request.
struct OpenSearchBulk {
  bool is_gone = false;   ///< there is no such index
  bool is_busy = false;   ///< it may pass the next time
  std::string refused{};  ///< the first reason given; empty: all was done
};
OpenSearchBulk opensearch_bulk(const json::Value& reply);

}  // namespace codeweaver::remote
