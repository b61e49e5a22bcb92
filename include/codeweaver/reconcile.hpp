// Reconciling a namespace with its source: requests, reports, and the comparison of both sides.
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

/// How a fix treats records that their source no longer has.
enum class OrphanPolicy : std::uint8_t {
  kDelete,  ///< deletes them
  kKeep,    ///< keeps them; later comparisons with this policy skip them
  kMark,    ///< keeps them; matches carry the metadata "orphan": "true"
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

/// One element as its source describes it.
struct SourceEntry {
  std::string node_id{};
  std::string hash{};        ///< of the content; empty: unknown
  std::string git_commit{};  ///< empty: unknown
  /// Hash of all other properties that a match shows, except the audit; unset: unknown.
  std::optional<std::uint64_t> facts{};
  friend bool operator==(const SourceEntry&, const SourceEntry&) = default;
};

/// One element as the index describes it.
struct IndexEntry {
  std::string node_id{};
  std::string hash{};        ///< of the content, computed as in the source; empty: unknown
  std::string git_commit{};  ///< empty: unknown
  /// The policy that an earlier fix applied to this orphan; unset: no fix has found it to be an
  /// orphan.
  std::optional<OrphanPolicy> orphaned{};
  std::optional<std::uint64_t> facts{};  ///< see SourceEntry; unset: unknown
  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

enum class DifferenceKind : std::uint8_t {
  kMissing,  ///< in the source, not in the index
  kStale,    ///< the content, place, name, type or language differs
  kOrphan,   ///< in the index, not in the source
  kAudit,    ///< same content, but another commit, or no longer an orphan
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

/// Compares the data of one element in its source and in the index. nullopt: they are equal. If
/// both hashes are known and equal, another commit only means kAudit. If a hash is unknown, it
/// means kStale.
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

/// Compares two lists, each in ascending order of node_id and without duplicates. Returns the
/// differences in that order. Skips orphans if an earlier fix already applied the same `policy` to
/// them. Cost: linear.
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

/// Number of differences of each kind. Audit updates do not count as inconsistencies.
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

/// The namespace to compare with its source, and how to treat differences.
struct ReconcileRequest {
  std::string project{};
  std::string name_space{};  ///< "project/purpose/strategy"; empty: the project's folder
  ReconcileMode mode = ReconcileMode::kDryRun;
  std::string batch_id{};  ///< only records of this batch or run, and missing elements; empty: all
  std::optional<OrphanPolicy> orphans{};  ///< unset: OrphanPolicy::kDelete
};

/// One element of a source. A fix can index the element only if `item` is set.
struct ManifestEntry {
  SourceEntry entry{};  ///< hash: git's blob id (40 hex digits) or XXH3-128 (32)
  std::optional<PushItem> item{};
};
/// Each call returns the next element of a source, in any order; nullopt: the end.
using ManifestSource = std::function<Result<std::optional<ManifestEntry>>()>;

/// How a fix treats a difference.
enum class ReconcileActionKind : std::uint8_t {
  kUpsert,       ///< indexes a missing element
  kReindex,      ///< indexes a stale element again
  kDelete,       ///< removes an orphan
  kKeep,         ///< keeps an orphan
  kMark,         ///< keeps an orphan, marked as one
  kUpdateAudit,  ///< updates the commit or the orphan state, not the text
};
constexpr std::string_view to_string(ReconcileActionKind kind) noexcept {
  constexpr std::string_view kNames[] = {"upsert", "reindex", "delete",
                                         "keep",   "mark",    "update_audit"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// How an action ended.
enum class ReconcileActionStatus : std::uint8_t {
  kApplied,
  kNeedsPush,  ///< the manifest does not contain the item; the source must push it
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
  std::string message{};  ///< reason for the rejection
  friend bool operator==(const ReconcileAction&, const ReconcileAction&) = default;
};

struct ReconcileReport {
  std::string project{}, name_space{};
  ReconcileMode mode = ReconcileMode::kDryRun;
  ReconcileSummary summary{};              ///< before the fix
  std::vector<Difference> differences{};   ///< before the fix, by node_id
  std::vector<ReconcileAction> actions{};  ///< of the fix, by node_id; empty after a dry run
};

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_RECONCILE_HPP_
