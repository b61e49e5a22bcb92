// OpenSearchStore: reading and searching.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "json/members.hpp"
#include "remote/opensearch_store.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kKeysAtOnce = 4096, kRecordsAtOnce = 256, kPathsAtOnce = 10'000;
constexpr std::size_t kCollectionsAtOnce = 1000;
constexpr std::size_t kLeastRoom = 16;

using Hits = std::vector<RecordHit>;

StoreRequest search_of(const std::string& index, const char* operation, std::string body,
                       bool is_of_query) {
  // Partial results are errors: every shard must answer.
  return {operation, "POST", '/' + index + "/_search?allow_partial_search_results=false",
          std::move(body), is_of_query};
}

void keep_best(Hits& hits, std::size_t limit) {
  std::ranges::sort(hits, comes_before);
  if (hits.size() > limit) hits.resize(limit);
}

/// The "buckets" of an aggregation.
const json::Array* buckets_of(const json::Value& reply, std::string_view name) {
  const auto* const all = reply.find("aggregations");
  const auto* const one = all == nullptr ? nullptr : all->find(name);
  return json::list_in(one, "buckets");
}

}  // namespace

Result<void> OpenSearchStore::refresh(const std::string& index) const {
  std::uint64_t done = 0;
  {
    const std::lock_guard lock(shared_->mutex);
    const auto& writes = shared_->writes[index];
    if (writes.done == writes.visible) return {};
    done = writes.done;
  }
  CODEWEAVER_TRY(ask_for({"refreshing an index", "POST", '/' + index + "/_refresh"}));
  const std::lock_guard lock(shared_->mutex);
  auto& visible = shared_->writes[index].visible;
  visible = std::max(visible, done);
  return {};
}

Result<std::vector<std::string>> OpenSearchStore::all_paths(const std::string& index) const {
  std::vector<std::string> out;
  json::Value after;
  do {
    CODEWEAVER_ASSIGN(
        const auto reply,
        ask(search_of(index, "listing files",
                      opensearch_paths_body(kPathsAtOnce, after.is_null() ? nullptr : &after),
                      true)));
    after = {};
    const auto* const buckets = buckets_of(reply, "paths");
    for (std::size_t i = 0; buckets != nullptr && i < buckets->size(); ++i)
      if (const auto* const key = (*buckets)[i].find("key")) {
        out.push_back(json::text_or_empty(*key, "path"));
        after = *key;
      }
  } while (!after.is_null());
  return out;
}

Result<OpenSearchStore::Admitted> OpenSearchStore::admitted(const std::string& index,
                                                            const RecordFilter& filter) const {
  CODEWEAVER_ASSIGN(const auto paths, paths_of(filter, [&] { return all_paths(index); }));
  auto text = opensearch_filter(filter, paths);
  return text ? Admitted{false, *std::move(text)} : Admitted{true, {}};
}

Result<void> OpenSearchStore::scan(const RecordCollection& collection, const RecordFilter& filter,
                                   RecordParts parts,
                                   const std::function<bool(const VectorRecord&)>& visit) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->index.empty()) return {};
  CODEWEAVER_TRY(refresh(known->index));
  CODEWEAVER_ASSIGN(const auto admits, admitted(known->index, filter));
  if (admits.is_empty) return {};
  const auto limit = parts == RecordParts::kKeys ? kKeysAtOnce : kRecordsAtOnce;
  std::string after;
  for (bool is_last = false; !is_last;) {
    CODEWEAVER_ASSIGN(
        const auto reply,
        ask(search_of(known->index, "reading records",
                      opensearch_scan_body(admits.filter, parts, limit, after), false)));
    const auto* const list = opensearch_list(reply);
    is_last = list == nullptr || list->size() < limit;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      CODEWEAVER_ASSIGN(const auto record, opensearch_record((*list)[i], parts));
      after = opensearch_place((*list)[i]);
      if (!visit(record)) return {};
    }
  }
  return {};
}

Result<Hits> OpenSearchStore::search_dense(const RecordCollection& collection,
                                           std::span<const float> query, const RecordFilter& filter,
                                           std::size_t limit, RecordParts parts) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->index.empty() || known->dimension == 0) return Hits();
  if (query.size() != known->dimension) return wrong_dimension(known->dimension, query.size());
  CODEWEAVER_TRY(refresh(known->index));
  CODEWEAVER_ASSIGN(const auto admits, admitted(known->index, filter));
  if (limit == 0 || admits.is_empty) return Hits();
  const auto most = std::min(limit, kOpenSearchWindow);
  CODEWEAVER_ASSIGN(
      const auto reply,
      ask(search_of(known->index, "searching",
                    opensearch_dense_body(query, {admits.filter, most, parts}, info_.is_exact),
                    true)));
  CODEWEAVER_ASSIGN(auto hits, opensearch_dense_hits(reply, parts));
  keep_best(hits, most);
  return hits;
}

Result<Hits> OpenSearchStore::search_sparse(const RecordCollection& collection,
                                            const SparseVector& query, const RecordFilter& filter,
                                            std::size_t limit, RecordParts parts) const {
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->index.empty() || query.ids.empty() || limit == 0) return Hits();
  CODEWEAVER_TRY(refresh(known->index));
  CODEWEAVER_ASSIGN(const auto admits, admitted(known->index, filter));
  if (admits.is_empty) return Hits();
  // The index rounds weights down. So this requests a few more hits and computes their exact
  // products, until no omitted record can be among the best.
  for (auto wanted = limit + limit / 2 + kLeastRoom;; wanted *= 4) {
    const auto most = std::min(wanted, kOpenSearchWindow);
    CODEWEAVER_ASSIGN(
        const auto reply,
        ask(search_of(known->index, "searching",
                      opensearch_sparse_body(query, {admits.filter, most, parts}), true)));
    CODEWEAVER_ASSIGN(auto hits, opensearch_sparse_hits(reply, query, parts));
    const bool has_all = hits.size() < most || most == kOpenSearchWindow;
    keep_best(hits, limit);
    if (has_all || hits.back().score > opensearch_sparse_bound(reply)) return hits;
  }
}

Result<TermStatistics> OpenSearchStore::term_statistics(
    const RecordCollection& collection, std::span<const std::uint32_t> terms) const {
  TermStatistics out{0, std::vector<std::uint64_t>(terms.size())};
  CODEWEAVER_ASSIGN(const auto known, entry(collection));
  if (!known || known->index.empty()) return out;
  CODEWEAVER_TRY(refresh(known->index));
  CODEWEAVER_ASSIGN(const auto reply, ask(search_of(known->index, "counting records",
                                                    opensearch_terms_body(terms), true)));
  const auto* const hits = reply.find("hits");
  const auto* const total = hits == nullptr ? nullptr : hits->find("total");
  if (total != nullptr)
    out.records = static_cast<std::uint64_t>(json::integer_or(*total, "value", 0));
  const auto* const buckets = buckets_of(reply, "terms");
  for (std::size_t i = 0; buckets != nullptr && i < std::min(buckets->size(), terms.size()); ++i)
    out.frequencies[i] =
        static_cast<std::uint64_t>(json::integer_or((*buckets)[i], "doc_count", 0));
  return out;
}

Result<std::vector<RecordCollection>> OpenSearchStore::collections(
    std::string_view project_id) const {
  std::vector<RecordCollection> out;
  json::Value after;
  for (bool is_last = false; !is_last;) {
    CODEWEAVER_ASSIGN(const auto reply,
                      ask_for(search_of(shared_->nodes->prefix(), "listing collections",
                                        opensearch_project_body(project_id, kCollectionsAtOnce,
                                                                after.is_null() ? nullptr : &after),
                                        false)));
    const auto* const list = reply ? opensearch_list(*reply) : nullptr;
    is_last = list == nullptr || list->size() < kCollectionsAtOnce;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const auto* const source = (*list)[i].find("_source");
      if (source != nullptr)
        out.push_back(
            {json::text_or_empty(*source, "project_id"), json::text_or_empty(*source, "tree")});
      const auto* const place = (*list)[i].find("sort");
      after = place == nullptr ? json::Value() : *place;
    }
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace codeweaver::remote
