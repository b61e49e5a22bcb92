// Finds the id of a language by name, or by extension as for a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_id.hpp"

#include "syntax/language.hpp"

namespace codeweaver::syntax {

std::string language_id(std::string_view name_or_extension) {
  const bool is_extension = name_or_extension.starts_with('.');
  const auto index = is_extension ? language_of_name("x" + std::string(name_or_extension))
                                  : find_language(name_or_extension);
  return index ? std::string(languages()[*index].id) : std::string();
}

}  // namespace codeweaver::syntax
