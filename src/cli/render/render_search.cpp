// Renders the result of a search as table, Markdown, JSON or lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/render_search.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <vector>

#include "cli/render/render_lines.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/match_place.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "service/hosting/interpretation.hpp"
#include "syntax/class_word.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kNoResults = "No results found";
/// Maximum number of lines of a match that is shown whole: the first match, later matches.
constexpr std::size_t kWholeFirst = 40, kWholeLater = 12;

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

std::string two_digits(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

std::string place(const CodeMatch& match, std::string_view project) {
  const auto& own = match.audit.project;
  return (own == project ? "" : own + ": ") + place_of(match);
}

/// Returns the name of a match without its file: "AuthMiddleware.check" for
/// "middleware.py:AuthMiddleware.check".
std::string name_of(const CodeMatch& match) {
  const auto name = match.content.chunk_name.value_or("");
  const auto file = match.file.path.substr(match.file.path.rfind('/') + 1);
  return name.starts_with(file + ':') ? name.substr(file.size() + 1) : name;
}

bool is_sparse_only(const FindCodeResponseSummary& answer) {
  return std::find(answer.search_strategy.begin(), answer.search_strategy.end(),
                   SearchStrategy::kSparseOnly) != answer.search_strategy.end();
}

std::string headline(const FindCodeResponseSummary& answer) {
  const auto count =
      grouped(answer.total_results) + (answer.total_results == 1 ? " match (" : " matches (");
  const auto time = duration(answer.execution_time_ms / 1000);
  if (is_sparse_only(answer)) return "Found " + count + "sparse search in " + time + ")";
  return "Found " + count + counted(answer.total_matches, "candidate") + " processed in " + time +
         ")";
}

/// Names the searched commit or diff; empty for the whole working tree.
std::string target_line(const FindCodeResponseSummary& answer) {
  std::string out;
  if (!answer.ref.empty()) out = "In " + answer.ref + " (" + answer.commit.substr(0, 12) + ")";
  if (!answer.changed_in.empty())
    out += (out.empty() ? "Only" : ", only") + (" changes in " + answer.changed_in);
  return out.empty() ? out : out + '\n';
}

/// Lists places with the same text.
std::string copies_text(const CodeMatch& match) {
  const auto& metadata = match.content.metadata;
  const auto count = metadata.find("copies"), places = metadata.find("copies_at");
  if (count == metadata.end() || places == metadata.end()) return {};
  return " (+" + count->second + (count->second == "1" ? " copy: " : " copies: ") +
         printable(places->second) + ')';
}

std::string confidence_line(const FindCodeResponseSummary& answer) {
  if (!answer.confidence || is_doubtful(answer)) return "";
  return "Confidence: " + two_digits(*answer.confidence) + '\n';
}

/// Whether to list the nearest matches in one line each, because no match is good.
bool names_nearest(const FindCodeResponseSummary& answer, const AnswerView& view) {
  return is_doubtful(answer) && view.nearest > 0;
}

/// First line of a doubtful result: "Nothing matches well ...".
std::string doubt_line(const FindCodeResponseSummary& answer, const AnswerView& view) {
  if (!is_doubtful(answer)) return "";
  const auto count = names_nearest(answer, view) ? std::min(view.nearest, answer.matches.size())
                                                 : answer.matches.size();
  const auto all = grouped(answer.matches.size());
  return doubt_text(*answer.confidence) + ". The nearest" +
         (count < answer.matches.size() ? " of " + all + " matches" : "") + ":\n";
}

/// How a query with exact parts was read, and all warnings.
std::string notes_text(const FindCodeResponseSummary& answer, const Streams& streams) {
  auto out = interpretation_line(answer);
  for (const auto& warning : answer.warnings)
    out += styled(streams, Style::kWarning, "\u26a0\ufe0f  Warning: " + printable(warning)) + '\n';
  if (is_sparse_only(answer) && !answer.warnings.empty())
    out += "Results may have reduced semantic accuracy\n";
  if (!out.empty()) out += '\n';
  return out;
}

std::string no_results(const FindCodeResponseSummary& answer, std::string_view query) {
  std::string out = "Searching for: \"" + printable(query) + "\"\n" + target_line(answer);
  if (answer.summary.starts_with(kNoResults))
    out += std::string(kNoResults) + " (searched " + counted(answer.searched_chunks, "chunk") +
           " across " + counted(answer.searched_files, "file") + ")\n";
  else
    out += answer.summary + '\n';
  if (answer.suggestions.empty()) return out;
  out += "\nSuggestions:\n";
  for (const auto& suggestion : answer.suggestions) out += "  \u2022 " + suggestion + '\n';
  if (answer.searched_chunks > 0)
    out += "  \u2022 Check indexed file types: codeweaver config --show\n";
  return out;
}

/// "1. src/a.py:3-9 (relevance: 0.76, type: DEFINITION_CALLABLE)  name" and a line end.
std::string match_line(const CodeMatch& match, std::size_t number, bool has_file,
                       const AnswerView& view, const Streams& streams) {
  std::string out =
      std::to_string(number) + ". " +
      linked(streams, has_file ? match.file.absolute_path : "",
             styled(streams, Style::kPath, printable(place(match, view.project)))) +
      " (relevance: " + styled(streams, Style::kScore, two_digits(match.relevance_score)) +
      ", type: " + upper(to_string(match.content.semantic_class)) + ')';
  if (const auto name = name_of(match); !name.empty())
    out += "  " + styled(streams, Style::kBold, printable(name));
  out += copies_text(match);
  if (const auto callers = callers_text(match); !callers.empty())
    out += styled(streams, Style::kDim, ", " + callers);
  return out + '\n';
}

std::string nearest_table(const FindCodeResponseSummary& answer, const AnswerView& view,
                          const Streams& streams) {
  std::string out = target_line(answer) + '\n';
  const auto count = std::min(view.nearest, answer.matches.size());
  for (std::size_t i = 0; i < count; ++i)
    out += match_line(answer.matches[i], i + 1, answer.commit.empty(), view, streams);
  return out + "\nTo see their lines, add --detail snippet.\n";
}

std::string render_table(const FindCodeResponseSummary& answer, const AnswerView& view,
                         const Streams& streams) {
  auto out = doubt_line(answer, view) + notes_text(answer, streams);
  if (answer.matches.empty()) return out + no_results(answer, view.query);
  if (names_nearest(answer, view)) return out + nearest_table(answer, view, streams);
  out += headline(answer) + '\n' + target_line(answer) + confidence_line(answer);
  const auto terms = terms_of(view.query);
  std::size_t number = 0;
  auto shape = view.shape;
  shape.query = view.query;
  for (const auto& match : answer.matches) {
    shape.whole_lines = number == 0 ? kWholeFirst : kWholeLater;
    out += '\n' + match_line(match, ++number, answer.commit.empty(), view, streams) +
           preview_text(match, terms, shape, streams);
    for (const auto& line : match.explanation)
      out += styled(streams, Style::kDim, "   | " + printable(line)) + '\n';
  }
  return out;
}

/// "method", "heading", or the word for the class of a match without a kind.
std::string kind_text(const CodeMatch& match) {
  const auto kind = match.content.metadata.find("kind");
  auto out = kind != match.content.metadata.end()
                 ? kind->second
                 : std::string(syntax::class_word(match.content.semantic_class));
  std::ranges::replace(out, '_', ' ');
  return out;
}

std::string nearest_markdown(const FindCodeResponseSummary& answer, const AnswerView& view) {
  std::string out = '\n' + target_line(answer);
  const auto count = std::min(view.nearest, answer.matches.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto& match = answer.matches[i];
    out += std::to_string(i + 1) + ". `" + place(match, view.project) + '`';
    if (match.content.chunk_name) out += ", `" + *match.content.chunk_name + '`';
    out += '\n';
  }
  return out;
}

std::string render_markdown(const FindCodeResponseSummary& answer, const AnswerView& view,
                            const Streams& streams) {
  const Streams plain{.out = streams.out, .err = streams.err};
  auto out = doubt_line(answer, view) + notes_text(answer, plain);
  if (answer.matches.empty()) return out + no_results(answer, view.query);
  if (names_nearest(answer, view)) return out + nearest_markdown(answer, view);
  out += "## " + headline(answer) + '\n';
  if (const auto target = target_line(answer); !target.empty()) out += '\n' + target;
  if (const auto sure = confidence_line(answer); !sure.empty()) out += '\n' + sure;
  std::size_t number = 0;
  for (const auto& match : answer.matches) {
    out += "\n### " + std::to_string(++number) + ". `" + place(match, view.project) + "`\n\n" +
           "relevance " + two_digits(match.relevance_score) + ", " + kind_text(match);
    if (match.content.chunk_name) out += ", `" + *match.content.chunk_name + '`';
    out += copies_text(match);
    if (const auto callers = callers_text(match); !callers.empty()) out += ", " + callers;
    // A fence longer than any fence in the text keeps Markdown inside Markdown intact.
    std::string fence = "```";
    while (match.content.content.find(fence) != std::string::npos) fence += '`';
    out += "\n\n" + fence + match.file.language + '\n' + match.content.content;
    if (!match.content.content.ends_with('\n')) out += '\n';
    out += fence + '\n';
    for (const auto& line : match.explanation) out += "- " + line + '\n';
  }
  return out;
}

std::string known(const char* name, const std::optional<std::size_t>& rank) {
  return rank ? std::string(", ") + name + ' ' + grouped(*rank) : "";
}

}  // namespace

std::string interpretation_line(const FindCodeResponseSummary& answer) {
  const auto text = service::interpretation_of(answer);
  return text.empty() ? text : printable(text) + '\n';
}

std::string render_why_not(const WhyNot& why, OutputFormat format, const Streams& streams) {
  if (format == OutputFormat::kJson)
    return json::dump(json::to_json(why), json::Layout::kIndented) + '\n';
  const bool is_table = format == OutputFormat::kTable;
  auto out = is_table ? styled(streams, Style::kPath, why.path) : '`' + why.path + '`';
  auto stage = std::string(to_string(why.stage));
  std::ranges::replace(stage, '_', ' ');
  out += ": " + stage + "\n\n" + why.reason + '\n';
  const auto ranks = known("lexical", why.lexical_rank) + known("dense", why.dense_rank) +
                     known("fused", why.fused_rank) + known("final", why.rank);
  if (!ranks.empty()) out += "Ranks: " + ranks.substr(2) + '\n';
  if (why.differences.empty()) return out;
  out += "\nLargest differences to the last shown match:\n";
  for (const auto& difference : why.differences)
    out += "- " + difference.name + ": " + two_digits(difference.value) + ", last shown match " +
           two_digits(difference.shown) + '\n';
  return out;
}

std::string render_answer(const FindCodeResponseSummary& answer, const AnswerView& view,
                          const Streams& streams) {
  std::string out;
  switch (view.format) {
    case OutputFormat::kJson:
      return json::dump(json::to_json(answer), json::Layout::kIndented) + '\n';
    case OutputFormat::kJsonLines:
      for (const auto& match : answer.matches) out += json::dump(json::to_json(match)) + '\n';
      return out;
    case OutputFormat::kVimgrep:
      return printable(vimgrep_lines(answer, view.query, view.here));
    case OutputFormat::kPaths:
      out = path_lines(answer, view.here);
      break;
    case OutputFormat::kMarkdown:
      return printable(render_markdown(answer, view, streams));
    case OutputFormat::kTable:
      return render_table(answer, view, streams);
  }
  // Other programs open these paths, so a pipe gets the exact bytes.
  return streams.out_is_terminal ? printable(out) : out;
}

}  // namespace codeweaver::cli
