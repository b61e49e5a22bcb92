// Moving a project's records to a store, and proving that they are there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STORE_MIGRATION_HPP_
#define CODEWEAVER_STORE_MIGRATION_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What came of one tree of a project.
struct MigratedTree {
  std::string tree{};       ///< RecordCollection::tree
  std::size_t records = 0;  ///< that the store has now, each read back and compared
  std::size_t written = 0;  ///< by this call: what was there already is not written again
  std::size_t erased = 0;   ///< that were of a former state
  std::string hash{};       ///< over all records with their vectors, 32 hex digits
  friend bool operator==(const MigratedTree&, const MigratedTree&) = default;
};

/// How to migrate.
struct MigrationRequest {
  /// Drops what another project of the same id has there; else that is an error.
  bool replaces = false;
  /// Called as each tree is begun, and when it is verified; may be empty.
  std::function<void(const std::string& tree, bool is_verified)> on_tree{};
};

/// Brings the index of a project, folder and namespaces, into `target`, then reads all of it back
/// and compares record by record. Texts are not sent to an embedder again: vectors of services are
/// kept by content, and those of the built-in model are computed from the index. A call that was
/// interrupted is taken up by the next one, which writes what is missing. The index, and the store
/// that was used before, stay as they are. `parts`: the embedder and the index options of the
/// project. Errors: those of the store and the index; kNotFound "INDEX_NOT_FOUND"; kInvalidArgument
/// "COLLECTION_TAKEN"; kCorruption "STORE_DIFFERS"; kUnavailable "INDEX_LOCKED" (a run is amid its
/// work); kCancelled.
Result<std::vector<MigratedTree>> migrate_store(const Project& project,
                                                const WorkspaceOptions& parts,
                                                std::shared_ptr<VectorStore> target,
                                                const MigrationRequest& request = {},
                                                std::stop_token stop = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STORE_MIGRATION_HPP_
