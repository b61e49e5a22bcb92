// CalleeSteps: from a definition to those that it calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/lookup/declared_definitions.hpp"
#include "engine/searching/lookup/implementer_steps.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

/// Links the uses within a definition. What a header declares leads to its definition. Methods that
/// a call through an interface or a base class may run are candidates. After ten seconds, the rest
/// is not linked.
class CalleeSteps final : public CallSteps {
 public:
  explicit CalleeSteps(const SearchContext& context)
      : context_(context), implementers_(context), definitions_(context) {}

  Result<std::vector<CallGraphMatch>> from(const SymbolMatch& symbol, std::size_t depth) override;
  bool is_late() const override { return is_late_ || implementers_.is_late(); }
  void finish(CallGraphAnswer& answer) override;

 private:
  /// A use within a definition, and what it means.
  struct Called {
    std::string name, shown_name;  // shown: with the name before its dot
    std::uint32_t line = 1;
    graph::LinkClass link_class = graph::LinkClass::kByName;
    std::vector<graph::Target> named{};     // what the use is linked to
    std::vector<graph::Target> declared{};  // the functions among them, also constructors
    std::vector<SymbolMatch> targets{};     // what they declare, where it is defined
    bool has_overloads = false;             // functions with one name are different ones
    bool may_run_others = false;            // the object decides which method runs
    bool is_call = false, makes_object = false;
    bool is_one_of = false;  // the arguments decide which constructor runs
  };

  Result<std::vector<SymbolMatch>> bodies_of(const SymbolMatch& symbol);
  Result<std::vector<Called>> calls_within(const SymbolMatch& symbol);
  std::vector<Called> linked_within(SymbolGraph::Question& question, const SymbolMatch& symbol);
  static void find_declared(SymbolGraph::Question& question, Called& one);
  Result<void> add_linked(const Called& call, const SymbolMatch& from, const CallGraphMatch& like,
                          std::vector<CallGraphMatch>& out);
  Result<void> add_unlinked(const Called& call, const CallGraphMatch& like,
                            std::vector<CallGraphMatch>& out);
  Result<void> add_overriding(std::vector<CallGraphMatch>& out);

  const SearchContext& context_;
  ImplementerSteps implementers_;
  DeclaredDefinitions definitions_;
  std::map<std::string, std::size_t> outside_;
  std::set<std::size_t> may_run_others_;  // numbers of matches of the current step
  std::set<CallPlace> walked_;
  bool is_late_ = false;
  const std::chrono::steady_clock::time_point end_ =
      std::chrono::steady_clock::now() + kLongestCallSearch;
};

}  // namespace codeweaver::engine
