// Output of codeweaver grep in the format of ripgrep.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "codeweaver/text_search.hpp"

namespace codeweaver::cli {

/// How lines are printed.
struct GrepLook {
  bool shows_path = true, shows_number = false, shows_column = false;
  bool has_heading = false;  ///< the path is above its lines
  bool is_only = false;      ///< only the matching text, one match per line
  bool has_context = false;  ///< "--" separates groups of lines
  bool is_coloured = false;
  bool is_for_terminal = false;  ///< control characters are shown as pictures
};

/// Appends the output for each file in turn.
class GrepPrinter {
 public:
  explicit GrepPrinter(GrepLook look) : look_(look) {}

  void add_lines(const TextFile& file, std::string& out);
  void add_count(const TextFile& file, std::uint64_t count, std::string& out) const;
  void add_path(const TextFile& file, std::string& out) const;

 private:
  void begin_file(const TextFile& file, std::string& out);
  void add_line(const TextFile& file, const TextLine& line, std::string& out) const;
  void add_prefix(const TextFile& file, const TextLine& line, std::optional<std::size_t> column,
                  char separator, std::string& out) const;
  void add_text(std::string_view text, std::string& out) const;
  void add_match(std::string_view text, std::string& out) const;
  void add_marked(const TextLine& line, std::string& out) const;
  void add_coloured(std::string_view text, std::string_view code, std::string& out) const;

  GrepLook look_;
  bool has_printed_ = false;
  std::uint64_t next_line_ = 0;  // line after the last printed line of a file; 0: none printed
};

}  // namespace codeweaver::cli
