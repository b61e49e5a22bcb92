// PushRun: takes one batch of pushed items into a namespace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

#include "codeweaver/indexer.hpp"
#include "codeweaver/push.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {

/// Which of two versions of an item stays.
enum class PushOrder {
  kByTime,  ///< the one captured later
  kAsGiven  ///< the one pushed later
};

/// All items of the batch are written in one transaction, then the segments are derived, so that
/// searches see all of it or nothing; a batch that was taken before is answered as then. Runs once.
class PushRun {
 public:
  /// All must outlive the run.
  PushRun(const Indexer::Config& config, const Indexer::Parts& parts, const PushEnvelope& envelope,
          const PushSource& source, PushOrder order, std::stop_token stop);

  /// Errors: those of the envelope; kNotFound "NAMESPACE_NOT_FOUND" (it is for another project);
  /// kUnavailable "INDEX_LOCKED"; kInvalidArgument "MODEL_MISMATCH"; kCancelled and those of the
  /// source (nothing is kept); kIo, kCorruption.
  Result<PushReply> execute();

 private:
  Result<void> open_database();
  Result<void> take_batch();
  Result<bool> fill_window();
  Result<void> write_window();
  Result<void> write_item(const PushItem& item, ProcessedFile& processed);
  Result<void> write_deletion(const PushDeletion& deletion);
  Result<void> put_occurrence(const PushItem& item, const std::string& path,
                              ProcessedFile& processed);
  ProcessedFile process(const PushItem& item) const;
  template <class T>
  bool is_acceptable(const T& entry, const std::string& node_id, std::size_t index);

  const Indexer::Config& config_;
  const Indexer::Parts& parts_;
  const PushEnvelope& envelope_;
  const PushSource& source_;
  PushOrder order_;
  std::stop_token stop_;
  FileProcessor processor_;
  std::string now_;
  NamespaceKey key_;
  StatePaths paths_;  // of the namespace's tree
  std::optional<store::Database> database_;
  std::optional<TreeWriter> writer_;
  TreeSegments segments_;  // before the batch
  PushReply reply_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of the batch's node_ids
  std::vector<PushItem> window_;
};

}  // namespace codeweaver::engine
