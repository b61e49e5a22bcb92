// Breaks descriptions into lines and removes CLI11's internal marks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/help_layout.hpp"

#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace codeweaver::cli {
namespace {

constexpr std::size_t kDescriptionWidth = 50;

}  // namespace

HelpLayout::HelpLayout() {
  label("Positionals", "Arguments");
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpLayout::make_help(const CLI::App* app, std::string name,
                                  CLI::AppFormatMode mode) const {
  return make_description(app) + '\n' + make_usage(app, std::move(name)) +
         make_subcommands(app, mode) + make_positionals(app) + option_groups(app) + '\n' +
         make_footer(app);
}

/// The command's own options, then the shared ones with --help.
std::string HelpLayout::option_groups(const CLI::App* app) const {
  const auto is_shown = [](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty();
  };
  std::vector<const CLI::Option*> own, shared;
  for (const CLI::Option* option : app->get_options(is_shown)) {
    if (option == app->get_help_ptr()) continue;
    (option->get_group() == kSharedOptions ? shared : own).push_back(option);
  }
  auto& with_help = shared.empty() ? own : shared;
  with_help.insert(with_help.begin(), app->get_help_ptr());
  std::string out;
  if (!own.empty()) out += make_group("Options", false, own);
  if (!shared.empty()) out += make_group(own.empty() ? "Options" : kSharedOptions, false, shared);
  return out;
}

std::string HelpLayout::make_subcommand(const CLI::App* sub) const {
  std::ostringstream out;
  CLI::detail::format_help(out, sub->get_name(), sub->get_description(), column_width_);
  return out.str();
}

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
