// CallSteps: what is one step away from a definition in the call graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "codeweaver/call_graph.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::engine {

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
