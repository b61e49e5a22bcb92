// The help of commands: lines are broken between words, internal marks of the parser left out.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/help_layout.hpp"

#include <regex>
#include <sstream>

namespace codeweaver::cli {
namespace {

constexpr std::size_t kDescriptionWidth = 50;

}  // namespace

std::string HelpLayout::make_option_name(const CLI::Option* option, bool is_positional) const {
  static const std::regex negated(R"(\{false\})");
  return std::regex_replace(CLI::Formatter::make_option_name(option, is_positional), negated, "");
}

std::string HelpLayout::make_option_opts(const CLI::Option* option) const {
  static const std::regex range(R"((UINT|INT|FLOAT|N):\w+ in \[(\S+) - (\S+)\])"),
      choice(R"((TEXT|WHEN):\{)"), file("TEXT:FILE"), others(R"( (Excludes|Needs):( --[a-z-]+)+)");
  auto out = std::regex_replace(CLI::Formatter::make_option_opts(option), range, "$2..$3");
  out = std::regex_replace(out, choice, "{");
  out = std::regex_replace(out, file, "FILE");
  return std::regex_replace(out, others, "");
}

std::string HelpLayout::make_option_desc(const CLI::Option* option) const {
  std::istringstream words(CLI::Formatter::make_option_desc(option));
  std::string out, word;
  for (std::size_t width = 0; words >> word;) {
    if (width > 0 && width + 1 + word.size() > kDescriptionWidth) {
      out += '\n';
      width = 0;
    }
    if (width > 0) out += ' ';
    width += word.size() + (width > 0 ? 1 : 0);
    out += word;
  }
  return out;
}

}  // namespace codeweaver::cli
