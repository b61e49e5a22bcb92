// class_word: the word for a semantic class that people read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "codeweaver/semantic.hpp"

namespace codeweaver::syntax {

/// "function", "class", "data", "test", "module", ...
constexpr std::string_view class_word(SemanticClass value) noexcept {
  constexpr std::array<std::string_view, kSemanticClassCount> kWords = {
      "function", "class",     "data",    "test",       "module",  "error type", "resource",
      "text",     "branch",    "loop",    "control",    "async",   "call",       "data",
      "operator", "anonymous", "keyword", "identifier", "literal", "annotation", "punctuation"};
  return kWords[static_cast<std::size_t>(value)];
}

}  // namespace codeweaver::syntax
