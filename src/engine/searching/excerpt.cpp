// Excerpts: signature plus best lines, chosen by the query's terms.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/excerpt.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "base/lines.hpp"
#include "codeweaver/text/line_runs.hpp"
#include "codeweaver/text/line_window.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kSnippetLines = 8;  // best lines beside the signature
constexpr std::size_t kSignatureLines = 2;
// Chunks are bounded in tokens; a few of those can be megabytes of blanks or of one mark.
constexpr std::size_t kMostBytes = 64U << 10, kLongLineBytes = 4096;
constexpr std::size_t kLineBytes = 240;  // longer lines are cut to where the query's terms are

/// The first line that is code; the first line of all where there is none.
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

/// Long lines of what is far above the size of chunks cut, and the end of what is still above it.
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

bool is_comment_or_decorator(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return true;
  const auto rest = line.substr(first);
  return rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('*') ||
         rest.starts_with('#') || rest.starts_with('@') || rest.starts_with("--") ||
         rest.starts_with("\"\"\"") || rest.starts_with("'''");
}

std::string excerpt(std::string_view chunk, Detail detail,
                    const std::set<std::string, std::less<>>& query_terms,
                    std::optional<std::size_t> signature_at, std::optional<std::size_t> asked) {
  if (detail == Detail::kFull)
    return chunk.size() <= kMostBytes ? std::string(chunk) : within_bytes(chunk, query_terms);
  const auto lines = base::split_lines(chunk);
  if (lines.empty()) return std::string(chunk);
  const auto signature =
      signature_at && *signature_at < lines.size() ? *signature_at : signature_line(lines);
  std::string out;
  if (detail == Detail::kSummary) {
    append_line(out, lines[signature], query_terms);
    return out;
  }
  if (lines.size() <= kSnippetLines + kSignatureLines) {
    for (const auto line : lines) append_line(out, line, query_terms);
    return out;
  }
  std::vector<text::LineRun> runs;
  if (asked) {
    const auto start = std::max(*asked, kSnippetLines / 2) - kSnippetLines / 2;
    runs.push_back({start, std::min(lines.size(), start + kSnippetLines)});
  } else {
    runs = text::best_runs(text::term_marks(lines, query_terms), 0, kSnippetLines / 2);
  }
  if (runs.empty()) runs.push_back({0, kSnippetLines});
  runs.push_back({signature, std::min(lines.size(), signature + kSignatureLines)});
  std::ranges::sort(runs, {}, &text::LineRun::begin);
  std::size_t next = 0;
  for (const auto& run : runs) {
    const auto from = std::max(run.begin, next);
    if (from >= run.end) continue;
    const std::span gap(lines.begin() + static_cast<std::ptrdiff_t>(next),
                        lines.begin() + static_cast<std::ptrdiff_t>(from));
    if (!std::ranges::all_of(gap, base::is_blank)) out.append("...\n");
    for (std::size_t i = from; i < run.end; ++i) append_line(out, lines[i], query_terms);
    next = run.end;
  }
  if (next < lines.size()) out.append("...\n");
  return out;
}

}  // namespace codeweaver::engine
