// Removes trees: their files in the state folder, their rows, and unused data.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/writing/removed_trees.hpp"

#include <filesystem>
#include <system_error>

#include "store/segments/manifest.hpp"
#include "store/stat_cache.hpp"

namespace codeweaver::engine {

Result<void> remove_trees(store::Database& database, const StatePaths& paths,
                          const std::vector<std::string>& trees, UnusedTexts unused) {
  for (const auto& name : trees) {
    const StatePaths tree{paths.folder, name};
    std::error_code ignored;
    for (const auto& file :
         {tree.stat_cache(), store::StatCache::edits_of(tree.stat_cache()), tree.folder_cache(),
          tree.commit_log(), tree.checkpoint(), tree.segments() / tree.manifest()})
      std::filesystem::remove(file, ignored);
    if (auto removed = database.remove_tree(name); !removed) return removed;
  }
  if (unused == UnusedTexts::kOverwrite) {
    if (auto purged = database.purge_orphans(); !purged) return purged;
  } else if (auto removed = database.remove_orphans(); !removed) {
    return removed.error();
  }
  const auto swept = store::remove_unlisted(paths.segments());
  return swept ? Result<void>() : Result<void>(swept.error());
}

}  // namespace codeweaver::engine
