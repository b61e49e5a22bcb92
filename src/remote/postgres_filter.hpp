// RecordFilter as conditions of SQL, and records as the rows they are read from.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/vector_store.hpp"
#include "remote/postgres_connection.hpp"

namespace codeweaver::remote {

/// What comes behind WHERE, with its values.
struct PostgresFilter {
  std::string conditions{};  ///< " AND r.language = ANY($3::text[])..."
  PostgresValues values{};
  bool is_empty = false;  ///< nothing passes
};

/// Conditions on the row `r`; their parameters are numbered from `first` on. `paths` are those that
/// the filter's patterns admit.
PostgresFilter postgres_filter(const RecordFilter& filter,
                               const std::optional<std::vector<std::string>>& paths,
                               std::size_t first);

/// '{1,2}' and '[1,2]', as PostgreSQL reads arrays of numbers and pgvector reads vectors.
std::string postgres_array(std::span<const float> numbers);
std::string postgres_array(std::span<const std::int32_t> numbers);
std::string postgres_vector(std::span<const float> numbers);
/// nullopt: it is none.
std::optional<std::vector<float>> parse_postgres_numbers(std::string_view text);
/// A vector as vector_send() gives it, in hexadecimal digits: several times as fast for both sides
/// as numbers in decimal ones. nullopt: it is none.
std::optional<std::vector<float>> parse_postgres_bytes(std::string_view digits);

/// Terms of 32 bits as the column has them, and back.
std::int32_t postgres_term(std::uint32_t term);
std::uint32_t term_of_postgres(std::int64_t term);

/// Records as the JSON that the insertion takes apart.
std::string postgres_rows(std::span<const VectorRecord* const> records);

}  // namespace codeweaver::remote
