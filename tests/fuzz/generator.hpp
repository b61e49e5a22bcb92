// Generator: hostile texts for the grammar of a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "syntax/language.hpp"

namespace codeweaver::fuzz {

/// Nesting, repetition, soups of tokens, indentation and mutations, made of the tokens that the
/// grammar knows and of samples of the language. A text depends on the seed alone.
class Generator {
 public:
  Generator(syntax::LanguageIndex language, std::vector<std::string> samples);

  std::string make(std::uint64_t seed) const;

 private:
  class Maker;

  std::vector<std::string> tokens_;  ///< of the grammar
  std::vector<std::string> words_;   ///< of the samples, with what is between them
  std::vector<std::string> samples_;
};

}  // namespace codeweaver::fuzz
