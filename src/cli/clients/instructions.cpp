// Instructions for agents: a block between two markers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/instructions.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kBegin = "<!-- codeweaver: begin -->\n";
constexpr std::string_view kEnd = "<!-- codeweaver: end -->\n";
constexpr std::string_view kBlock =
    "## Finding code\n"
    "\n"
    "The MCP server `codeweaver` has indexed this project. Use it before reading single files.\n"
    "\n"
    "- `find_code` takes a question in words (\"where are failed uploads retried\"), an error\n"
    "  message or a stack trace, and answers with the code. Give `queries` to ask it in several\n"
    "  wordings at once, `intent` (debug, test, document, ...) where you know it.\n"
    "- `find_symbol` takes a name, whole or by its end (`Pool.acquire`), and gives its "
    "definitions.\n"
    "- An answer is never older than the files: there is nothing to index or refresh.\n";

}  // namespace

std::string with_instructions(std::string_view text) {
  const auto block = std::string(kBegin).append(kBlock).append(kEnd);
  std::string out(text);
  const auto begin = out.find(kBegin);
  const auto end = begin == std::string::npos ? begin : out.find(kEnd, begin);
  if (end != std::string::npos) return out.replace(begin, end + kEnd.size() - begin, block);
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  return out + (out.empty() ? "" : "\n") + block;
}

std::optional<std::string> without_instructions(std::string_view text) {
  std::string out(text);
  const auto begin = out.find(kBegin);
  const auto end = begin == std::string::npos ? begin : out.find(kEnd, begin);
  if (end == std::string::npos) return std::nullopt;
  const bool has_blank = begin >= 2 && out.compare(begin - 2, 2, "\n\n") == 0;
  const auto first = begin - (has_blank ? 1 : 0);
  out.erase(first, end + kEnd.size() - first);
  return out;
}

}  // namespace codeweaver::cli
