// The contents of a problem report: title, prose and code, without template text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_REPORT_QUERY_HPP_
#define CODEWEAVER_TEXT_REPORT_QUERY_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/stack_trace.hpp"
#include "codeweaver/detail/trace_query.hpp"
#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::inline v0_1::text {

/// An issue, a commit message or an e-mail, sorted by type of line.
struct Report {
  std::string title;  ///< the first line
  std::string prose;  ///< without links, check lists, headings and environment versions
  std::string code;   ///< fenced or indented
  std::optional<StackTrace> trace{};  ///< views point into the query
};

namespace detail {

inline std::string_view trimmed(std::string_view line) noexcept {
  const auto first = line.find_first_not_of(" \t\r");
  return first == std::string_view::npos
             ? std::string_view()
             : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

inline std::size_t count_words(std::string_view text) {
  std::size_t words = 0;
  for_each_word(text, [&words](std::string_view) { ++words; });
  return words;
}

/// Whether a line is about the reporter's machine and not about the code: "OS: Ubuntu 22.04",
/// "Python version 3.11".
inline bool is_environment(std::string_view line) {
  constexpr std::size_t kMostWords = 8;
  constexpr std::array<std::string_view, 16> kMachineWords = {
      "os",     "version", "platform", "environment", "browser", "node", "npm",    "python",
      "ubuntu", "macos",   "windows",  "linux",       "kernel",  "arch", "docker", "distro"};
  if (count_words(line) > kMostWords || line.find_first_of("0123456789:") == std::string_view::npos)
    return false;
  bool found = false;
  for_each_word(line.substr(0, line.find(':')), [&found, &kMachineWords](std::string_view word) {
    found = found || std::find(kMachineWords.begin(), kMachineWords.end(), to_lower(word)) !=
                         kMachineWords.end();
  });
  return found;
}

/// Appends a line without its links.
inline void append_prose(std::string_view line, std::string& out) {
  while (!line.empty()) {
    const auto link = std::min(line.find("http://"), line.find("https://"));
    out += line.substr(0, link);
    if (link == std::string_view::npos) break;
    const auto end = line.find_first_of(" \t)>]", link);
    line.remove_prefix(end == std::string_view::npos ? line.size() : end);
  }
  out += '\n';
}

/// Sorts the lines of a report by type.
class ReportReader {
 public:
  explicit ReportReader(std::optional<StackTrace> trace) { out_.trace = std::move(trace); }

  Report read(std::string_view text) {
    while (!text.empty()) {
      const auto end = text.find('\n');
      add(text.substr(0, end));
      if (end == std::string_view::npos) break;
      text.remove_prefix(end + 1);
    }
    return std::move(out_);
  }

 private:
  void add(std::string_view whole) {
    const std::string_view line = trimmed(whole);
    if (line.starts_with("```") || line.starts_with("~~~")) {
      in_fence_ = !in_fence_;
    } else if (is_frame(whole)) {
      return;
    } else if (in_fence_ || is_code(whole, line)) {
      out_.code.append(line) += '\n';
    } else if (in_comment_ || line.starts_with("<!--")) {
      in_comment_ = line.find("-->") == std::string_view::npos;
    } else if (!line.empty()) {
      add_text(line);
    }
  }
  void add_text(std::string_view line) {
    if (out_.title.empty()) {
      out_.title = trimmed(line.substr(std::min(line.find_first_not_of('#'), line.size())));
    } else if (!line.starts_with('#') && !line.starts_with("- [") && !line.starts_with("* [") &&
               !is_environment(line)) {
      append_prose(line, out_.prose);
    }
  }
  static bool is_code(std::string_view whole, std::string_view line) noexcept {
    const bool is_indented = whole.starts_with("    ") || whole.starts_with('\t');
    return line.ends_with(';') || line.ends_with('{') || line == "}" || line.starts_with("//") ||
           (is_indented && line.find_first_of("(){}[];=<>") != std::string_view::npos);
  }
  bool is_frame(std::string_view line) const {
    if (!out_.trace) return false;
    const auto holds = [line](std::string_view part) {
      return !part.empty() && part.data() >= line.data() &&
             part.data() + part.size() <= line.data() + line.size();
    };
    return std::ranges::any_of(out_.trace->frames, [&holds](const TraceFrame& frame) {
      return holds(frame.file) || holds(frame.function);
    });
  }

  Report out_;
  bool in_fence_ = false, in_comment_ = false;
};

}  // namespace detail

/// Returns the report in a query: a title of at most 30 words above a text of at least 12 words.
/// nullopt: the query is not a report. Cost: a few passes over each line.
inline std::optional<Report> read_report(std::string_view query) {
  constexpr std::size_t kMostTitleWords = 30, kFewestProseWords = 12;
  // Prose contains stop words; code and lists of names contain almost none.
  constexpr std::size_t kOtherWordsPerStopWord = 6;
  if (query.find('\n') == std::string_view::npos) return std::nullopt;
  Report report = detail::ReportReader(read_stack_trace(query)).read(query);
  std::size_t words = 0, stop_words = 0;
  for_each_word(report.prose, [&](std::string_view word) {
    ++words;
    if (is_stop_word(to_lower(word))) ++stop_words;
  });
  if (words < kFewestProseWords || stop_words * kOtherWordsPerStopWord < words ||
      detail::count_words(report.title) > kMostTitleWords)
    return std::nullopt;
  return report;
}

/// Returns the report as text, for models; it contains the title twice.
inline std::string report_text(const Report& report) {
  std::string out = report.title + '\n' + report.title + '\n' + report.prose;
  if (report.trace) out += trace_text(*report.trace);
  return out;
}

/// Returns the terms of the report. Terms of the title have the largest weights, terms of code
/// small ones.
inline std::vector<rank::QueryTerm> analyze_report(const Report& report) {
  constexpr QueryWeights kTitle{2.0F, 3.0F, 1.2F, 0.5F}, kProse{1.0F, 2.0F, 0.6F, 0.0F},
      kCode{0.4F, 1.0F, 0.25F, 0.0F};
  detail::QueryTermSet terms;
  detail::collect_query_terms(report.title, kTitle, /*keep_stop_words=*/false, terms);
  if (report.trace)
    for (const auto& term : analyze_trace(*report.trace))
      terms.add(term.text, term.weight, term.optional);
  detail::collect_query_terms(report.prose, kProse, /*keep_stop_words=*/false, terms);
  detail::collect_query_terms(report.code, kCode, /*keep_stop_words=*/false, terms);
  return std::move(terms).take();
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_REPORT_QUERY_HPP_
