// Templates of source files for the generated tree, by language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "generated_words.hpp"

namespace codeweaver::bench {

/// Texts with placeholders: %n name of the definition, %T name of a type, %K name of a constant,
/// %f a called function, %a %b %c variables (the same within one definition), %d a sentence, %w two
/// words, %1 a number, %% a percent sign.
struct GeneratedLanguage {
  std::string_view extension;
  std::size_t share;  ///< share of the files, relative to the sum of all shares
  NameStyle functions, variables, types;
  std::string_view opening;
  std::span<const std::string_view> definitions;
  std::string_view closing;
};

std::span<const GeneratedLanguage> generated_languages();

}  // namespace codeweaver::bench
