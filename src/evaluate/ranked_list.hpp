// Ranked lists: the answers of a search engine to each query, and their JSONL form.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"
#include "evaluate/query_set.hpp"

namespace codeweaver::evaluate {

struct RankedResult {
  std::string path{};  ///< relative to the repository, '/' separated
  Span lines{};
  double score = 0;
  std::size_t tokens = 0;  ///< of its lines, by the library's count; not part of the JSONL form
  std::map<std::string, double> features{};  ///< the reranker's features, if requested
};
/// Best first.
using RankedList = std::vector<RankedResult>;

/// Writes one line per query: {"repo", "query_id", "results": [{"path", "start_line", "end_line",
/// "score"}]}, and "features" if results have them. `lists` is parallel to `queries`, and so is
/// `answer_features` unless it is empty.
std::string to_json_lines(std::span<const Query> queries, std::span<const RankedList> lists,
                          std::span<const std::map<std::string, double>> answer_features = {});

/// Reads the output of to_json_lines(), or of another tool in the same form. `score` is optional.
/// Tokens are 0. Errors: kInvalidArgument "INVALID_RESULTS" (names file and line), kNotFound, kIo.
Result<std::map<QueryKey, RankedList>> read_results(const std::filesystem::path& file);

/// Sets the token count of each result from the files in `repository`. Missing files count as
/// empty. Cost: reads each file once.
void count_tokens(const std::filesystem::path& repository, std::span<RankedList* const> lists);

}  // namespace codeweaver::evaluate
