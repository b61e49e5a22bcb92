// State of a Snapshot, for the engine.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/snapshot.hpp"
#include "engine/snapshot/snapshot_reader.hpp"

namespace codeweaver::inline v0_1 {

struct [[gnu::visibility("hidden")]] Snapshot::Impl {
  std::vector<std::unique_ptr<const engine::SnapshotReader>> readers;  // at least one
  std::vector<SnapshotFacts> facts;                                    // of each

  bool has(const base::Hash128& key) const noexcept;
  /// See engine::SnapshotReader::content; omits vectors of models other than `model`.
  std::optional<engine::SnapshotContent> content(const base::Hash128& key, const std::string& text,
                                                 const std::string& model) const;
  /// Errors: kInvalidArgument "SNAPSHOT_OF_OTHER_SETTINGS" (a snapshot was not made with
  /// `settings`).
  Result<void> check_settings(const std::string& settings) const;
};

}  // namespace codeweaver::inline v0_1

namespace codeweaver::engine {

/// The snapshot given to a run.
struct GivenSnapshot {
  const Snapshot* snapshot = nullptr;  ///< null: none
  std::string model{};                 ///< the model with costly vectors; empty: none
};

}  // namespace codeweaver::engine
