// Contents that git-lfs keeps elsewhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::corpus {

/// Whether bytes are a pointer of git-lfs to content that lies elsewhere.
bool is_lfs_pointer(std::string_view bytes) noexcept;

}  // namespace codeweaver::corpus
