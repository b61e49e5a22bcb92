// PushRun: stores one batch of pushed items in a namespace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/indexer.hpp"
#include "codeweaver/push.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/segments/derive_request.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::engine {

/// Which of two versions of an item is kept.
enum class PushOrder {
  kByTime,  ///< the version captured later
  kAsGiven  ///< the version pushed later
};

/// Writes all items of the batch in one transaction and then derives the segments, so that searches
/// see all of it or nothing. A batch that was stored before gets the same reply again. Can run
/// once.
class PushRun {
 public:
  /// All arguments must outlive the run.
  PushRun(const Indexer::Config& config, const Indexer::Parts& parts, const PushEnvelope& envelope,
          const PushSource& source, PushOrder order, CallContext call);

  /// Errors: those of the envelope; kNotFound "NAMESPACE_NOT_FOUND" (it belongs to another
  /// project); kUnavailable "INDEX_LOCKED"; kInvalidArgument "MODEL_MISMATCH"; kCancelled and those
  /// of the source (nothing is stored); kIo, kCorruption.
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
  CallContext call_;
  FileProcessor processor_;
  std::string now_;
  NamespaceKey key_;
  StatePaths paths_;  // of the namespace's tree
  std::optional<store::Database> database_;
  std::optional<store::WritableTree> tree_;  // of database_
  std::optional<TreeWriter> writer_;
  TreeSegments segments_;  // before the batch
  PushReply reply_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of the batch's node_ids
  std::vector<PushItem> window_;
};

}  // namespace codeweaver::engine
