// CodeMap: the most important files of a project, with their most used definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CODE_MAP_HPP_
#define CODEWEAVER_CODE_MAP_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What a map shows. Every field has a working default.
struct CodeMapOptions {
  std::string folder{};            ///< path relative to the project; empty: all of it
  std::size_t token_limit = 2000;  ///< maximum length of the map as text. Range [100, 100000]
  bool include_tests = false;
};

/// A definition in a map.
struct CodeMapDefinition {
  SymbolMatch symbol{};
  std::string signature{};  ///< its first line, without its body
  std::size_t uses = 0;     ///< in other files, by name, as far as these import it
};

struct CodeMapFile {
  std::string path{};
  double rank = 0;  ///< PageRank over uses between files; the sum over all files is 1
  std::vector<CodeMapDefinition> definitions{};  ///< by line
};

struct CodeMap {
  std::vector<CodeMapFile> files{};  ///< the most important first
  std::size_t linked_files = 0;      ///< files that it ranks: below the folder, in linked languages
  std::size_t tokens = 0;            ///< length of the map as text
  bool is_cut = false;               ///< the time was too short to read all files
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CODE_MAP_HPP_
