// Pages: shrinks an answer to a token limit and counts its tokens.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_page.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "base/utf8.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/match_excerpt.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/text/analyzer.hpp"
#include "codeweaver/text/token_count.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"
#include "service/hosting/interpretation.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kCut = "...\n";

double rounded(double value, double steps) {
  return std::round(value * steps) / steps;
}

/// Kind and qualified name; empty if the match has no name.
std::string title(const CodeMatch& match) {
  if (!match.content.chunk_name) return {};
  const auto& name = *match.content.chunk_name;
  const auto kind = match.content.metadata.find("kind");
  return (kind == match.content.metadata.end() ? "" : kind->second + ' ') +
         name.substr(name.find(':') + 1);
}

/// Code as the text form shows it: without newlines at the end, and empty for a lone "...".
std::string_view shown(std::string_view code) {
  while (code.ends_with('\n')) code.remove_suffix(1);
  return code == kCut.substr(0, 3) ? std::string_view() : code;
}

/// A match as text: its place, kind and name, and `code` below.
std::string text_of_match(const CodeMatch& match, std::string_view code) {
  std::string out = place_of(match);
  if (const auto name = title(match); !name.empty()) out += ' ' + name;
  if (const auto callers = callers_text(match); !callers.empty()) out += ", " + callers;
  if (const auto lines = shown(code); !lines.empty()) out.append("\n").append(lines);
  return out;
}

/// The members of a match that a model needs, without repetition; readable as a CodeMatch. `code`:
/// the part of its content to show.
json::Value brief_json(const CodeMatch& match, std::string_view code) {
  json::Value file{json::Object{{"path", match.file.path}}};
  if (!match.file.language.empty()) file.set("language", match.file.language);
  json::Value content{json::Object{{"content", code}}};
  if (match.content.chunk_name) content.set("chunk_name", *match.content.chunk_name);
  json::Value out{json::Object{{"file", std::move(file)},
                               {"content", std::move(content)},
                               {"span", json::to_json(match.span)},
                               {"relevance_score", rounded(match.relevance_score, 1e2)},
                               {"match_type", to_string(match.match_type)}}};
  if (match.callers) out.set("callers", json::to_json(*match.callers));
  return out;
}

/// A match in the two forms of a page.
struct ShownMatch {
  json::Value item;
  std::string text;
};

ShownMatch shown_match(const CodeMatch& match, std::string_view code) {
  return {brief_json(match, code), text_of_match(match, code)};
}

class PageMaker {
 public:
  PageMaker(FindCodeResponseSummary answer, const PageLimits& limits)
      : answer_(std::move(answer)),
        limits_(limits),
        is_doubtful_(is_doubtful(answer_)),
        total_(answer_.matches.size()),
        matches_(std::exchange(answer_.matches, {})) {
    const auto skipped = std::min(limits.offset, total_);
    matches_.erase(matches_.begin(), matches_.begin() + static_cast<std::ptrdiff_t>(skipped));
    const bool names_nearest = is_doubtful_ && limits.nearest > 0 && limits.offset == 0;
    matches_.resize(std::min(
        {matches_.size(), limits.max_results, names_nearest ? limits.nearest : matches_.size()}));
    for (auto& term : text::analyze_query(limits.query)) terms_.insert(std::move(term.text));
    for (const auto& match : matches_) shown_.push_back(least_form(match, names_nearest));
    if (limits_.detail == Detail::kSnippet && !names_nearest)
      most_whole_ = limits.most_whole - std::min(limits.most_whole, limits.offset);
  }

  Page make() {
    std::size_t count = with_whole_matches();
    if (count == 0 && !shown_.empty()) {
      is_summary_short_ = true;
      count = most_that_fit();
    }
    if (count == 0 && !shown_.empty() && cut_first()) count = 1;
    if (count == 0 && !shown_.empty()) {
      answer_.warnings.insert(answer_.warnings.begin(), "token_limit " +
                                                            std::to_string(limits_.token_limit) +
                                                            " is too small for a match; raise it");
      is_full_ = true;
    }
    while (count == 0 && trimming_ < kMostTrimming && most_forms(0).both() > limits_.token_limit)
      ++trimming_;
    if (limits_.detail != Detail::kFull) add_related(count);
    return counted(count);
  }

 private:
  static constexpr int kMostTrimming = 2;
  static constexpr std::size_t kLeastShown = 6;    // including whole ones
  static constexpr std::size_t kRelatedShare = 8;  // 1/8 of the aim is kept for related symbols

  /// A match in its shortest form on a page.
  ShownMatch least_form(const CodeMatch& match, bool is_named_only) const {
    const auto& code = match.content.content;
    if (is_named_only)
      return {brief_json(match, signature_of(code, terms_)), text_of_match(match, {})};
    if (limits_.detail == Detail::kFull) return {json::to_json(match), text_of_match(match, code)};
    if (limits_.detail == Detail::kSummary) return shown_match(match, code);
    return shown_match(match, brief_snippet(match, terms_, limits_.query));
  }

  /// Shows as many of the first matches whole as possible while kLeastShown matches still fit.
  /// Returns the number of matches that fit.
  std::size_t with_whole_matches() {
    const auto brief = shown_;
    const auto fit_with = [&](std::size_t whole) {
      for (std::size_t i = 0; i < shown_.size(); ++i)
        shown_[i] = i < whole ? shown_match(matches_[i], matches_[i].content.content) : brief[i];
      return most_that_fit();
    };
    const auto least = std::min(fit_with(0), kLeastShown);
    std::size_t whole = 0, too_many = std::min(most_whole_, shown_.size()) + 1;
    while (too_many - whole > 1) {
      const auto middle = whole + (too_many - whole) / 2;
      (fit_with(middle) >= (middle == 1 ? 1 : least) ? whole : too_many) = middle;
    }
    return fit_with(whole);
  }

  /// Whether a page with `count` matches meets token_limit, and each form `aim` (0: no aim).
  bool fits(std::size_t count, std::size_t aim) const {
    const auto form = most_forms(count);
    return form.both() <= limits_.token_limit &&
           (count <= 1 || aim == 0 || std::max(form.text, form.structured) <= aim);
  }

  /// The largest number of matches within the limits, may be 0. The aim applies to each form,
  /// because most clients give their model one; the limit applies to both, because some give both.
  std::size_t most_that_fit() const {
    const auto aim = limits_.token_aim - limits_.token_aim / kRelatedShare;
    std::size_t most = 0, too_many = shown_.size() + 1;
    while (too_many - most > 1) {
      const auto middle = most + (too_many - most) / 2;
      (fits(middle, aim) ? most : too_many) = middle;
    }
    return most;
  }

  /// Adds related symbols to the first matches while they fit.
  void add_related(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (matches_[i].related_symbols.empty()) continue;
      json::Value names = json::Array{};
      for (const auto& name : matches_[i].related_symbols) names.push_back(name);
      auto before = shown_[i].item;
      shown_[i].item.set("related_symbols", std::move(names));
      if (fits(count, limits_.token_aim)) continue;
      shown_[i].item = std::move(before);
      return;
    }
  }

  /// Cuts the first match to the lines that fit; false: not even one line fits.
  bool cut_first() {
    const auto& match = matches_.front();
    const auto whole = brief_snippet(match, terms_, limits_.query);
    std::vector<std::size_t> ends;  // ends of lines
    for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1))
      ends.push_back(at + 1);
    const auto fits = [&](std::size_t lines) {
      shown_.front() = shown_match(match, whole.substr(0, ends[lines - 1]) + std::string(kCut));
      return most_forms(1).both() <= limits_.token_limit;
    };
    if (ends.empty() || !fits(1)) return false;
    std::size_t kept = 1, too_many = ends.size();
    while (too_many - kept > 1) {
      const auto middle = kept + (too_many - kept) / 2;
      (fits(middle) ? kept : too_many) = middle;
    }
    return fits(kept);
  }

  bool has_more(std::size_t count) const { return !is_full_ && limits_.offset + count < total_; }
  std::string cursor(std::size_t count) const {
    return write_cursor({limits_.offset + count, answer_.generation}, limits_.question);
  }

  /// The summary, as on all other surfaces.
  std::string summary(std::size_t count) const {
    if (total_ > 0 && count == 0) return "No more matches; total: " + std::to_string(total_);
    if (total_ == 0 || !is_summary_short_) return answer_.summary;
    return is_doubtful_ ? doubt_text(*answer_.confidence)
                        : "Found " + base::counted(total_, "match", "matches");
  }

  /// The first line of the text: the range of the matches on this page.
  std::string heading(std::size_t count) const {
    if (total_ == 0 || count == 0) return summary(count);
    const auto range = std::to_string(limits_.offset + 1) + '-' +
                       std::to_string(limits_.offset + count) + " of " + std::to_string(total_);
    if (is_doubtful_) return doubt_text(*answer_.confidence) + ". Nearest matches " + range;
    return "Matches " + range;
  }

  std::string text(std::size_t count) const {
    std::string out = trimming_ < 2 ? heading(count) + '\n' : "";
    if (trimming_ < 1)
      for (const auto& suggestion : answer_.suggestions) out += "- " + suggestion + '\n';
    if (const auto read = interpretation_of(answer_); trimming_ < 2 && !read.empty())
      out += read + '\n';
    if (trimming_ < 2)
      for (const auto& warning : answer_.warnings) out += "Warning: " + warning + '\n';
    for (std::size_t i = 0; i < count; ++i)
      out += '\n' + std::to_string(limits_.offset + i + 1) + ". " + shown_[i].text + '\n';
    if (has_more(count)) out += "\nMore with cursor \"" + cursor(count) + "\".\n";
    return base::printable_lines(out);
  }

  json::Value structured(std::size_t count, std::size_t token_count) const {
    FindCodeResponseSummary shell = answer_;
    shell.summary = trimming_ < 2 ? summary(count) : "...";
    shell.total_results = count;
    shell.token_count = token_count;
    shell.execution_time_ms = rounded(answer_.execution_time_ms, 10);
    std::set<std::string> languages;
    for (std::size_t i = 0; i < count; ++i)
      if (const auto& language = matches_[i].file.language; !language.empty())
        languages.insert(language);
    shell.languages_found.assign(languages.begin(), languages.end());
    if (shell.confidence) shell.confidence = rounded(*shell.confidence, 1e3);
    if (shell.coverage) shell.coverage = rounded(*shell.coverage, 1e3);
    if (shell.seconds_left) shell.seconds_left = rounded(*shell.seconds_left, 10);
    if (trimming_ >= 1) shell.suggestions.clear();
    if (trimming_ >= 2) {
      shell.warnings.clear();
      shell.interpreted_query.clear();
      shell.call_graph.reset();
    }
    auto out = json::to_json(shell);
    if (limits_.detail != Detail::kFull && count > 0)
      std::erase_if(*out.if_object(), [](const json::Member& member) {
        return member.key == "searched_chunks" || member.key == "searched_files" ||
               member.key == "generation";
      });
    json::Value items = json::Array{};
    for (std::size_t i = 0; i < count; ++i) items.push_back(shown_[i].item);
    out.set("matches", std::move(items));
    if (has_more(count)) out.set("next_cursor", cursor(count));
    return out;
  }

  /// Tokens of each form of a page.
  struct Forms {
    std::size_t text = 0, structured = 0;
    std::size_t both() const { return text + structured; }
  };
  Forms forms(std::size_t count, std::size_t token_count) const {
    return {text::count_tokens(text(count)),
            text::count_tokens(json::dump(structured(count, token_count)))};
  }
  /// Upper bound of forms(): token_count has at most as many digits as token_limit.
  Forms most_forms(std::size_t count) const { return forms(count, limits_.token_limit); }

  /// The page with its token count. The count is part of the page, so it is computed repeatedly.
  Page counted(std::size_t count) const {
    std::size_t size = most_forms(count).both();
    for (auto again = forms(count, size).both(); again < size; again = forms(count, size).both())
      size = again;
    return {text(count), structured(count, size)};
  }

  FindCodeResponseSummary answer_;  // without its matches
  const PageLimits& limits_;
  bool is_doubtful_;
  std::size_t total_;               // matches of all pages
  std::vector<CodeMatch> matches_;  // candidates of this page
  std::vector<ShownMatch> shown_;   // the two forms of matches_
  std::set<std::string, std::less<>> terms_;
  std::size_t most_whole_ = 0;     // on this page
  bool is_full_ = false;           // not even one match fits
  bool is_summary_short_ = false;  // the summary with the names of the best matches does not fit
  int trimming_ = 0;               // 1: without suggestions; 2: also without warnings and summary
};

Error invalid_cursor(std::string_view text, std::string_view why) {
  return {
      ErrorCategory::kInvalidArgument, "INVALID_CURSOR",
      "The cursor '" + std::string(base::utf8_prefix(text, 60)) + "' " + std::string(why),
      "continuing an answer",
      "Send the same arguments as for the first page, with the next_cursor of the last answer as "
      "cursor. Or omit cursor to start with the first page."};
}

}  // namespace

std::string write_cursor(const PageCursor& cursor, std::uint64_t question) {
  std::string out = std::to_string(cursor.offset) + '-' + std::to_string(cursor.generation) + '-';
  return out + std::to_string(question % 1'000'000'000);
}

Result<PageCursor> read_cursor(std::string_view text, std::uint64_t question) {
  PageCursor cursor;
  std::uint64_t of = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](auto& value, char after) {
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc() ||
        (after == '\0' ? read.ptr != end : read.ptr == end || *read.ptr != after))
      return false;
    at = read.ptr + (after == '\0' ? 0 : 1);
    return true;
  };
  if (!number(cursor.offset, '-') || !number(cursor.generation, '-') || !number(of, '\0'))
    return invalid_cursor(text, "is not from find_code");
  if (of != question % 1'000'000'000) return invalid_cursor(text, "belongs to another query");
  return cursor;
}

Page make_page(FindCodeResponseSummary answer, const PageLimits& limits) {
  return PageMaker(std::move(answer), limits).make();
}

}  // namespace codeweaver::service
