// TreeWriter: writes the results of a run for a tree's files into the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/ids.hpp"
#include "codeweaver/result.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/tree_edit.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/writing/replaced_contents.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Origin and time of a file's version.
struct FileAudit {
  std::string source_system = "local", batch_id{};
  std::string git_commit{}, git_branch{};
  bool git_dirty = false;
  std::string captured_at{}, indexed_at{};  ///< ISO 8601
};

/// Facts of a file for the segments; nullopt: it has none.
std::optional<WantedFile> wanted_file(const ProcessedFile& processed);

/// Writes the rows of a tree's files: their audit, their content if it is new, and their chunk ids,
/// which stay the same as long as the content does. Records its changes for the segments and for
/// the sweep. Use one object for a run, inside transactions of that run.
class TreeWriter {
 public:
  enum class KnownContents : std::uint8_t {
    kKeep,   ///< contents in the database are valid
    kRenew,  ///< each content is written again
  };

  /// \param database Open for writing; must outlive this object.
  /// \param tree The tree of `paths`.
  /// \param paid_model Identity of a model with costly vectors; contents that are written again and
  ///   did not change keep their vectors. Empty: none.
  TreeWriter(store::Database& database, store::WritableTree tree, StatePaths paths,
             KnownContents known = KnownContents::kKeep, std::string paid_model = {})
      : database_(database),
        tree_(tree),
        paths_(std::move(paths)),
        known_(known),
        paid_model_(std::move(paid_model)) {}

  /// Marks the segments as outdated. Called before the first change of files or items; the members
  /// below call it themselves. Errors, here and below: those of the database.
  Result<void> begin();
  /// Writes the current version of a file. Keeps chunk ids that it already has. Returns the number
  /// of written chunks: 0 if the content existed.
  Result<std::size_t> put(ProcessedFile& processed, const FileAudit& audit);
  /// Writes a file that was not read.
  Result<void> put_unread(const store::FileRecord& file);
  /// Removes a file; no effect if it does not exist.
  Result<void> remove(const std::string& path);
  /// Only changes the recorded commit of a file.
  Result<void> put_commit(const std::string& path, const std::string& commit);
  /// Deletes texts that the previous run replaced, and records those of this run. `was_cut_short`:
  /// the previous run did not get this far, so it is unknown what it replaced.
  Result<void> sweep(bool was_cut_short = false);

  /// True if anything was changed.
  bool has_begun() const noexcept { return has_begun_; }
  /// All changes so far.
  const TreeEdit& edit() const noexcept { return edit_; }

 private:
  Result<void> set_chunk_ids(ProcessedFile& processed);
  Result<std::size_t> put_content(const ProcessedFile& processed);
  /// Costly vectors of the same chunks; empty: none, or they are damaged.
  std::vector<float> paid_vectors(const store::ContentRecord& content) const;
  /// True if the stored content has facts of another version, or none.
  bool has_other_facts(const store::ContentRecord& content) const;

  store::Database& database_;
  store::WritableTree tree_;
  StatePaths paths_;
  KnownContents known_;
  std::string paid_model_;
  base::UuidGenerator ids_;
  bool has_begun_ = false;
  TreeEdit edit_;
  ReplacedContents replaced_;        // previous contents of files
  std::set<base::Hash128> renewed_;  // written again
};

}  // namespace codeweaver::engine
