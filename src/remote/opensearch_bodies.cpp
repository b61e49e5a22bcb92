// Bodies of requests that write to OpenSearch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/base64.hpp"
#include "json/writer.hpp"
#include "remote/opensearch_shapes.hpp"
#include "remote/record_fields.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kLongestProjectPart = 60;
/// Terms take eight bytes each, and a column value has at most 32,766 bytes.
constexpr std::size_t kMostInColumn = 4000;
/// Flush threshold. Replicas use the original documents to catch up, so merges can drop these only
/// after a flush.
constexpr const char* kFlushedAfter = "64mb";
/// Graph parameters, the same as pgvector's.
constexpr std::size_t kGraphLinks = 16, kGraphBreadth = 100;

constexpr std::pair<const char*, const char*> kRecordFields[] = {
    {"id", "keyword"},           {"file_key", "keyword"}, {"ordinal", "long"},
    {"revision", "keyword"},     {"path", "keyword"},     {"directories", "keyword"},
    {"extension", "keyword"},    {"language", "keyword"}, {"name_space", "keyword"},
    {"is_test", "boolean"},      {"first_line", "long"},  {"last_line", "long"},
    {"sparse", "rank_features"},
};

void write_field(json::Writer& out, const char* name, const char* type) {
  out.key(name).begin_object().member("type", type).end_object();
}

/// Writes the stored fields first, so reading them does not load the rest of the document.
void begin_fields(json::Writer& out) {
  out.key("properties").begin_object();
  out.key("record").raw(R"({"type":"keyword","index":false,"doc_values":false,"store":true})");
  out.key("weights").raw(R"({"type":"binary","doc_values":true})");
  out.key("many_weights").raw(R"({"type":"binary","store":true})");
}

/// A field that is returned unchanged and not indexed.
void write_opaque(json::Writer& out, const char* name) {
  out.key(name).begin_object().member("type", "object").member("enabled", false).end_object();
}

void write_vector_field(json::Writer& out, std::size_t dimension) {
  out.key("dense")
      .begin_object()
      .member("type", "knn_vector")
      .member("dimension", dimension)
      .key("method")
      .begin_object()
      .member("name", "hnsw")
      .member("engine", "lucene")
      .member("space_type", "innerproduct")
      .key("parameters")
      .begin_object()
      .member("m", kGraphLinks)
      .member("ef_construction", kGraphBreadth)
      .end_object()
      .end_object()
      .end_object();
}

void write_alias(json::Writer& out, const std::string& alias) {
  out.key("aliases").begin_object().key(alias).begin_object().end_object().end_object();
}

void write_document(json::Writer& out, const VectorRecord& record) {
  out.begin_object()
      .member("id", record.id.to_string())
      .member("is_test", record.file.is_test)
      .member("record", record_text(record));
  write_filter_members(out, record);
  if (record.chunk.dense) {
    out.key("dense");
    write_floats(out, *record.chunk.dense);
  }
  if (record.chunk.sparse) {
    out.key("sparse").begin_object();
    const auto& [ids, weights] = *record.chunk.sparse;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      out.key(std::to_string(ids[i]));
      write_float(out, std::max(weights[i], std::numeric_limits<float>::min()));
    }
    out.end_object().member(ids.size() > kMostInColumn ? "many_weights" : "weights",
                            opensearch_weights(*record.chunk.sparse));
  }
  out.end_object();
}

/// Replaces characters that index names cannot have.
std::string as_name(std::string_view text) {
  std::string out(text.substr(0, kLongestProjectPart));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!is_plain) c = '-';
  }
  return out;
}

}  // namespace

std::string opensearch_alias(std::string_view prefix, const RecordCollection& collection) {
  return std::string(prefix) + '_' + as_name(collection.project_id) + '_' +
         collection_hash(collection).substr(0, 16);
}

std::string opensearch_catalog_body(const std::string& alias) {
  json::Writer out;
  out.begin_object();
  write_alias(out, alias);
  out.key("mappings").begin_object().member("dynamic", "strict").key("properties").begin_object();
  for (const auto* name : {"schema", "dimension"}) write_field(out, name, "long");
  for (const auto* name : {"project_id", "tree", "index", "writing"})
    write_field(out, name, "keyword");
  write_opaque(out, "facts");
  out.end_object().end_object().end_object();
  return out.take();
}

std::string opensearch_index_body(const std::string& alias, std::size_t dimension) {
  json::Writer out;
  out.begin_object().key("settings").begin_object().key("index").begin_object();
  out.member("knn", true)
      .member("max_result_window", kOpenSearchWindow)
      .member("max_terms_count", kOpenSearchWindow)
      .member("translog.flush_threshold_size", kFlushedAfter)
      .end_object()
      .end_object();
  write_alias(out, alias);
  out.key("mappings").begin_object().member("dynamic", "strict");
  // The source keeps only the field that is not stored completely elsewhere.
  out.key("_source").raw(R"({"includes":["dense"]})");
  begin_fields(out);
  for (const auto& [name, type] : kRecordFields) write_field(out, name, type);
  if (dimension > 0) write_vector_field(out, dimension);
  out.end_object().end_object().end_object();
  return out.take();
}

std::string opensearch_vectors_body(std::size_t dimension) {
  json::Writer out;
  out.begin_object().key("properties").begin_object();
  write_vector_field(out, dimension);
  out.end_object().end_object();
  return out.take();
}

std::string opensearch_entry_body(const RecordCollection& collection,
                                  const OpenSearchEntry& entry) {
  json::Writer out;
  out.begin_object()
      .member("schema", kOpenSearchSchema)
      .member("project_id", collection.project_id)
      .member("tree", collection.tree)
      .member("index", entry.index)
      .member("dimension", entry.dimension)
      .member("writing", entry.writing)
      .key("facts");
  write_facts(out, entry.facts);
  out.end_object();
  return out.take();
}

std::string opensearch_weights(const SparseVector& vector) {
  std::string bytes;
  const auto put = [&bytes](std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(word >> shift & 255U);
  };
  for (std::size_t i = 0; i < vector.ids.size(); ++i) {
    put(vector.ids[i]);
    put(std::bit_cast<std::uint32_t>(vector.weights[i]));
  }
  return base::base64(bytes);
}

std::string opensearch_upsert_body(std::span<const VectorRecord* const> records) {
  std::string lines;
  for (const auto* record : records) {
    json::Writer out;
    lines += R"({"index":{"_id":")" + record->id.to_string() + "\"}}\n";
    write_document(out, *record);
    lines += out.take() + '\n';
  }
  return lines;
}

std::string opensearch_erase_body(std::span<const Uuid> ids) {
  std::string lines;
  for (const auto& id : ids) lines += R"({"delete":{"_id":")" + id.to_string() + "\"}}\n";
  return lines;
}

}  // namespace codeweaver::remote
