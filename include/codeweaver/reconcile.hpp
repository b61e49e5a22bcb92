// Reconciling a namespace with its source: requests, reports, and the classifier of differences.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_RECONCILE_HPP_
#define CODEWEAVER_RECONCILE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/push.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

enum class ReconcileMode : std::uint8_t { kDryRun, kFix };
constexpr std::string_view to_string(ReconcileMode mode) noexcept {
  return mode == ReconcileMode::kDryRun ? "dry_run" : "fix";
}
constexpr std::optional<ReconcileMode> parse_reconcile_mode(std::string_view name) noexcept {
  if (name == "dry_run") return ReconcileMode::kDryRun;
  if (name == "fix") return ReconcileMode::kFix;
  return std::nullopt;
}

/// What a fix does to records whose source is gone.
enum class OrphanPolicy : std::uint8_t {
  kDelete,  ///< removes them
  kKeep,    ///< keeps them, and notes that they are meant to stay
  kMark,    ///< keeps them, marked as orphans in every answer
};
constexpr std::string_view to_string(OrphanPolicy policy) noexcept {
  switch (policy) {
    case OrphanPolicy::kDelete:
      return "delete";
    case OrphanPolicy::kKeep:
      return "keep";
    case OrphanPolicy::kMark:
      return "mark";
  }
  return "delete";
}
constexpr std::optional<OrphanPolicy> parse_orphan_policy(std::string_view name) noexcept {
  for (const auto policy : {OrphanPolicy::kDelete, OrphanPolicy::kKeep, OrphanPolicy::kMark})
    if (to_string(policy) == name) return policy;
  return std::nullopt;
}

/// One element as its source has it.
struct SourceEntry {
  std::string node_id{};
  std::string hash{};        ///< of the content; empty: not known
  std::string git_commit{};  ///< empty: not known
  /// Hash of all that matches show of it beside content and audit; unset: not known.
  std::optional<std::uint64_t> facts{};
  friend bool operator==(const SourceEntry&, const SourceEntry&) = default;
};

/// One element as the index has it.
struct IndexEntry {
  std::string node_id{};
  std::string hash{};        ///< of the content, in the form of the source's; empty: not known
  std::string git_commit{};  ///< empty: not known
  /// What an earlier fix did about this orphan; unset: it was none.
  std::optional<OrphanPolicy> orphaned{};
  std::optional<std::uint64_t> facts{};  ///< see SourceEntry; unset: not known
  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

enum class DifferenceKind : std::uint8_t {
  kMissing,  ///< in the source, not in the index
  kStale,    ///< the contents differ, or where they are or what they are called
  kOrphan,   ///< in the index, not in the source
  kAudit,    ///< the same content; the commit differs, or it is no orphan any more
};
constexpr std::string_view to_string(DifferenceKind kind) noexcept {
  switch (kind) {
    case DifferenceKind::kMissing:
      return "missing";
    case DifferenceKind::kStale:
      return "stale";
    case DifferenceKind::kOrphan:
      return "orphan";
    case DifferenceKind::kAudit:
      return "audit";
  }
  return "missing";
}

struct Difference {
  DifferenceKind kind = DifferenceKind::kMissing;
  std::string node_id{};
  friend bool operator==(const Difference&, const Difference&) = default;
};

/// What one element of both sides comes to; nullopt: they agree. Equal hashes and another commit
/// change the audit only; the commit decides only where a hash is not known.
inline std::optional<DifferenceKind> compare_entries(const SourceEntry& source,
                                                     const IndexEntry& indexed) noexcept {
  const bool is_hash_known = !source.hash.empty() && !indexed.hash.empty();
  const bool is_commit_other =
      !source.git_commit.empty() && source.git_commit != indexed.git_commit;
  if (is_hash_known ? source.hash != indexed.hash : is_commit_other) return DifferenceKind::kStale;
  if (source.facts && indexed.facts && source.facts != indexed.facts) return DifferenceKind::kStale;
  if (is_commit_other || indexed.orphaned) return DifferenceKind::kAudit;
  return std::nullopt;
}

/// The differences of two lists that are each in ascending order of node_id, without repetitions,
/// in that order. Orphans that an earlier fix treated as `policy` says are none. Cost: linear.
inline std::vector<Difference> classify_differences(std::span<const SourceEntry> source,
                                                    std::span<const IndexEntry> indexed,
                                                    OrphanPolicy policy = OrphanPolicy::kDelete) {
  std::vector<Difference> out;
  std::size_t s = 0, i = 0;
  while (s < source.size() || i < indexed.size()) {
    const bool is_missing =
        i == indexed.size() || (s < source.size() && source[s].node_id < indexed[i].node_id);
    if (is_missing) {
      out.push_back({DifferenceKind::kMissing, source[s++].node_id});
    } else if (s == source.size() || indexed[i].node_id < source[s].node_id) {
      if (indexed[i].orphaned != policy)
        out.push_back({DifferenceKind::kOrphan, indexed[i].node_id});
      ++i;
    } else {
      if (const auto kind = compare_entries(source[s], indexed[i]))
        out.push_back({*kind, source[s].node_id});
      ++s, ++i;
    }
  }
  return out;
}

/// How many differences of each kind there are; audit updates are no inconsistency.
struct ReconcileSummary {
  std::size_t missing = 0, stale = 0, orphan = 0;
  friend bool operator==(const ReconcileSummary&, const ReconcileSummary&) = default;
};
inline ReconcileSummary summarize(std::span<const Difference> differences) noexcept {
  ReconcileSummary out;
  for (const auto& difference : differences) {
    out.missing += difference.kind == DifferenceKind::kMissing;
    out.stale += difference.kind == DifferenceKind::kStale;
    out.orphan += difference.kind == DifferenceKind::kOrphan;
  }
  return out;
}

/// What to compare with its source.
struct ReconcileRequest {
  std::string project{};
  std::string name_space{};  ///< "project/purpose/strategy"; empty: the project's folder
  ReconcileMode mode = ReconcileMode::kDryRun;
  std::string batch_id{};  ///< only what this batch or run wrote, and what is missing; empty: all
  std::optional<OrphanPolicy> orphans{};  ///< unset: they are deleted
};

/// One element of a source; those with their whole item can be brought into the index.
struct ManifestEntry {
  SourceEntry entry{};  ///< hash: git's blob id (40 hex digits) or XXH3-128 (32)
  std::optional<PushItem> item{};
};
/// Gives all elements of a source, in any order; nullopt: the end.
using ManifestSource = std::function<Result<std::optional<ManifestEntry>>()>;

/// What a fix did about a difference.
/// What a fix does about a difference.
enum class ReconcileActionKind : std::uint8_t {
  kUpsert,       ///< indexes what is missing
  kReindex,      ///< indexes what is stale
  kDelete,       ///< removes an orphan
  kKeep,         ///< keeps an orphan
  kMark,         ///< keeps an orphan, marked as one
  kUpdateAudit,  ///< changes the record, not the text
};
constexpr std::string_view to_string(ReconcileActionKind kind) noexcept {
  constexpr std::string_view kNames[] = {"upsert", "reindex", "delete",
                                         "keep",   "mark",    "update_audit"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// How an action ended.
enum class ReconcileActionStatus : std::uint8_t {
  kApplied,
  kNeedsPush,  ///< its source has to push it
  kRejected,
};
constexpr std::string_view to_string(ReconcileActionStatus status) noexcept {
  constexpr std::string_view kNames[] = {"applied", "needs_push", "rejected"};
  return kNames[static_cast<std::size_t>(status)];
}

struct ReconcileAction {
  ReconcileActionKind action = ReconcileActionKind::kUpsert;
  std::string node_id{};
  ReconcileActionStatus status = ReconcileActionStatus::kApplied;
  std::string message{};  ///< why it was rejected
  friend bool operator==(const ReconcileAction&, const ReconcileAction&) = default;
};

struct ReconcileReport {
  std::string project{}, name_space{};
  ReconcileMode mode = ReconcileMode::kDryRun;
  ReconcileSummary summary{};              ///< as found, before anything was done
  std::vector<Difference> differences{};   ///< as found, by node_id
  std::vector<ReconcileAction> actions{};  ///< of a fix, in the same order
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RECONCILE_HPP_
