// The reader of each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/read_facts.hpp"

#include "base/path_name.hpp"
#include "facts/cpp_reader.hpp"
#include "facts/facts_codec.hpp"
#include "facts/go_reader.hpp"
#include "facts/java_reader.hpp"
#include "facts/python_reader.hpp"
#include "facts/rust_reader.hpp"
#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

bool has_facts(syntax::LanguageIndex language) noexcept {
  const std::string_view id = syntax::languages()[language].id;
  return id == "go" || id == "java" || id == "python" || id == "rust" || is_typescript(id) ||
         is_cpp(id);
}

std::string facts_fingerprint() {
  std::string out = std::to_string(kFactsVersion);
  for (std::size_t i = 0; i < syntax::languages().size(); ++i)
    if (has_facts(static_cast<syntax::LanguageIndex>(i)))
      out.append(",").append(syntax::languages()[i].id);
  return out;
}

bool is_typescript(std::string_view language) noexcept {
  return language == "typescript" || language == "tsx" || language == "javascript";
}

bool is_cpp(std::string_view language) noexcept {
  return language == "cpp" || language == "c";
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
              : id == "rust"      ? read_rust_facts(tree, text)
              : is_cpp(id)        ? CppReader(tree, text).read()
                                  : GoReader(tree, text).read();
  out.language = id;
  return out;
}

}  // namespace codeweaver::facts
