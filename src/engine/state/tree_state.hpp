// Recorded state of a tree of files, and how the folder differs from it.
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

/// The state of the files table that the segments represent: the run that produced it and the
/// generation of the manifest. Stored in the database; every change of files clears it.
struct DerivedState {
  std::string run;  ///< empty: the files are newer than the segments, or nothing was derived yet
  std::uint64_t generation = 0;

  bool is_current() const noexcept { return !run.empty(); }
  std::string text() const;
  friend bool operator==(const DerivedState&, const DerivedState&) = default;
};
Result<DerivedState> derived_state(const store::Database& database, const StatePaths& paths);
/// The database key of such a record for a tree; store::Database::remove_tree() removes it.
std::string tree_key(std::string_view key, const StatePaths& paths);

/// True if the tree was last indexed with other settings, according to their hash. Then unchanged
/// files must be checked, too.
Result<bool> has_other_settings(const store::Database& database, const StatePaths& paths,
                                std::string_view hash);

/// The files of the database's selected tree: from the stat cache if it matches `derived`, else
/// from the database. Errors: kCorruption, kIo.
Result<store::StatCache> known_tree(const StatePaths& paths, const store::Database& database,
                                    const DerivedState& derived);

/// Differences between a folder and the record, by size and times. Numbers are indexes into the
/// lists of the discovery.
struct TreeChanges {
  std::vector<std::size_t> changed;   ///< new or modified files
  std::vector<std::size_t> doubtful;  ///< files that look unchanged but may not be: read them
  std::vector<std::size_t> skipped;   ///< skipped files that are not recorded yet
  std::vector<std::string> removed;
  std::size_t unchanged = 0;

  bool none() const noexcept {
    return changed.empty() && doubtful.empty() && skipped.empty() && removed.empty();
  }
};

/// The record of a tree and the differences of the folder.
struct TreeScan {
  DerivedState derived;  ///< state of the segments when the scan began
  /// Every file counts as changed, because the settings changed or the caller requested it.
  bool wants_all = false;
  bool is_part = false;     ///< some changes were removed; a new scan cannot replace it
  store::StatCache known;   ///< belongs to `derived`
  corpus::Discovery found;  ///< without unchanged files, unless wants_all
  TreeChanges changes;
};

/// True if a new scan would be compared with the same record. False if nothing was derived yet.
Result<bool> is_current(const TreeScan& scan, const store::Database& database,
                        const StatePaths& paths, std::string_view settings_hash);

/// Unchanged files that count as changed.
struct RetriedFiles {
  /// Files that a custom chunker failed on, like all other failures; not before searches, which
  /// would retry them each time.
  bool chunker_failures = false;
  bool pdfs = false;  ///< PDFs skipped for lack of a reader, now that there is one
};

/// Inputs of a scan besides the stored state.
struct ScanRequest {
  const std::filesystem::path& root;
  const IndexOptions& options;
  std::string_view settings_hash;
  bool force = false;          ///< every file counts as changed
  bool tries_chunker = false;  ///< RetriedFiles::chunker_failures
};

/// Discovers the files, using the record of files and folders, and stores new facts about folders
/// for the next scan. `database`: the tree of `paths` must be selected. Errors: those of
/// known_tree() and corpus::discover().
Result<TreeScan> scan_tree(const ScanRequest& request, const StatePaths& paths,
                           const store::Database& database, std::stop_token stop);

/// Like scan_tree(), but only for the paths that `only` selects; nothing else is checked or
/// removed. Every existing file counts as changed or doubtful, whatever its times. Errors: the
/// same.
Result<TreeScan> scan_paths(const ScanRequest& request, const StatePaths& paths,
                            const store::Database& database, const corpus::PathSelection& only,
                            std::stop_token stop);

/// New facts of a run about one path; owns its texts.
struct KnownUpdate {
  std::string path, language, reason;
  store::FileStat stat;  ///< its views are not used
};

/// Totals of the files and chunks of a tree.
struct TreeTotals {
  std::size_t files = 0, chunks = 0;               ///< indexed files and their chunks
  std::map<std::string, std::size_t> languages{};  ///< language id to number of files with chunks
  SecretCounts secrets{};
  std::size_t bulk_files = 0;  ///< files that only have vectors for their start
  std::size_t left_out = 0;    ///< text files that are not indexed: see is_left_out_text()
};
TreeTotals totals_of(const store::StatCache& known);

/// Writes `known` with `updates` (by path, later ones win) and without `removed`, as the cache for
/// `derived`.
Result<store::StatCache> update_known_tree(const StatePaths& paths, const store::StatCache& known,
                                           const std::vector<KnownUpdate>& updates,
                                           const std::vector<std::string>& removed,
                                           const DerivedState& derived);

}  // namespace codeweaver::engine
