// Bodies of OpenSearch queries, and conversion of RecordFilter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "json/writer.hpp"
#include "remote/opensearch_shapes.hpp"
#include "remote/record_json.hpp"

namespace codeweaver::remote {
namespace {

/// Number of nearest vectors requested from each shard: fewer would miss too many of the best. And
/// the maximum that OpenSearch accepts.
constexpr std::size_t kLeastNearest = 200, kMostNearest = 10'000;

/// As clauses, each span would need three, and a query can have at most 1024. A script has no such
/// limit.
constexpr const char* kSharesLine =
    "def spans = params.lines[doc['path'].value]; if (spans == null) { return false; } "
    "for (def span : spans) { if (span[0] <= doc['last_line'].value && "
    "doc['first_line'].value <= span[1]) { return true; } } return false;";

std::string term(const char* field, json::Value value) {
  return json::dump(json::Object{{"term", json::Object{{field, std::move(value)}}}});
}

std::string one_of_terms(const char* field, const std::vector<std::string>& values) {
  return json::dump(
      json::Object{{"terms", json::Object{{field, json::Array(values.begin(), values.end())}}}});
}

/// Records that share a line with one of some spans.
std::string any_line_in(const LineFilter& lines) {
  std::vector<std::string> paths;
  json::Object spans_of;
  for (const auto& [path, wanted] : lines) {
    json::Array spans;
    for (const auto& span : wanted) spans.push_back(json::Array{span.start_line, span.end_line});
    if (spans.empty()) continue;
    paths.push_back(path);
    spans_of.push_back({path, std::move(spans)});
  }
  if (paths.empty()) return "";
  json::Value script = json::Object{{"source", kSharesLine},
                                    {"lang", "painless"},
                                    {"params", json::Object{{"lines", std::move(spans_of)}}}};
  return one_of_terms("path", paths) + ',' +
         json::dump(json::Object{{"script", json::Object{{"script", std::move(script)}}}});
}

void write_conditions(json::Writer& out, std::string_view conditions) {
  out.key("bool").begin_object().key("filter").raw("[" + std::string(conditions) + "]");
}

void write_query(json::Writer& out, std::string_view filter) {
  if (filter.empty()) return;
  out.key("query").begin_object();
  write_conditions(out, filter);
  out.end_object().end_object();
}

/// Writes the fields to return with each hit. Keys and weights are in columns, so reading them does
/// not load documents.
void write_parts(json::Writer& out, RecordParts parts, bool has_weights) {
  std::vector<std::string> columns, kept;
  if (has_weights) columns.emplace_back("weights");
  if (parts == RecordParts::kKeys)
    columns.insert(columns.end(), {"id", "file_key", "ordinal", "revision"});
  else
    kept.emplace_back("record");
  if (parts == RecordParts::kAll) kept.emplace_back("many_weights");
  if (!columns.empty()) {
    out.key("docvalue_fields");
    write_texts(out, columns);
  }
  out.key("stored_fields");
  if (kept.empty())
    out.value("_none_");
  else
    write_texts(out, kept);
  if (parts >= RecordParts::kDense) {
    out.key("_source");
    write_texts(out, {"dense"});
  }
}

json::Writer begin_hits(const OpenSearchQuery& query, bool has_weights) {
  json::Writer out;
  out.begin_object().member("size", query.limit);
  write_parts(out, query.parts, has_weights);
  return out;
}

}  // namespace

std::optional<std::string> opensearch_filter(const RecordFilter& filter,
                                             const std::optional<std::vector<std::string>>& paths) {
  std::string out;
  const auto add = [&](const std::string& condition) {
    out.append(out.empty() ? "" : ",").append(condition);
  };
  if (!filter.name_spaces.empty()) add(one_of_terms("name_space", filter.name_spaces));
  if (!filter.languages.empty()) add(one_of_terms("language", filter.languages));
  if (!filter.directory.empty()) add(term("directories", filter.directory));
  if (!filter.extension.empty()) add(term("extension", filter.extension));
  if (!filter.include_tests) add(term("is_test", false));
  if (!filter.files.empty()) add(one_of_terms("path", filter.files));
  if (paths) {
    if (paths->empty()) return std::nullopt;
    add(one_of_terms("path", *paths));
  }
  if (filter.lines) {
    const auto lines = any_line_in(*filter.lines);
    if (lines.empty()) return std::nullopt;
    add(lines);
  }
  return out;
}

std::string opensearch_scan_body(std::string_view filter, RecordParts parts, std::size_t limit,
                                 std::string_view after) {
  json::Writer out;
  out.begin_object().member("size", limit).key("sort").raw(R"(["id"])");
  if (!after.empty()) {
    out.key("search_after").begin_array().value(after).end_array();
  }
  write_parts(out, parts, parts == RecordParts::kAll);
  write_query(out, filter);
  out.end_object();
  return out.take();
}

std::string opensearch_paths_body(std::size_t limit, const json::Value* after) {
  json::Writer out;
  out.begin_object().member("size", 0).key("aggs").begin_object().key("paths").begin_object();
  out.key("composite").begin_object().member("size", limit);
  out.key("sources").raw(R"([{"path":{"terms":{"field":"path"}}}])");
  if (after != nullptr) out.member("after", *after);
  out.end_object().end_object().end_object().end_object();
  return out.take();
}

std::string opensearch_project_body(std::string_view project_id, std::size_t limit,
                                    const json::Value* after) {
  json::Writer out;
  out.begin_object().member("size", limit).key("sort").raw(R"(["project_id","tree"])");
  if (after != nullptr) out.member("search_after", *after);
  if (!project_id.empty()) write_query(out, term("project_id", project_id));
  out.end_object();
  return out.take();
}

std::string opensearch_terms_body(std::span<const std::uint32_t> terms) {
  json::Writer out;
  out.begin_object().member("size", 0).member("track_total_hits", true);
  if (!terms.empty()) {
    out.key("aggs").begin_object().key("terms").begin_object().key("filters").begin_object();
    out.key("filters").begin_array();
    for (const auto term : terms)
      out.raw(R"({"rank_feature":{"linear":{},"field":"sparse.)" + std::to_string(term) + "\"}}");
    out.end_array().end_object().end_object().end_object();
  }
  out.end_object();
  return out.take();
}

std::string opensearch_dense_body(std::span<const float> vector, const OpenSearchQuery& query,
                                  bool is_exact) {
  const auto& filter = query.filter;
  auto out = begin_hits(query, false);
  out.key("sort").raw(R"([{"_score":"desc"},{"file_key":"asc"},{"ordinal":"asc"}])");
  out.key("query").begin_object();
  if (is_exact) {
    out.key("script_score").begin_object().key("query").begin_object();
    write_conditions(out, R"({"exists":{"field":"dense"}})" +
                              (filter.empty() ? std::string() : ',' + std::string(filter)));
    out.end_object().end_object();
    out.key("script").begin_object().member("lang", "knn").member("source", "knn_score");
    out.key("params").begin_object().member("field", "dense").member("space_type", "innerproduct");
    out.key("query_value");
    write_floats(out, vector);
    out.end_object().end_object().end_object();
  } else {
    out.key("knn").begin_object().key("dense").begin_object();
    out.member("k", std::clamp(query.limit, kLeastNearest, kMostNearest)).key("vector");
    write_floats(out, vector);
    if (!filter.empty()) {
      out.key("filter").begin_object();
      write_conditions(out, filter);
      out.end_object().end_object();
    }
    out.end_object().end_object();
  }
  out.end_object().end_object();
  return out.take();
}

std::string opensearch_sparse_body(const SparseVector& vector, const OpenSearchQuery& query) {
  auto out = begin_hits(query, true);
  out.key("query").begin_object();
  write_conditions(out, query.filter);
  out.member("minimum_should_match", 1).key("should").begin_array();
  for (std::size_t i = 0; i < vector.ids.size(); ++i) {
    out.begin_object().key("rank_feature").begin_object();
    out.member("field", "sparse." + std::to_string(vector.ids[i]));
    out.key("linear").begin_object().end_object().key("boost");
    write_float(out, vector.weights[i]);
    out.end_object().end_object();
  }
  out.end_array().end_object().end_object().end_object();
  return out.take();
}

}  // namespace codeweaver::remote
