// Replies of OpenSearch, read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "base/try.hpp"
#include "remote/opensearch_shapes.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

constexpr const char* kOpenSearch = "OpenSearch";

/// The one value of a column.
const json::Value* column(const json::Value& hit, std::string_view name) {
  const auto* fields = hit.find("fields");
  const auto* values = fields == nullptr ? nullptr : fields->find(name);
  const auto* list = values == nullptr ? nullptr : values->if_array();
  return list == nullptr || list->empty() ? nullptr : &list->front();
}

Result<VectorRecord> keys_in(const json::Value& hit) {
  VectorRecord out;
  const auto id = Uuid::parse(text_in(hit, "_id"));
  const auto* const ordinal = column(hit, "ordinal");
  const auto* const file = column(hit, "file_key");
  const auto* const revision = column(hit, "revision");
  if (!id || ordinal == nullptr || ordinal->if_integer() == nullptr || file == nullptr ||
      !file->is_string() || revision == nullptr || !revision->is_string())
    return no_such_record(kOpenSearch, "a key is missing");
  out.id = *id;
  out.ordinal = static_cast<std::uint32_t>(*ordinal->if_integer());
  out.file_key = *file->if_string();
  out.revision = *revision->if_string();
  return out;
}

/// The engine may bring the terms in another order.
bool read_sparse(const json::Value& object, SparseVector& out) {
  if (!object.is_object()) return false;
  std::map<std::uint32_t, float> weights;
  for (const auto& [name, value] : *object.if_object()) {
    std::uint32_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    const auto weight = value.if_number();
    if (error != std::errc() || end != name.data() + name.size() || !weight) return false;
    const auto number = static_cast<float>(*weight);
    weights[id] = number == std::numeric_limits<float>::min() ? 0 : number;
  }
  for (const auto& [id, weight] : weights) {
    out.ids.push_back(id);
    out.weights.push_back(weight);
  }
  return true;
}

/// What the engine scores an inner product with is never below 0.
float inner_product(float score) {
  return score >= 1 ? score - 1 : 1 - 1 / score;
}

float product(const SparseVector& query, const SparseVector& own) {
  float out = 0;
  for (std::size_t i = 0; i < query.ids.size(); ++i) {
    const auto at = std::ranges::lower_bound(own.ids, query.ids[i]);
    if (at != own.ids.end() && *at == query.ids[i])
      out += query.weights[i] * own.weights[static_cast<std::size_t>(at - own.ids.begin())];
  }
  return out;
}

}  // namespace

Result<OpenSearchEntry> opensearch_entry(const json::Value& document,
                                         const RecordCollection& collection) {
  const auto* const source = document.find("_source");
  if (source == nullptr) return no_such_record(kOpenSearch, "an entry of the catalog is empty");
  const auto schema = integer_in(*source, "schema");
  if (!schema || *schema != kOpenSearchSchema)
    return other_schema(kOpenSearch, schema ? std::to_string(*schema) : "unknown",
                        std::to_string(kOpenSearchSchema));
  const auto project = text_in(*source, "project_id");
  if (project != collection.project_id || text_in(*source, "tree") != collection.tree)
    return place_is_taken(kOpenSearch, collection, project);
  OpenSearchEntry out;
  out.index = text_in(*source, "index");
  out.dimension = static_cast<std::size_t>(integer_in(*source, "dimension").value_or(0));
  out.facts = facts_in(source->find("facts"));
  out.writing = text_in(*source, "writing");
  out.seq_no = integer_in(document, "_seq_no").value_or(-1);
  out.primary_term = integer_in(document, "_primary_term").value_or(0);
  return out;
}

const json::Array* opensearch_list(const json::Value& reply) {
  const auto* const hits = reply.find("hits");
  const auto* const list = hits == nullptr ? nullptr : hits->find("hits");
  return list == nullptr ? nullptr : list->if_array();
}

Result<VectorRecord> opensearch_record(const json::Value& hit, RecordParts parts) {
  if (parts == RecordParts::kKeys) return keys_in(hit);
  const auto* const source = hit.find("_source");
  if (source == nullptr) return no_such_record(kOpenSearch, "it has no content");
  CODEWEAVER_ASSIGN(auto record, parse_record(text_in(*source, "record")));
  const auto* const dense = source->find("dense");
  if (dense != nullptr && !read_floats(dense, record.chunk.dense.emplace()))
    return no_such_record(kOpenSearch, "its vector cannot be read");
  const auto* const sparse = source->find("sparse");
  if (sparse != nullptr && !read_sparse(*sparse, record.chunk.sparse.emplace()))
    return no_such_record(kOpenSearch, "its terms cannot be read");
  return record;
}

Result<std::vector<RecordHit>> opensearch_dense_hits(const json::Value& reply) {
  const auto* const list = opensearch_list(reply);
  if (list == nullptr) return no_such_record(kOpenSearch, "there is no list of hits");
  std::vector<RecordHit> out;
  for (const auto& hit : *list) {
    const auto* const score = hit.find("_score");
    const auto value = score == nullptr ? std::nullopt : score->if_number();
    if (!value) return no_such_record(kOpenSearch, "a hit has no score");
    CODEWEAVER_ASSIGN(auto record, opensearch_record(hit, RecordParts::kPayload));
    out.push_back({inner_product(static_cast<float>(*value)),
                   std::make_shared<const VectorRecord>(std::move(record))});
  }
  return out;
}

Result<std::vector<RecordHit>> opensearch_sparse_hits(const json::Value& reply,
                                                      const SparseVector& query) {
  const auto* const list = opensearch_list(reply);
  if (list == nullptr) return no_such_record(kOpenSearch, "there is no list of hits");
  std::vector<RecordHit> out;
  for (const auto& hit : *list) {
    CODEWEAVER_ASSIGN(auto record, opensearch_record(hit, RecordParts::kPayload));
    if (!record.chunk.sparse) return no_such_record(kOpenSearch, "a hit has no terms");
    const auto score = product(query, *record.chunk.sparse);
    out.push_back({score, std::make_shared<const VectorRecord>(std::move(record))});
  }
  return out;
}

float opensearch_sparse_bound(const json::Value& reply) {
  // Weights of the index keep 9 of 24 binary digits; what is cut off is below 1 in 256.
  constexpr float kMostCutOff = 1.0F + 1.0F / 250;
  const auto* const list = opensearch_list(reply);
  const auto* const score =
      list == nullptr || list->empty() ? nullptr : list->back().find("_score");
  const auto value = score == nullptr ? std::nullopt : score->if_number();
  return value ? static_cast<float>(*value) * kMostCutOff : std::numeric_limits<float>::infinity();
}

OpenSearchBulk opensearch_bulk(const json::Value& reply) {
  OpenSearchBulk out;
  const auto* const items = reply.find("items");
  const auto* const list = items == nullptr ? nullptr : items->if_array();
  if (list == nullptr) {
    const auto* const errors = reply.find("errors");
    if (errors == nullptr || errors->if_bool() == nullptr || *errors->if_bool())
      out.refused = "it does not say what became of the records";
    return out;
  }
  for (const auto& item : *list) {
    const auto* const only = item.if_object();
    if (only == nullptr || only->empty()) continue;
    const auto& told = only->front().value;
    const auto* const error = told.find("error");
    if (error == nullptr) continue;
    const auto status = integer_in(told, "status").value_or(0);
    out.is_gone = out.is_gone || status == 404;
    out.is_busy = out.is_busy || status == 429 || status >= 500;
    if (out.refused.empty())
      out.refused = text_in(*error, "type") + ": " + text_in(*error, "reason");
  }
  return out;
}

}  // namespace codeweaver::remote
