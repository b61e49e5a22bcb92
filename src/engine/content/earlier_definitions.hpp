// Earlier definitions: those of the files that a git range changes, before it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/symbol_match.hpp"
#include "corpus/git_refs.hpp"

namespace codeweaver::engine {

/// The definitions in the earlier texts of the files that `range` changes or deletes below `root`,
/// by path and line, without sections and keys of documents and data. Cost: parses these files.
/// Errors: those of corpus::earlier_texts.
Result<std::vector<SymbolMatch>> earlier_definitions(const std::filesystem::path& root,
                                                     const corpus::CommitRange& range);

}  // namespace codeweaver::engine
