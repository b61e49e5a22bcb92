// ReconcileRun: compares a pushed namespace with the manifest of its source, and mends it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/indexer.hpp"
#include "codeweaver/reconcile.hpp"
#include "engine/state_paths.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {

/// Items that the manifest holds whole are pushed, as a batch of its own. Runs once.
class ReconcileRun {
 public:
  /// All must outlive the run.
  ReconcileRun(const Indexer::Config& config, const Indexer::Parts& parts,
               const ReconcileRequest& request, const NamespaceKey& key, const ManifestSource& next,
               std::stop_token stop);

  /// Errors: kNotFound "NAMESPACE_NOT_FOUND"; those of the manifest, PushRun and the database.
  Result<ReconcileReport> execute();

 private:
  /// What the index knows of one item.
  struct Known {
    IndexEntry entry;
    std::string git_blob, xxh3;  ///< both forms of its hash
    std::string batch_id;
    /// In the form of another.
    const std::string& hash_like(const std::string& other) const {
      return other.size() == git_blob.size() ? git_blob : xxh3;
    }
  };
  Result<void> read_manifest();
  Result<void> read_index();
  void compare();
  Result<void> fix();
  Result<void> push_items();
  Result<void> note_audits();

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const ReconcileRequest& request_;
  OrphanPolicy orphans_;
  const NamespaceKey& key_;
  const ManifestSource& next_;
  std::stop_token stop_;
  StatePaths paths_;
  std::map<std::string, ManifestEntry> manifest_;  // by node_id
  std::map<std::string, Known> known_;             // by node_id
  std::string source_;                             // that pushed before
  ReconcileReport report_;
};

}  // namespace codeweaver::engine
