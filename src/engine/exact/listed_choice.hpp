// Selects the listed files that a search over real files would select.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"

namespace codeweaver::engine {

/// The problem of a path that is neither a file nor a folder of a list.
inline constexpr const char* kMissingInList = "No such file or folder in the searched files";

/// A selected file of a list.
struct ListedFile {
  std::size_t number = 0;  ///< in the list
  std::string shown{};     ///< as printed
  bool is_named = false;   ///< as in TextTarget; the next member, too
  bool is_mapped = false;
};

/// Receives the selected files.
struct ListedVisitor {
  std::function<bool(ListedFile file)> on_file{};  ///< return false to stop
  /// For paths that are not in the list.
  std::function<void(const std::string& path)> on_missing{};
};

/// Visits the files of `paths` that the paths, globs and types of the options select. `paths` are
/// sorted and relative to `folder` (absolute). Ignore files have no effect. Errors:
/// kInvalidArgument "UNKNOWN_TYPE".
Result<void> choose_listed(const TextSearchOptions& options, const std::filesystem::path& folder,
                           const std::vector<std::string>& paths, const ListedVisitor& visitor);

}  // namespace codeweaver::engine
