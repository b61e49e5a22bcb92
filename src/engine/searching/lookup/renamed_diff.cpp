// Renamed diff: changed lines with three lines of context, in hunks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/renamed_diff.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace codeweaver::engine {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::string_view kNoNewline = "\\ No newline at end of file\n";

/// The lines with their ends, so that a diff keeps "\r\n".
std::vector<std::string_view> whole_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
    out.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return out;
}

void put_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (line.ends_with('\n')) return;
  out += '\n';
  out += kNoNewline;
}

/// The line, from its first to its last replacement, with them.
std::string replaced(std::string_view line, Replacements::const_iterator first,
                     Replacements::const_iterator last, std::size_t size) {
  std::string out;
  std::size_t done = 0;
  for (auto one = first; one != last; ++one) {
    const std::size_t begin = one->first.column - 1;
    out += line.substr(done, begin - done);
    out += one->second;
    done = begin + size;
  }
  return out += line.substr(done);
}

std::string span_of(std::size_t first, std::size_t count) {
  return std::to_string(first + 1) + (count == 1 ? "" : ',' + std::to_string(count));
}

}  // namespace

std::string renamed_diff(std::string_view path, std::string_view text,
                         const Replacements& replacements, std::size_t size) {
  const auto lines = whole_lines(text);
  std::string out;
  for (auto one = replacements.begin(); one != replacements.end();) {
    const std::size_t begin =
        one->first.line - 1 - std::min<std::size_t>(one->first.line - 1, kContext);
    auto last = one;
    std::size_t end = begin;
    for (; last != replacements.end() && last->first.line - 1 <= end + kContext; ++last)
      end = std::min<std::size_t>(last->first.line + kContext, lines.size());
    if (out.empty()) out = "--- a/" + std::string(path) + "\n+++ b/" + std::string(path) + '\n';
    out += "@@ -" + span_of(begin, end - begin) + " +" + span_of(begin, end - begin) + " @@\n";
    for (std::size_t line = begin; line < end; ++line) {
      auto next = one;
      while (next != last && next->first.line == line + 1) ++next;
      if (next == one) {
        put_line(out, ' ', lines[line]);
        continue;
      }
      put_line(out, '-', lines[line]);
      put_line(out, '+', replaced(lines[line], one, next, size));
      one = next;
    }
  }
  return out;
}

}  // namespace codeweaver::engine
