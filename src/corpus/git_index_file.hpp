// Reads index files that libgit2 rejects: split and sparse ones. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {

/// Reads the repository's index into memory. It merges a split index with its base, and reads the
/// collapsed folders of a sparse index from their trees. Null: unreadable. Supports versions 2 to 4
/// with SHA-1; checks every length.
IndexHandle read_index_file(git_repository* repository);

}  // namespace codeweaver::corpus
