// Text hits: what exact search found, for somebody who reads few lines: ranked, each in its scope.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_HITS_HPP_
#define CODEWEAVER_TEXT_HITS_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Which of the lines that are found an answer shows. Every field has a working default.
struct TextHitsOptions {
  /// Lines that match, shown at most. Range [1, 10000].
  std::size_t most_lines = 100;
  /// The search ends when that many lines match; what was found until then is ranked.
  std::size_t most_found = 1000;
  /// In the order of paths. Else definitions of what is looked for come first, then code before
  /// prose, tests, data and what was generated; of equals, matches of whole words, then files on
  /// which more depends (HybridSearcher::uses_of).
  bool is_by_path = false;
};

/// A line that matches, or one around it.
struct TextHit {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  ///< of the first match, in bytes; 0: it stands around one
  std::string text{};        ///< without its line end, cut where it is long; secrets are masked
  std::string scope{};  ///< the definition that holds the line, qualified; empty: none is known
  std::string scope_kind{};
  std::uint32_t scope_begin = 0, scope_end = 0;  ///< its lines
  bool is_definition = false;                    ///< what matches is the name of that definition
  bool is_word = false;                          ///< the first match is a whole word
};

/// The hits of one file, by line.
struct TextHitFile {
  std::string path{};            ///< relative to the project
  std::string name_space{};      ///< that has the hits; empty: they are in the file itself
  std::uint64_t line_count = 0;  ///< that match
  std::vector<TextHit> hits{};
};

/// An answer.
struct TextHits {
  std::vector<TextHitFile> files{};
  std::string commit{};           ///< whose files were searched; empty: those as they are now
  std::uint64_t lines = 0;        ///< that match, shown or not
  std::size_t matched_files = 0;  ///< with them
  bool is_whole = true;           ///< false: the search ended early, there may be more
  std::size_t shown_lines = 0;    ///< that match and are shown
  std::size_t searched_files = 0;
  std::size_t read_files = 0;  ///< of them; the index spared the others
  std::size_t masked_values = 0;
  std::size_t left_out_files = 0;  ///< that hold secrets by convention, such as .env
  double execution_time_ms = 0;
  std::vector<std::string> warnings{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_TEXT_HITS_HPP_
