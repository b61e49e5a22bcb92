// Earlier definitions: the symbols of the chunker in texts of git.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/earlier_definitions.hpp"

#include <utility>

#include "base/path_name.hpp"
#include "base/try.hpp"
#include "chunk/chunk.hpp"
#include "corpus/git_diff.hpp"
#include "corpus/text_file.hpp"
#include "syntax/kinds.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {

Result<std::vector<SymbolMatch>> earlier_definitions(const std::filesystem::path& root,
                                                     const corpus::CommitRange& range) {
  CODEWEAVER_ASSIGN(auto files, corpus::earlier_texts(root, range));
  std::vector<SymbolMatch> out;
  for (auto& file : files) {
    const auto text = corpus::decode_text(std::move(file.text), file.path);
    if (!text) continue;  // not indexed either
    const auto language = syntax::language_of_content(base::file_name(file.path), *text);
    if (!language) continue;
    for (auto& one : chunk::chunk_text(*text, language).symbols) {
      const auto* const kind = syntax::find_kind(one.kind);
      if (kind != nullptr && syntax::has_parts(*kind))
        out.push_back({std::move(one.name), std::move(one.qualified_name), std::move(one.kind),
                       file.path, one.lines});
    }
  }
  return out;
}

}  // namespace codeweaver::engine
