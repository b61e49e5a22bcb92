// SymbolMatch and ReferenceMatch: results of look-ups by name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SYMBOL_MATCH_HPP_
#define CODEWEAVER_SYMBOL_MATCH_HPP_

#include <cstdint>
#include <string>

#include "codeweaver/export.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// A definition found by name.
struct SymbolMatch {
  std::string name{}, qualified_name{}, kind{}, path{};
  Span lines{};
};

/// A line that uses a name.
struct ReferenceMatch {
  std::string path{}, language{};
  std::uint32_t line = 1, column = 1;  ///< start of the name, from 1; column in bytes
  std::string text{};                  ///< the whole line
  std::string enclosing{};             ///< qualified name of the enclosing definition; empty: none
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SYMBOL_MATCH_HPP_
