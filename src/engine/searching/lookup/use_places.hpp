// Use places: the lines that use a name, without their texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/searching/lookup/linked_uses.hpp"
#include "engine/searching/open/search_context.hpp"

namespace codeweaver::engine {

struct WantedPlaces {
  std::string_view name;  ///< not qualified
  /// The definition that it may mean. A use that is linked to another one is elsewhere.
  const SymbolMatch& definition;
  std::size_t limit = 5000;
  bool are_linked_only = false;  ///< without uses that are known by name only, or elsewhere
};

struct FoundPlaces {
  /// Linked uses first, then those by name, then those elsewhere; each by path and line. The paths
  /// live as long as this and the graph.
  std::vector<UsePlace> places{};
  bool is_late = false;  ///< some uses were not linked, because it took too long
  std::shared_ptr<const TextUses> by_text{};  ///< holds paths
};

/// The uses of a name, one for each line. What is found out about a name is kept in the graph for
/// the next question. Errors: those of the index.
Result<FoundPlaces> use_places(const SearchContext& context, const WantedPlaces& wanted);

}  // namespace codeweaver::engine
