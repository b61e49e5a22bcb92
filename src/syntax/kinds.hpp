// Kinds of definitions ("function", "class", ...) and the semantic class of a definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "codeweaver/semantic.hpp"

namespace codeweaver::syntax {

/// How a definition affects the definitions inside it.
enum class KindRole : std::uint8_t {
  kCallable,   ///< definitions inside are local
  kClassLike,  ///< functions inside are methods
  kContainer,  ///< only qualifies the names inside
  kLeaf,       ///< never encloses a definition
};

/// One kind. In static storage.
struct Kind {
  std::string_view name;
  KindRole role;
  SemanticClass semantic_class;
};

/// Whether names of the kind have parts ("A::b"). Titles, keys and selectors do not.
bool has_parts(const Kind& kind) noexcept;

/// Null: unknown kind.
const Kind* find_kind(std::string_view name) noexcept;

/// The semantic class of a definition: that of `kind`, unless its name or `header` (attributes and
/// signature) marks it as a test or an error type. `is_in_test`: the enclosing definition is a
/// test.
SemanticClass classify(const Kind& kind, std::string_view name, std::string_view header,
                       bool is_in_test) noexcept;

}  // namespace codeweaver::syntax
