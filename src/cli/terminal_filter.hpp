// TerminalFilter: what may reach a terminal.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace codeweaver::cli {

/// `text` with all that a terminal would obey as printable() shows it, but for the sequences that
/// this program writes itself: styles (SGR), links (OSC 8) and clearing of the progress line. A
/// sequence must lie whole in `text`.
std::string for_terminal(std::string_view text);

/// Passes all that is written on to another buffer, through for_terminal(): names and arguments
/// that some message forgot to clean are shown, not obeyed. `next` outlives this.
class TerminalFilter final : public std::streambuf {
 public:
  explicit TerminalFilter(std::streambuf& next) : next_(next) {}

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize size) override;
  int sync() override { return next_.pubsync(); }

 private:
  std::streambuf& next_;
};

}  // namespace codeweaver::cli
