// TreeWriter: writes what a run learns of a tree's files into the database.
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
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Who brought a version of a file, and when.
struct FileAudit {
  std::string source_system = "local", batch_id{};
  std::string git_commit{}, git_branch{};
  bool git_dirty = false;
  std::string captured_at{}, indexed_at{};  ///< ISO 8601
};

/// What segments are to hold of a file; nullopt: nothing.
std::optional<WantedFile> wanted_file(const ProcessedFile& processed);

/// Writes the rows of a tree's files: each with its audit, its content where that is new, and the
/// ids of its chunks, which stay as long as its content does. Keeps what it changed, for the
/// segments and for the sweep. One for a run; calls belong into transactions of that run.
class TreeWriter {
 public:
  enum class KnownContents : std::uint8_t {
    kKeep,   ///< what the database has of them is right
    kRenew,  ///< each is written once more
  };

  /// `database`: open for writing, with the tree of `paths` selected; it outlives this.
  /// `paid_model`: identity of a model whose vectors cost something; they stay with contents that
  /// are written once more and are the same. Empty: none does.
  TreeWriter(store::Database& database, StatePaths paths,
             KnownContents known = KnownContents::kKeep, std::string paid_model = {})
      : database_(database),
        paths_(std::move(paths)),
        known_(known),
        paid_model_(std::move(paid_model)) {}

  /// Comes before the first change of files or items, of itself before those below: from here on
  /// the segments are behind. Errors, here and below: those of the database.
  Result<void> begin();
  /// Writes a file as it is now. Ids of chunks that it brings stay. Returns how many chunks were
  /// written: none where the content was there.
  Result<std::size_t> put(ProcessedFile& processed, const FileAudit& audit);
  /// Writes a file that was not read.
  Result<void> put_unread(const store::FileRecord& file);
  /// No effect where there is none.
  Result<void> remove(const std::string& path);
  /// Changes the commit that a file is said to be of, and nothing else.
  Result<void> put_commit(const std::string& path, const std::string& commit);
  /// Removes what the run before replaced, and notes what this one did. `was_cut_short`: the one
  /// before did not come so far, so that it is not known what it replaced.
  Result<void> sweep(bool was_cut_short = false);

  /// Whether anything was changed.
  bool has_begun() const noexcept { return has_begun_; }
  /// All that was changed so far.
  const TreeEdit& edit() const noexcept { return edit_; }

 private:
  Result<void> set_chunk_ids(ProcessedFile& processed);
  Result<std::size_t> put_content(const ProcessedFile& processed);
  /// Vectors that were paid for and belong to the same chunks; empty: none, or they are damaged.
  std::vector<float> paid_vectors(const store::ContentRecord& content) const;

  store::Database& database_;
  StatePaths paths_;
  KnownContents known_;
  std::string paid_model_;
  base::UuidGenerator ids_;
  bool has_begun_ = false;
  TreeEdit edit_;
  ReplacedContents replaced_;        // that files had before
  std::set<base::Hash128> renewed_;  // written once more
};

}  // namespace codeweaver::engine
