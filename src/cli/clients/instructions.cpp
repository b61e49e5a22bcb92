// Instructions for agents: a block between two markers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/instructions.hpp"

#include <algorithm>
#include <cstddef>

#include "cli/clients/line_ends.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kBeginLine = "<!-- codeweaver: begin -->";
constexpr std::string_view kEndLine = "<!-- codeweaver: end -->";
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

/// Byte positions of a block: its first byte, and the byte after its last line end.
struct BlockPlace {
  std::size_t begin = 0, end = 0;
};

/// Finds the first line with the end marker, and the nearest begin marker above it, with any line
/// ends. A begin marker without an end marker has no block; the text below it belongs to the user.
std::optional<BlockPlace> find_block(std::string_view text) {
  std::optional<std::size_t> begin;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    auto line = text.substr(at, end - at);
    while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
    if (line == kBeginLine) begin = at;
    if (line == kEndLine && begin) return BlockPlace{*begin, end};
    at = end;
  }
  return std::nullopt;
}

}  // namespace

std::string with_instructions(std::string_view text) {
  const auto line_end = in_line_ends_of(text, "\n");
  std::string block(kBeginLine);
  block.append("\n").append(kBlock).append(kEndLine).append("\n");
  block = in_line_ends_of(text, block);
  std::string out(text);
  if (const auto known = find_block(text))
    return out.replace(known->begin, known->end - known->begin, block);
  if (out.empty()) return block;
  if (!out.ends_with('\n')) out += line_end;
  return out + line_end + block;
}

std::optional<std::string> without_instructions(std::string_view text) {
  const auto known = find_block(text);
  if (!known) return std::nullopt;
  auto before = text.substr(0, known->begin);
  const auto line_end = in_line_ends_of(text, "\n");
  if (before.ends_with(line_end + line_end)) before.remove_suffix(line_end.size());
  return std::string(before).append(text.substr(known->end));
}

}  // namespace codeweaver::cli
