// SearchResult: the parts of a match that most callers of CodeWeaver.search() need.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "codeweaver/search_types.hpp"

namespace codeweaver::python {

struct SearchResult {
  std::string content{};
  std::string file_path{};  ///< relative to the folder, '/' separated
  std::uint32_t start_line = 1;
  std::uint32_t end_line = 1;
  std::string scope{};  ///< qualified name of the code; empty: none
  double score = 0;     ///< relevance in [0, 1]
  double similarity = 0;
  std::string language{};
  MatchType match_type = MatchType::kSemantic;
  friend bool operator==(const SearchResult&, const SearchResult&) = default;
};

SearchResult search_result(const CodeMatch& match);

}  // namespace codeweaver::python
