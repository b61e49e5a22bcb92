// The reader of each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/read_facts.hpp"

#include "base/path_name.hpp"
#include "facts/go_reader.hpp"
#include "facts/java_reader.hpp"
#include "facts/python_reader.hpp"
#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

bool has_facts(syntax::LanguageIndex language) noexcept {
  const std::string_view id = syntax::languages()[language].id;
  return id == "go" || id == "java" || id == "python" || is_typescript(id);
}

bool is_typescript(std::string_view language) noexcept {
  return language == "typescript" || language == "tsx" || language == "javascript";
}

bool may_have_facts(std::string_view path) noexcept {
  const auto language = syntax::language_of_name(base::file_name(path));
  return language && has_facts(*language);
}

std::optional<Facts> read_facts(std::string_view path, std::string_view text) {
  const auto language = syntax::language_of_content(base::file_name(path), text);
  if (!language || !has_facts(*language)) return std::nullopt;
  const auto tree = syntax::SyntaxTree::parse(text, *language);
  if (!tree) return std::nullopt;
  return read_facts(*tree, text);
}

Facts read_facts(const syntax::SyntaxTree& tree, std::string_view text) {
  const std::string_view id = syntax::languages()[tree.language()].id;
  Facts out = id == "python"      ? PythonReader(tree, text).read()
              : id == "java"      ? JavaReader(tree, text).read()
              : is_typescript(id) ? TypeScriptReader(tree, text).read()
                                  : GoReader(tree, text).read();
  out.language = id;
  return out;
}

}  // namespace codeweaver::facts
