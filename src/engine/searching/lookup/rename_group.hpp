// RenameGroup: the declarations that have to be renamed together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/symbol_match.hpp"
#include "engine/searching/open/symbol_graph.hpp"
#include "facts/facts.hpp"
#include "graph/linker.hpp"

namespace codeweaver::engine {

/// Declarations of one name that belong together: a declaration and its definition, signatures of
/// one function, variants for several systems, a class and its constructors, and methods that
/// override or implement each other. Not thread-safe.
class RenameGroup {
 public:
  /// `paths`: all files that have the name.
  RenameGroup(SymbolGraph::Question& question, std::string_view name,
              std::span<const std::string> paths);

  /// Begins with the declarations of a definition. False: its file has none. What is not compared
  /// until `end` is missing.
  bool begin(const SymbolMatch& definition, std::chrono::steady_clock::time_point end);
  bool is_late() const noexcept { return is_late_; }
  bool has(const graph::Target& target) const;
  /// True if a declaration of the definition is in the group.
  bool has(const SymbolMatch& definition) const;
  /// By path and place.
  std::vector<graph::Target> members() const;

 private:
  bool is_related(const graph::Target& one, const graph::Target& other);
  bool is_override(const graph::Target& one, const graph::Target& other);
  bool is_constructor_of(const graph::Target& one, const graph::Target& type);
  /// Those of a definition, by number.
  std::vector<std::size_t> declared_by(const SymbolMatch& definition) const;

  SymbolGraph::Question& question_;
  std::vector<graph::Target> all_;  // declarations with the name that other texts may use
  std::set<std::size_t> members_;   // numbers in all_
  bool is_late_ = false;
};

}  // namespace codeweaver::engine
