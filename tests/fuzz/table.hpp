// The record of all runs of fuzz_languages, one line per run, and its table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace codeweaver::fuzz {

/// What one run did to one language.
struct Tally {
  std::uint64_t inputs = 0;
  std::uint64_t bytes = 0;
  double cpu_seconds = 0;
  double sanitized_seconds = 0;  ///< of them, with AddressSanitizer in scanners and tree-sitter
  std::uint64_t faults = 0;
  std::map<std::string, std::uint64_t> refusals;  ///< inputs without a tree, by code
};

/// Appends a line to the record; false: it cannot be written.
bool append_to_record(const std::string& path, const std::string& language, const Tally& tally);

/// A Markdown table by language of all lines of the record, with the sums.
std::string table_of_record(const std::string& path);

}  // namespace codeweaver::fuzz
