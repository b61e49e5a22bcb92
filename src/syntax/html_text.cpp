// Reads tags and character references, not a tree: headings are short.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/html_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/utf8.hpp"
#include "syntax/names.hpp"

namespace codeweaver::syntax {
namespace {

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
// What documentation tools let a heading be linked by.
constexpr std::array<std::string_view, 5> kLinkSigns{"", "#", "\u00B6", "\u00A7", "\u200B"};
constexpr std::array<std::string_view, 9> kTitleSeparators{
    "-", "|", ":", "/", "\u2013", "\u2014", "\u00B7", "\u00BB", "\u00AB"};

/// Length of the tag or comment that the text starts with; 0: it starts with none.
std::size_t tag_size(std::string_view html) noexcept {
  if (!html.starts_with('<')) return 0;
  const bool is_comment = html.starts_with("<!--");
  const auto end = is_comment ? html.find("-->", 4) : html.find('>');
  if (end == std::string_view::npos) return html.size();
  return end + (is_comment ? 3 : 1);
}

/// Appends what the character reference at the start of the text stands for; its length.
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

std::string_view trimmed(std::string_view text) noexcept {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

/// Length of a link at the start of the text that shows a sign alone; 0: it starts with none.
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
  const bool is_sign = std::ranges::find(kLinkSigns, trimmed(shown)) != kLinkSigns.end();
  return is_sign ? end + 4 : 0;
}

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
    if (out.ends_with(sign)) out = trimmed(out.substr(0, out.size() - sign.size()));
  return out;
}

bool is_only_tags(std::string_view html) noexcept {
  while (!(html = trimmed(html)).empty()) {
    const auto size = tag_size(html);
    if (size == 0) return false;
    html.remove_prefix(size);
  }
  return true;
}

std::string_view title_beside(std::string_view title, std::string_view heading) noexcept {
  if (heading.empty()) return title;
  if (title == heading) return {};
  if (title.starts_with(heading)) {
    const auto rest = trimmed(title.substr(heading.size()));
    for (const auto separator : kTitleSeparators)
      if (rest.starts_with(separator)) return trimmed(rest.substr(separator.size()));
  }
  if (title.ends_with(heading)) {
    const auto rest = trimmed(title.substr(0, title.size() - heading.size()));
    for (const auto separator : kTitleSeparators)
      if (rest.ends_with(separator)) return trimmed(rest.substr(0, rest.size() - separator.size()));
  }
  return title;
}

}  // namespace codeweaver::syntax
