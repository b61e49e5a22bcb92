// Matching lines in the format of ripgrep's --json: one message per line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "codeweaver/text_search.hpp"

namespace codeweaver::cli {

/// Appends the messages of each file in turn.
class GrepJson {
 public:
  /// `has_numbers`: messages contain line numbers.
  explicit GrepJson(bool has_numbers) : has_numbers_(has_numbers) {}

  void add_file(const TextFile& file, std::string& out);
  /// Appends the last message: the totals of all files.
  void add_summary(const TextSearchReport& report, std::string& out) const;

 private:
  struct Figures {
    std::uint64_t searches = 0, searches_with_match = 0, bytes_searched = 0, bytes_printed = 0,
                  matched_lines = 0, matches = 0;
  };
  void add_line(const TextFile& file, const TextLine& line, std::string& out) const;
  std::string figures_text(const Figures& figures, bool is_sorted) const;

  bool has_numbers_;
  Figures file_, all_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace codeweaver::cli
