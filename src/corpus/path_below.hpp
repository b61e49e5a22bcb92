// Whether one path of a tree lies below another, by their text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::corpus {

/// Both are '/' separated and relative to the same folder, "" being that folder itself.
inline bool is_at_or_below(std::string_view path, std::string_view folder) noexcept {
  return folder.empty() ||
         (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}

}  // namespace codeweaver::corpus
