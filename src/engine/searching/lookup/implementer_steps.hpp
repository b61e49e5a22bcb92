// ImplementerSteps: from a class, an interface or a method to what implements or overrides it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Subclasses, types that implement an interface, and methods that override one. Types that only
/// have all methods of an interface are candidates.
class ImplementerSteps final : public CallSteps {
 public:
  explicit ImplementerSteps(const SearchContext& context) : context_(context) {}

  Result<std::vector<CallGraphMatch>> from(const SymbolMatch& symbol, std::size_t depth) override;
  /// The methods that a call of `method` may run instead of it. Not complete: if very many methods
  /// have its name, there are none.
  Result<std::vector<CallGraphMatch>> overriding(const SymbolMatch& method, std::size_t depth);
  bool is_late() const override { return is_late_; }
  void finish(CallGraphAnswer&) override {}

 private:
  struct Asked;  // the declarations of a definition
  Asked declarations(const SymbolMatch& symbol);
  Result<std::vector<CallGraphMatch>> derived(const Asked& asked);
  Result<std::vector<CallGraphMatch>> of_shape(const Asked& asked);
  Result<std::vector<CallGraphMatch>> overriding(const Asked& asked, std::size_t most);

  const SearchContext& context_;
  bool is_late_ = false;
};

}  // namespace codeweaver::engine
