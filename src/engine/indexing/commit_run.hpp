// CommitRun: indexes one commit of the project's repository as a separate tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "corpus/git_tree.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/writing/file_batch.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Number of commits kept in the index, including the requested one. The least recently used ones
/// are removed.
inline constexpr std::size_t kKeptCommits = 8;

/// True if the commit is in the index, made with these options and this embedder, with all its
/// files that the clone has now. Cost: opens the database and reads one small file.
bool is_commit_indexed(const Indexer::Config& config, const Embedder* embedder,
                       const std::string& commit);

/// Number of files that an indexed commit lacks because the clone is partial. Cost: opens the
/// database.
std::size_t missing_files(const Indexer::Config& config, const std::string& commit);

/// Reads the commit without a checkout. Contents that the state already has, by git object id or by
/// content hash, are reused; only other files are read and chunked. Can run once. Requires an
/// indexed project.
class CommitRun {
 public:
  /// All arguments must outlive the run.
  CommitRun(const Indexer::Config& config, const Indexer::Parts& parts, const std::string& commit,
            CallContext call);

  /// Errors: kUnavailable "INDEX_LOCKED"; kInvalidArgument "MODEL_MISMATCH", "TOO_MANY_FILES";
  /// those of CommitTree; kCancelled (finished work is kept); kIo, kCorruption.
  Result<void> execute();

 private:
  Result<void> open_database();
  Result<void> list_files();
  Result<void> remove_unlisted();
  Result<void> process_files();
  Result<void> derive();
  Result<void> forget_old_commits();
  ProcessedFile process(std::size_t i, const store::Database& database,
                        const corpus::CommitTree& tree) const;
  std::optional<ProcessedFile> take_over(const DiscoveredFile& file, const std::string& object,
                                         const store::Database& database) const;
  Result<void> add(ProcessedFile processed, const std::string& object);
  Result<void> write_batch();

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const std::string& commit_;
  CallContext call_;
  StatePaths paths_;  // for the commit's tree
  FileProcessor processor_;
  FileAudit audit_;
  std::optional<store::Database> database_;
  std::optional<TreeWriter> writer_;
  std::map<std::string, store::FileRecord> known_;  // files of the project's tree, with object ids
  corpus::CommitFiles files_;
  std::int64_t packs_time_ = 0;   // of the repository, read before its files were listed
  std::int64_t commit_time_ = 0;  // seconds since 1970
  FileBatch batch_;
};

}  // namespace codeweaver::engine
