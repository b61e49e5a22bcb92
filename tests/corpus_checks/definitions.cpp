// Prints the definitions in the real code of a folder, as in an index, for compare_with_ctags.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// CODEWEAVER_CORPUS     folder with source trees; required
// CODEWEAVER_MAX_FILES  files a language, spread evenly over the sorted paths; default 400
// CODEWEAVER_LANGUAGES  comma-separated ids; default all with a grammar
//
// One line a file, `F language path`, then one a definition, `D name kind first_line last_line`;
// the words of a line are separated by tabs.
#include <cstdio>
#include <string>

#include "chunk/chunk.hpp"
#include "corpus_checks/real_files.hpp"

namespace {

using namespace codeweaver;

void print(const std::string& path, syntax::LanguageIndex language) {
  const std::string text = corpus_checks::read(path);
  if (text.find('\0') != std::string::npos) return;
  std::printf("F\t%s\t%s\n", std::string(syntax::languages()[language].id).c_str(), path.c_str());
  for (const chunk::Symbol& symbol : chunk::chunk_text(text, language).symbols)
    std::printf("D\t%s\t%s\t%u\t%u\n", symbol.name.c_str(), symbol.kind.c_str(),
                symbol.lines.start_line, symbol.lines.end_line);
}

}  // namespace

int main() {
  const auto files = corpus_checks::wanted_files();
  if (!files) return 2;
  const std::size_t most = corpus_checks::setting("CODEWEAVER_MAX_FILES", 400);
  for (const auto& [language, paths] : *files)
    for (const std::string& path : corpus_checks::spread(paths, most)) print(path, language);
  return 0;
}
