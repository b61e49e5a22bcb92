// Facts as bytes, to be stored.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/facts.hpp"

namespace codeweaver::facts {

/// Increase it when the form of the bytes changes.
inline constexpr unsigned char kFactsFormat = 2;

/// The facts as bytes, see docs/internals/index_format.md. Null: those of a text that has none.
std::string pack_facts(const Facts* facts);

/// What pack_facts() was given.
struct PackedFacts {
  std::optional<Facts> facts;  ///< nullopt: the text has none
};

/// nullopt: of another format, or damaged. In the result, every number refers to something that
/// exists, and no expression or scope contains itself. Cost: linear in the bytes.
std::optional<PackedFacts> unpack_facts(std::string_view bytes);

}  // namespace codeweaver::facts
