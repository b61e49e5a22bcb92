// RenamedFile: the places of a file that a rename changes, and those that it does not.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/rename.hpp"
#include "engine/searching/lookup/rename_group.hpp"
#include "engine/searching/lookup/renamed_diff.hpp"
#include "engine/searching/open/symbol_graph.hpp"

namespace codeweaver::engine {

/// A name and what it becomes.
struct Renaming {
  std::string_view from, to;
};

struct RenamedFile {
  Replacements replacements{};
  std::vector<RenamePlace> left_out{};  ///< by line, each line once
};

/// The places of the name as a whole word in a text.
std::vector<facts::Place> words_in(std::string_view text, std::string_view name);

/// Sorts the places of the name in a file. A place that surely means something else is in neither
/// list. `links`: false to treat all uses as known by name only.
RenamedFile renamed_file(SymbolGraph::Question& question, const RenameGroup& group,
                         const std::string& path, std::string_view text, const Renaming& renaming,
                         bool links);

}  // namespace codeweaver::engine
