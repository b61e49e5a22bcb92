// Ranked lists: what a search engine answered to each query, and their JSONL form.
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
  std::map<std::string, double> features{};  ///< what the reranker measured, when asked for
};
/// Best first.
using RankedList = std::vector<RankedResult>;

/// One line a query: {"repo", "query_id", "results": [{"path", "start_line", "end_line",
/// "score"}]}, and "features" where results have them. `lists` runs parallel to `queries`, and so
/// does `answer_features`, which may be empty.
std::string to_json_lines(std::span<const Query> queries, std::span<const RankedList> lists,
                          std::span<const std::map<std::string, double>> answer_features = {});

/// Reads what to_json_lines() wrote, or a peer in the same form; `score` may be left out. Tokens
/// are 0. Errors: kInvalidArgument "INVALID_RESULTS" (names file and line), kNotFound, kIo.
Result<std::map<QueryKey, RankedList>> read_results(const std::filesystem::path& file);

/// Fills in the tokens of each result from the files below `repository`; files that are not there
/// count as empty. Cost: reads each file once.
void count_tokens(const std::filesystem::path& repository, std::span<RankedList* const> lists);

}  // namespace codeweaver::evaluate
