// Reads tags and character references without a tree, because pieces of pages can begin anywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/html_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "syntax/names.hpp"

namespace codeweaver::syntax {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

constexpr std::size_t kMaxHeadingBytes = 200;
constexpr std::size_t kMaxReferenceBytes = 10;
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kReferences{
    {{"amp", "&"},
     {"lt", "<"},
     {"gt", ">"},
     {"quot", "\""},
     {"apos", "'"},
     {"nbsp", " "},
     {"ndash", "\u2013"},
     {"mdash", "\u2014"},
     {"hellip", "\u2026"},
     {"lsquo", "\u2018"},
     {"rsquo", "\u2019"},
     {"ldquo", "\u201C"},
     {"rdquo", "\u201D"}}};
// Link signs that documentation tools add to headings.
constexpr std::array<std::string_view, 5> kLinkSigns{"", "#", "\u00B6", "\u00A7", "\u200B"};
constexpr std::array<std::string_view, 9> kTitleSeparators{
    "-", "|", ":", "/", "\u2013", "\u2014", "\u00B7", "\u00BB", "\u00AB"};

/// The length of the tag or comment at the start of the text; 0: none.
std::size_t tag_size(std::string_view html) noexcept {
  if (!html.starts_with('<')) return 0;
  const bool is_comment = html.starts_with("<!--");
  const auto end = is_comment ? html.find("-->", 4) : html.find('>');
  if (end == std::string_view::npos) return html.size();
  return end + (is_comment ? 3 : 1);
}

/// Appends the text of the character reference at the start. Returns its length.
std::size_t append_reference(std::string_view html, std::string& out) {
  const auto end = html.substr(0, kMaxReferenceBytes).find(';');
  if (end != std::string_view::npos) {
    const auto name = html.substr(1, end - 1);
    for (const auto& [known, text] : kReferences) {
      if (name != known) continue;
      out.append(text);
      return end + 1;
    }
    if (name.starts_with('#')) {
      const bool is_hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
      const auto digits = name.substr(is_hex ? 2 : 1);
      std::uint32_t code = 0;
      const auto [last, error] =
          std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
      if (error == std::errc() && last == digits.data() + digits.size() && code >= ' ' &&
          code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF)) {
        base::append_utf8(code == 0xA0 ? U' ' : static_cast<char32_t>(code), out);
        return end + 1;
      }
    }
  }
  out += '&';
  return 1;
}

/// The length of a link at the start of the text that shows only a sign; 0: none.
std::size_t sign_link_size(std::string_view html) {
  if (!html.starts_with("<a ") && !html.starts_with("<A ")) return 0;
  const auto begin = tag_size(html);
  auto end = html.find("</a>", begin);
  if (end == std::string_view::npos) end = html.find("</A>", begin);
  if (end == std::string_view::npos) return 0;
  std::string shown;
  for (auto inner = html.substr(begin, end - begin); !inner.empty();) {
    auto size = tag_size(inner);
    if (size == 0 && inner[0] == '&') size = append_reference(inner, shown);
    if (size == 0) {
      shown += inner[0];
      size = 1;
    }
    inner.remove_prefix(size);
    if (shown.size() > kMaxReferenceBytes) return 0;
  }
  const bool is_sign =
      std::ranges::find(kLinkSigns, base::trimmed(shown, kBlanks)) != kLinkSigns.end();
  return is_sign ? end + 4 : 0;
}

constexpr std::size_t kLeastTextBytes = 30;
constexpr std::size_t kLeastTextShare = 5;  // one part in this many
// Elements that end the text before them.
constexpr std::array<std::string_view, 26> kBlocks{
    "address", "article", "aside",      "blockquote", "br",   "caption", "dd", "details", "div",
    "dl",      "dt",      "figcaption", "hr",         "main", "nav",     "ol", "p",       "pre",
    "section", "summary", "table",      "td",         "th",   "title",   "tr", "ul"};

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Lower-case name of the tag at the start of the text. Empty for comments and declarations.
std::string tag_name(std::string_view tag) {
  std::string out;
  for (std::size_t i = tag.starts_with("</") ? 2 : 1; i < tag.size(); ++i) {
    const char c = tag[i];
    if (!is_letter(c) && (c < '0' || c > '9')) break;
    out += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return out;
}

/// Reads a piece from its start to its end.
class PieceReader {
 public:
  explicit PieceReader(std::string_view html) : rest_(html) {}

  std::optional<std::string> read() {
    std::size_t tag_bytes = 0;
    while (!rest_.empty() && !is_template_) {
      const auto size = markup_size();
      if (size > 0) {
        tag_bytes += size;
        take_markup(rest_.substr(0, size));
        rest_.remove_prefix(size);
      } else {
        take_text();
      }
    }
    end_line();
    const bool is_text =
        text_bytes_ >= kLeastTextBytes && text_bytes_ * kLeastTextShare >= text_bytes_ + tag_bytes;
    return is_text && !is_template_ ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  /// The length of markup at the start of the rest; 0: text.
  std::size_t markup_size() const {
    if (!hidden_.empty())
      return rest_.starts_with("</") && tag_name(rest_) == hidden_ ? tag_size(rest_) : 0;
    if (const auto size = sign_link_size(rest_); size > 0) return size;
    const bool is_tag =
        rest_.size() > 1 && rest_[0] == '<' &&
        (is_letter(rest_[1]) || std::string_view("/!?").find(rest_[1]) != std::string_view::npos);
    return is_tag ? tag_size(rest_) : 0;
  }

  void take_markup(std::string_view markup) {
    is_template_ = markup.starts_with("<?php") || markup.starts_with("<?=") ||
                   markup.find("{{") != std::string_view::npos ||
                   markup.find("{%") != std::string_view::npos;
    const auto name = tag_name(markup);
    const bool is_end = markup.starts_with("</");
    if (name == "pre" || name == "code")
      code_depth_ = is_end ? code_depth_ - std::min(code_depth_, 1U) : code_depth_ + 1;
    if (name == "pre") is_preformatted_ = !is_end;
    if ((name == "script" || name == "style") && !is_end) hidden_ = name;
    if (is_end && name == hidden_) hidden_.clear();
    const bool is_heading = name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
    if (is_heading || name == "li" || std::ranges::find(kBlocks, name) != kBlocks.end()) part();
    if (is_heading && !is_end)
      mark_ = std::string(static_cast<std::size_t>(name[1] - '0'), '#') + ' ';
    if (name == "li") mark_ = is_end ? "" : "- ";
    for (const char c : markup)
      if (c == '\n') end_line();
  }

  void take_text() {
    const char c = rest_[0];
    std::size_t size = 1;
    if (c == '\n') {
      end_line();
    } else if (hidden_.empty()) {
      is_template_ = code_depth_ == 0 && (rest_.starts_with("{{") || rest_.starts_with("{%") ||
                                          rest_.starts_with("<%"));
      size = take_shown(c);
    }
    rest_.remove_prefix(size);
  }

  /// Returns the number of bytes consumed.
  std::size_t take_shown(char c) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\r';
    if (is_blank && !is_preformatted_) {
      part();
      return 1;
    }
    if (!is_blank) begin_text();
    if (c == '&') return append_reference(rest_, out_);
    out_ += c;
    return 1;
  }

  void begin_text() {
    out_ += mark_;
    mark_.clear();
    ++text_bytes_;
  }
  void part() {
    if (!out_.empty() && out_.back() != ' ' && out_.back() != '\n') out_ += ' ';
  }
  void end_line() {
    while (!out_.empty() && (out_.back() == ' ' || out_.back() == '\t' || out_.back() == '\r'))
      out_.pop_back();
    if (!rest_.empty()) out_ += '\n';
  }

  std::string_view rest_;
  std::string out_;
  std::string mark_;    // written before the next text
  std::string hidden_;  // the current element with hidden text
  std::size_t text_bytes_ = 0;
  unsigned code_depth_ = 0;
  bool is_preformatted_ = false, is_template_ = false;
};

}  // namespace

std::string html_heading_text(std::string_view html) {
  std::string out;
  while (!html.empty() && out.size() < 2 * kMaxHeadingBytes) {
    auto size = sign_link_size(html);
    if (size == 0) size = tag_size(html);
    if (size > 0) {
      if (html.starts_with("<br")) out += ' ';
    } else if (html[0] == '&') {
      size = append_reference(html, out);
    } else {
      out += html[0];
      size = 1;
    }
    html.remove_prefix(size);
  }
  out = one_line(out, kMaxHeadingBytes);
  for (const std::string_view sign : {"\u00B6", "\u00A7"})
    if (out.ends_with(sign)) out = base::trimmed(out.substr(0, out.size() - sign.size()), kBlanks);
  return out;
}

bool is_only_tags(std::string_view html) noexcept {
  while (!(html = base::trimmed(html, kBlanks)).empty()) {
    const auto size = tag_size(html);
    if (size == 0) return false;
    html.remove_prefix(size);
  }
  return true;
}

std::optional<std::string> html_as_read(std::string_view html) {
  return PieceReader(html).read();
}

std::string_view title_beside(std::string_view title, std::string_view heading) noexcept {
  if (heading.empty()) return title;
  if (title == heading) return {};
  if (title.starts_with(heading)) {
    const auto rest = base::trimmed(title.substr(heading.size()), kBlanks);
    for (const auto separator : kTitleSeparators)
      if (rest.starts_with(separator)) return base::trimmed(rest.substr(separator.size()), kBlanks);
  }
  if (title.ends_with(heading)) {
    const auto rest = base::trimmed(title.substr(0, title.size() - heading.size()), kBlanks);
    for (const auto separator : kTitleSeparators)
      if (rest.ends_with(separator))
        return base::trimmed(rest.substr(0, rest.size() - separator.size()), kBlanks);
  }
  return title;
}

}  // namespace codeweaver::syntax
