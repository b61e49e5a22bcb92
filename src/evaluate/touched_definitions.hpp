// Finds the definitions that a change touched in the current text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/types.hpp"

namespace codeweaver::evaluate {

/// Changed lines of a text, 1-based. `count` 0: lines between `first` and the next line were
/// removed.
struct TouchedLines {
  std::uint32_t first = 0, count = 0;
};

/// Returns the lines, in `now`, of the innermost definitions that contain `touched` lines of
/// `then`. Definitions are matched by kind and qualified name. Of several with the same name, they
/// are matched by position, if their number is unchanged. Empty: none of them exists any more.
/// Unset: no definition was touched, `language` (an id) has no grammar, or a text cannot be parsed.
std::optional<std::vector<Span>> locate_touched(std::string_view language, std::string_view then,
                                                std::span<const TouchedLines> touched,
                                                std::string_view now);

}  // namespace codeweaver::evaluate
