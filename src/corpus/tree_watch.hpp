// TreeWatch: reports changes of files that discovery may select.
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
  /// Quiet time after the last event before a batch is returned. If events never pause, batches are
  /// cut after ten times this.
  std::chrono::milliseconds debounce{200};
  /// Time between full checks, if the system allows too few watches.
  std::chrono::milliseconds check_interval{60'000};
  /// Never watched if it is inside the tree; empty: none.
  std::filesystem::path state_dir{};
  AddWatch add_watch{};  ///< null: the system's
};

/// The changes between two calls of TreeWatch::next().
struct TreeBatch {
  std::vector<std::string> paths{};  ///< files that may have changed or been deleted; sorted,
                                     ///< relative
  bool is_complete = true;           ///< false: other files may have changed too
  bool is_empty() const noexcept { return is_complete && paths.empty(); }
};

/// Watches the folders of a tree that discovery enters; not ignored or hidden ones. A batch is
/// incomplete if an ignore file or git's HEAD or index changed, or if events were lost. It costs
/// nothing while nothing happens: next() waits without a timeout. Thread safety: none, except for
/// is_idle().
class TreeWatch {
 public:
  /// Watches the complete tree before it returns. Cost: as discover(). Errors: kNotFound
  /// "PATH_NOT_FOUND", kInvalidArgument "NOT_A_DIRECTORY", kIo.
  static Result<TreeWatch> open(const std::filesystem::path& root, DiscoveryOptions discovery,
                                TreeWatchOptions options = {});
  TreeWatch(TreeWatch&&) noexcept;
  TreeWatch& operator=(TreeWatch&&) noexcept;
  ~TreeWatch();

  /// Waits for the next batch; returns an empty one if `limit` passes first. While git holds the
  /// lock of its index (a checkout), the batch stays open. Errors: kCancelled (at once when a stop
  /// is requested), kNotFound "PATH_NOT_FOUND" (the root was deleted or moved).
  Result<TreeBatch> next(std::stop_token stop,
                         std::optional<std::chrono::milliseconds> limit = std::nullopt);

  /// Set while the system allows too few watches and full checks replace them: kUnavailable
  /// "WATCH_LIMIT".
  const std::optional<Error>& problem() const noexcept;
  /// Whether all changes made before this call were returned in batches and handled, that is, the
  /// thread that calls next() is waiting in it again. False if events are not complete: too few
  /// watches, or a file system that other machines can write to. Events never report writes through
  /// memory maps, writes through hard links outside the tree, or ignore files outside the tree.
  /// Thread safety: any thread may call it. Cost: one system call.
  bool is_idle() const noexcept;
  /// Number of folders watched now.
  std::size_t folder_count() const noexcept;

 private:
  struct Impl;
  explicit TreeWatch(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::corpus
