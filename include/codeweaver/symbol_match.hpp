// SymbolMatch and ReferenceMatch: results of look-ups by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SYMBOL_MATCH_HPP_
#define CODEWEAVER_SYMBOL_MATCH_HPP_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// A definition found by name.
struct SymbolMatch {
  std::string name{}, qualified_name{}, kind{}, path{};
  Span lines{};
};

/// How a use of a name was linked to a definition.
enum class ReferenceLink : std::uint8_t {
  kResolved,    ///< it means one definition
  kCandidates,  ///< it means one of several definitions
  kByName,      ///< only the name is known
  kElsewhere,   ///< it means something else with this name, such as a function of a library
};
inline constexpr std::size_t kReferenceLinkCount = 4;
inline constexpr std::array<std::string_view, kReferenceLinkCount> kReferenceLinkNames = {
    "resolved", "candidates", "by_name", "elsewhere"};

constexpr std::string_view to_string(ReferenceLink link) noexcept {
  return kReferenceLinkNames[static_cast<std::size_t>(link)];
}

/// A line that uses a name.
struct ReferenceMatch {
  std::string path{}, language{};
  std::uint32_t line = 1, column = 1;  ///< start of the name, from 1; column in bytes
  std::string text{};                  ///< the whole line
  std::string enclosing{};             ///< qualified name of the enclosing definition; empty: none
  /// "call", "construct" (of a new object), "type", "import", "other"; empty: unknown
  std::string kind{};
  ReferenceLink link = ReferenceLink::kByName;
  /// The definitions that it may mean, as "path:line"; one if it is resolved.
  std::vector<std::string> targets{};
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SYMBOL_MATCH_HPP_
