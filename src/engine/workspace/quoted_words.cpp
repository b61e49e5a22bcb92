// Finds quotes in a text, and their words in sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/quoted_words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::string_view kFence = "```";
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kQuoteMarks = {
    {{"`", "`"}, {"\"", "\""}, {"\u201c", "\u201d"}, {"\u201e", "\u201c"}}};
constexpr std::array<std::string_view, 3> kEllipses = {"[...]", "...", "\u2026"};

/// Number of bytes of the word character at the start of `text`; 0 if it is not one. Characters
/// beyond ASCII are word characters, except punctuation (U+0080 to U+00BF, U+2000 to U+207F).
std::size_t word_bytes(std::string_view text) {
  const char c = text.front();
  if (static_cast<unsigned char>(c) < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (text.starts_with("\xC2") || text.starts_with("\xE2\x80") || text.starts_with("\xE2\x81"))
    return 0;
  std::size_t bytes = 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0) == 0x80) ++bytes;
  return bytes;
}

/// Number of bytes of a character that is not part of a word.
std::size_t other_bytes(std::string_view text) {
  const std::size_t bytes = text.front() == '\xC2' ? 2 : text.front() == '\xE2' ? 3 : 1;
  return std::min(bytes, text.size());
}

/// " words in lower case "; " " if there are none.
std::string quoted_words_of(std::string_view text) {
  std::string out = " ";
  while (!text.empty()) {
    const auto bytes = word_bytes(text);
    if (bytes > 0) {
      const char c = text.front();
      const bool is_capital = c >= 'A' && c <= 'Z';
      if (is_capital)
        out += static_cast<char>(c - 'A' + 'a');
      else
        out += text.substr(0, bytes);
    } else if (out.back() != ' ') {
      out += ' ';
    }
    text.remove_prefix(bytes > 0 ? bytes : other_bytes(text));
  }
  if (out.back() != ' ') out += ' ';
  return out;
}

/// `text` without ":12" or ":12-20" at its end.
std::string_view without_lines(std::string_view text) {
  const auto place = text.find_last_not_of("0123456789-");
  return place != text.npos && text[place] == ':' ? text.substr(0, place) : text;
}

/// The number and the length of "[n]" at the start of `text`.
std::optional<std::pair<std::size_t, std::size_t>> citation_at(std::string_view text) {
  if (!text.starts_with('[')) return std::nullopt;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data() + text.size() || *end != ']') return std::nullopt;
  return std::pair(number, static_cast<std::size_t>(end - text.data()) + 1);
}

/// Collects quotes and assigns the citations that follow them.
class QuoteReader {
 public:
  explicit QuoteReader(std::string_view text) : rest_(text) {}

  std::vector<Quote> read() {
    while (!rest_.empty()) {
      if (rest_.starts_with(kFence))
        read_fenced();
      else if (rest_.starts_with("\n\n"))
        end_statement(2);
      else if (const auto cited = citation_at(rest_))
        read_citation(*cited);
      else if (!read_quote())
        skip(1);
    }
    return std::move(quotes_);
  }

 private:
  void skip(std::size_t bytes) { rest_.remove_prefix(std::min(bytes, rest_.size())); }
  void add(std::string_view text) {
    if (has_cited_) open_ = quotes_.size();
    has_cited_ = false;
    if (quoted_words_of(text) != " ") quotes_.push_back({std::string(text), {}});
  }
  void end_statement(std::size_t bytes) {
    skip(bytes);
    open_ = quotes_.size();
    has_cited_ = false;
  }
  void read_citation(std::pair<std::size_t, std::size_t> cited) {
    for (auto i = open_; i < quotes_.size(); ++i) quotes_[i].citations.push_back(cited.first);
    has_cited_ = true;
    skip(cited.second);
  }
  void read_fenced() {
    skip(rest_.find('\n') == rest_.npos ? rest_.size() : rest_.find('\n') + 1);
    while (!rest_.empty() && !rest_.starts_with(kFence)) {
      const auto end = std::min(rest_.find('\n'), rest_.size());
      add(rest_.substr(0, end));
      skip(end + 1);
    }
    skip(kFence.size());
  }
  bool read_quote() {
    for (const auto& [open, close] : kQuoteMarks) {
      if (!rest_.starts_with(open)) continue;
      const auto line = rest_.substr(0, rest_.find('\n'));
      const auto end = line.find(close, open.size());
      if (end == line.npos) continue;
      add(line.substr(open.size(), end - open.size()));
      skip(end + close.size());
      return true;
    }
    return false;
  }

  std::string_view rest_;
  std::vector<Quote> quotes_{};
  std::size_t open_ = 0;    // the first quote of this statement
  bool has_cited_ = false;  // the next quote belongs to another statement
};

}  // namespace

std::vector<Quote> quotes_of(std::string_view text) {
  return QuoteReader(text).read();
}

QuotedWords::QuotedWords(std::string_view question, std::span<const Passage> passages) {
  texts_.push_back(quoted_words_of(question));
  for (const auto& passage : passages)
    for (const auto text : {passage.content, passage.path, passage.symbol})
      texts_.push_back(quoted_words_of(text));
}

bool QuotedWords::hold(std::string_view quote) const {
  for (;;) {
    std::size_t at = quote.npos, length = 0;
    for (const auto mark : kEllipses)
      if (const auto found = quote.find(mark); found < at) at = found, length = mark.size();
    if (!hold_part(quote.substr(0, at))) return false;
    if (at == quote.npos) return true;
    quote.remove_prefix(at + length);
  }
}

bool QuotedWords::hold_part(std::string_view part) const {
  const auto words = quoted_words_of(without_lines(part));
  return words == " " || std::ranges::any_of(texts_, [&](const std::string& text) {
           return text.find(words) != text.npos;
         });
}

}  // namespace codeweaver::inline v0_1
