// PostgresStore: reading and searching.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "base/try.hpp"
#include "remote/postgres_filter.hpp"
#include "remote/postgres_schema.hpp"
#include "remote/postgres_store.hpp"
#include "remote/record_checks.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kScanPage = 1000;
constexpr const char* kFirstId = "00000000-0000-0000-0000-000000000000";

Error unreadable_row(std::string_view what) {
  return {ErrorCategory::kCorruption, "INVALID_RECORD",
          "PostgreSQL holds an invalid record: " + std::string(what), "reading a record",
          "Delete the collection and index again; the local index is intact."};
}

Result<PostgresFilter> filter_within(PostgresConnection& connection, std::int64_t collection,
                                     const RecordFilter& filter, std::size_t first) {
  const auto all_paths = [&]() -> Result<std::vector<std::string>> {
    CODEWEAVER_ASSIGN(const auto rows,
                      connection.run("SELECT DISTINCT path FROM codeweaver.records WHERE "
                                     "collection = $1::int",
                                     {std::to_string(collection)}));
    std::vector<std::string> out;
    for (std::size_t i = 0; i < rows.size(); ++i) out.emplace_back(rows.text(i, 0));
    return out;
  };
  CODEWEAVER_ASSIGN(const auto paths, paths_of(filter, all_paths));
  return postgres_filter(filter, paths, first);
}

Result<PostgresRows> ask(PostgresConnection& connection, const std::string& statement,
                         PostgresValues values, const PostgresFilter& filter) {
  values.insert(values.end(), filter.values.begin(), filter.values.end());
  return connection.run(statement, values);
}

/// Converts terms in the order of the column to ascending ids.
Result<SparseVector> sparse_of(std::string_view terms, std::string_view weights) {
  const auto values = parse_postgres_numbers(weights);
  SparseVector given;
  const auto* at = terms.data() + 1;
  while (at < terms.data() + terms.size()) {
    std::int64_t term = 0;
    at = std::from_chars(at, terms.data() + terms.size(), term).ptr + 1;
    given.ids.push_back(term_of_postgres(term));
  }
  if (!values || values->size() != given.ids.size())
    return unreadable_row("its weights cannot be read");
  std::vector<std::size_t> order(given.ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return given.ids[i]; });
  SparseVector out;
  for (const auto i : order) {
    out.ids.push_back(given.ids[i]);
    out.weights.push_back((*values)[i]);
  }
  return out;
}

/// A row of (id, file_key, ordinal, revision[, record[, embedding[, terms, weights]]]).
Result<VectorRecord> record_of_row(const PostgresRows& rows, std::size_t row, RecordParts parts) {
  if (parts == RecordParts::kKeys) {
    VectorRecord out;
    const auto id = Uuid::parse(rows.text(row, 0));
    if (!id) return unreadable_row("its id cannot be read");
    out.id = *id;
    out.file_key = rows.text(row, 1);
    out.ordinal = static_cast<std::uint32_t>(rows.integer(row, 2));
    out.revision = rows.text(row, 3);
    return out;
  }
  CODEWEAVER_ASSIGN(auto out, parse_record(rows.text(row, 4)));
  if (parts == RecordParts::kPayload) return out;
  if (!rows.is_null(row, 5)) {
    out.chunk.dense = parse_postgres_bytes(rows.text(row, 5));
    if (!out.chunk.dense) return unreadable_row("its vector cannot be read");
  }
  if (parts == RecordParts::kAll && !rows.is_null(row, 6)) {
    CODEWEAVER_ASSIGN(out.chunk.sparse, sparse_of(rows.text(row, 6), rows.text(row, 7)));
  }
  return out;
}

/// The first columns of a row with these parts. The record itself is stored apart from its row, so
/// reading keys does not load it.
std::string columns_of(RecordParts parts) {
  return parts == RecordParts::kKeys ? "r.id, r.file_key, r.ordinal, r.revision"
                                     : "r.id, r.file_key, r.ordinal, r.revision, r.record";
}

/// Reads rows with columns_of() and a score.
Result<std::vector<RecordHit>> hits_of(const PostgresRows& rows, std::size_t limit,
                                       RecordParts parts) {
  const std::size_t score = parts == RecordParts::kKeys ? 4 : 5;
  std::vector<RecordHit> out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CODEWEAVER_ASSIGN(auto record, record_of_row(rows, i, parts));
    out.push_back({static_cast<float>(rows.number(i, score)),
                   std::make_shared<const VectorRecord>(std::move(record))});
  }
  std::ranges::sort(out, comes_before);
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::string scan_statement(RecordParts parts, const std::string& conditions) {
  std::string columns = columns_of(parts), rest;
  if (parts >= RecordParts::kDense) columns += ", encode(vector_send(r.embedding), 'hex')";
  if (parts == RecordParts::kAll) {
    columns += ", p.terms, p.weights";
    rest =
        " LEFT JOIN LATERAL (SELECT array_agg(term ORDER BY term) AS terms, array_agg(weight ORDER "
        "BY term) AS weights FROM codeweaver.postings WHERE record = r.number) p ON true";
  }
  return "SELECT " + columns + " FROM codeweaver.records r" + rest +
         " WHERE r.collection = $1::int AND r.id > $2::uuid" + conditions +
         " ORDER BY r.id LIMIT $3::int";
}

}  // namespace

Result<void> PostgresStore::scan(const RecordCollection& collection, const RecordFilter& filter,
                                 RecordParts parts,
                                 const std::function<bool(const VectorRecord&)>& visit) const {
  std::string last = kFirstId;
  for (bool goes_on = true; goes_on;) {
    std::vector<VectorRecord> page;
    CODEWEAVER_TRY(
        shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
          page.clear();
          CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
          if (!place) return {};
          CODEWEAVER_ASSIGN(const auto admits, filter_within(connection, place->number, filter, 4));
          if (admits.is_empty) return {};
          CODEWEAVER_ASSIGN(
              const auto rows,
              ask(connection, scan_statement(parts, admits.conditions),
                  {std::to_string(place->number), last, std::to_string(kScanPage)}, admits));
          for (std::size_t i = 0; i < rows.size(); ++i) {
            CODEWEAVER_ASSIGN(auto record, record_of_row(rows, i, parts));
            page.push_back(std::move(record));
          }
          return {};
        }));
    goes_on = page.size() == kScanPage;
    for (const auto& record : page)
      if (!visit(record)) return {};
    if (!page.empty()) last = page.back().id.to_string();
  }
  return {};
}

Result<std::vector<RecordHit>> PostgresStore::search_dense(const RecordCollection& collection,
                                                           std::span<const float> query,
                                                           const RecordFilter& filter,
                                                           std::size_t limit,
                                                           RecordParts parts) const {
  std::vector<RecordHit> out;
  if (limit == 0) return out;
  CODEWEAVER_TRY(
      shared_->pool.with(context_.awaited(), [&](PostgresConnection& connection) -> Result<void> {
        CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
        if (!place || place->dimension == 0) return {};
        if (query.size() != place->dimension)
          return wrong_dimension(place->dimension, query.size());
        CODEWEAVER_ASSIGN(const auto admits, filter_within(connection, place->number, filter, 4));
        if (admits.is_empty) return {};
        const bool is_exact = info_.is_exact || place->dimension > kMostIndexedDimensions;
        // Must equal the expression of the index. With further sort keys, the server would not use
        // the index.
        const auto distance = is_exact ? std::string("r.embedding <#> $2::vector")
                                       : "(r.embedding::vector(" +
                                             std::to_string(place->dimension) + ")) <#> $2::vector";
        CODEWEAVER_ASSIGN(
            const auto rows,
            ask(connection,
                "SELECT " + columns_of(parts) + ", -(" + distance +
                    ") FROM codeweaver.records r WHERE r.collection = " +
                    "$1::int AND r.embedding IS NOT NULL" + admits.conditions + " ORDER BY " +
                    distance + (is_exact ? ", r.file_key, r.ordinal" : "") + " LIMIT $3::int",
                {std::to_string(place->number), postgres_vector(query), std::to_string(limit)},
                admits));
        CODEWEAVER_ASSIGN(out, hits_of(rows, limit, parts));
        return {};
      }));
  return out;
}

Result<std::vector<RecordHit>> PostgresStore::search_sparse(const RecordCollection& collection,
                                                            const SparseVector& query,
                                                            const RecordFilter& filter,
                                                            std::size_t limit,
                                                            RecordParts parts) const {
  std::vector<RecordHit> out;
  if (limit == 0 || query.ids.empty()) return out;
  std::vector<std::int32_t> terms;
  terms.reserve(query.ids.size());
  for (const auto id : query.ids) terms.push_back(postgres_term(id));
  CODEWEAVER_TRY(
      shared_->pool.with(context_.awaited(), [&](PostgresConnection& connection) -> Result<void> {
        CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
        if (!place) return {};
        CODEWEAVER_ASSIGN(const auto admits, filter_within(connection, place->number, filter, 5));
        if (admits.is_empty) return {};
        // Forces this order, regardless of statistics: first the records with the terms, then the
        // filter.
        const std::string best = " ORDER BY s.score DESC FETCH FIRST ($4::int) ROWS WITH TIES";
        const std::string scored =
            "WITH s AS MATERIALIZED (SELECT p.record AS number, sum(p.weight::float8 * q.weight) "
            "AS "
            "score FROM unnest($2::int[], $3::real[]) AS q (term, weight) JOIN codeweaver.postings "
            "p "
            "ON "
            "p.collection = $1::int AND p.term = q.term GROUP BY p.record)";
        const auto statement =
            admits.conditions.empty()
                ? scored + ", b AS MATERIALIZED (SELECT * FROM s" + best + ") " + "SELECT " +
                      columns_of(parts) +
                      ", s.score FROM b s JOIN codeweaver.records r ON r.number = s.number"
                : scored + " SELECT " + columns_of(parts) +
                      ", s.score FROM s JOIN codeweaver.records r ON r.number = s.number" +
                      admits.conditions + best;
        CODEWEAVER_ASSIGN(const auto rows,
                          ask(connection, statement,
                              {std::to_string(place->number),
                               postgres_array(std::span<const std::int32_t>(terms)),
                               postgres_array(query.weights), std::to_string(limit)},
                              admits));
        CODEWEAVER_ASSIGN(out, hits_of(rows, limit, parts));
        return {};
      }));
  return out;
}

Result<TermStatistics> PostgresStore::term_statistics(const RecordCollection& collection,
                                                      std::span<const std::uint32_t> terms) const {
  TermStatistics out{0, std::vector<std::uint64_t>(terms.size())};
  std::vector<std::int32_t> wanted;
  for (const auto term : terms) wanted.push_back(postgres_term(term));
  CODEWEAVER_TRY(
      shared_->pool.with(context_.awaited(), [&](PostgresConnection& connection) -> Result<void> {
        CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
        if (!place) return {};
        const auto number = std::to_string(place->number);
        CODEWEAVER_ASSIGN(
            const auto total,
            connection.run("SELECT count(*) FROM codeweaver.records WHERE collection = "
                           "$1::int",
                           {number}));
        out.records = static_cast<std::uint64_t>(total.integer(0, 0));
        CODEWEAVER_ASSIGN(
            const auto rows,
            connection.run(
                "SELECT (SELECT count(*) FROM codeweaver.postings p WHERE p.collection = "
                "$1::int AND p.term = q.term) FROM unnest($2::int[]) WITH ORDINALITY AS "
                "q (term, place) ORDER BY q.place",
                {number, postgres_array(std::span<const std::int32_t>(wanted))}));
        for (std::size_t i = 0; i < rows.size() && i < out.frequencies.size(); ++i)
          out.frequencies[i] = static_cast<std::uint64_t>(rows.integer(i, 0));
        return {};
      }));
  return out;
}

}  // namespace codeweaver::remote
