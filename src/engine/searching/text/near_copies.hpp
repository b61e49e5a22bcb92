// NearCopies: finds texts that are nearly the same as an earlier one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace codeweaver::engine {

/// The texts shown by an answer, as sets of lines without leading and trailing white space.
class NearCopies {
 public:
  /// Number (from 0) of a remembered text that shares nine tenths of the lines of both with `text`;
  /// nullopt if there is none, and `text` is then remembered as the next one. Texts with fewer than
  /// three different lines are never copies. Cost: one pass over the text and over the lines of
  /// remembered texts of similar length.
  std::optional<std::size_t> find_or_add(std::string_view text);
  /// Remembers a text without comparing it.
  void add(std::string_view text);

 private:
  using Lines = std::vector<std::uint64_t>;  ///< hashes, ascending, without duplicates
  static Lines lines_of(std::string_view text);

  std::vector<Lines> texts_;
};

}  // namespace codeweaver::engine
