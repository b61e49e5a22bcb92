// Qdrant's REST API: request bodies and readers for replies.
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
struct QdrantEntry {
  std::string points{};       ///< the Qdrant collection with its records
  std::size_t dimension = 0;  ///< of its dense vectors; 0: no vectors
  CollectionFacts facts{};
};

/// The Qdrant collection whose points are the catalog entries.
inline constexpr const char* kQdrantCatalog = "codeweaver";
/// Schema of the payloads; recorded in each catalog entry.
inline constexpr std::int64_t kQdrantSchema = 1;

/// The field "role" of records outside of tests.
inline constexpr const char* kQdrantCodeRole = "code";

/// The point id of a collection in the catalog.
std::string qdrant_entry_id(const RecordCollection& collection);
/// "codeweaver_PROJECT_HASH_DIMENSION".
std::string qdrant_points_name(const RecordCollection& collection, std::size_t dimension);

std::string qdrant_create_catalog_body();
std::string qdrant_create_points_body(std::size_t dimension);
/// Payload fields that filters use, with their index types.
struct QdrantField {
  const char* name;
  const char* schema;
};
std::span<const QdrantField> qdrant_fields();
std::string qdrant_field_body(const QdrantField& field);

std::string qdrant_entry_body(const RecordCollection& collection, const QdrantEntry& entry);
std::string qdrant_upsert_body(std::span<const VectorRecord* const> records);
std::string qdrant_ids_body(std::span<const std::string> ids);

/// A RecordFilter as a Qdrant filter. `paths` are the paths that its patterns admit. nullopt: no
/// record can pass. Empty: every record passes.
std::optional<std::string> qdrant_filter(const RecordFilter& filter,
                                         const std::optional<std::vector<std::string>>& paths);
/// Records that contain a term.
std::string qdrant_term_filter(std::uint32_t term);
std::string qdrant_count_body(std::string_view filter);
std::string qdrant_scroll_body(std::string_view filter, RecordParts parts, std::size_t limit,
                               const json::Value* offset);
std::string qdrant_project_body(std::string_view project_id, const json::Value* offset);
/// The parts of a search besides its vector.
struct QdrantQuery {
  std::string_view filter{};  ///< empty: every record passes
  std::size_t limit = 0;
  bool is_exact = false;
  RecordParts parts = RecordParts::kPayload;
};
std::string qdrant_query_body(std::span<const float> vector, const QdrantQuery& query);
std::string qdrant_query_body(const SparseVector& vector, const QdrantQuery& query);

/// Readers of the value of "result". nullopt or an error: it has a different form. Errors:
/// kCorruption "SCHEMA_MISMATCH", "COLLECTION_TAKEN" (it belongs to another collection).
Result<std::optional<QdrantEntry>> qdrant_entry(const json::Value& payload,
                                                const RecordCollection& collection);
std::optional<RecordCollection> qdrant_collection(const json::Value& point);
Result<VectorRecord> qdrant_record(const json::Value& point, RecordParts parts);
Result<std::vector<RecordHit>> qdrant_hits(const json::Value& result, RecordParts parts);

}  // namespace codeweaver::remote
