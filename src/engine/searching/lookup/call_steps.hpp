// CallSteps: what is one step away from a definition in the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// After this time, the rest of a question is not looked for.
inline constexpr std::chrono::milliseconds kLongestCallSearch{10'000};

/// Path, first line and name of a definition. Code outside of all definitions of a file is one
/// place, with line 0.
using CallPlace = std::tuple<std::string, std::uint32_t, std::string>;
inline CallPlace call_place(const SymbolMatch& symbol) {
  return {symbol.path, symbol.name.empty() ? 0 : symbol.lines.start_line, symbol.name};
}

/// True for the constructors of Python, TypeScript and JavaScript.
constexpr bool is_constructor_name(std::string_view name) noexcept {
  return name == "__init__" || name == "constructor";
}

/// One direction of a walk over the call graph. Not thread-safe.
class CallSteps {
 public:
  virtual ~CallSteps() = default;
  /// The matches one step away from a definition. `depth` is theirs; at depth 1, also those known
  /// by name only.
  virtual Result<std::vector<CallGraphMatch>> from(const SymbolMatch& symbol,
                                                   std::size_t depth) = 0;
  /// Some uses were not linked, because it took too long.
  virtual bool is_late() const = 0;
  /// Adds what is said about all steps together.
  virtual void finish(CallGraphAnswer& answer) = 0;

 protected:
  CallSteps() = default;
  CallSteps(const CallSteps&) = default;
  CallSteps& operator=(const CallSteps&) = default;
};

}  // namespace codeweaver::engine
