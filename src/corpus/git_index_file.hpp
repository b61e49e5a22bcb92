// Reads index files that libgit2 refuses: split and sparse ones. Private to this module.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "corpus/git_repository.hpp"

namespace codeweaver::corpus {

/// The repository's index as an index in memory: a split index is joined with its base, and
/// folders that a sparse index leaves closed are read from their trees. Null: unreadable.
/// Handles versions 2 to 4 with SHA-1; every length is checked.
IndexHandle read_index_file(git_repository* repository);

}  // namespace codeweaver::corpus
