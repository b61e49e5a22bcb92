// Queries with known answers, derived from the contents of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace codeweaver::bench {

/// A query and the chunk it was made from.
struct Query {
  std::string text;
  std::string path, symbol;  ///< of the chunk and its definition
};

struct QueryList {
  std::vector<Query> identifiers;  ///< the name of a definition
  std::vector<Query> questions;    ///< first sentence of a doc comment
  std::vector<Query> snippets;     ///< three lines of code
};

/// The number of queries in most cases.
inline constexpr std::size_t kQueriesOfCategory = 100;

/// About `count` queries per category, from files spread evenly over the index. Always the same.
/// Throws std::runtime_error.
QueryList derive_queries(const std::filesystem::path& database, std::size_t count);

}  // namespace codeweaver::bench
