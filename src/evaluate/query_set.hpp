// Queries with the places that answer them, from JSONL files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <compare>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

/// A place that answers a query.
struct Target {
  std::string path{};           ///< relative to the repository, '/' separated
  std::optional<Span> lines{};  ///< unset: anywhere in the file
  bool is_secondary = false;    ///< helpful, but not the answer: half the gain
};

/// Identifies a query across files and runs.
struct QueryKey {
  std::string repo{}, query_id{};
  friend auto operator<=>(const QueryKey&, const QueryKey&) = default;
};

struct Query {
  QueryKey key{};
  std::string text{}, language{}, category{};
  std::string split{};            ///< may be empty
  std::vector<Target> targets{};  ///< at least one target is primary
};

/// Which queries to select. An empty list admits all.
struct QueryFilter {
  std::vector<std::string> repos{}, categories{}, splits{};

  bool admits(const Query& query) const;
};

/// Reads the queries of one JSONL file, or of all *.jsonl files in a folder, ordered by file name.
/// Ignores unknown members and blank lines. Errors: kInvalidArgument "INVALID_QUERY" (names file
/// and line), kNotFound, kIo.
Result<std::vector<Query>> read_queries(const std::filesystem::path& source);

}  // namespace codeweaver::evaluate
