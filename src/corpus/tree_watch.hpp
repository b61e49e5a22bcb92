// TreeWatch: tells when files that discovery might take have changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "corpus/discovery.hpp"
#include "corpus/folder_watches.hpp"

namespace codeweaver::corpus {

struct TreeWatchOptions {
  /// Quiet time after the last event before a batch is handed over. Events that never pause are
  /// cut into batches of ten times this.
  std::chrono::milliseconds debounce{200};
  /// Between full checks, where the system allows too few watches.
  std::chrono::milliseconds check_interval{60'000};
  /// Never watched, should it lie in the tree; empty: none.
  std::filesystem::path state_dir{};
  AddWatch add_watch{};  ///< null: the system's
};

/// What happened between two calls of TreeWatch::next().
struct TreeBatch {
  std::vector<std::string> paths{};  ///< files that may have changed or gone; sorted, relative
  bool is_complete = true;           ///< false: anything may have changed, beside `paths`
  bool is_empty() const noexcept { return is_complete && paths.empty(); }
};

/// Watches the folders of a tree that discovery looks into; ignored and hidden ones are not. A
/// change of an ignore file, of git's HEAD or index, and lost events make a batch incomplete.
/// Costs nothing while nothing happens: next() waits without a timeout.
/// Not for use by several threads at once, but for is_idle().
class TreeWatch {
 public:
  /// Watches everything there is when it returns. Cost: as discover(). Errors: kNotFound
  /// "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo.
  static Result<TreeWatch> open(const std::filesystem::path& root, DiscoveryOptions discovery,
                                TreeWatchOptions options = {});
  TreeWatch(TreeWatch&&) noexcept;
  TreeWatch& operator=(TreeWatch&&) noexcept;
  ~TreeWatch();

  /// Waits for the next batch; an empty one when `limit` passed without one. While git holds the
  /// lock of its index (a checkout), the batch is kept open. Errors: kCancelled (at once when a
  /// stop is requested), kNotFound "PATH_NOT_FOUND" (the root is gone).
  Result<TreeBatch> next(std::stop_token stop,
                         std::optional<std::chrono::milliseconds> limit = std::nullopt);

  /// Set while the system allows too few watches, and full checks take their place:
  /// kUnavailable "WATCH_LIMIT".
  const std::optional<Error>& problem() const noexcept;
  /// Whether everything that was done to the tree before this call went into batches that next()
  /// returned, and was dealt with: the thread that calls next() waits in it again. False where
  /// events do not tell everything: too few watches, a file system that other machines may write
  /// to. They never tell of writes through memory maps, through hard links from elsewhere, and of
  /// ignore files outside the tree. Any thread may ask. Cost: one system call.
  bool is_idle() const noexcept;
  /// Folders watched now.
  std::size_t folder_count() const noexcept;

 private:
  struct Impl;
  explicit TreeWatch(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
