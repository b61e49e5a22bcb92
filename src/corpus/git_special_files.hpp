// Pipes and devices in a repository's folder, which libgit2 would wait for without end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace codeweaver::corpus {

/// The first thing below a repository's own folder, or below the one that it shares with other work
/// trees, that is neither a file nor a folder; nullopt: there is none. A folder without any is
/// remembered for the process. Cost: the first time one listing of its folders. Thread safety: may
/// be called concurrently.
std::optional<std::filesystem::path> special_file_in(const std::filesystem::path& git_folder);

}  // namespace codeweaver::corpus
