// TreeWalk: produces the paths that git would list, with or without a repository. Private to this
// room. SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::corpus {

enum class EntryKind : std::uint8_t { kFile, kLink, kRepository };

/// Something untracked that no rule excludes. Valid for the call only.
struct WalkEntry {
  std::string_view path;  ///< relative to the root of the walk
  int directory = -1;     ///< descriptor of the folder it lies in
  const char* name = "";  ///< its name there
  EntryKind kind = EntryKind::kFile;
};

/// Receives what a walk finds, in no particular order. Every member but may_enter must be set.
struct WalkVisitor {
  /// Asked before an untracked folder is read; null: all are read.
  std::function<bool(std::string_view directory)> may_enter{};
  std::function<void(const WalkEntry& entry)> on_untracked{};
  /// A path of the index, which need not exist. Comes after on_untracked.
  std::function<void(std::string_view path, bool is_repository)> on_tracked{};
  /// A folder that could not be listed; `error` is an errno value.
  std::function<void(std::string_view directory, int error)> on_unreadable{};
  std::function<void(std::string warning)> on_warning{};
};

struct WalkOptions {
  bool follow_gitignore = true;
  std::stop_token stop{};
};

/// Visits what `git ls-files -co --exclude-standard` lists in `root` (a resolved path). Outside a
/// repository: all files that no .gitignore found on the way, and not the user's global one,
/// excludes; repositories met there are listed by their own rules. Errors: kCancelled.
Result<void> walk_tree(const std::filesystem::path& root, const WalkOptions& options,
                       const WalkVisitor& visitor);

}  // namespace codeweaver::corpus
