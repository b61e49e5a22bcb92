// ReconcileRun: compares a pushed namespace with the manifest of its source, and repairs it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "base/hash.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/reconcile.hpp"
#include "engine/pushing/item_spool.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Items that the manifest contains completely are pushed as a separate batch. If two entries have
/// the same node_id, the first one counts. Memory grows with the differences, and by a few dozen
/// bytes for each entry of the manifest; items to push are kept on disk. Can run once.
class ReconcileRun {
 public:
  /// All arguments must outlive the run.
  ReconcileRun(const Indexer::Config& config, const Indexer::Parts& parts,
               const ReconcileRequest& request, const NamespaceKey& key, const ManifestSource& next,
               CallContext call);

  /// Errors: kNotFound "NAMESPACE_NOT_FOUND"; those of the manifest, PushRun and the database.
  Result<ReconcileReport> execute();

 private:
  /// The facts of the index about one item.
  struct Known {
    store::ItemRecord item;
    IndexEntry entry;
    base::Hash128 content;
    std::string git_blob, xxh3;  ///< its hash in both forms
    std::string batch_id;
    /// The hash in the form of `other`.
    const std::string& hash_like(const std::string& other) const {
      return other.size() == git_blob.size() ? git_blob : xxh3;
    }
  };
  /// Facts needed to fix a missing or different element.
  struct Wanted {
    bool has_item = false;
    std::string git_commit;
  };
  Result<void> open_index();
  Result<void> compare_manifest();
  Result<void> compare(ManifestEntry element);
  Result<std::optional<Known>> look_up(const std::string& node_id);
  Result<void> find_orphans();
  Result<void> fix();
  Result<void> push_items();
  Result<void> note_audits();
  bool is_left_out(const Known& known) const {
    return !request_.batch_id.empty() && known.batch_id != request_.batch_id;
  }

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const ReconcileRequest& request_;
  OrphanPolicy orphans_;
  const NamespaceKey& key_;
  const ManifestSource& next_;
  CallContext call_;
  StatePaths paths_;
  std::string source_;                      // of earlier pushes
  std::optional<store::Database> index_;    // open until the differences are known
  std::optional<store::TreeView> tree_;     // of index_
  std::unordered_set<std::uint64_t> seen_;  // hashes of the manifest's node_ids
  std::map<std::string, Wanted> wanted_;    // by node_id; for a fix
  ItemSpool items_;                         // for a fix: items to push
  ReconcileReport report_;
};

}  // namespace codeweaver::engine
