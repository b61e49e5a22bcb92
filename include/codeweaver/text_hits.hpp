// Text hits: ranked results of exact search, each with its enclosing definition.
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

/// Which matching lines an answer shows. Every field has a working default.
struct TextHitsOptions {
  /// Maximum number of matching lines to show, [1, 10000].
  std::size_t most_lines = 100;
  /// The search stops after this many matching lines; only these are ranked.
  std::size_t most_found = 1000;
  /// True: sorts by path. False: definitions of the search text come first, then code, prose,
  /// tests, data and generated files. Within these groups, matches of whole words come first, then
  /// files on which more code depends (HybridSearcher::uses_of).
  bool is_by_path = false;
};

/// A matching line, or a line next to one.
struct TextHit {
  std::uint64_t line = 1;
  std::uint64_t column = 1;  ///< of the first match, in bytes; 0: the line has no match
  std::string text{};        ///< without line end, long lines cut, secrets masked
  std::string scope{};       ///< qualified name of the enclosing definition; empty: unknown
  std::string scope_kind{};
  std::uint32_t scope_begin = 0, scope_end = 0;  ///< lines of that definition
  bool is_definition = false;                    ///< the match is the name of that definition
  bool is_word = false;                          ///< the first match is a whole word
};

/// The hits of one file, by line.
struct TextHitFile {
  std::string path{};            ///< relative to the project
  std::string name_space{};      ///< namespace of the hits; empty: the file itself
  std::uint64_t line_count = 0;  ///< matching lines
  std::vector<TextHit> hits{};
};

/// The result of CodeWeaver::find_text().
struct TextHits {
  std::vector<TextHitFile> files{};
  std::string commit{};           ///< commit that was searched; empty: the current files
  std::uint64_t lines = 0;        ///< matching lines, shown or not
  std::size_t matched_files = 0;  ///< files with matching lines
  bool is_whole = true;           ///< false: the search stopped early, more matches may exist
  std::size_t shown_lines = 0;    ///< matching lines shown
  std::size_t searched_files = 0;
  std::size_t read_files = 0;  ///< of searched_files; the index ruled out the others
  std::size_t masked_values = 0;
  std::size_t left_out_files = 0;  ///< skipped because they usually hold secrets, for example .env
  double execution_time_ms = 0;
  std::vector<std::string> warnings{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_TEXT_HITS_HPP_
