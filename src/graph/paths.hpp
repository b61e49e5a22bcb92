// Folders of paths, with "/" and relative to the root of a project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::graph {

/// "a/b" for "a/b/c.go"; "" for a file or folder in the root.
constexpr std::string_view folder_of(std::string_view path) noexcept {
  const auto slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : slash);
}

/// A path within a folder. Each of the two may be empty.
inline std::string path_in(std::string_view folder, std::string_view path) {
  if (folder.empty() || path.empty()) return std::string(folder.empty() ? path : folder);
  return std::string(folder) + '/' + std::string(path);
}

}  // namespace codeweaver::graph
