// CallPath: a shortest path of calls between definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Goes from callers to callees, level by level. It ends after ten seconds or many definitions.
class CallPath {
 public:
  /// All must outlive it.
  CallPath(const SearchContext& context, const CallGraphOptions& options, CallSteps& steps)
      : context_(context), options_(options), steps_(steps) {}

  /// Adds the steps from one of the answer's definitions to one of `ends`, or to a part of it.
  /// None: there is no path.
  Result<void> find(const std::vector<SymbolMatch>& ends, CallGraphAnswer& answer);

 private:
  const SearchContext& context_;
  const CallGraphOptions& options_;
  CallSteps& steps_;
};

}  // namespace codeweaver::engine
