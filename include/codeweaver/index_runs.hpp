// Index runs as a state records them: outcome, progress, failed files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_INDEX_RUNS_HPP_
#define CODEWEAVER_INDEX_RUNS_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

enum class IndexStatus : std::uint8_t { kSuccess, kPartial, kSkipped, kFailed, kCancelled };
constexpr std::string_view to_string(IndexStatus status) noexcept {
  switch (status) {
    case IndexStatus::kSuccess:
      return "success";
    case IndexStatus::kPartial:
      return "partial";
    case IndexStatus::kSkipped:
      return "skipped";
    case IndexStatus::kFailed:
      return "failed";
    case IndexStatus::kCancelled:
      return "cancelled";
  }
  return "failed";
}

/// A file that was not indexed. A failure was retried once. A skipped file is not an error.
struct FileOutcome {
  std::string path{};
  std::string reason{};  ///< too_large | binary | not_utf8 | symlink | unreadable | ...
  std::string detail{};  ///< one sentence
};

/// Progress of a run, in this or another process, at its last checkpoint.
struct RunProgress {
  std::string run_id{};                    ///< UUIDv7
  std::string started_at{}, updated_at{};  ///< ISO 8601
  std::size_t files_discovered = 0;        ///< files that the run checks; 0: not known
  std::size_t files_processed = 0;
  std::size_t chunks_created = 0;
  std::size_t errors = 0;
  friend bool operator==(const RunProgress&, const RunProgress&) = default;
};

/// Result of the last run that had work to do.
struct LastRun {
  IndexStatus status = IndexStatus::kFailed;
  std::string run_id{};                     ///< UUIDv7
  std::string started_at{}, finished_at{};  ///< ISO 8601
  std::size_t files_indexed = 0;
  std::size_t files_removed = 0;
  std::size_t chunks_created = 0;
  std::vector<FileOutcome> failures{};  ///< without `detail`, in path order
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_INDEX_RUNS_HPP_
