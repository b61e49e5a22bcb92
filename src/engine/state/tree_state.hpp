// What the index knows of a tree of files, and how the folder differs from it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "corpus/discovery.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/stat_cache.hpp"

namespace codeweaver::engine {

/// Which state of the files table the segments hold: the run that left it so, and the generation of
/// the manifest. Kept in the database, and emptied by whoever changes files.
struct DerivedState {
  std::string run;  ///< empty: the files are ahead of the segments, or nothing was ever derived
  std::uint64_t generation = 0;

  bool is_current() const noexcept { return !run.empty(); }
  std::string text() const;
  friend bool operator==(const DerivedState&, const DerivedState&) = default;
};
Result<DerivedState> derived_state(const store::Database& database, const StatePaths& paths);
/// The key of the database under which a tree keeps such a note: one that
/// store::Database::remove_tree() removes.
std::string tree_key(std::string_view key, const StatePaths& paths);

/// Whether the tree was last indexed with other settings, going by their hash: then files that did
/// not change have to be looked at as well.
Result<bool> has_other_settings(const store::Database& database, const StatePaths& paths,
                                std::string_view hash);

/// The files of the database's selected tree: from the stat cache where that fits `derived`, else
/// from the database. Errors: kCorruption, kIo.
Result<store::StatCache> known_tree(const StatePaths& paths, const store::Database& database,
                                    const DerivedState& derived);

/// A folder compared with what is known, by size and times. Numbers index the discovery's lists.
struct TreeChanges {
  std::vector<std::size_t> changed;   ///< files that are new or touched
  std::vector<std::size_t> doubtful;  ///< files that look the same but may not be: read them
  std::vector<std::size_t> skipped;   ///< skips not recorded yet
  std::vector<std::string> removed;
  std::size_t unchanged = 0;

  bool none() const noexcept {
    return changed.empty() && doubtful.empty() && skipped.empty() && removed.empty();
  }
};

/// What is known of a tree, and how the folder differs from it.
struct TreeLook {
  DerivedState derived;     ///< of the segments, when the look began
  bool wants_all = false;   ///< every file counts as changed: the settings did, or it was asked for
  bool is_part = false;     ///< some changes were taken out; no other look may replace it
  store::StatCache known;   ///< belongs to `derived`
  corpus::Discovery found;  ///< without the files that are as known, unless wants_all
  TreeChanges changes;
};

/// Whether a look would be compared with the same again. False where nothing was ever derived.
Result<bool> is_current(const TreeLook& look, const store::Database& database,
                        const StatePaths& paths, std::string_view settings_hash);

/// Files that count as changed although they are as they were.
struct RetriedFiles {
  /// Those that a chunker of the program failed at, as other failures always do: not where every
  /// search would try them again.
  bool chunker_failures = false;
  bool pdfs = false;  ///< those that nothing could read: something can now
};

/// What a look goes by, beside what is kept in the state.
struct LookRequest {
  const std::filesystem::path& root;
  const IndexOptions& options;
  std::string_view settings_hash;
  bool force = false;          ///< every file counts as changed
  bool tries_chunker = false;  ///< RetriedFiles::chunker_failures
};

/// Discovers the files with what is known of them and their folders, and leaves what it learns of
/// folders for the next look. `database`: with the tree of `paths` selected. Errors: as
/// known_tree() and corpus::discover().
Result<TreeLook> look_at_tree(const LookRequest& request, const StatePaths& paths,
                              const store::Database& database, std::stop_token stop);

/// The same of what `only` selects: nothing else is looked at, or removed. Of what is there every
/// file counts as changed, or doubtful, whatever its times. Errors: the same.
Result<TreeLook> look_at_paths(const LookRequest& request, const StatePaths& paths,
                               const store::Database& database, const corpus::PathSelection& only,
                               std::stop_token stop);

/// What a run learnt of one path; owns its texts.
struct KnownUpdate {
  std::string path, language, reason;
  store::FileStat stat;  ///< its views are not used
};

/// The files and chunks of a tree, added up.
struct TreeTotals {
  std::size_t files = 0, chunks = 0;               ///< indexed ones
  std::map<std::string, std::size_t> languages{};  ///< language id to files with chunks
  SecretCounts secrets{};
  std::size_t bulk_files = 0;  ///< held in part by words alone
};
TreeTotals totals_of(const store::StatCache& known);

/// `known` with `updates` (by path, later ones win) and without `removed`, written for `derived`.
Result<store::StatCache> update_known_tree(const StatePaths& paths, const store::StatCache& known,
                                           const std::vector<KnownUpdate>& updates,
                                           const std::vector<std::string>& removed,
                                           const DerivedState& derived);

}  // namespace codeweaver::engine
