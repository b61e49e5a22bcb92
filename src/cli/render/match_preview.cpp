// Selects the lines of a match that the terminal shows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/match_preview.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string>

#include "base/lines.hpp"
#include "codeweaver/detail/line_runs.hpp"
#include "codeweaver/detail/verbatim_line.hpp"
#include "codeweaver/match_place.hpp"
#include "syntax/html_text.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kRunLines = 3;

using Lines = std::vector<std::string_view>;

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether the line contains `name` as a whole word and is not a comment.
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

/// Returns the first line of the definition if the match is a later part of one; empty otherwise.
std::string_view signature_before(const CodeMatch& match) {
  const auto& metadata = match.content.metadata;
  const auto context = metadata.find("context");
  if (!metadata.contains("is_part") || context == metadata.end()) return {};
  const std::string_view lines = context->second;
  return lines.substr(lines.rfind('\n') + 1);
}

/// Returns the index of the line that names the definition, which may follow a comment.
std::optional<std::size_t> definition_line(const CodeMatch& match, const Lines& lines) {
  std::string_view name = match.content.chunk_name ? *match.content.chunk_name : std::string_view();
  if (const auto before = name.find_last_of(":.#\\/"); before != std::string_view::npos)
    name.remove_prefix(before + 1);
  if (!name.empty())
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (defines(lines[i], name)) return i;
  return std::nullopt;
}

/// The facts that decide which lines of a match are shown.
struct PreviewMarks {
  std::optional<std::size_t> named{}, asked{};  // indices of lines
  std::vector<std::size_t> verbatim{};          // lines with the query word for word
  std::span<const std::uint64_t> terms{};       // from text::term_marks()

  /// Whether a run contains the requested line, or a line with the query word for word. True if
  /// there are neither.
  bool has_asked(const text::LineRun& run) const {
    const auto holds = [&](std::size_t line) { return run.begin <= line && line < run.end; };
    return asked ? holds(*asked) : verbatim.empty() || std::ranges::any_of(verbatim, holds);
  }
};

/// Indices of the shown lines, and the number of context lines that are outside the match.
struct ShownLines {
  std::vector<std::size_t> indices{};
  std::size_t missing_before = 0, missing_after = 0;
};

using PreviewRuns = std::vector<text::LineRun>;

/// Returns the lines of a match that is short enough to show whole; nullopt: it is too long.
std::optional<text::LineRun> whole_run(const Lines& lines, std::size_t defined,
                                       const PreviewMarks& marks, std::size_t whole_lines) {
  if (lines.size() <= whole_lines) return text::LineRun{0, lines.size()};
  const text::LineRun from_name{defined, lines.size()};
  if (!marks.named || !marks.has_asked(from_name) || lines.size() - defined > whole_lines)
    return std::nullopt;
  return from_name;
}

/// If no run contains the requested line, adds it with its neighbours as another run, in order.
void add_asked_run(const PreviewMarks& marks, std::size_t count, PreviewRuns& runs) {
  if (!marks.asked && marks.verbatim.empty()) return;
  if (std::ranges::any_of(runs, [&](const auto& run) { return marks.has_asked(run); })) return;
  const auto line = marks.asked ? *marks.asked : marks.verbatim.front();
  runs.push_back({line - std::min<std::size_t>(line, 1), std::min(count, line + 2)});
  std::ranges::sort(runs, {}, &text::LineRun::begin);
}

PreviewRuns runs_of(const Lines& lines, std::size_t defined, const PreviewMarks& marks,
                    std::size_t whole_lines) {
  if (const auto all = whole_run(lines, defined, marks, whole_lines)) return {*all};
  auto runs = text::best_runs(marks.terms, defined, kRunLines);
  if (runs.empty() && !marks.asked)
    runs = {{defined, std::min(lines.size(), defined + 2 * kRunLines)}};
  add_asked_run(marks, lines.size(), runs);
  if (runs.front().begin > defined && runs.front().begin <= defined + 2)
    runs.front().begin = defined;  // avoids a gap of one line
  return runs;
}

ShownLines shown_lines(const Lines& lines, const PreviewMarks& marks, const PreviewShape& shape) {
  ShownLines shown;
  const auto first = std::ranges::find_if_not(lines, base::is_blank) - lines.begin();
  const auto defined = marks.named.value_or(static_cast<std::size_t>(first));
  if (shape.detail == Detail::kSummary) return {.indices = {defined}};
  PreviewRuns runs = {{0, lines.size()}};
  if (shape.detail == Detail::kSnippet) {
    runs = runs_of(lines, defined, marks, shape.whole_lines);
    shown.missing_before = shape.before - std::min(runs.front().begin, shape.before);
    shown.missing_after = shape.after - std::min(lines.size() - runs.back().end, shape.after);
  }
  if (marks.named && *marks.named < runs.front().begin) shown.indices.push_back(*marks.named);
  for (auto run : runs) {
    while (run.end > run.begin + 1 && base::is_blank(lines[run.end - 1])) --run.end;
    run.begin -= std::min(run.begin, shape.before);
    run.end = std::min(lines.size(), run.end + shape.after);
    if (!shown.indices.empty()) run.begin = std::max(run.begin, shown.indices.back() + 1);
    for (auto i = run.begin; i < run.end; ++i) shown.indices.push_back(i);
  }
  return shown;
}

PreviewMarks marks_of(const CodeMatch& match, const Lines& lines,
                      std::span<const std::uint64_t> terms, std::string_view query) {
  PreviewMarks marks{.named = definition_line(match, lines), .terms = terms};
  const rank::VerbatimLine verbatim(query);
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (verbatim.is_in(lines[i])) marks.verbatim.push_back(i);
  // One word occurs in many lines. A query of several words may be a copied line.
  const bool is_copied = query.find_first_of(" \t") != std::string_view::npos;
  if (is_copied && !marks.verbatim.empty()) marks.asked = marks.verbatim.front();
  return marks;
}

std::size_t common_indent(const std::vector<PreviewLine>& lines) {
  std::size_t indent = std::string_view::npos;
  for (const auto& line : lines)
    if (line.number && !base::is_blank(line.text))
      indent = std::min(indent, line.text.find_first_not_of(" \t"));
  return indent == std::string_view::npos ? 0 : indent;
}

/// Adds lines outside the match, numbered from `number`.
void add_around(std::span<const std::string> around, std::uint32_t number,
                std::vector<PreviewLine>& out) {
  for (const auto& line : around) out.push_back({.number = number++, .text = line});
}

const PreviewLine kGap = {.text = "..."};

/// The lines of a match, and the query terms in each line, from text::term_marks().
struct MarkedLines {
  Lines lines{};
  std::vector<std::uint64_t> marks{};
  bool are_read = false;  ///< the lines are the visible text of an HTML page

  bool answer() const {
    return std::ranges::any_of(marks, [](auto mark) { return mark != 0; });
  }
};

MarkedLines marked_lines(std::string_view text, const QueryTerms& terms) {
  MarkedLines out{.lines = base::split_lines(text)};
  while (!out.lines.empty() && base::is_blank(out.lines.back())) out.lines.pop_back();
  out.marks = text::term_marks(out.lines, terms);
  return out;
}

/// Returns the lines of a match. For HTML, these are the lines of the visible text, unless only the
/// tags contain the query terms. The function stores the visible text in `page`, and the lines
/// point into `page`.
MarkedLines lines_of(const CodeMatch& match, const QueryTerms& terms, std::string& page) {
  const auto& content = match.content.content;
  auto read = match.file.language == "html" ? syntax::html_as_read(content) : std::nullopt;
  if (!read) return marked_lines(content, terms);
  page = *std::move(read);
  auto as_read = marked_lines(page, terms);
  as_read.are_read = true;
  if (as_read.answer()) return as_read;
  auto as_written = marked_lines(content, terms);
  return as_written.answer() ? as_written : as_read;
}

}  // namespace

std::vector<PreviewLine> preview_of(const CodeMatch& match, const QueryTerms& terms,
                                    const PreviewShape& shape) {
  std::string page;
  const auto [lines, marks, are_read] = lines_of(match, terms, page);
  if (lines.empty()) return {};
  const bool is_whole = std::ranges::find(lines, "...") == lines.end() &&
                        lines.size() <= match.span.end_line - match.span.start_line + 1;
  auto given = marks_of(match, lines, marks, shape.query);
  if (const auto line = asked_line(match); line && is_whole && !are_read)
    given.asked = *line - match.span.start_line;
  const auto& named = given.named;
  const auto shown = shown_lines(lines, given, shape);

  Highlighter highlighter(are_read ? std::string_view() : match.file.language);
  std::vector<PreviewLine> out;
  if (const auto signature = signature_before(match); !named && !signature.empty())
    out = {{.text = std::string(signature),
            .tokens = Highlighter(match.file.language).next_line(signature)},
           kGap};
  const auto is_gap = [&](std::size_t begin, std::size_t end) {
    return !std::ranges::all_of(std::span(lines).subspan(begin, end - begin), base::is_blank);
  };
  const bool is_snippet = shape.detail != Detail::kSummary;
  if (is_snippet && out.empty() && is_gap(0, shown.indices.front())) out.push_back(kGap);
  const std::span before(match.context_before), after(match.context_after);
  const auto added_before = is_whole ? std::min(before.size(), shown.missing_before) : 0;
  add_around(before.last(added_before),
             match.span.start_line - static_cast<std::uint32_t>(added_before), out);
  for (std::size_t i = 0, s = 0; s < shown.indices.size(); ++i) {
    auto tokens = highlighter.next_line(lines[i]);
    if (i != shown.indices[s]) continue;
    if (are_read && base::is_blank(lines[i])) {
      ++s;
      continue;
    }
    if (s > 0 && is_gap(shown.indices[s - 1] + 1, i)) out.push_back(kGap);
    PreviewLine& added = out.emplace_back();
    if (is_whole) added.number = match.span.start_line + static_cast<std::uint32_t>(i);
    added.text = lines[i];
    added.is_asked = given.asked == i;
    added.answers = marks[i] != 0 || added.is_asked || (named && i == *named);
    added.tokens = std::move(tokens);
    ++s;
  }
  if (is_snippet && is_gap(shown.indices.back() + 1, lines.size()))
    out.push_back(kGap);
  else if (is_whole)
    add_around(after.first(std::min(after.size(), shown.missing_after)), match.span.end_line + 1,
               out);
  const auto indent = common_indent(out);
  for (auto& line : out) line.indent = line.number ? std::min(indent, line.text.size()) : 0;
  return out;
}

}  // namespace codeweaver::cli
