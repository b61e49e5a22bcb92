// Import cycles: files that need each other to be loaded.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "engine/searching/open/import_graph.hpp"

namespace codeweaver::engine {

/// The groups of files below a folder ("": all) that reach each other by imports within it, each
/// with one shortest cycle; the smallest first, then by path. Imports within functions, for checks
/// of types only, or of all files of a package, do not count. Of large groups, the cycle is the
/// shortest through one of their first 300 files. Cost: linear, but for the shortest cycles.
std::vector<ImportCycle> import_cycles(const ImportGraph& graph, std::string_view folder);

}  // namespace codeweaver::engine
