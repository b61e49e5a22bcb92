// Reads replies of Qdrant.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "remote/qdrant_shapes.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

Error no_such_point(std::string_view what) {
  return no_such_record("Qdrant", what);
}

bool read_vectors(const json::Value& vectors, CodeChunk& chunk) {
  if (const auto* dense = vectors.find("dense"))
    if (!read_floats(dense, chunk.dense.emplace())) return false;
  const auto* sparse = vectors.find("sparse");
  if (sparse == nullptr) return true;
  auto& out = chunk.sparse.emplace();
  const auto* ids = json::list_in(*sparse, "indices");
  if (ids == nullptr || !read_floats(sparse->find("values"), out.weights)) return false;
  for (const auto& id : *ids) {
    if (id.if_integer() == nullptr) return false;
    out.ids.push_back(static_cast<std::uint32_t>(*id.if_integer()));
  }
  return true;
}

Result<VectorRecord> keys_of(const json::Value& point, const json::Value& payload) {
  VectorRecord out;
  const auto id = Uuid::parse(json::text_or_empty(point, "id"));
  const auto* ordinal = json::integer_in(payload, "ordinal");
  out.file_key = json::text_or_empty(payload, "file_key");
  out.revision = json::text_or_empty(payload, "revision");
  if (!id || !ordinal || out.file_key.empty()) return no_such_point("a key is missing");
  out.id = *id;
  out.ordinal = static_cast<std::uint32_t>(*ordinal);
  return out;
}

}  // namespace

Result<std::optional<QdrantEntry>> qdrant_entry(const json::Value& payload,
                                                const RecordCollection& collection) {
  const auto* schema = json::integer_in(payload, "schema");
  if (!schema || *schema != kQdrantSchema)
    return other_schema("Qdrant", schema ? std::to_string(*schema) : "unknown",
                        std::to_string(kQdrantSchema));
  const auto project = json::text_or_empty(payload, "project_id"),
             tree = json::text_or_empty(payload, "tree");
  if (project != collection.project_id || tree != collection.tree)
    return place_is_taken("Qdrant", collection, project);
  QdrantEntry out;
  out.points = json::text_or_empty(payload, "points");
  out.dimension = static_cast<std::size_t>(json::integer_or(payload, "dimension", 0));
  out.facts = facts_in(payload.find("facts"));
  return std::optional(std::move(out));
}

std::optional<RecordCollection> qdrant_collection(const json::Value& point) {
  const auto* payload = point.find("payload");
  if (payload == nullptr) return std::nullopt;
  return RecordCollection{json::text_or_empty(*payload, "project_id"),
                          json::text_or_empty(*payload, "tree")};
}

Result<VectorRecord> qdrant_record(const json::Value& point, RecordParts parts) {
  const auto* payload = point.find("payload");
  if (payload == nullptr) return no_such_point("it has no payload");
  if (parts == RecordParts::kKeys) return keys_of(point, *payload);
  CODEWEAVER_ASSIGN(auto record, parse_record(json::text_or_empty(*payload, "record")));
  const auto* vectors = point.find("vector");
  if (parts >= RecordParts::kDense && vectors != nullptr && !read_vectors(*vectors, record.chunk))
    return no_such_point("its vectors cannot be read");
  return record;
}

Result<std::vector<RecordHit>> qdrant_hits(const json::Value& result, RecordParts parts) {
  const auto* points = json::list_in(result, "points");
  if (points == nullptr) return no_such_point("the list of hits is missing");
  std::vector<RecordHit> out;
  for (const auto& point : *points) {
    const auto value = json::number_in(point, "score");
    if (!value) return no_such_point("it has no score");
    CODEWEAVER_ASSIGN(auto record, qdrant_record(point, parts));
    out.push_back(
        {static_cast<float>(*value), std::make_shared<const VectorRecord>(std::move(record))});
  }
  return out;
}

}  // namespace codeweaver::remote
