// ReplacedContents: previous texts of files changed by a run, and their deletion.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// A record that a run leaves to the next run of its tree. Texts that no file has any more are
/// deleted one run later, because readers of the previous state may still need them and a switch
/// back to an earlier version finds them.
class ReplacedContents {
 public:
  /// With more keys the next sweep checks all texts.
  static constexpr std::size_t kMost = 1000;

  /// Parses the result of text(); skips unknown parts.
  static ReplacedContents parse(std::string_view text);
  /// For a run that does not know what earlier runs replaced.
  static ReplacedContents everything();

  /// No effect for the zero key, which means no content.
  void add(const base::Hash128& content);
  /// True if all texts must be checked.
  bool is_everything() const noexcept { return is_everything_; }
  bool is_empty() const noexcept { return !is_everything_ && keys_.empty(); }
  /// Empty if is_everything().
  const std::vector<base::Hash128>& keys() const noexcept { return keys_; }
  std::string text() const;

 private:
  bool is_everything_ = false;
  std::vector<base::Hash128> keys_;
};

/// The record of a tree's last run. Errors: those of the database.
Result<ReplacedContents> replaced_contents(const store::Database& database,
                                           const StatePaths& paths);

/// Deletes all unused texts if the last run left "everything". Call it before files are read,
/// because they may have these texts again, and only if the segments match the files of the
/// database.
Result<void> sweep_everything(store::Database& database, const StatePaths& paths);

/// Deletes the unused texts that the last run replaced, and records `now` for the next run. If the
/// last run left "everything", nothing is deleted and that record stays; nothing is deleted either
/// if `now` is "everything". Must be called inside a transaction.
Result<void> sweep_replaced(store::Database& database, const StatePaths& paths,
                            const ReplacedContents& now);

/// The same for a run that changed nothing.
Result<void> sweep_leftovers(store::Database& database, const StatePaths& paths);

}  // namespace codeweaver::engine
