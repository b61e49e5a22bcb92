// CallWalk: follows the call graph from some definitions, level by level.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Meets each definition once, at its smallest depth. It ends after ten seconds, or when it has
/// more matches than the limit.
class CallWalk {
 public:
  /// All must outlive it.
  CallWalk(const SearchContext& context, const CallGraphOptions& options, CallSteps& steps)
      : context_(context), options_(options), steps_(steps) {}

  /// Adds the matches to an answer that has its definitions. `is_area`: without matches among these
  /// definitions.
  Result<void> run(bool is_area, CallGraphAnswer& answer);

 private:
  bool is_full(CallGraphAnswer& answer) const;
  /// Counts the definitions one step beyond `level`, the last one.
  Result<void> look_further(const std::vector<SymbolMatch>& level, CallGraphAnswer& answer);
  Result<bool> is_test(const std::string& path);
  Result<void> add(CallGraphMatch made, CallGraphAnswer& answer, std::vector<SymbolMatch>& next);
  Result<bool> is_kept(CallGraphMatch& made, CallGraphAnswer& answer);
  bool is_listed(const CallGraphMatch& one) const;
  void leave_out_repeated(CallGraphAnswer& answer) const;
  void order(CallGraphAnswer& answer) const;

  const SearchContext& context_;
  const CallGraphOptions& options_;
  CallSteps& steps_;
  bool is_area_ = false;
  std::map<CallPlace, std::size_t> depths_;  // of the definitions met so far; 0: asked for
  std::map<std::string, bool> tests_;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + kLongestCallSearch;
};

}  // namespace codeweaver::engine
