// Reads and writes commit logs of trees.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/kept_commits.hpp"

#include "base/file.hpp"

namespace codeweaver::engine {
namespace {

/// A thousand commits take some hundred kilobytes.
constexpr std::uint64_t kMostLogBytes = std::uint64_t{64} << 20;

CommitLog log_at(const std::filesystem::path& file) {
  const auto bytes = base::read_file(file, kMostLogBytes);
  return bytes ? CommitLog::decode(*bytes) : CommitLog();
}

}  // namespace

std::string commit_of(const StatePaths& paths) {
  return paths.tree.starts_with(kCommitPrefix) ? paths.tree.substr(kCommitPrefix.size()) : "";
}

CommitLog read_commit_log(const StatePaths& paths) {
  auto log = log_at(paths.commit_log());
  if (!log.commits().empty() || paths.tree.empty()) return log;
  return log_at(StatePaths{paths.folder}.commit_log());
}

void keep_commit_log(const StatePaths& paths, const std::filesystem::path& root,
                     std::size_t most_differences, bool rebuild) {
  const auto history = corpus::History::open(root, commit_of(paths));
  if (!history) return;
  auto log = rebuild ? CommitLog() : read_commit_log(paths);
  const bool is_kept = !rebuild && log.is_of(*history) && base::identity_of(paths.commit_log());
  log.advance_to(*history);
  const auto read = log.read_files(*history, most_differences);
  if (is_kept && read == 0) return;
  (void)base::write_file_atomic(paths.commit_log(), log.encode(), base::Durability::kNone);
}

}  // namespace codeweaver::engine
