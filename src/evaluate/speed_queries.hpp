// Queries that fit a tree, of several kinds, for measuring latency.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

struct SpeedQuery {
  std::string text;
  std::string path;      ///< of the file it was made from; empty: of none
  std::string language;  ///< a filter on languages; empty: none
};

struct QueryKind {
  std::string name, about;
  /// Whether it counts for the figures over all kinds; the others are edge cases.
  bool is_usual = true;
  std::vector<SpeedQuery> queries;  ///< texts differ
};

/// At most `count` queries of each kind, made from definitions in files spread evenly over `files`:
/// names, their words, first sentences of doc comments, lines of code; and the edge cases: words
/// with a filter, pairs of the most frequent words, words that are nowhere. The same files give the
/// same queries. Kinds that the files have no query for stay empty. Cost: parses some files for
/// each query.
std::vector<QueryKind> make_speed_queries(std::span<const DiscoveredFile> files, std::size_t count);

}  // namespace codeweaver::evaluate
