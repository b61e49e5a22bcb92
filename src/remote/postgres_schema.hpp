// The tables of a PostgresStore, and their migrations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "remote/postgres_connection.hpp"

namespace codeweaver::remote {

/// The version of the tables in the schema "codeweaver".
std::int64_t postgres_schema_version();

/// Creates or migrates the tables in one transaction, for which other processes wait. Errors:
/// kCorruption "SCHEMA_MISMATCH" (the tables are newer); kUnsupported "PGVECTOR_MISSING".
Result<void> prepare_postgres(PostgresConnection& connection);

/// pgvector cannot index vectors with more dimensions.
inline constexpr std::size_t kMostIndexedDimensions = 2000;

/// Creates the approximate index of a collection's vectors if it is missing. Searches continue
/// meanwhile.
Result<void> make_vector_index(PostgresConnection& connection, std::int64_t collection,
                               std::size_t dimension);
std::string drop_vector_index(std::int64_t collection);

/// Call it after writing many records. Updates the planner's statistics and the visibility map
/// (VACUUM ANALYZE). Without the map, the server looks up each posting of a common word in its
/// table, too.
Result<void> settle_tables(PostgresConnection& connection);

}  // namespace codeweaver::remote
