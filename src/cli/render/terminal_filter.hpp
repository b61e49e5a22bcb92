// TerminalFilter: removes foreign control sequences from terminal output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace codeweaver::cli {

/// Returns the size of the sequence at the start of a text if this program writes such sequences:
/// styles (SGR), links (OSC 8) and clearing of the progress line; 0: there is none.
std::size_t own_sequence(std::string_view text);

/// Applies printable() to `text`, except for own sequences. `text` must not end inside a sequence.
std::string for_terminal(std::string_view text);

/// A stream buffer that applies for_terminal() and writes the result to another buffer. It protects
/// the terminal from names and arguments that a message did not clean. `next` must outlive it.
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
