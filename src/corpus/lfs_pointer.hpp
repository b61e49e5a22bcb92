// Detects pointer files of git-lfs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::corpus {

/// Whether the bytes are a git-lfs pointer to content stored elsewhere.
bool is_lfs_pointer(std::string_view bytes) noexcept;

}  // namespace codeweaver::corpus
