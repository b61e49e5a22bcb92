// Queries with known answers, derived from what an index holds.
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
  std::string path, symbol;  ///< of the chunk; what it defines
};

struct QueryList {
  std::vector<Query> identifiers;  ///< the name of a definition
  std::vector<Query> questions;    ///< first sentence of a doc comment
  std::vector<Query> snippets;     ///< three lines of code
};

/// What most cases ask for.
inline constexpr std::size_t kQueriesOfCategory = 100;

/// About `count` queries a category from files spread evenly over the index; the same every time.
/// Throws std::runtime_error.
QueryList derive_queries(const std::filesystem::path& database, std::size_t count);

}  // namespace codeweaver::bench
