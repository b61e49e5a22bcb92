// Pages: shrinks an answer to a token limit and counts what it came to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/mcp_page.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/text/token_count.hpp"
#include "json/value_types.hpp"
#include "json/writer.hpp"

namespace codeweaver::service {
namespace {

constexpr std::string_view kCut = "...\n";

double rounded(double value, double steps) {
  return std::round(value * steps) / steps;
}

/// Kind and qualified name; empty: it has none.
std::string title(const CodeMatch& match) {
  if (!match.content.chunk_name) return {};
  const auto& name = *match.content.chunk_name;
  const auto kind = match.content.metadata.find("kind");
  return (kind == match.content.metadata.end() ? "" : kind->second + ' ') +
         name.substr(name.find(':') + 1);
}

/// Lines left out before and after code need no mark; nothing but a mark stays.
std::string_view without_end_marks(std::string_view code) {
  while (code.starts_with(kCut) && code.size() > kCut.size()) code.remove_prefix(kCut.size());
  while (code.ends_with("\n" + std::string(kCut))) code.remove_suffix(kCut.size());
  return code;
}

/// Code as text shows it.
std::string_view shown(std::string_view code) {
  code = without_end_marks(code);
  while (code.ends_with('\n')) code.remove_suffix(1);
  return code == kCut.substr(0, 3) ? std::string_view() : code;
}

/// A match as text: its place, what it is, its code.
std::string text_of_match(const CodeMatch& match) {
  std::string out = place_of(match);
  if (const auto name = title(match); !name.empty()) out += ' ' + name;
  if (const auto code = shown(match.content.content); !code.empty()) out.append("\n").append(code);
  return out;
}

/// What a model needs of a match, nothing twice; reads back as a CodeMatch. `code`: as much of its
/// content as is shown.
json::Value brief_json(const CodeMatch& match, std::string_view code) {
  json::Value file{json::Object{{"path", match.file.path}}};
  if (!match.file.language.empty()) file.set("language", match.file.language);
  json::Value content{json::Object{{"content", code}}};
  if (match.content.chunk_name) content.set("chunk_name", *match.content.chunk_name);
  return json::Object{{"file", std::move(file)},
                      {"content", std::move(content)},
                      {"span", json::to_json(match.span)},
                      {"relevance_score", rounded(match.relevance_score, 1e2)},
                      {"match_type", to_string(match.match_type)}};
}

class PageMaker {
 public:
  PageMaker(FindCodeResponseSummary answer, const PageLimits& limits)
      : answer_(std::move(answer)),
        limits_(limits),
        total_(answer_.matches.size()),
        matches_(std::exchange(answer_.matches, {})) {
    const auto skipped = std::min(limits.offset, total_);
    matches_.erase(matches_.begin(), matches_.begin() + static_cast<std::ptrdiff_t>(skipped));
    if (matches_.size() > limits.max_results) matches_.resize(limits.max_results);
    for (const auto& match : matches_) {
      items_.push_back(limits_.detail == Detail::kFull
                           ? json::to_json(match)
                           : brief_json(match, without_end_marks(match.content.content)));
      texts_.push_back(text_of_match(match));
    }
  }

  Page make() {
    std::size_t count = most_that_fit();
    if (count == 0 && !items_.empty() && cut_first()) count = 1;
    if (count == 0 && !items_.empty()) {
      answer_.warnings.insert(answer_.warnings.begin(),
                              "token_limit " + std::to_string(limits_.token_limit) +
                                  " leaves no room for a match; raise it");
      is_full_ = true;
    }
    while (count == 0 && trimming_ < kMostTrimming && most_forms(0).both() > limits_.token_limit)
      ++trimming_;
    return counted(count);
  }

 private:
  static constexpr int kMostTrimming = 2;

  /// The most matches within the limits; 0: not even one. The aim is of each form, as a client
  /// gives its model one of them; the limit is of both, as some give both.
  std::size_t most_that_fit() const {
    const auto fits = [&](std::size_t count) {
      const auto form = most_forms(count);
      return form.both() <= limits_.token_limit &&
             (count <= 1 || limits_.token_aim == 0 ||
              std::max(form.text, form.structured) <= limits_.token_aim);
    };
    std::size_t most = 0, too_many = items_.size() + 1;
    while (too_many - most > 1) {
      const auto middle = most + (too_many - most) / 2;
      (fits(middle) ? most : too_many) = middle;
    }
    return most;
  }

  /// Cuts the first match to the lines that fit; false: none does.
  bool cut_first() {
    auto match = matches_.front();
    match.context_before.clear();
    match.context_after.clear();
    const std::string whole = match.content.content;
    std::vector<std::size_t> ends;  // of its lines
    for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1))
      ends.push_back(at + 1);
    const auto fits = [&](std::size_t lines) {
      match.content.content = whole.substr(0, ends[lines - 1]) + std::string(kCut);
      items_.front() = brief_json(match, match.content.content);
      texts_.front() = text_of_match(match);
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

  std::string summary(std::size_t count) const {
    if (total_ == 0) return answer_.summary;
    if (count == 0) return "No more matches: there are " + std::to_string(total_);
    return "Matches " + std::to_string(limits_.offset + 1) + '-' +
           std::to_string(limits_.offset + count) + " of " + std::to_string(total_);
  }

  std::string text(std::size_t count) const {
    std::string out = trimming_ < 2 ? summary(count) + '\n' : "";
    if (trimming_ < 1)
      for (const auto& suggestion : answer_.suggestions) out += "- " + suggestion + '\n';
    if (trimming_ < 2)
      for (const auto& warning : answer_.warnings) out += "Warning: " + warning + '\n';
    for (std::size_t i = 0; i < count; ++i)
      out += '\n' + std::to_string(limits_.offset + i + 1) + ". " + texts_[i] + '\n';
    if (has_more(count)) out += "\nMore with cursor \"" + cursor(count) + "\".\n";
    return out;
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
    if (trimming_ >= 2) shell.warnings.clear();
    auto out = json::to_json(shell);
    if (limits_.detail != Detail::kFull && count > 0)
      std::erase_if(*out.if_object(), [](const json::Member& member) {
        return member.key == "searched_chunks" || member.key == "searched_files" ||
               member.key == "generation";
      });
    out.set("matches",
            json::Array(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(count)));
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
  /// With a number that has as many digits as any that fits.
  Forms most_forms(std::size_t count) const { return forms(count, limits_.token_limit); }

  /// The page with its own size, of which that number is a part.
  Page counted(std::size_t count) const {
    std::size_t size = most_forms(count).both();
    for (auto again = forms(count, size).both(); again < size; again = forms(count, size).both())
      size = again;
    return {text(count), structured(count, size)};
  }

  FindCodeResponseSummary answer_;  // without its matches
  const PageLimits& limits_;
  std::size_t total_;  // matches of all pages
  std::vector<CodeMatch> matches_;
  std::vector<json::Value> items_;  // the same as JSON
  std::vector<std::string> texts_;  // the same as text
  bool is_full_ = false;            // not even one match fits
  int trimming_ = 0;                // of what stands beside the matches
};

Error invalid_cursor(std::string_view text, std::string_view why) {
  return {
      ErrorCategory::kInvalidArgument, "INVALID_CURSOR",
      "The cursor '" + std::string(base::utf8_prefix(text, 60)) + "' " + std::string(why),
      "continuing an answer",
      "Repeat the arguments of the first page with the next_cursor it gave, or leave cursor out."};
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
    return invalid_cursor(text, "is none that find_code gave");
  if (of != question % 1'000'000'000) return invalid_cursor(text, "belongs to another question");
  return cursor;
}

Page make_page(FindCodeResponseSummary answer, const PageLimits& limits) {
  return PageMaker(std::move(answer), limits).make();
}

}  // namespace codeweaver::service
