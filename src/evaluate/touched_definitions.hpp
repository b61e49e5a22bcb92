// Definitions that a change touched, found again in the text as it is now.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

/// Lines of a text that changed, 1-based; `count` 0: some between `first` and the next were
/// removed.
struct TouchedLines {
  std::uint32_t first = 0, count = 0;
};

/// The lines, in `now`, of the innermost definitions that hold `touched` lines of `then`; they are
/// known again by kind and qualified name, and by their number among those of one name where that
/// number of them is the same. Empty: none of them is left. Unset: no definition was touched, or
/// `language` (an id) has no grammar, or a text cannot be parsed.
std::optional<std::vector<Span>> locate_touched(std::string_view language, std::string_view then,
                                                std::span<const TouchedLines> touched,
                                                std::string_view now);

}  // namespace codeweaver::evaluate
