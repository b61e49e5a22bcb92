// Renders an answer: table, markdown, JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cli/commands.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// The answer as text that ends with a newline. Warnings are part of table and markdown; in JSON
/// they are in `warnings` only. Matches of other projects than `project` show theirs.
std::string render_answer(const FindCodeResponseSummary& answer, std::string_view query,
                          std::string_view project, OutputFormat format, const Streams& streams);

/// Why a file is not in an answer, in the same formats.
std::string render_why_not(const WhyNot& why, OutputFormat format, const Streams& streams);

}  // namespace codeweaver::cli
