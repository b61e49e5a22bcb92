// PathRules (private): hidden folders, .codeweaverignore and exclude patterns.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "corpus/discovery.hpp"
#include "corpus/ignore.hpp"

namespace codeweaver::corpus {

inline constexpr std::string_view kIgnoreFileName = ".codeweaverignore";
inline constexpr std::uint64_t kMaxIgnoreFileBytes = 16ULL << 20;

/// Folders that tools generate or download; a .gitignore usually lists them.
inline constexpr std::string_view kMadeFolders =
    "node_modules/\nbower_components/\njspm_packages/\ndist/\nbuild/\n_build/\ncmake-build-*/\n"
    "target/\nvenv/\nvirtualenv/\nsite-packages/\n__pycache__/\n*.egg-info/\nPods/\n"
    "DerivedData/\n";

/// The same rules for the files of a folder and of a commit. Thread safety: none.
class PathRules {
 public:
  /// `read` returns the text of a folder's .codeweaverignore. `options` must outlive this. `usual`:
  /// the weakest patterns; every other rule takes precedence.
  PathRules(const DiscoveryOptions& options, IgnoreStack::Reader read, std::string_view usual = {});

  /// Whether files of a folder may be indexed: not hidden, not excluded.
  bool accepts_folder(std::string_view directory);
  bool accepts_file(std::string_view path);
  /// Notes that a folder has no .codeweaverignore, which saves a lookup.
  void note_no_file(std::string_view directory);

 private:
  bool is_hidden(std::string_view directory) const;

  const DiscoveryOptions& options_;
  IgnoreStack ignores_;
  std::string checked_folder_;  // the last checked folder; its result is accepts_checked_
  bool accepts_checked_ = true;
};

}  // namespace codeweaver::corpus
