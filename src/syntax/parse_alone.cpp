// Checks the shape and parses, without further work.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_alone.hpp"

#include "syntax/language.hpp"
#include "syntax/parser.hpp"
#include "syntax/shape.hpp"

namespace codeweaver::syntax {

bool parse_alone(std::string_view text, std::string_view language) {
  const auto index = find_language(language);
  const auto* rules = index ? rules_of(*index) : nullptr;
  const ParseLimits limits;
  if (rules == nullptr || !check_shape(text, limits, !rules->is_prose)) return false;
  Budget budget(limits.budget, limits.max_memory);
  ParseMemory memory(budget);
  return BudgetedParser(memory, budget).parse(text, *rules) != nullptr;
}

}  // namespace codeweaver::syntax
