// Whether one path is below another, by comparing their text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::corpus {

/// Both paths are '/' separated and relative to the same folder; "" is that folder itself.
inline bool is_at_or_below(std::string_view path, std::string_view folder) noexcept {
  return folder.empty() ||
         (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}

}  // namespace codeweaver::corpus
