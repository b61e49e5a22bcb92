// Copying a project's records to a store, and verifying them there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_STORE_MIGRATION_HPP_
#define CODEWEAVER_STORE_MIGRATION_HPP_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/vector_store.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

struct WorkspaceOptions;  // codeweaver/workspace.hpp

/// Result for one tree of a project.
struct MigratedTree {
  std::string tree{};       ///< RecordCollection::tree
  std::size_t records = 0;  ///< records in the store now; each was read back and compared
  std::size_t written = 0;  ///< records that this call wrote; existing ones are not written again
  std::size_t erased = 0;   ///< outdated records that this call removed
  std::string hash{};       ///< over all records with their vectors, 32 hex digits
  friend bool operator==(const MigratedTree&, const MigratedTree&) = default;
};

/// How to migrate.
struct MigrationRequest {
  /// True: replaces the records of another project with the same id. False: they are an error.
  bool replaces = false;
  /// Called at the start of each tree and after its verification; may be empty.
  std::function<void(const std::string& tree, bool is_verified)> on_tree{};
};

/// Copies the index of a project (its folder and namespaces) to `target`, then reads all records
/// back and compares them. No text is sent to an embedding service: its vectors are read from the
/// index. Vectors of the built-in model are computed again. If a call is interrupted, the next one
/// continues and writes only the missing records. The index and the
/// previous store do not change.
/// \param parts the embedder and the index options of the project
/// Errors: errors of the store and the index; kNotFound "INDEX_NOT_FOUND"; kInvalidArgument
/// "COLLECTION_TAKEN"; kCorruption "STORE_DIFFERS"; kUnavailable "INDEX_LOCKED" (an index run is in
/// progress); kCancelled.
Result<std::vector<MigratedTree>> migrate_store(const Project& project,
                                                const WorkspaceOptions& parts,
                                                std::shared_ptr<VectorStore> target,
                                                const MigrationRequest& request = {},
                                                const CallContext& call = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_STORE_MIGRATION_HPP_
