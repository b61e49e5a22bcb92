// Terminal output: streams, colours, links, safe text, numbers in words.
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

#include "base/counted.hpp"
#include "base/printable.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::cli {

/// The streams and files that the process passes to its commands.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool use_colour = false;            ///< set by with_looks()
  int in = -1;                        ///< descriptor of the terminal for input; negative: none
  int piped_in = -1;                  ///< descriptor of piped or redirected input; negative: none
  bool use_links = false;             ///< set by with_looks()
  std::size_t columns = 0, rows = 0;  ///< size of the terminal; 0: unknown or not a terminal
  std::string program{};              ///< path of this program; empty: unknown
  std::string pdfium{};               ///< path of PDFium; empty: searched next to the program
};

/// The user's choice for colours and links.
enum class Use { kAuto, kAlways, kNever };

/// Returns `streams` with `use_colour` and `use_links` set. With kAuto they are on if `out` is a
/// terminal, TERM is set and is not "dumb", and NO_COLOR is empty.
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

/// Returns `text` in a style if colours are on, unchanged otherwise.
std::string styled(const Streams& streams, Style style, std::string_view text);

using base::printable;

/// Returns the file:// URL of an absolute path.
std::string file_url(std::string_view path);

/// Returns `text` as a link to a file (OSC 8) if links are on and `path` is absolute, unchanged
/// otherwise.
std::string linked(const Streams& streams, std::string_view path, std::string_view text);

/// Formats like printf and cuts the result after 199 characters.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), format, values...);
  return text.data();
}

using base::counted;
using base::grouped;

/// "3 values masked in 2 files, 1 file skipped".
std::string secrets_text(const SecretCounts& secrets);
/// Says how large data files are searched, and which setting changes that.
std::string bulk_text(std::size_t files);

/// "850ms", "12.3s", "4m 05s".
std::string duration(double seconds);

/// Asks a question on stderr and waits for one line.
/// \return the line without its line end; nullopt: no terminal for input, end of input, or a stop.
std::optional<std::string> ask(const Streams& streams, std::string_view question,
                               const std::stop_token& stop);

}  // namespace codeweaver::cli
