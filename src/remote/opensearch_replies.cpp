// Reads replies of OpenSearch.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <utility>

#include "base/base64.hpp"
#include "base/try.hpp"
#include "json/members.hpp"
#include "remote/opensearch_shapes.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

constexpr const char* kOpenSearch = "OpenSearch";

/// The single value of a column.
const json::Value* column(const json::Value& hit, std::string_view name) {
  const auto* list = json::list_in(hit.find("fields"), name);
  return list == nullptr || list->empty() ? nullptr : &list->front();
}

Result<VectorRecord> keys_in(const json::Value& hit) {
  VectorRecord out;
  const auto* const place = column(hit, "id");
  const auto id =
      place != nullptr && place->is_string() ? Uuid::parse(*place->if_string()) : std::nullopt;
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

/// The text of a column. Null: no text.
const std::string* text_column(const json::Value& hit, std::string_view name) {
  const auto* const value = column(hit, name);
  return value == nullptr ? nullptr : value->if_string();
}

/// Reads the weights of a hit, if it has any. False: they are invalid.
bool read_weights(const json::Value& hit, std::optional<SparseVector>& out) {
  for (const auto* const name : {"weights", "many_weights"})
    if (const auto* const text = text_column(hit, name)) {
      out = parse_opensearch_weights(*text);
      return out.has_value();
    }
  return true;
}

/// Converts the engine's score, which is never negative, back to the inner product.
float inner_product(float score) {
  return score >= 1 ? score - 1 : 1 - 1 / score;
}

Result<float> score_of(const json::Value& hit) {
  const auto value = json::number_in(hit, "_score");
  if (!value) return no_such_record(kOpenSearch, "a hit has no score");
  return static_cast<float>(*value);
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
  const auto* schema = json::integer_in(*source, "schema");
  if (!schema || *schema != kOpenSearchSchema)
    return other_schema(kOpenSearch, schema ? std::to_string(*schema) : "unknown",
                        std::to_string(kOpenSearchSchema));
  const auto project = json::text_or_empty(*source, "project_id");
  if (project != collection.project_id || json::text_or_empty(*source, "tree") != collection.tree)
    return place_is_taken(kOpenSearch, collection, project);
  OpenSearchEntry out;
  out.index = json::text_or_empty(*source, "index");
  out.dimension = static_cast<std::size_t>(json::integer_or(*source, "dimension", 0));
  out.facts = facts_in(source->find("facts"));
  out.writing = json::text_or_empty(*source, "writing");
  out.seq_no = json::integer_or(document, "_seq_no", -1);
  out.primary_term = json::integer_or(document, "_primary_term", 0);
  return out;
}

const json::Array* opensearch_list(const json::Value& reply) {
  return json::list_in(reply.find("hits"), "hits");
}

Result<VectorRecord> opensearch_record(const json::Value& hit, RecordParts parts) {
  if (parts == RecordParts::kKeys) return keys_in(hit);
  const auto* const text = text_column(hit, "record");
  if (text == nullptr) return no_such_record(kOpenSearch, "it has no content");
  CODEWEAVER_ASSIGN(auto record, parse_record(*text));
  const auto* const source = hit.find("_source");
  const auto* const dense = source == nullptr ? nullptr : source->find("dense");
  if (dense != nullptr && !read_floats(dense, record.chunk.dense.emplace()))
    return no_such_record(kOpenSearch, "its vector cannot be read");
  if (parts == RecordParts::kAll && !read_weights(hit, record.chunk.sparse))
    return no_such_record(kOpenSearch, "its terms cannot be read");
  return record;
}

Result<std::vector<RecordHit>> opensearch_dense_hits(const json::Value& reply, RecordParts parts) {
  const auto* const list = opensearch_list(reply);
  if (list == nullptr) return no_such_record(kOpenSearch, "the list of hits is missing");
  std::vector<RecordHit> out;
  for (const auto& hit : *list) {
    CODEWEAVER_ASSIGN(const auto score, score_of(hit));
    CODEWEAVER_ASSIGN(auto record, opensearch_record(hit, parts));
    out.push_back({inner_product(score), std::make_shared<const VectorRecord>(std::move(record))});
  }
  return out;
}

Result<std::vector<RecordHit>> opensearch_sparse_hits(const json::Value& reply,
                                                      const SparseVector& query,
                                                      RecordParts parts) {
  const auto* const list = opensearch_list(reply);
  if (list == nullptr) return no_such_record(kOpenSearch, "the list of hits is missing");
  std::vector<RecordHit> out;
  for (const auto& hit : *list) {
    std::optional<SparseVector> weights;
    if (!read_weights(hit, weights)) return no_such_record(kOpenSearch, "its terms cannot be read");
    CODEWEAVER_ASSIGN(const auto score, score_of(hit));
    CODEWEAVER_ASSIGN(auto record, opensearch_record(hit, parts));
    // With thousands of terms, the engine's score must suffice.
    out.push_back({weights ? product(query, *weights) : score,
                   std::make_shared<const VectorRecord>(std::move(record))});
  }
  return out;
}

std::string opensearch_place(const json::Value& hit) {
  const auto* const list = json::list_in(hit, "sort");
  return list == nullptr || list->empty() || !list->front().is_string()
             ? std::string()
             : *list->front().if_string();
}

std::optional<SparseVector> parse_opensearch_weights(std::string_view text) {
  const auto bytes = base::parse_base64(text);
  if (!bytes || bytes->size() % 8 != 0) return std::nullopt;
  SparseVector out;
  const auto word_at = [&bytes](std::size_t at) {
    std::uint32_t word = 0;
    for (int i = 3; i >= 0; --i)
      word = word << 8U | static_cast<unsigned char>((*bytes)[at + static_cast<std::size_t>(i)]);
    return word;
  };
  for (std::size_t at = 0; at < bytes->size(); at += 8) {
    out.ids.push_back(word_at(at));
    out.weights.push_back(std::bit_cast<float>(word_at(at + 4)));
  }
  return out;
}

float opensearch_sparse_bound(const json::Value& reply) {
  // Weights in the index keep 9 of 24 binary digits, so the loss is below 1 in 256.
  constexpr float kMostCutOff = 1.0F + 1.0F / 250;
  const auto* const list = opensearch_list(reply);
  const auto* const score =
      list == nullptr || list->empty() ? nullptr : list->back().find("_score");
  const auto value = score == nullptr ? std::nullopt : score->if_number();
  return value ? static_cast<float>(*value) * kMostCutOff : std::numeric_limits<float>::infinity();
}

OpenSearchBulk opensearch_bulk(const json::Value& reply) {
  OpenSearchBulk out;
  const auto* const list = json::list_in(reply, "items");
  if (list == nullptr) {
    const auto* const has_errors = json::flag_in(reply, "errors");
    if (has_errors == nullptr || *has_errors)
      out.refused = "its reply does not say which records it accepted";
    return out;
  }
  for (const auto& item : *list) {
    const auto* const only = item.if_object();
    if (only == nullptr || only->empty()) continue;
    const auto& told = only->front().value;
    const auto* const error = told.find("error");
    if (error == nullptr) continue;
    const auto status = json::integer_or(told, "status", 0);
    out.is_missing = out.is_missing || status == 404;
    out.is_busy = out.is_busy || status == 429 || status >= 500;
    if (out.refused.empty())
      out.refused =
          json::text_or_empty(*error, "type") + ": " + json::text_or_empty(*error, "reason");
  }
  return out;
}

}  // namespace codeweaver::remote
