// Runs a pager in a shell and writes the text to it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/pager.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/os/files.hpp"
#include "base/os/processes.hpp"
#include "base/os/signals.hpp"
#include "cli/render/terminal_filter.hpp"
#include "cli/render/text_width.hpp"

namespace codeweaver::cli {
namespace {

constexpr int kNotStarted = 126;  // exit code of a shell; 127: the program does not exist

std::string value_of(const settings::Environment& environment, const char* name,
                     const std::string& otherwise) {
  const auto found = environment.find(name);
  return found == environment.end() ? otherwise : found->second;
}

/// Returns the command of the pager; empty: no pager.
std::string pager_command(const settings::Environment& environment) {
  const auto usual = value_of(environment, "PAGER", "less");
  const auto command = value_of(environment, "CODEWEAVER_PAGER", usual);
  const bool is_none = command == "cat" || value_of(environment, "TERM", "dumb") == "dumb";
  return is_none ? std::string() : command;
}

/// Shows the text in the pager. Returns false if the pager did not start.
bool show_in(const std::string& command, std::string_view text,
             const settings::Environment& environment) {
  auto variables = environment;
  variables.try_emplace("LESS", "FRX");  // keeps the text on the screen, shows colours
  variables.try_emplace("LV", "-c");
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables) entries.push_back(name + '=' + value);
  os::ReaderProcess pager;
  if (os::start_reader({"/bin/sh", "-c", command}, entries, pager) != 0) return false;
  os::ignore_broken_pipes();                // the user may quit before the end
  os::ignore_requests(os::Request::kStop);  // Ctrl-C is for the pager
  while (!text.empty()) {
    const auto written = os::write_some(pager.input.get(), text.data(), text.size());
    if (written < 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  pager.input.close();
  const auto ended = os::wait_for_child(pager.id);
  return ended.exit_code != kNotStarted && ended.exit_code != kNotStarted + 1;
}

}  // namespace

void write_paged(const std::string& text, const Streams& streams,
                 const settings::Environment& environment) {
  const auto command = pager_command(environment);
  const bool is_long = streams.rows > 0 && rows_of(text, streams.columns) >= streams.rows;
  if (is_long && !command.empty() && streams.out_is_terminal) {
    streams.out.flush();
    if (show_in(command, for_terminal(text), environment)) return;
  }
  streams.out << text;
}

}  // namespace codeweaver::cli
