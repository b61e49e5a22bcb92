// What an indexing run came to, for people.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/settings.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver::cli {

/// "Failed 2 files:" and a line for each of the first; nothing where there are none.
void list_files(std::ostream& out, std::string_view title, const std::vector<FileOutcome>& files);

/// What was indexed, what was left out, and how to take it in. Warnings that say the same of
/// several files are one line.
void print_index_summary(const IndexReport& report, const Project& project,
                         const Settings& settings, const Streams& streams);

/// What was left out for its extension, with counts, and the command that takes in those kinds that
/// are text from now on, beside what the settings take in already; empty: nothing.
std::string unknown_kinds_text(const IndexReport& report, const Project& project,
                               const Settings& settings);

}  // namespace codeweaver::cli
