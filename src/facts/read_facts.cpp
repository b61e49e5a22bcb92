// The reader of each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/read_facts.hpp"

#include "facts/go_reader.hpp"
#include "facts/python_reader.hpp"
#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

bool has_facts(syntax::LanguageIndex language) noexcept {
  const std::string_view id = syntax::languages()[language].id;
  return id == "go" || id == "python" || is_typescript(id);
}

bool is_typescript(std::string_view language) noexcept {
  return language == "typescript" || language == "tsx" || language == "javascript";
}

Facts read_facts(const syntax::SyntaxTree& tree, std::string_view text) {
  const std::string_view id = syntax::languages()[tree.language()].id;
  Facts out = id == "python"      ? PythonReader(tree, text).read()
              : is_typescript(id) ? TypeScriptReader(tree, text).read()
                                  : GoReader(tree, text).read();
  out.language = id;
  return out;
}

}  // namespace codeweaver::facts
