// CallerSteps: from a definition to those that use it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/lookup/linked_uses.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Finds the uses of a definition, and groups them by the definitions around them.
class CallerSteps final : public CallSteps {
 public:
  explicit CallerSteps(const SearchContext& context) : context_(context) {}

  Result<std::vector<CallGraphMatch>> from(const SymbolMatch& symbol, std::size_t depth) override;
  bool is_late() const override { return is_late_; }
  void finish(CallGraphAnswer& answer) override;

 private:
  using Line = std::pair<std::string, std::uint32_t>;

  Result<void> add_enclosing(const SymbolMatch& symbol, std::size_t depth,
                             std::vector<CallGraphMatch>& out);
  Result<void> add_users(const SymbolMatch& used, const SymbolMatch& callee, std::size_t depth,
                         std::vector<CallGraphMatch>& out);
  Result<void> add_users_in(const std::vector<const UsePlace*>& uses, const CallGraphMatch& like,
                            std::vector<CallGraphMatch>& out);

  const SearchContext& context_;
  std::set<Line> by_name_, listed_;                              // lines of uses at depth 1
  std::vector<Line> elsewhere_;                                  // the same, some repeated
  std::map<std::string, std::vector<SymbolMatch>> definitions_;  // of files
  bool is_late_ = false;
};

}  // namespace codeweaver::engine
