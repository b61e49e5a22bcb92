// DeclaredDefinitions: from what a header declares to what another file defines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/searching/open/search_context.hpp"
#include "facts/facts.hpp"
#include "graph/linker.hpp"

namespace codeweaver::engine {

/// Files with a definition of this name; none if there are more than `most` definitions.
Result<std::set<std::string>> files_defining_name(const SearchContext& context,
                                                  std::string_view name, std::size_t most);

/// Finds definitions by name, and keeps those that a declaration of C or C++ means. Each answer is
/// kept. Not thread-safe.
class DeclaredDefinitions {
 public:
  explicit DeclaredDefinitions(const SearchContext& context) : context_(context) {}

  /// The definitions of what a target only declares: several if a build takes one of them. The
  /// target itself if it is a definition, or if none is known, or if very many have its name.
  Result<std::vector<graph::Target>> of(SymbolGraph::Question& question,
                                        const graph::Target& target);

 private:
  const SearchContext& context_;
  std::map<std::pair<std::string, facts::Id>, std::vector<graph::Target>> known_;
};

}  // namespace codeweaver::engine
