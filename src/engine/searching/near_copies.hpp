// NearCopies: tells texts that say what one before them says.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace codeweaver::engine {

/// The texts that an answer shows, by their lines without the white space around them.
class NearCopies {
 public:
  /// Number of the remembered text, from 0, that shares nine tenths of all lines of both with
  /// `text`; nullopt: none does, and it is remembered as the next one. Texts of fewer than three
  /// different lines are no copies. Cost: one pass over the text, and over the lines of those
  /// remembered that are as long.
  std::optional<std::size_t> find_or_add(std::string_view text);
  /// Remembers a text, whatever it is like.
  void add(std::string_view text);

 private:
  using Lines = std::vector<std::uint64_t>;  ///< hashes, ascending, each once
  static Lines lines_of(std::string_view text);

  std::vector<Lines> texts_;
};

}  // namespace codeweaver::engine
