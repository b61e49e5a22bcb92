// Blanks C and C++ macros that hide declarations from a grammar without a preprocessor.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace codeweaver::syntax {

enum class BlankLevel : std::uint8_t {
  kMacros,    ///< attribute-like macros, export marks, lines that hold a macro call only
  kBranches,  ///< and every branch of an #if but the first
};

/// `text` with those parts as blanks: the same length and the same lines, so that offsets stay
/// valid. A guess by shape and name: keep the result only if it parses better.
std::string blank_macros(std::string_view text, BlankLevel level);

}  // namespace codeweaver::syntax
