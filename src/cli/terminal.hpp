// The terminal: colours, widths, the progress bar.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <string_view>

#include "codeweaver/index_types.hpp"

namespace codeweaver::cli {

/// What the process gives its commands: where they write and what may be written there, and how to
/// start it again.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool use_colour = false;  ///< as with_looks() finds
  int in = -1;              ///< descriptor of the terminal that somebody types at; negative: none
  int piped_in = -1;        ///< of what was put in the place of one; negative: nothing was
  bool use_links = false;   ///< the same
  std::size_t columns = 0, rows = 0;  ///< of the terminal that `out` is; 0: not known
  std::string program{};              ///< file that starts this program; empty: not known
  std::string pdfium{};               ///< file of PDFium; empty: looked for beside the program
};

/// What the user says of colours and of links.
enum class Use { kAuto, kAlways, kNever };

/// `streams` with colours and links: by default those that a terminal shows which is not "dumb"
/// (TERM) and whose user wants colours (NO_COLOR).
Streams with_looks(Streams streams, Use colours, Use links,
                   const std::map<std::string, std::string, std::less<>>& environment);

enum class Style {
  kBold,
  kDim,
  kPath,
  kScore,
  kWarning,
  kError,
  kMark,
  kKeyword,
  kString,
  kComment
};

/// `text` in a style where colours are on, else unchanged.
std::string styled(const Streams& streams, Style style, std::string_view text);

/// `text` without anything that a terminal would obey: control characters as their pictures
/// (U+2400 on), those that turn the direction of text as U+FFFD. Line ends and tabs stay.
std::string printable(std::string_view text);

/// `text` as a link to a file (OSC 8) where the terminal takes them and `path` is absolute.
std::string linked(const Streams& streams, std::string_view path, std::string_view text);

/// As printf writes it; longer than 199 characters is cut.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

/// 1247 as "1,247".
std::string grouped(std::size_t number);

/// "3 values masked in 2 files, 1 file left out".
std::string secrets_text(const SecretCounts& secrets);
/// Files of bulk data, and what includes the rest of them.
std::string bulk_text(std::size_t files);

/// "850ms", "12.3s", "4m 05s".
std::string duration(double seconds);

/// Asks on stderr and waits for a line, which comes back without its line end; nullopt: nobody is
/// there to answer, the input ended, or a stop was requested.
std::optional<std::string> ask(const Streams& streams, std::string_view question,
                               const std::stop_token& stop);

}  // namespace codeweaver::cli
