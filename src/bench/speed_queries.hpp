// Queries of several kinds, made from the files of a tree, to measure latency.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::bench {

struct SpeedQuery {
  std::string text;
  std::string path;      ///< source file of the query; empty: none
  std::string language;  ///< language filter; empty: none
};

struct QueryKind {
  std::string name, about;
  /// Whether it counts in the figures for all kinds. The other kinds are edge cases.
  bool is_usual = true;
  std::vector<SpeedQuery> queries;  ///< with different texts
};

/// Makes at most `count` queries of each kind from definitions in files spread evenly over `files`:
/// names, words of names, first sentences of doc comments, lines of code. Edge cases are words with
/// a filter, pairs of the most frequent words, and words that do not occur. The same files give the
/// same queries. A kind without suitable definitions stays empty. Cost: parses some files for each
/// query.
std::vector<QueryKind> make_speed_queries(std::span<const DiscoveredFile> files, std::size_t count);

}  // namespace codeweaver::bench
