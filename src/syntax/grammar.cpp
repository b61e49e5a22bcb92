// The table of grammars, from a list that the build writes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/grammar.hpp"

#include <initializer_list>

extern "C" {
#define CODEWEAVER_GRAMMAR(id, function) const TSLanguage* function(void);
#include "syntax/grammar_list.inc"
#undef CODEWEAVER_GRAMMAR
}

namespace codeweaver::syntax {

namespace {

struct Entry {
  std::string_view name;
  const TSLanguage* (*function)();
};

const std::initializer_list<Entry> kGrammars = {
// the list may be empty
#define CODEWEAVER_GRAMMAR(id, function) {#id, function},
#include "syntax/grammar_list.inc"
#undef CODEWEAVER_GRAMMAR
};

}  // namespace

const TSLanguage* find_grammar(std::string_view name) noexcept {
  for (const Entry& entry : kGrammars)
    if (entry.name == name) return entry.function();
  return nullptr;
}

}  // namespace codeweaver::syntax
