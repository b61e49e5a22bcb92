// code_map_text: files and signatures.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/tools/code_map_text.hpp"

#include "base/counted.hpp"

namespace codeweaver::service {

std::string code_map_text(const CodeMap& map) {
  if (map.files.empty()) return "Nothing is indexed yet, or token_limit is too small.\n";
  std::string out;
  for (const auto& file : map.files) {
    out += file.path + '\n';
    for (const auto& one : file.definitions)
      out += "  " + std::to_string(one.symbol.lines.start_line) + "  " + one.signature + '\n';
  }
  out += "These are " + std::to_string(map.files.size()) + " of " +
         base::counted(map.linked_files, "file") + ", by importance.\n";
  if (map.is_cut) out += "Not all files could be read in time; ask again.\n";
  return out;
}

}  // namespace codeweaver::service
