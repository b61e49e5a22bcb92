// Kinds of definitions ("function", "class", ...) and the semantic class of a definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "codeweaver/semantic.hpp"

namespace codeweaver::syntax {

/// How a definition takes part in nesting.
enum class KindRole : std::uint8_t {
  kCallable,   ///< what is inside is local
  kClassLike,  ///< functions inside are methods
  kContainer,  ///< only qualifies the names inside
  kLeaf,       ///< never encloses
};

/// One kind; static storage.
struct Kind {
  std::string_view name;
  KindRole role;
  SemanticClass semantic_class;
};

/// Whether names of the kind have parts ("A::b"); titles, keys and selectors have none.
bool has_parts(const Kind& kind) noexcept;

/// Null: no such kind.
const Kind* find_kind(std::string_view name) noexcept;

/// The class of a definition: `kind`'s own, unless its name or `header` (its attributes and
/// signature text) says that it is a test or an error type. `is_in_test`: what encloses it is one.
SemanticClass classify(const Kind& kind, std::string_view name, std::string_view header,
                       bool is_in_test) noexcept;

}  // namespace codeweaver::syntax
