// LinkedUses: the uses of a name in a file, and what they refer to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/symbol_match.hpp"
#include "engine/searching/open/symbol_graph.hpp"

namespace codeweaver::engine {

/// A use of a name in a line.
struct LinkedUse {
  std::uint32_t column = 1;
  std::string kind;
  ReferenceLink link = ReferenceLink::kByName;
  std::vector<std::string> targets;
};

/// True if the use is what declares its target: `object.name = ...`.
bool declares(std::string_view path, const facts::Use& use, const graph::Link& link);

/// Finds and links the uses of one name, file by file. After ten seconds, the rest is not linked.
class LinkedUses {
 public:
  /// Uses by line; of several in a line, the one that is linked best.
  using OfFile = std::map<std::uint32_t, LinkedUse>;

  enum class Wanted : std::uint8_t {
    kAll,    ///< every definition of the name
    kThese,  ///< a use that is resolved to another definition is elsewhere
  };
  /// `definitions`: those with the name; of kThese, those that are asked for. `is_defined`: the
  /// project defines the name.
  LinkedUses(SymbolGraph& graph, const IndexRows& rows, std::string_view name, bool is_defined,
             const std::vector<SymbolMatch>& definitions, Wanted wanted);

  /// Null: the file has no facts. Without uses as local variables.
  const OfFile* of(std::string_view path);
  /// Some uses were not linked, because it took too long.
  bool is_late() const noexcept { return is_late_; }

 private:
  LinkedUse linked(const facts::Use& use, const graph::Link& link);
  void add_definitions(const SymbolMatch& one);
  bool is_wanted(const graph::Target& target) const;
  /// The definition of what the target only declares; null: none.
  const graph::Target* definition_of(const graph::Target& target);
  bool is_field(const graph::Target& target);
  bool may_be_wanted(const graph::Target& target);

  SymbolGraph::Question question_;
  std::string name_;
  bool is_defined_;
  std::map<std::string, std::vector<Span>, std::less<>> wanted_;  // lines by path; empty: all
  std::map<std::string, std::optional<OfFile>, std::less<>> files_;
  std::vector<graph::Target> methods_;      // those wanted that belong to a class
  std::vector<graph::Target> definitions_;  // those that may be declared elsewhere
  bool is_late_ = false;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace codeweaver::engine
