// PostgresStore: writing, and the list of collections.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "remote/postgres_store.hpp"

#include <utility>

#include "base/try.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"
#include "remote/postgres_filter.hpp"
#include "remote/postgres_schema.hpp"
#include "remote/record_checks.hpp"

namespace codeweaver::remote {
namespace {

constexpr std::size_t kManyRecords = 200;  // after this many, the planner's statistics are outdated

constexpr const char* kInsert = R"(
INSERT INTO codeweaver.records AS r (collection, id, file_key, ordinal, revision, path, directories,
    extension, language, name_space, is_test, first_line, last_line, record, embedding)
SELECT $1::int, x.id, x.file_key, x.ordinal, x.revision, x.path, x.directories, x.extension,
    x.language, x.name_space, x.is_test, x.first_line, x.last_line, x.record, x.embedding::vector
FROM json_to_recordset($2::json) AS x (id uuid, file_key text, ordinal bigint, revision text,
    path text, directories text[], extension text, language text, name_space text,
    is_test boolean, first_line bigint, last_line bigint, record text, embedding text)
ON CONFLICT (collection, id) DO UPDATE SET file_key = excluded.file_key,
    ordinal = excluded.ordinal, revision = excluded.revision, path = excluded.path,
    directories = excluded.directories, extension = excluded.extension,
    language = excluded.language, name_space = excluded.name_space, is_test = excluded.is_test,
    first_line = excluded.first_line, last_line = excluded.last_line, record = excluded.record,
    embedding = excluded.embedding)";

constexpr const char* kForgetTerms = R"(
DELETE FROM codeweaver.postings USING codeweaver.records r
WHERE postings.record = r.number AND r.collection = $1::int
  AND r.id IN (SELECT x.id FROM json_to_recordset($2::json) AS x (id uuid)))";

constexpr const char* kInsertTerms = R"(
INSERT INTO codeweaver.postings (collection, term, record, weight)
SELECT $1::int, t.term, r.number, t.weight
FROM json_to_recordset($2::json) AS x (id uuid, terms int[], weights real[])
JOIN codeweaver.records r ON r.collection = $1::int AND r.id = x.id,
LATERAL unnest(x.terms, x.weights) AS t (term, weight))";

std::string facts_text(const CollectionFacts& facts) {
  json::Writer out;
  out.begin_object();
  for (const auto& [name, value] : facts) out.member(name, value);
  out.end_object();
  return out.take();
}

CollectionFacts parse_facts(const std::string& text) {
  CollectionFacts out;
  const auto value = json::parse(text);
  const auto* members = value ? value->if_object() : nullptr;
  for (std::size_t i = 0; members != nullptr && i < members->size(); ++i)
    if (const auto& [name, fact] = (*members)[i]; fact.is_string()) out[name] = *fact.if_string();
  return out;
}

PostgresAddress address_of(const StoreOptions& options) {
  return {options.url.empty() ? "postgresql://localhost:5432/codeweaver" : options.url,
          options.api_key, options.timeout, options.ca_file.string()};
}

}  // namespace

PostgresStore::PostgresStore(const StoreOptions& options, const net::Timer& timer)
    : info_(service_info("postgres", "PostgreSQL server with pgvector", options.is_exact)),
      shared_(std::make_shared<Shared>(address_of(options), timer)) {}

PostgresStore::Shared::Shared(PostgresAddress address, const net::Timer& timer)
    : pool(std::move(address), &prepare_postgres, timer, {}) {}

std::shared_ptr<VectorStore> PostgresStore::with(const CallContext& context) const {
  std::shared_ptr<PostgresStore> out(new PostgresStore(*this));
  out->context_ = context;
  return out;
}

Result<std::optional<PostgresStore::Place>> PostgresStore::find(
    PostgresConnection& connection, const RecordCollection& collection) {
  CODEWEAVER_ASSIGN(const auto rows,
                    connection.run("SELECT number, dimension, facts FROM codeweaver.collections "
                                   "WHERE project_id = $1 AND tree = $2",
                                   {collection.project_id, collection.tree}));
  if (rows.size() == 0) return std::optional<Place>();
  return std::optional(Place{rows.integer(0, 0), static_cast<std::size_t>(rows.integer(0, 1)),
                             std::string(rows.text(0, 2))});
}

Result<PostgresStore::Place> PostgresStore::find_or_make(PostgresConnection& connection,
                                                         const RecordCollection& collection) {
  const PostgresValues key{collection.project_id, collection.tree};
  CODEWEAVER_TRY(connection.run(
      "INSERT INTO codeweaver.collections (project_id, tree) VALUES ($1, $2) ON CONFLICT DO "
      "NOTHING",
      key));
  CODEWEAVER_ASSIGN(const auto rows,
                    connection.run("SELECT number, dimension, facts FROM codeweaver.collections "
                                   "WHERE project_id = $1 AND tree = $2 FOR UPDATE",
                                   key));
  return Place{rows.integer(0, 0), static_cast<std::size_t>(rows.integer(0, 1)),
               std::string(rows.text(0, 2))};
}

Result<void> PostgresStore::upsert(const RecordCollection& collection,
                                   std::span<const VectorRecord> records) {
  CODEWEAVER_ASSIGN(const auto given, common_dimension(0, records));
  const auto rows = postgres_rows(last_of_each(records));
  return shared_->pool.with(context_, [&](PostgresConnection& connection) {
    return connection.transact([&]() -> Result<void> {
      CODEWEAVER_ASSIGN(const auto place, find_or_make(connection, collection));
      if (given != 0 && place.dimension != 0 && given != place.dimension)
        return wrong_dimension(place.dimension, given);
      const auto number = std::to_string(place.number);
      if (given != 0 && place.dimension == 0)
        CODEWEAVER_TRY(connection.run(
            "UPDATE codeweaver.collections SET dimension = $2::int WHERE number = $1::int",
            {number, std::to_string(given)}));
      if (records.empty()) return {};
      for (const auto* statement : {kForgetTerms, kInsert, kInsertTerms})
        CODEWEAVER_TRY(connection.run(statement, {number, rows}));
      shared_->written += records.size();
      return {};
    });
  });
}

Result<void> PostgresStore::erase(const RecordCollection& collection, std::span<const Uuid> ids) {
  if (ids.empty()) return {};
  std::string list = "{";
  for (const auto& id : ids) list += (list.size() > 1 ? "," : "") + id.to_string();
  list += '}';
  return shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
    CODEWEAVER_TRY(connection.run(
        "DELETE FROM codeweaver.records r USING codeweaver.collections c WHERE c.project_id = $1 "
        "AND c.tree = $2 AND r.collection = c.number AND r.id = ANY($3::uuid[])",
        {collection.project_id, collection.tree, list}));
    return {};
  });
}

Result<std::optional<CollectionFacts>> PostgresStore::facts(
    const RecordCollection& collection) const {
  std::optional<CollectionFacts> out;
  CODEWEAVER_TRY(shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
    CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
    out = place ? std::optional(parse_facts(place->facts)) : std::nullopt;
    return {};
  }));
  return out;
}

Result<void> PostgresStore::put_facts(const RecordCollection& collection,
                                      const CollectionFacts& facts) {
  return shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
    Place place;
    const auto note = [&]() -> Result<void> {
      CODEWEAVER_ASSIGN(place, find_or_make(connection, collection));
      CODEWEAVER_TRY(
          connection.run("UPDATE codeweaver.collections SET facts = $2 WHERE number = $1::int",
                         {std::to_string(place.number), facts_text(facts)}));
      return {};
    };
    CODEWEAVER_TRY(connection.transact(note));
    if (shared_->written >= kManyRecords) {  // the server does this automatically, but later
      CODEWEAVER_TRY(settle_tables(connection));
      shared_->written = 0;
    }
    if (info_.is_exact) return {};
    return make_vector_index(connection, place.number, place.dimension);
  });
}

Result<bool> PostgresStore::exchange_facts(const RecordCollection& collection,
                                           const CollectionFacts& before,
                                           const CollectionFacts& after) {
  bool is_theirs = false;
  const auto done = shared_->pool.with(context_, [&](PostgresConnection& connection) {
    return connection.transact([&]() -> Result<void> {
      CODEWEAVER_ASSIGN(const auto place, find_or_make(connection, collection));
      is_theirs = parse_facts(place.facts) == before;
      if (!is_theirs) return {};
      CODEWEAVER_TRY(
          connection.run("UPDATE codeweaver.collections SET facts = $2 WHERE number = $1::int",
                         {std::to_string(place.number), facts_text(after)}));
      return {};
    });
  });
  if (!done) return done.error();
  return is_theirs;
}

Result<std::vector<RecordCollection>> PostgresStore::collections(
    std::string_view project_id) const {
  std::vector<RecordCollection> out;
  CODEWEAVER_TRY(shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
    CODEWEAVER_ASSIGN(const auto rows,
                      connection.run("SELECT project_id, tree FROM codeweaver.collections WHERE "
                                     "$1 IN ('', project_id) ORDER BY project_id, tree",
                                     {std::string(project_id)}));
    out.clear();
    for (std::size_t i = 0; i < rows.size(); ++i)
      out.push_back({std::string(rows.text(i, 0)), std::string(rows.text(i, 1))});
    return {};
  }));
  return out;
}

Result<void> PostgresStore::drop(const RecordCollection& collection) {
  return shared_->pool.with(context_, [&](PostgresConnection& connection) -> Result<void> {
    CODEWEAVER_ASSIGN(const auto place, find(connection, collection));
    if (!place) return {};
    CODEWEAVER_TRY(connection.run_script(drop_vector_index(place->number)));
    CODEWEAVER_TRY(connection.run("DELETE FROM codeweaver.collections WHERE number = $1::int",
                                  {std::to_string(place->number)}));
    return {};
  });
}

}  // namespace codeweaver::remote
