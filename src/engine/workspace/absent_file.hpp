// Explains why a file of a project's folder is not in its index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// Returns `error` ("FILE_NOT_INDEXED"), with the reason and a better action if `path` is an
/// existing file below `root`: it is new, its kind is not known, or a rule excludes it. Looks at no
/// other path. Cost: that of the ignore files above it.
Error explained(Error error, const std::filesystem::path& root, const IndexOptions& options,
                std::string_view path);

}  // namespace codeweaver::engine
