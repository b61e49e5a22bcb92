// Excerpts: the signature and the best lines, selected by the query's terms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/text/excerpt.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "base/lines.hpp"
#include "codeweaver/detail/line_runs.hpp"
#include "codeweaver/detail/line_window.hpp"
#include "codeweaver/detail/verbatim_line.hpp"
#include "codeweaver/match_excerpt.hpp"
#include "codeweaver/match_place.hpp"
#include "engine/searching/text/naming_line.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kSnippetLines = 8;  // best lines in addition to the signature
constexpr std::size_t kSignatureLines = 2;
constexpr std::string_view kGapMark = "...";  // on a separate line
// Chunks are bounded in tokens, but few tokens can be megabytes of blanks or of one punctuation
// mark.
constexpr std::size_t kMostBytes = 64U << 10, kLongLineBytes = 4096;
constexpr std::size_t kLineBytes = 240;  // longer lines are cut around the query's terms

/// The first line of code; the first line if there is no code.
std::size_t signature_line(const std::vector<std::string_view>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!is_comment_or_decorator(lines[i])) return i;
  return 0;
}

using Terms = std::set<std::string, std::less<>>;

void append_line(std::string& out, std::string_view line, const Terms& query_terms) {
  out += text::shortened_line(line, kLineBytes, query_terms);
  out.push_back('\n');
}

using Runs = std::vector<text::LineRun>;

/// The signature, the lines around the requested line or those with the most terms, and the first
/// line that contains the query verbatim if the others do not.
Runs snippet_runs(const std::vector<std::string_view>& lines, std::size_t signature,
                  const ExcerptShape& shape, const Terms& query_terms) {
  Runs runs;
  if (shape.asked) {
    const auto start = std::max(*shape.asked, kSnippetLines / 2) - kSnippetLines / 2;
    runs.push_back({start, std::min(lines.size(), start + kSnippetLines)});
  } else {
    runs = text::best_runs(text::term_marks(lines, query_terms), 0, kSnippetLines / 2);
  }
  if (runs.empty()) runs.push_back({0, std::min(lines.size(), kSnippetLines)});
  runs.push_back({signature, std::min(lines.size(), signature + kSignatureLines)});
  const rank::VerbatimLine verbatim(shape.query);
  const auto holds = [&](const text::LineRun& run) {
    const std::span all(lines);
    const auto shown = all.subspan(run.begin, run.end - run.begin);
    return verbatim.first_of(shown) < shown.size();
  };
  if (const auto line = verbatim.first_of(lines);
      line < lines.size() && std::ranges::none_of(runs, holds))
    runs.push_back({line, std::min(lines.size(), line + kSignatureLines)});
  std::ranges::sort(runs, {}, &text::LineRun::begin);
  return runs;
}

/// Appends the lines of sorted runs, with a mark where nonblank lines are skipped between them.
void append_runs(std::string& out, const std::vector<std::string_view>& lines, const Runs& runs,
                 const Terms& query_terms) {
  std::size_t next = 0;
  const auto mark_gap = [&](std::size_t end) {
    const std::span gap(lines.begin() + static_cast<std::ptrdiff_t>(next),
                        lines.begin() + static_cast<std::ptrdiff_t>(end));
    if (!std::ranges::all_of(gap, base::is_blank)) out.append(kGapMark).push_back('\n');
  };
  for (const auto& run : runs) {
    const auto from = std::max(run.begin, next);
    if (from >= run.end) continue;
    mark_gap(from);
    for (std::size_t i = from; i < run.end; ++i) append_line(out, lines[i], query_terms);
    next = run.end;
  }
  mark_gap(lines.size());
}

/// Cuts the long lines of a text that is far larger than a chunk, and its end if it is still too
/// large.
std::string within_bytes(std::string_view chunk, const Terms& query_terms) {
  std::string out;
  for (const auto line : base::split_lines(chunk)) {
    if (out.size() > kMostBytes - kLongLineBytes) return out + "...\n";
    out += text::shortened_line(line, kLongLineBytes, query_terms);
    out.push_back('\n');
  }
  return out;
}

}  // namespace

bool is_directive(std::string_view line) {
  constexpr std::array<std::string_view, 7> kDirectives = {
      "#define", "#undef", "#include", "#pragma", "#ifdef", "#ifndef", "#endif"};
  return std::ranges::any_of(kDirectives, [&](auto begin) { return line.starts_with(begin); });
}

bool is_comment_or_decorator(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return true;
  const auto rest = line.substr(first);
  if (is_directive(rest)) return false;
  return rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('*') ||
         rest.starts_with('#') || rest.starts_with('@') || rest.starts_with("--") ||
         rest.starts_with("\"\"\"") || rest.starts_with("'''");
}

std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms,
                    const ExcerptShape& shape) {
  if (detail == Detail::kFull)
    return chunk.size() <= kMostBytes ? std::string(chunk) : within_bytes(chunk, query_terms);
  auto lines = base::split_lines(chunk);
  if (lines.empty()) return std::string(chunk);
  const auto signature =
      shape.signature && *shape.signature < lines.size() ? *shape.signature : signature_line(lines);
  std::string out;
  if (detail == Detail::kSummary) {
    append_line(out, lines[signature], query_terms);
    return out;
  }
  while (lines.size() > 1 && base::is_blank(lines.back())) lines.pop_back();
  if (lines.size() <= std::max(shape.whole_lines, kBriefLines)) {
    for (const auto line : lines) append_line(out, line, query_terms);
    return out;
  }
  append_runs(out, lines, snippet_runs(lines, signature, shape, query_terms), query_terms);
  return out;
}

std::string shorter_snippet(const CodeMatch& match, std::size_t whole_lines,
                            const Terms& query_terms, std::string_view query) {
  const std::string_view content = match.content.content;
  const auto all = base::split_lines(content);
  // The middle of a definition is preceded by the first line of the definition and a mark.
  const std::size_t head = all.size() > 2 && all[1] == kGapMark ? 2 : 0;
  const std::span lines = std::span(all).subspan(head);
  const bool is_short = lines.size() <= kBriefLines &&
                        content.size() <= kBriefLines * (kLineBytes + 2 * kGapMark.size());
  if (lines.empty() || is_short || std::ranges::find(lines, kGapMark) != lines.end())
    return std::string(content);
  ExcerptShape shape{.whole_lines = whole_lines, .query = query};
  if (match.content.chunk_name) {
    const auto named = naming_line(lines, 0, lines.size(), last_name(*match.content.chunk_name));
    if (!is_comment_or_decorator(lines[named])) shape.signature = named;
  }
  const bool is_as_in_file = lines.size() == match.span.end_line - match.span.start_line + 1;
  if (const auto line = asked_line(match); line && is_as_in_file)
    shape.asked = *line - match.span.start_line;
  const auto begin = static_cast<std::size_t>(lines.front().data() - content.data());
  auto rest = excerpt(content.substr(begin), Detail::kSnippet, query_terms, shape);
  const std::string gap = std::string(kGapMark) + '\n';
  if (head > 0 && rest.starts_with(gap)) rest.erase(0, gap.size());
  return std::string(content.substr(0, begin)) + rest;
}

}  // namespace codeweaver::engine

namespace codeweaver::inline v0_1 {

std::string signature_of(std::string_view code,
                         const std::set<std::string, std::less<>>& query_terms) {
  return engine::excerpt(code, Detail::kSummary, query_terms);
}

std::string brief_snippet(const CodeMatch& match,
                          const std::set<std::string, std::less<>>& query_terms,
                          std::string_view query) {
  return engine::shorter_snippet(match, engine::kBriefLines, query_terms, query);
}

}  // namespace codeweaver::inline v0_1
