// The few lines of a match that the terminal shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/match_preview.hpp"

#include <algorithm>
#include <cctype>

#include "base/lines.hpp"
#include "codeweaver/text/line_window.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kWindowLines = 5, kPreviewWidth = 100;

using Lines = std::vector<std::string_view>;

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether `name` stands in the line as a word of its own, and not in a comment.
bool defines(std::string_view line, std::string_view name) {
  const auto mark = line.find_first_not_of(" \t");
  if (mark == std::string_view::npos ||
      std::string_view("#/*\"'-;%").find(line[mark]) != std::string_view::npos)
    return false;
  for (auto at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !is_word_char(line[at - 1])) &&
        (end == line.size() || !is_word_char(line[end])))
      return true;
  }
  return false;
}

/// The first line of the definition that a match is a part of and begins before it; empty: none.
std::string_view signature_before(const CodeMatch& match) {
  const auto& metadata = match.content.metadata;
  const auto context = metadata.find("context");
  if (!metadata.contains("is_part") || context == metadata.end()) return {};
  const std::string_view lines = context->second;
  return lines.substr(lines.rfind('\n') + 1);
}

/// The line that names what the match is, which may stand below a comment; nullopt: there is none.
std::optional<std::size_t> definition_line(const CodeMatch& match, const Lines& lines) {
  std::string_view name = match.content.chunk_name ? *match.content.chunk_name : std::string_view();
  if (const auto before = name.find_last_of(":.#\\/"); before != std::string_view::npos)
    name.remove_prefix(before + 1);
  if (!name.empty())
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (defines(lines[i], name)) return i;
  return std::nullopt;
}

/// The first line of the window from `from` on with the highest sum; `from` where all are 0.
std::size_t best_window(const std::vector<std::size_t>& counts, std::size_t from) {
  std::size_t best = from, most = 0;
  for (std::size_t i = from; i < counts.size(); ++i) {
    std::size_t sum = 0;
    for (std::size_t j = i; j < std::min(counts.size(), i + kWindowLines); ++j) sum += counts[j];
    if (sum <= most || counts[i] == 0) continue;  // a window begins with what it shows
    most = sum;
    best = i;
  }
  return best;
}

}  // namespace

std::vector<PreviewLine> preview_of(const CodeMatch& match, const QueryTerms& terms) {
  auto lines = base::split_lines(match.content.content);
  while (!lines.empty() && base::is_blank(lines.back())) lines.pop_back();
  if (lines.empty()) return {};
  const bool is_whole = std::ranges::find(lines, "...") == lines.end() &&
                        lines.size() <= match.span.end_line - match.span.start_line + 1;
  const auto named = definition_line(match, lines);
  const auto first = std::ranges::find_if_not(lines, base::is_blank) - lines.begin();
  const auto defined = named.value_or(static_cast<std::size_t>(first));
  auto from = best_window(text::count_terms(lines, terms), defined);
  if (from <= defined + 2) from = defined;  // one run of lines rather than a gap of one
  std::vector<std::size_t> shown;
  if (named && from != defined) shown.push_back(defined);
  for (std::size_t i = from; i < std::min(lines.size(), from + kWindowLines); ++i)
    shown.push_back(i);
  while (base::is_blank(lines[shown.back()])) shown.pop_back();

  std::size_t indent = std::string_view::npos;
  for (const auto i : shown)
    if (!base::is_blank(lines[i])) indent = std::min(indent, lines[i].find_first_not_of(" \t"));
  std::vector<PreviewLine> out;
  if (const auto signature = signature_before(match); !named && !signature.empty())
    out = {{std::nullopt, text::shortened_line(signature, kPreviewWidth, terms)},
           {std::nullopt, "..."}};
  for (std::size_t s = 0; s < shown.size(); ++s) {
    if (s > 0 && shown[s] > shown[s - 1] + 1) out.push_back({std::nullopt, "..."});
    const auto line = lines[shown[s]];
    PreviewLine& added = out.emplace_back();
    if (is_whole) added.number = match.span.start_line + static_cast<std::uint32_t>(shown[s]);
    added.text =
        text::shortened_line(line.substr(std::min(indent, line.size())), kPreviewWidth, terms);
  }
  if (shown.back() + 1 < lines.size()) out.push_back({std::nullopt, "..."});
  return out;
}

}  // namespace codeweaver::cli
