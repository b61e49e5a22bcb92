// CallersAnswer: what calls a definition, directly or through other definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CALLERS_HPP_
#define CODEWEAVER_CALLERS_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/symbol_match.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Which callers are looked for. Every field has a working default.
struct CallersOptions {
  /// 1: direct callers; 2: also their callers; and so on. Range [1, 20].
  std::size_t depth = 1;
  bool include_tests = true;
  /// Maximum number of callers. Range [1, 100000].
  std::size_t limit = 100;
};

/// A definition that uses another one.
struct CallerMatch {
  /// Its name is empty for code outside of all definitions.
  SymbolMatch caller{};
  std::size_t depth = 1;               ///< number of calls to the definition that was asked for
  std::string callee{};                ///< qualified name of the definition that it uses
  std::vector<std::uint32_t> lines{};  ///< where it does so
  /// kByName: it uses something with this name. Only at depth 1.
  ReferenceLink link = ReferenceLink::kResolved;
  bool is_test = false;
};

struct CallersAnswer {
  /// The definitions with the name; their callers are in `callers`.
  std::vector<SymbolMatch> definitions{};
  /// By depth, then code before tests, then path and line; those known by name only last.
  std::vector<CallerMatch> callers{};
  /// Lines that have the name of a definition, but mean something else.
  std::size_t elsewhere = 0;
  /// More callers exist than the limit, or the time was too short to find and link all of them.
  bool is_cut = false;
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CALLERS_HPP_
