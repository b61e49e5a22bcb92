// JSON form of previews of renames, and of maps.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/code_map.hpp"
#include "codeweaver/rename.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {
Value to_json(const RenamePreview& preview) {
  Value definitions = Array{}, left_out = Array{};
  for (const auto& one : preview.definitions) definitions.push_back(to_json(one));
  for (const auto& one : preview.left_out)
    left_out.push_back(Object{{"path", one.path},
                              {"line", one.line},
                              {"text", one.text},
                              {"doubt", std::string(to_string(one.doubt))}});
  return Object{{"definitions", std::move(definitions)},
                {"is_ambiguous", preview.is_ambiguous},
                {"diff", preview.diff},
                {"edits", preview.edits},
                {"files", preview.files},
                {"left_out", std::move(left_out)},
                {"conflicts", text_list(preview.conflicts)},
                {"is_cut", preview.is_cut}};
}

Value to_json(const CodeMap& map) {
  Value files = Array{};
  for (const auto& file : map.files) {
    Value definitions = Array{};
    for (const auto& one : file.definitions)
      definitions.push_back(Object{
          {"symbol", to_json(one.symbol)}, {"signature", one.signature}, {"uses", one.uses}});
    files.push_back(
        Object{{"path", file.path}, {"rank", file.rank}, {"definitions", std::move(definitions)}});
  }
  return Object{{"files", std::move(files)},
                {"linked_files", map.linked_files},
                {"tokens", map.tokens},
                {"is_cut", map.is_cut}};
}

}  // namespace codeweaver::json
