// Glob matching with the rules of gitignore(5).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::base {

/// Whether `pattern` matches all of `text`. `?`, `*` and `[...]` do not match '/'; `**` between
/// slashes or at an end does. `\` quotes. A malformed bracket matches nothing. `fold_case` ignores
/// ASCII case. Works on bytes. Cost: at most O(pattern x text), also for hostile patterns.
bool wildmatch(std::string_view pattern, std::string_view text, bool fold_case = false) noexcept;

}  // namespace codeweaver::base
