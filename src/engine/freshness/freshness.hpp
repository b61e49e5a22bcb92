// Freshness: result of the check for changed files before a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace codeweaver::engine {

struct Freshness {
  std::vector<std::string> warnings{};
  /// Changed files that are not indexed yet, sorted by path; null: none.
  std::shared_ptr<const std::vector<std::string>> left{};
  /// False: the index was not compared with the tree, so the search must compare them itself.
  bool is_compared = true;

  bool is_fresh() const { return is_compared && !left && warnings.empty(); }
};

/// The warning of every answer if the folder of a project does not exist; nullopt: it exists.
std::optional<std::string> missing_folder_warning(const std::filesystem::path& root);

}  // namespace codeweaver::engine
