// Renders an answer the way the specification's examples look.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render_search.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <set>
#include <vector>

#include "cli/match_preview.hpp"
#include "codeweaver/text/line_window.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kNoResults = "No results found";

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
  return (own == project ? "" : own + ": ") + match.file.path + ':' +
         std::to_string(match.span.start_line) + '-' + std::to_string(match.span.end_line);
}

QueryTerms terms_of(std::string_view query) {
  QueryTerms terms;
  for (auto& term : text::analyze_query(query)) terms.insert(std::move(term.text));
  return terms;
}

/// A line with the words that give terms of the query in bold.
std::string marked(const Streams& streams, const std::string& line, const QueryTerms& terms) {
  if (!streams.use_colour) return line;
  std::string out;
  std::size_t next = 0;
  for (const auto& place : text::detail::term_places(line, terms)) {
    if (place.begin < next) continue;
    out.append(line, next, place.begin - next);
    out += styled(streams, Style::kBold, line.substr(place.begin, place.end - place.begin));
    next = place.end;
  }
  return out.append(line, next);
}

/// The lines of a match with their numbers in the file, right-aligned.
std::string preview_text(const CodeMatch& match, const QueryTerms& terms, const Streams& streams) {
  const auto lines = preview_of(match, terms);
  std::size_t width = 0;
  for (const auto& line : lines)
    if (line.number) width = std::max(width, std::to_string(*line.number).size());
  std::string out;
  for (const auto& line : lines) {
    const auto number = line.number ? std::to_string(*line.number) : std::string();
    std::string gutter(width - std::min(width, number.size()), ' ');
    gutter += number;
    if (width > 0) gutter += "  ";
    if (line.text.empty()) gutter.erase(gutter.find_last_not_of(' ') + 1);
    out += "   " + styled(streams, Style::kDim, gutter) + marked(streams, line.text, terms) + '\n';
  }
  return out;
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
  return "Found " + count + grouped(answer.total_matches) + " candidates processed in " + time +
         ")";
}

/// What was searched, where that is not the working tree as a whole.
std::string target_line(const FindCodeResponseSummary& answer) {
  std::string out;
  if (!answer.ref.empty()) out = "In " + answer.ref + " (" + answer.commit.substr(0, 12) + ")";
  if (!answer.changed_in.empty())
    out += (out.empty() ? "Only" : ", only") + (" what changed in " + answer.changed_in);
  return out.empty() ? out : out + '\n';
}

std::string confidence_line(const FindCodeResponseSummary& answer) {
  if (!answer.confidence) return "";
  const auto value = two_digits(*answer.confidence);
  if (*answer.confidence < kGoodConfidence)
    return "No good match (confidence: " + value + "); the nearest are:\n";
  return "Confidence: " + value + '\n';
}

std::string warnings_text(const FindCodeResponseSummary& answer, const Streams& streams) {
  std::string out;
  for (const auto& warning : answer.warnings)
    out += styled(streams, Style::kWarning, "\u26a0\ufe0f  Warning: " + warning) + '\n';
  if (is_sparse_only(answer) && !answer.warnings.empty())
    out += "Results may have reduced semantic accuracy\n";
  if (!out.empty()) out += '\n';
  return out;
}

std::string no_results(const FindCodeResponseSummary& answer, std::string_view query) {
  std::string out = "Searching for: \"" + std::string(query) + "\"\n" + target_line(answer);
  if (answer.summary.starts_with(kNoResults))
    out += std::string(kNoResults) + " (searched " + grouped(answer.searched_chunks) +
           " chunks across " + grouped(answer.searched_files) + " files)\n";
  else
    out += answer.summary + '\n';
  if (answer.suggestions.empty()) return out;
  out += "\nSuggestions:\n";
  for (const auto& suggestion : answer.suggestions) out += "  \u2022 " + suggestion + '\n';
  if (answer.searched_chunks > 0)
    out += "  \u2022 Check indexed file types: codeweaver config --show\n";
  return out;
}

std::string render_table(const FindCodeResponseSummary& answer, std::string_view query,
                         std::string_view project, const Streams& streams) {
  auto out = warnings_text(answer, streams);
  if (answer.matches.empty()) return out + no_results(answer, query);
  out += headline(answer) + '\n' + target_line(answer) + confidence_line(answer);
  const auto terms = terms_of(query);
  std::size_t number = 0;
  for (const auto& match : answer.matches) {
    out += '\n' + std::to_string(++number) + ". " +
           styled(streams, Style::kPath, place(match, project)) +
           " (relevance: " + styled(streams, Style::kScore, two_digits(match.relevance_score)) +
           ", type: " + upper(to_string(match.content.semantic_class)) + ")\n";
    out += preview_text(match, terms, streams);
    for (const auto& line : match.explanation)
      out += styled(streams, Style::kDim, "   | " + line) + '\n';
  }
  return out;
}

std::string render_markdown(const FindCodeResponseSummary& answer, std::string_view query,
                            std::string_view project, const Streams& streams) {
  const Streams plain{streams.out, streams.err, false, false, false, -1};
  auto out = warnings_text(answer, plain);
  if (answer.matches.empty()) return out + no_results(answer, query);
  out += "## " + headline(answer) + '\n';
  if (const auto target = target_line(answer); !target.empty()) out += '\n' + target;
  if (answer.confidence) out += '\n' + confidence_line(answer);
  std::size_t number = 0;
  for (const auto& match : answer.matches) {
    out += "\n### " + std::to_string(++number) + ". `" + place(match, project) + "`\n\n" +
           "relevance " + two_digits(match.relevance_score) + ", " +
           upper(to_string(match.content.semantic_class));
    if (match.content.chunk_name) out += ", `" + *match.content.chunk_name + '`';
    // A fence longer than any in the text keeps Markdown inside Markdown whole.
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

std::string render_why_not(const WhyNot& why, OutputFormat format, const Streams& streams) {
  if (format == OutputFormat::kJson)
    return json::dump(json::to_json(why), json::Layout::kIndented) + '\n';
  const bool is_table = format == OutputFormat::kTable;
  auto out = is_table ? styled(streams, Style::kPath, why.path) : '`' + why.path + '`';
  out += ": " + std::string(to_string(why.stage)) + "\n\n" + why.reason + '\n';
  const auto ranks = known("lexical", why.lexical_rank) + known("dense", why.dense_rank) +
                     known("fused", why.fused_rank) + known("final", why.rank);
  if (!ranks.empty()) out += "Ranks: " + ranks.substr(2) + '\n';
  if (why.differences.empty()) return out;
  out += "\nWhere it differs most from the last match shown:\n";
  for (const auto& difference : why.differences)
    out += "- " + difference.name + ": " + two_digits(difference.value) + ", shown " +
           two_digits(difference.shown) + '\n';
  return out;
}

std::string render_answer(const FindCodeResponseSummary& answer, std::string_view query,
                          std::string_view project, OutputFormat format, const Streams& streams) {
  switch (format) {
    case OutputFormat::kJson:
      return json::dump(json::to_json(answer), json::Layout::kIndented) + '\n';
    case OutputFormat::kMarkdown:
      return render_markdown(answer, query, project, streams);
    case OutputFormat::kTable:
      break;
  }
  return render_table(answer, query, project, streams);
}

}  // namespace codeweaver::cli
