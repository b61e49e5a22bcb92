// The sequences that TerminalFilter lets through.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/terminal_filter.hpp"

#include <algorithm>

#include "cli/render/terminal.hpp"

namespace codeweaver::cli {

std::size_t own_sequence(std::string_view text) {
  constexpr std::string_view kClear = "\r\033[K", kLink = "\033]8;;", kLinkEnd = "\033\\";
  if (text.starts_with(kClear)) return kClear.size();
  if (text.starts_with(kLink)) {
    const auto end = text.find_first_of("\033\a\n", kLink.size());
    const bool is_whole = end != std::string_view::npos && text.substr(end).starts_with(kLinkEnd);
    return is_whole ? end + kLinkEnd.size() : 0;
  }
  if (!text.starts_with("\033[")) return 0;
  const auto end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

std::string for_terminal(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (const auto own = own_sequence(text); own > 0) {
      out += text.substr(0, own);
      text.remove_prefix(own);
      continue;
    }
    const auto end = text.find_first_of("\033\r", 1);
    out += printable(text.substr(0, end));
    text.remove_prefix(std::min(end, text.size()));
  }
  return out;
}

TerminalFilter::int_type TerminalFilter::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize TerminalFilter::xsputn(const char* text, std::streamsize size) {
  const auto shown = for_terminal({text, static_cast<std::size_t>(size)});
  const auto shown_size = static_cast<std::streamsize>(shown.size());
  return next_.sputn(shown.data(), shown_size) == shown_size ? size : 0;
}

}  // namespace codeweaver::cli
