// Call start: the definitions that a walk over the call graph begins with.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/search_filter.hpp"
#include "codeweaver/symbol_match.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

struct CallStart {
  std::vector<SymbolMatch> definitions{};
  bool is_area = false;  ///< a file or lines, not a name
};

/// The definitions that a name, a path or a place ("src/a.py:12") means: those with the name, all
/// of a file, or the innermost one around a line. None: nothing is called so.
Result<CallStart> call_start(const SearchContext& context, std::string_view start);

/// The innermost definitions at lines of files, by path and line.
Result<CallStart> call_start(const SearchContext& context, const LineFilter& lines);

}  // namespace codeweaver::engine
