// Which of listed files a search is about: those that a walk over them as files would take.
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

/// What is said of a path that is neither a file nor a folder of a list.
inline constexpr const char* kMissingInList = "No such file or folder in the searched files";

/// A listed file that is chosen.
struct ListedFile {
  std::size_t number = 0;  ///< in the list
  std::string shown{};     ///< as it is printed
  bool is_named = false;   ///< as TextTarget has it; the next one, too
  bool is_mapped = false;
};

/// Who receives them.
struct ListedVisitor {
  std::function<bool(ListedFile file)> on_file{};             ///< false ends the choice
  std::function<void(const std::string& path)> on_missing{};  ///< of what is not in the list
};

/// Visits those of `paths`, which are in order and relative to `folder` (absolute), that the paths,
/// globs and types of the options name; ignore files have no say. Errors: kInvalidArgument
/// "UNKNOWN_TYPE".
Result<void> choose_listed(const TextSearchOptions& options, const std::filesystem::path& folder,
                           const std::vector<std::string>& paths, const ListedVisitor& visitor);

}  // namespace codeweaver::engine
