// Summary of an indexing run, for people.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/render/terminal.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::cli {

/// Prints "Failed 2 files:" and a line for each of the first ten files. Prints nothing for an empty
/// list.
void list_files(std::ostream& out, std::string_view title, const std::vector<FileOutcome>& files);

/// Prints the numbers of indexed and skipped files, and how to include the skipped ones. Merges
/// warnings that differ only in the file.
void print_index_summary(const IndexReport& report, const Project& project, const Streams& streams);

}  // namespace codeweaver::cli
