// Import answers: what files import, what imports them, and files that import each other.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// A path without "./" before it and "/" after it; empty for the root.
std::string_view bare_path(std::string_view path);
/// Paths of the files below a folder that may have facts, sorted.
std::vector<std::string> linked_files_below(const store::Snapshot& snapshot,
                                            std::string_view folder);

/// Answers a question about imports. `start`: the path of a file or folder; of importers, also the
/// name of a library; of cycles, may be empty. `options`: with a depth. Errors: kNotFound
/// "FILE_NOT_INDEXED"; kUnsupported "LANGUAGE_NOT_LINKED".
Result<CallGraphAnswer> import_answer(const SearchContext& context, std::string_view start,
                                      const CallGraphOptions& options);

}  // namespace codeweaver::engine
