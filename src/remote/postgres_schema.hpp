// The tables that a PostgresStore keeps, and how those of older versions become them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "remote/postgres_connection.hpp"

namespace codeweaver::remote {

/// Of the tables in the schema "codeweaver".
std::int64_t postgres_schema_version();

/// Makes the tables, or brings older ones up to date, in one transaction that others wait for.
/// Errors: kCorruption "SCHEMA_MISMATCH" (they are newer); kUnsupported "PGVECTOR_MISSING".
Result<void> prepare_postgres(PostgresConnection& connection);

/// Of vectors with more dimensions pgvector makes no index.
inline constexpr std::size_t kMostIndexedDimensions = 2000;

/// Makes the approximate index of a collection's vectors, unless it is there; searches go on.
Result<void> make_vector_index(PostgresConnection& connection, std::int64_t collection,
                               std::size_t dimension);
std::string drop_vector_index(std::int64_t collection);

/// After many records were written: what plans go by, and which pages hold nothing that anybody
/// may not see. Without the latter each posting of a common word is looked up in its table, too.
Result<void> settle_tables(PostgresConnection& connection);

}  // namespace codeweaver::remote
