// Renders an answer: table, markdown, JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "cli/commands.hpp"
#include "cli/match_preview.hpp"
#include "codeweaver/search_types.hpp"

namespace codeweaver::cli {

/// How an answer is shown.
struct AnswerView {
  std::string_view query;
  std::string_view project;    ///< matches of others show theirs
  std::filesystem::path here;  ///< what paths of lines for programs are relative to
  OutputFormat format = OutputFormat::kTable;
  PreviewShape shape{};     ///< of a table
  std::size_t nearest = 0;  ///< matches that are named where none is good; 0: all, with their lines
};

/// The answer as text that ends with a newline, or is empty. Warnings are part of table and
/// markdown; in JSON they are in `warnings` only, beside lines for programs nowhere.
std::string render_answer(const FindCodeResponseSummary& answer, const AnswerView& view,
                          const Streams& streams);

/// Why a file is not in an answer, in the same formats.
std::string render_why_not(const WhyNot& why, OutputFormat format, const Streams& streams);

}  // namespace codeweaver::cli
