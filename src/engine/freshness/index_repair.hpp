// IndexRepair: repairs an unusable state, so that a call can be repeated.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/result.hpp"
#include "engine/freshness/folder_runs.hpp"

namespace codeweaver::engine {

/// True if an error reports a damaged index, or one of another release's model.
bool is_damage(const Error& error) noexcept;

/// Thread safety: calls may be concurrent.
class IndexRepair {
 public:
  /// \param on_replaced Called when files of the state were replaced, while other runs wait.
  IndexRepair(FolderRuns& runs, std::string project_id, std::shared_ptr<Logger> logger,
              std::function<void()> on_replaced)
      : runs_(runs),
        project_id_(std::move(project_id)),
        logger_(std::move(logger)),
        on_replaced_(std::move(on_replaced)) {}

  /// Like is_damage(), but false after a repair failed: then damage is handled like other faults.
  bool is_repairable(const Error& error) const noexcept {
    return !is_beyond_repair_ && is_damage(error);
  }

  /// Repairs the state and indexes the folder, so that searches work. Returns notes for the answer.
  /// Errors: those of repair_database() and of a run.
  Result<std::vector<std::string>> repair(const Error& met, const CallContext& call);

  /// Returns the result of `work`. If `work` meets damage, repairs the index and calls it once
  /// more; the notes of the repair become warnings of the answer.
  template <class Work>
  auto repairing(const CallContext& call, Work work) -> decltype(work()) {
    is_beyond_repair_ = false;
    auto result = work();
    if (result || !is_damage(result.error())) return result;
    auto notes = repair(result.error(), call);
    is_beyond_repair_ = !notes;
    if (!notes) return notes.error().category == ErrorCategory::kCancelled ? notes.error() : work();
    result = work();
    if constexpr (requires { result->warnings; })
      if (result) result->warnings.insert(result->warnings.begin(), notes->begin(), notes->end());
    return result;
  }

 private:
  void log(const Error& met, const std::vector<std::string>& notes,
           const std::string& request_id) const;

  FolderRuns& runs_;
  std::string project_id_;
  std::shared_ptr<Logger> logger_;
  std::function<void()> on_replaced_;
  std::atomic<bool> is_beyond_repair_ = false;
};

}  // namespace codeweaver::engine
