// Starts the user's browser and never stops it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/browser.hpp"

#include <string_view>
#include <system_error>
#include <utility>

namespace codeweaver::cli {

Result<Browser> Browser::show(const std::string& url, const std::string& address,
                              const settings::Environment& environment) {
  std::string program = "xdg-open";
  if (const auto chosen = environment.find("BROWSER"); chosen != environment.end())
    if (const auto first = chosen->second.substr(0, chosen->second.find(':')); !first.empty())
      program = first;
  os::ChildProcess process;
  if (const int failure =
          os::start_child({program, url}, nullptr, os::ChildErrors::kDropped, process))
    return Error{ErrorCategory::kUnavailable, "PROGRAM_FAILED",
                 "'" + program + "' cannot be started: " + std::generic_category().message(failure),
                 "opening the page in a browser",
                 "Open " + address + " yourself, or set BROWSER to a browser."};
  return Browser(std::move(process));
}

Browser::~Browser() {
  if (process_.id != 0) static_cast<void>(os::end_of_child(process_.id));
}

}  // namespace codeweaver::cli
