// QdrantStore: reading and searching.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "remote/qdrant_store.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kKeysPage = 4096, kRecordsPage = 256;
constexpr std::size_t kMostPaths = 5'000'000;
constexpr std::size_t kRoomForTies = 16;

using NoHits = std::vector<RecordHit>;

std::string points_path(const std::string& points, const char* rest) {
  return "/collections/" + points + rest;
}

}  // namespace

Result<std::vector<std::string>> QdrantStore::all_paths(const std::string& points) const {
  const json::Value body = json::Object{{"key", "path"}, {"limit", kMostPaths}, {"exact", true}};
  CODEWEAVER_ASSIGN(const auto result, ask({"listing files", "POST", points_path(points, "/facet"),
                                            json::dump(body), true}));
  std::vector<std::string> out;
  const auto* list = json::list_in(result, "hits");
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
    if (const auto* value = json::text_in((*list)[i], "value")) out.push_back(*value);
  return out;
}

Result<QdrantStore::Admitted> QdrantStore::admitted(const std::string& points,
                                                    const RecordFilter& filter) const {
  CODEWEAVER_ASSIGN(const auto paths, paths_of(filter, [&] { return all_paths(points); }));
  auto text = qdrant_filter(filter, paths);
  return text ? Admitted{false, *std::move(text)} : Admitted{true, {}};
}

Result<void> QdrantStore::scroll(
    const std::string& points, const std::string& filter, RecordParts parts,
    const std::function<Result<bool>(const json::Value& point)>& visit) const {
  const auto limit = parts == RecordParts::kKeys ? kKeysPage : kRecordsPage;
  json::Value offset;
  do {
    const Ask page{"reading records", "POST", points_path(points, "/points/scroll"),
                   qdrant_scroll_body(filter, parts, limit, offset.is_null() ? nullptr : &offset)};
    CODEWEAVER_ASSIGN(const auto result, ask_for(page));
    const auto* list = result ? json::list_in(*result, "points") : nullptr;
    if (list == nullptr) return {};
    for (const auto& point : *list) {
      CODEWEAVER_ASSIGN(const bool goes_on, visit(point));
      if (!goes_on) return {};
    }
    const auto* next = result->find("next_page_offset");
    offset = next == nullptr ? json::Value() : *next;
  } while (!offset.is_null());
  return {};
}

Result<void> QdrantStore::scan(const RecordCollection& collection, const RecordFilter& filter,
                               RecordParts parts,
                               const std::function<bool(const VectorRecord&)>& visit) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->points.empty()) return {};
  CODEWEAVER_ASSIGN(const auto admits, admitted(known->points, filter));
  if (admits.is_empty) return {};
  return scroll(known->points, admits.filter, parts, [&](const json::Value& point) -> Result<bool> {
    CODEWEAVER_ASSIGN(const auto record, qdrant_record(point, parts));
    return visit(record);
  });
}

Result<std::vector<RecordHit>> QdrantStore::search(
    const std::string& points, const RecordFilter& filter, std::size_t limit, RecordParts parts,
    const std::function<std::string(const QdrantQuery&)>& body_of) const {
  if (limit == 0) return NoHits();
  CODEWEAVER_ASSIGN(const auto admits, admitted(points, filter));
  if (admits.is_empty) return NoHits();
  QdrantQuery query{admits.filter, limit + kRoomForTies, info_.is_exact, parts};
  for (;; query.limit *= 4) {
    CODEWEAVER_ASSIGN(
        const auto result,
        ask({"searching", "POST", points_path(points, "/points/query"), body_of(query), true}));
    CODEWEAVER_ASSIGN(auto hits, qdrant_hits(result, parts));
    const bool is_cut_amid_ties =
        hits.size() == query.limit && hits[limit - 1].score == hits.back().score;
    if (is_cut_amid_ties) continue;
    std::ranges::sort(hits, comes_before);
    if (hits.size() > limit)
      hits.erase(hits.begin() + static_cast<std::ptrdiff_t>(limit), hits.end());
    return hits;
  }
}

Result<std::vector<RecordHit>> QdrantStore::search_dense(const RecordCollection& collection,
                                                         std::span<const float> query,
                                                         const RecordFilter& filter,
                                                         std::size_t limit,
                                                         RecordParts parts) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->points.empty() || known->dimension == 0) return NoHits();
  if (query.size() != known->dimension) return wrong_dimension(known->dimension, query.size());
  return search(known->points, filter, limit, parts,
                [&](const QdrantQuery& asked) { return qdrant_query_body(query, asked); });
}

Result<std::vector<RecordHit>> QdrantStore::search_sparse(const RecordCollection& collection,
                                                          const SparseVector& query,
                                                          const RecordFilter& filter,
                                                          std::size_t limit,
                                                          RecordParts parts) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->points.empty() || query.ids.empty()) return NoHits();
  return search(known->points, filter, limit, parts,
                [&](const QdrantQuery& asked) { return qdrant_query_body(query, asked); });
}

Result<std::uint64_t> QdrantStore::count(const std::string& points,
                                         const std::string& filter) const {
  CODEWEAVER_ASSIGN(const auto result,
                    ask({"counting records", "POST", points_path(points, "/points/count"),
                         qdrant_count_body(filter), true}));
  const auto* number = json::integer_in(result, "count");
  return number == nullptr ? 0 : static_cast<std::uint64_t>(*number);
}

Result<TermStatistics> QdrantStore::term_statistics(const RecordCollection& collection,
                                                    std::span<const std::uint32_t> terms) const {
  TermStatistics out{0, std::vector<std::uint64_t>(terms.size())};
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->points.empty()) return out;
  CODEWEAVER_ASSIGN(out.records, count(known->points, ""));
  for (std::size_t i = 0; i < terms.size(); ++i) {
    CODEWEAVER_ASSIGN(out.frequencies[i], count(known->points, qdrant_term_filter(terms[i])));
  }
  return out;
}

Result<std::vector<RecordCollection>> QdrantStore::collections(std::string_view project_id) const {
  std::vector<RecordCollection> out;
  json::Value offset;
  do {
    const Ask page{"listing collections", "POST", points_path(kQdrantCatalog, "/points/scroll"),
                   qdrant_project_body(project_id, offset.is_null() ? nullptr : &offset)};
    CODEWEAVER_ASSIGN(const auto result, ask_for(page));
    const auto* list = result ? json::list_in(*result, "points") : nullptr;
    if (list == nullptr) break;
    for (const auto& point : *list)
      if (auto collection = qdrant_collection(point)) out.push_back(*std::move(collection));
    const auto* next = result->find("next_page_offset");
    offset = next == nullptr ? json::Value() : *next;
  } while (!offset.is_null());
  std::ranges::sort(out);
  return out;
}

}  // namespace codeweaver::remote
