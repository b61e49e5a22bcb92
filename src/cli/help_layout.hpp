// The help of commands: descriptions within the width of a page, values by what they may be.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace codeweaver::cli {

/// Lays out what --help prints; sub-commands that are added later do the same.
class HelpLayout : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace codeweaver::cli
