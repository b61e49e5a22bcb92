// Bodies of Qdrant requests.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "json/writer.hpp"
#include "remote/qdrant_shapes.hpp"
#include "remote/record_fields.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

constexpr const char* kDense = "dense";
constexpr const char* kSparse = "sparse";

constexpr QdrantField kFields[] = {
    {"path", "keyword"},       {"directories", "keyword"}, {"extension", "keyword"},
    {"language", "keyword"},   {"name_space", "keyword"},  {"role", "keyword"},
    {"first_line", "integer"}, {"last_line", "integer"},   {"terms", "integer"},
};

void write(json::Writer& out, const SparseVector& vector) {
  out.begin_object().key("indices").begin_array();
  for (const auto id : vector.ids) out.value(id);
  out.end_array().key("values");
  write_floats(out, vector.weights);
  out.end_object();
}

void write_payload(json::Writer& out, const VectorRecord& record) {
  out.begin_object()
      .member("role", record.file.is_test ? "test" : kQdrantCodeRole)
      .member("record", record_text(record));
  write_filter_members(out, record);
  out.key("terms").begin_array();
  if (record.chunk.sparse)
    for (const auto id : record.chunk.sparse->ids) out.value(id);
  out.end_array().end_object();
}

void write_point(json::Writer& out, const VectorRecord& record) {
  out.begin_object().member("id", record.id.to_string()).key("vector").begin_object();
  if (record.chunk.dense) {
    out.key(kDense);
    write_floats(out, *record.chunk.dense);
  }
  if (record.chunk.sparse && !record.chunk.sparse->ids.empty()) {
    out.key(kSparse);
    write(out, *record.chunk.sparse);
  }
  out.end_object().key("payload");
  write_payload(out, record);
  out.end_object();
}

void write_filter(json::Writer& out, std::string_view filter) {
  if (!filter.empty()) out.key("filter").raw(filter);
}

/// Writes which members of the payload to return.
void write_payload_of(json::Writer& out, RecordParts parts) {
  out.key("with_payload");
  if (parts == RecordParts::kKeys)
    write_texts(out, {"file_key", "ordinal", "revision"});
  else
    write_texts(out, {"record"});
}

json::Writer begin_query(const QdrantQuery& query, const char* vector) {
  json::Writer out;
  out.begin_object().member("using", vector).member("limit", query.limit);
  write_payload_of(out, query.parts);
  if (query.is_exact) out.key("params").begin_object().member("exact", true).end_object();
  write_filter(out, query.filter);
  out.key("query");
  return out;
}

}  // namespace

std::string qdrant_entry_id(const RecordCollection& collection) {
  auto id = collection_hash(collection);
  for (const std::size_t at : {8, 13, 18, 23}) id.insert(at, 1, '-');
  return id;
}

std::string qdrant_points_name(const RecordCollection& collection, std::size_t dimension) {
  return std::string(kQdrantCatalog) + '_' + collection.project_id + '_' +
         collection_hash(collection).substr(0, 16) + '_' + std::to_string(dimension);
}

std::string qdrant_create_catalog_body() {
  // The catalog has no vectors, but Qdrant requires at least one vector field.
  return R"({"vectors":{},"sparse_vectors":{"unused":{}}})";
}

std::string qdrant_create_points_body(std::size_t dimension) {
  json::Writer out;
  out.begin_object().key("vectors").begin_object();
  if (dimension > 0)
    out.key(kDense).begin_object().member("size", dimension).member("distance", "Dot").end_object();
  out.end_object().key("sparse_vectors").begin_object();
  out.key(kSparse).begin_object().end_object().end_object().end_object();
  return out.take();
}

std::span<const QdrantField> qdrant_fields() {
  return kFields;
}

std::string qdrant_field_body(const QdrantField& field) {
  json::Writer out;
  out.begin_object()
      .member("field_name", field.name)
      .member("field_schema", field.schema)
      .end_object();
  return out.take();
}

std::string qdrant_entry_body(const RecordCollection& collection, const QdrantEntry& entry) {
  json::Writer out;
  out.begin_object().key("points").begin_array().begin_object();
  out.member("id", qdrant_entry_id(collection));
  out.key("vector").begin_object().end_object().key("payload").begin_object();
  out.member("schema", kQdrantSchema)
      .member("project_id", collection.project_id)
      .member("tree", collection.tree)
      .member("points", entry.points)
      .member("dimension", entry.dimension)
      .key("facts");
  write_facts(out, entry.facts);
  out.end_object().end_object().end_array().end_object();
  return out.take();
}

std::string qdrant_upsert_body(std::span<const VectorRecord* const> records) {
  json::Writer out;
  out.begin_object().key("points").begin_array();
  for (const auto* record : records) write_point(out, *record);
  out.end_array().end_object();
  return out.take();
}

std::string qdrant_ids_body(std::span<const std::string> ids) {
  json::Writer out;
  out.begin_object().key("points").begin_array();
  for (const auto& id : ids) out.value(id);
  out.end_array().end_object();
  return out.take();
}

std::string qdrant_count_body(std::string_view filter) {
  json::Writer out;
  out.begin_object().member("exact", true);
  write_filter(out, filter);
  out.end_object();
  return out.take();
}

std::string qdrant_scroll_body(std::string_view filter, RecordParts parts, std::size_t limit,
                               const json::Value* offset) {
  json::Writer out;
  out.begin_object().member("limit", limit);
  write_payload_of(out, parts);
  out.key("with_vector");
  if (parts == RecordParts::kDense)
    write_texts(out, {kDense});
  else
    out.value(parts == RecordParts::kAll);
  if (offset != nullptr) out.member("offset", *offset);
  write_filter(out, filter);
  out.end_object();
  return out.take();
}

std::string qdrant_project_body(std::string_view project_id, const json::Value* offset) {
  json::Writer out;
  out.begin_object().member("limit", 1000).member("with_payload", true);
  if (offset != nullptr) out.member("offset", *offset);
  if (!project_id.empty()) {
    out.key("filter").begin_object().key("must").begin_array().begin_object();
    out.member("key", "project_id").key("match").begin_object().member("value", project_id);
    out.end_object().end_object().end_array().end_object();
  }
  out.end_object();
  return out.take();
}

std::string qdrant_query_body(std::span<const float> vector, const QdrantQuery& query) {
  auto out = begin_query(query, kDense);
  write_floats(out, vector);
  out.end_object();
  return out.take();
}

std::string qdrant_query_body(const SparseVector& vector, const QdrantQuery& query) {
  auto out = begin_query(query, kSparse);
  write(out, vector);
  out.end_object();
  return out.take();
}

}  // namespace codeweaver::remote
