// Renders the result of a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/render/match_preview.hpp"
#include "cli/render/output_format.hpp"
#include "cli/render/terminal.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// How to show a result.
struct AnswerView {
  std::string_view query;
  std::string_view project;    ///< matches of other projects show their project
  std::filesystem::path here;  ///< base of relative paths in lines for programs
  OutputFormat format = OutputFormat::kTable;
  PreviewShape shape{};     ///< lines of each match in a table
  std::size_t nearest = 0;  ///< matches to list if no match is good; 0: all, with their lines
};

/// The line that says how a query with exact parts was read, with a newline at the end. Empty: the
/// query has only words.
std::string interpretation_line(const FindCodeResponseSummary& answer);

/// Returns the result as text: empty, or with a newline at the end. Table and Markdown contain the
/// interpretation_line() and the warnings, JSON has them in fields, the other formats omit them.
std::string render_answer(const FindCodeResponseSummary& answer, const AnswerView& view,
                          const Streams& streams);

/// Returns the reason why a file is not in a result, in the same formats.
std::string render_why_not(const WhyNot& why, OutputFormat format, const Streams& streams);

}  // namespace codeweaver::cli
