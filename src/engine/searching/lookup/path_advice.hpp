// The advice for a path that the index does not know.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::engine {

/// Action of the error "FILE_NOT_INDEXED" if nothing is known about the path.
inline constexpr const char* kPathAdvice =
    "Give a path relative to the project's root, as in search results.";

}  // namespace codeweaver::engine
