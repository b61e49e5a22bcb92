// References: the lines that use a name, and how many chunks use the names of a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/hybrid_searcher.hpp"
#include "engine/searching/open/search_context.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// See HybridSearcher::find_references(). `is_late`: set if some uses were not linked, because it
/// took too long.
Result<std::vector<ReferenceMatch>> find_references(const SearchContext& context,
                                                    std::string_view name, std::size_t limit,
                                                    bool* is_late = nullptr);
/// What references_to() looks for.
struct WantedReferences {
  std::string_view name;  ///< not qualified
  /// The definitions that it may mean. A use that is linked to another one is elsewhere. None: all
  /// with this name.
  std::vector<SymbolMatch> definitions{};
  std::size_t limit = SIZE_MAX;
  bool was_defined = false;  ///< outside of the project, the name means something else
};
struct FoundReferences {
  std::vector<ReferenceMatch> matches{};
  bool is_late = false;  ///< some uses were not linked, because it took too long
};
/// Like find_references().
Result<FoundReferences> references_to(const SearchContext& context, const WantedReferences& wanted);

/// Number of live chunks that may have the name: those with the rarest of its terms.
std::uint64_t chunks_naming(const store::Snapshot& snapshot, std::string_view name);

/// Paths of the files that have the word, and some others; sorted.
std::vector<std::string> files_naming(const store::Snapshot& snapshot, std::string_view name);

/// See HybridSearcher::uses_of.
std::vector<std::uint64_t> uses_of(const store::Snapshot& snapshot,
                                   std::span<const std::string> paths);

}  // namespace codeweaver::engine
