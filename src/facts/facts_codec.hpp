// Facts as bytes, to be stored.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.hpp"

namespace codeweaver::facts {

/// Increase it when the form of the bytes changes, when a reader reads other facts from the same
/// text, or when links need other parts of them. It is the first byte.
inline constexpr unsigned char kFactsVersion = 3;

/// The facts as bytes, see docs/internals/index_format.md. Null: those of a text that has none.
std::string pack_facts(const Facts* facts);

/// What pack_facts() was given.
struct PackedFacts {
  std::optional<Facts> facts;  ///< nullopt: the text has none
};

/// True if the bytes are of this version.
inline bool are_current_facts(std::string_view bytes) noexcept {
  return !bytes.empty() && static_cast<unsigned char>(bytes[0]) == kFactsVersion;
}

/// nullopt: of another version, or damaged. In the result, every number refers to something that
/// exists, and no expression or scope contains itself. Cost: linear in the bytes.
std::optional<PackedFacts> unpack_facts(std::string_view bytes);

/// The names in the facts of a text; views of the bytes. nullopt: the text has none, the bytes are
/// of another version, or damaged. Cost: much less than that of unpack_facts(), as nothing is
/// copied.
std::optional<std::vector<std::string_view>> packed_names(std::string_view bytes);

}  // namespace codeweaver::facts
