// Naming lines: the first line of a definition, outside of comments, with its name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/naming_line.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/ascii.hpp"
#include "base/lines.hpp"
#include "engine/searching/text/excerpt.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kHeadLines = 40;
constexpr std::uint32_t kChunksAfter = 4;

bool is_of_word(char c) noexcept {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

std::string_view last_name(std::string_view qualified) noexcept {
  return qualified.substr(qualified.find_last_of(":.#/\\") + 1);
}

bool contains_word(std::string_view line, std::string_view name) noexcept {
  if (name.empty()) return false;
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool begins = at == 0 || !is_of_word(name.front()) || !is_of_word(line[at - 1]);
    if (begins && (end == line.size() || !is_of_word(name.back()) || !is_of_word(line[end])))
      return true;
  }
  return false;
}

std::size_t naming_line(std::span<const std::string_view> lines, std::size_t first, std::size_t end,
                        std::string_view name) {
  end = std::min({end, lines.size(), first + kHeadLines});
  if (first >= end || contains_word(lines[first], name)) return first;
  std::size_t in_comment = first;
  for (std::size_t i = first + 1; i < end; ++i) {
    if (!contains_word(lines[i], name)) continue;
    if (!is_comment_or_decorator(lines[i])) return i;
    if (in_comment == first) in_comment = i;
  }
  return in_comment;
}

std::string signature_after(const IndexRows& database, store::ChunkPlace place,
                            std::string_view qualified_name) {
  for (std::uint32_t i = 0; i < kChunksAfter; ++i) {
    ++place.ordinal;
    const auto texts = database.chunk_texts(std::array{place});
    const auto definitions = database.definitions_in(place);
    if (!texts.front() || !definitions) return {};
    const auto found =
        std::ranges::find(*definitions, qualified_name, &store::SymbolRecord::qualified_name);
    if (found == definitions->end()) continue;
    const auto& chunk = *texts.front();
    const auto lines = base::split_lines(chunk.text);
    const auto top = chunk.record.lines.start_line;
    if (found->lines.start_line < top || found->lines.start_line - top >= lines.size()) return {};
    return std::string(
        base::trimmed(lines[naming_line(lines, found->lines.start_line - top,
                                        found->lines.end_line - top + 1, found->name)],
                      " \t\r"));
  }
  return {};
}

}  // namespace codeweaver::engine
