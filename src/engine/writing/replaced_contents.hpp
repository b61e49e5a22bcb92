// ReplacedContents: texts that files of a run had before, and when they go.
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

/// The note that a run leaves to the next one of its tree. Texts that no file has any more go one
/// run later: readers of the state before may still ask for them, and a switch back finds them.
class ReplacedContents {
 public:
  /// Above so many the next sweep looks at all texts.
  static constexpr std::size_t kMost = 1000;

  /// As text() gave it; what is not understood is left out.
  static ReplacedContents parse(std::string_view text);
  /// Of a run that does not know what those before it replaced.
  static ReplacedContents everything();

  /// No effect for the zero key, which means none.
  void add(const base::Hash128& content);
  /// Whether all texts have to be looked at.
  bool is_everything() const noexcept { return is_everything_; }
  bool is_empty() const noexcept { return !is_everything_ && keys_.empty(); }
  /// Empty if is_everything().
  const std::vector<base::Hash128>& keys() const noexcept { return keys_; }
  std::string text() const;

 private:
  bool is_everything_ = false;
  std::vector<base::Hash128> keys_;
};

/// What the last run of a tree left. Errors: those of the database.
Result<ReplacedContents> replaced_contents(const store::Database& database,
                                           const StatePaths& paths);

/// Removes what nobody uses if the last run left "everything". Comes before files are read, which
/// may want such a text, and only where the segments hold the files of the database.
Result<void> sweep_everything(store::Database& database, const StatePaths& paths);

/// Removes what the last run replaced and nobody uses now, and leaves `now` to the next one; where
/// the last one left "everything", that stays. Inside of a transaction.
Result<void> sweep_replaced(store::Database& database, const StatePaths& paths,
                            const ReplacedContents& now);

/// The same for a run that changed nothing: it is a later one, too.
Result<void> sweep_leftovers(store::Database& database, const StatePaths& paths);

}  // namespace codeweaver::engine
