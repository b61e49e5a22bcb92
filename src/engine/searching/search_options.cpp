// SearchOptions: checks the ranges of the options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>

#include "codeweaver/search_types.hpp"

namespace codeweaver::inline v0_1 {
namespace {

Error out_of_range(std::string_view field, const std::string& value, std::string_view range) {
  return {ErrorCategory::kInvalidArgument, "INVALID_OPTION",
          std::string(field) + " is " + value + ", which is not in " + std::string(range),
          "checking the search options",
          "Give a value in " + std::string(range) + ", or leave it out."};
}

}  // namespace

Result<void> SearchOptions::validate() const {
  if (top_k < 1 || top_k > 1000) return out_of_range("top_k", std::to_string(top_k), "[1, 1000]");
  if (candidates > 100'000)
    return out_of_range("candidates", std::to_string(candidates), "[0, 100000]");
  if (rerank_depth > 1000)
    return out_of_range("rerank_depth", std::to_string(rerank_depth), "[0, 1000]");
  if (context_lines > 100)
    return out_of_range("context_lines", std::to_string(context_lines), "[0, 100]");
  if (!(file_decay > 0 && file_decay <= 1))
    return out_of_range("file_decay", std::to_string(file_decay), "(0, 1]");
  if (!(rrf_k > 0)) return out_of_range("rrf_k", std::to_string(rrf_k), "(0, inf)");
  for (const double least : {min_similarity, filter.min_similarity.value_or(0)})
    if (!(least >= 0 && least <= 1))
      return out_of_range("min_similarity", std::to_string(least), "[0, 1]");
  if (deadline.count() < 0)
    return out_of_range("deadline", std::to_string(deadline.count()) + " ms", "[0, inf)");
  return weights.validate();
}

}  // namespace codeweaver::inline v0_1
