// The reader of each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/read_facts.hpp"

#include "facts/go_reader.hpp"

namespace codeweaver::facts {

bool has_facts(syntax::LanguageIndex language) noexcept {
  return syntax::languages()[language].id == "go";
}

Facts read_facts(const syntax::SyntaxTree& tree, std::string_view text) {
  Facts out = GoReader(tree, text).read();
  out.language = syntax::languages()[tree.language()].id;
  return out;
}

}  // namespace codeweaver::facts
