// The few lines of a match that the terminal shows: where it is defined, and what answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// Terms of a query, as text::analyze_query gives them.
using QueryTerms = std::set<std::string, std::less<>>;

/// One line of a preview.
struct PreviewLine {
  std::optional<std::uint32_t>
      number{};        ///< in the file; nullopt: not known, or lines are left out
  std::string text{};  ///< "..." where lines are left out
};

/// At most eight lines without their common indentation, cut to a width where the terms are: the
/// line that defines what the match is named after (without a number where that is before the
/// match), and the run of lines that holds most of the terms; where none are held, the lines that
/// follow the definition. Numbers need the match's whole content (Detail::kFull).
std::vector<PreviewLine> preview_of(const CodeMatch& match, const QueryTerms& terms);

}  // namespace codeweaver::cli
