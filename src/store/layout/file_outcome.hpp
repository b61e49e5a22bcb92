// The result for a file in the last run.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace codeweaver::store {

enum class FileOutcome : std::uint8_t { kIndexed, kSkipped, kFailed };

constexpr std::string_view to_string(FileOutcome outcome) noexcept {
  constexpr std::string_view kNames[] = {"indexed", "skipped", "failed"};
  return kNames[static_cast<std::size_t>(outcome)];
}
/// Parses a stored name. Unknown names count as failed, so that the file is read again.
constexpr FileOutcome parse_file_outcome(std::string_view name) noexcept {
  for (const auto outcome : {FileOutcome::kIndexed, FileOutcome::kSkipped})
    if (to_string(outcome) == name) return outcome;
  return FileOutcome::kFailed;
}

}  // namespace codeweaver::store
