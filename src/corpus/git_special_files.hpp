// Finds pipes and devices in a repository's folder, for which libgit2 would wait for ever.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

namespace codeweaver::corpus {

/// The first entry that is neither a file nor a folder, below a repository's git folder or below
/// the folder that it shares with other work trees; nullopt: none. Folders without special files
/// are remembered until the process ends. Cost: lists the folders once. Thread safety: may be
/// called concurrently.
std::optional<std::filesystem::path> special_file_in(const std::filesystem::path& git_folder);

}  // namespace codeweaver::corpus
