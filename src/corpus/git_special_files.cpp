// Finds pipes and devices in a repository's folder.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_special_files.hpp"

#include <mutex>
#include <set>
#include <system_error>

#include "base/ascii.hpp"
#include "base/file.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMostCommondirBytes = 4096;

bool is_special(const fs::directory_entry& entry) {
  std::error_code ignored;
  const auto status = entry.status(ignored);  // of the link's target
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

std::optional<fs::path> special_file_below(const fs::path& folder) {
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error))
    // GitRepository::index() checks that file itself.
    if (is_special(*at) && !(at.depth() == 0 && at->path().filename() == "index"))
      return at->path();
  return std::nullopt;
}

/// The folder that a linked work tree shares with the others; empty: none.
fs::path shared_folder(const fs::path& git_folder) {
  std::error_code ignored;
  if (!fs::is_regular_file(git_folder / "commondir", ignored)) return {};
  const auto text = base::read_file(git_folder / "commondir", kMostCommondirBytes);
  if (!text) return {};
  return (git_folder / std::string(base::trimmed(*text, " \t\r\n"))).lexically_normal();
}

}  // namespace

std::optional<fs::path> special_file_in(const fs::path& git_folder) {
  static std::mutex mutex;
  static std::set<fs::path> known;  // folders without special files; guarded by mutex
  {
    const std::lock_guard lock(mutex);
    if (known.contains(git_folder)) return std::nullopt;
  }
  auto found = special_file_below(git_folder);
  if (!found)
    if (const auto shared = shared_folder(git_folder); !shared.empty())
      found = special_file_below(shared);
  if (found) return found;
  const std::lock_guard lock(mutex);
  known.insert(git_folder);
  return std::nullopt;
}

}  // namespace codeweaver::corpus
