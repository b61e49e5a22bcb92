// RecordFilter as SQL conditions, and records as rows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "remote/postgres_connection.hpp"

namespace codeweaver::remote {

/// Conditions to append after WHERE, with their values.
struct PostgresFilter {
  std::string conditions{};  ///< " AND r.language = ANY($3::text[])..."
  PostgresValues values{};
  bool is_empty = false;  ///< no record passes
};

/// Conditions on the row `r`. Their parameters are numbered from `first`. `paths` are the paths
/// that the filter's patterns admit.
PostgresFilter postgres_filter(const RecordFilter& filter,
                               const std::optional<std::vector<std::string>>& paths,
                               std::size_t first);

/// '{1,2}' and '[1,2]', the formats of PostgreSQL arrays and pgvector vectors.
std::string postgres_array(std::span<const float> numbers);
std::string postgres_array(std::span<const std::int32_t> numbers);
std::string postgres_vector(std::span<const float> numbers);
/// nullopt: invalid.
std::optional<std::vector<float>> parse_postgres_numbers(std::string_view text);
/// Reads a vector from vector_send() in hexadecimal digits. Several times as fast for both sides as
/// decimal numbers. nullopt: invalid.
std::optional<std::vector<float>> parse_postgres_bytes(std::string_view digits);

/// Converts 32-bit terms to values of the column, and back.
std::int32_t postgres_term(std::uint32_t term);
std::uint32_t term_of_postgres(std::int64_t term);

/// Records as the JSON that the INSERT statement expands.
std::string postgres_rows(std::span<const VectorRecord* const> records);

}  // namespace codeweaver::remote
