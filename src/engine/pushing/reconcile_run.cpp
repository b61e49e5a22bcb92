// Compares a pushed namespace with its source's manifest entry by entry, then repairs it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/reconcile_run.hpp"

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/git_blob.hpp"
#include "engine/pushing/item_facts.hpp"
#include "engine/pushing/item_file.hpp"
#include "engine/pushing/namespace_trees.hpp"
#include "engine/pushing/push_run.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/state_place.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/writing/tree_writer.hpp"

namespace codeweaver::engine {
namespace {

/// The source that a namespace's strategy is named after.
std::string source_of(const NamespaceKey& key) {
  constexpr std::string_view kEnding = "_provider";
  const std::string_view strategy = key.chunk_strategy;
  return std::string(strategy.ends_with(kEnding)
                         ? strategy.substr(0, strategy.size() - kEnding.size())
                         : strategy);
}

Error comparison_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The comparison was stopped",
          "reconciling a namespace", "Try again; nothing was changed."};
}

ReconcileActionKind action_of(OrphanPolicy policy) noexcept {
  return policy == OrphanPolicy::kDelete ? ReconcileActionKind::kDelete
         : policy == OrphanPolicy::kKeep ? ReconcileActionKind::kKeep
                                         : ReconcileActionKind::kMark;
}

}  // namespace

ReconcileRun::ReconcileRun(const Indexer::Config& config, const Indexer::Parts& parts,
                           const ReconcileRequest& request, const NamespaceKey& key,
                           const ManifestSource& next, CallContext call)
    : config_(config),
      parts_(parts),
      request_(request),
      orphans_(request.orphans.value_or(OrphanPolicy::kDelete)),
      key_(key),
      next_(next),
      call_(std::move(call)),
      paths_{config.state_dir, namespace_tree(key)},
      source_(source_of(key)),
      items_(paths_.folder) {}

Result<ReconcileReport> ReconcileRun::execute() {
  report_.project = key_.project_key;
  report_.name_space = key_.to_string();
  report_.mode = request_.mode;
  CODEWEAVER_TRY(open_index());
  CODEWEAVER_TRY(compare_manifest());
  CODEWEAVER_TRY(find_orphans());
  index_.reset();
  std::ranges::sort(report_.differences, {}, &Difference::node_id);
  report_.summary = summarize(report_.differences);
  if (request_.mode == ReconcileMode::kFix) CODEWEAVER_TRY(fix());
  return std::move(report_);
}

Result<void> ReconcileRun::open_index() {
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths_.database()));
  CODEWEAVER_ASSIGN(const auto keys, namespaces_of(database, key_.project_key));
  if (std::ranges::find(keys, key_) == keys.end())
    return Error{ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
                 "Namespace " + key_.to_string() + " does not exist", "reconciling a namespace",
                 "Use an existing namespace"};
  index_.emplace(std::move(database));
  CODEWEAVER_ASSIGN(tree_, index_->tree(paths_.tree));
  return {};
}

Result<void> ReconcileRun::compare_manifest() {
  for (;;) {
    if (call_.stop.stop_requested()) return comparison_stopped();
    CODEWEAVER_ASSIGN(auto next, next_());
    if (!next) return {};
    if (!seen_.insert(base::hash64(next->entry.node_id)).second) continue;
    if (auto compared = compare(std::move(*next)); !compared) return compared;
  }
}

/// nullopt: it does not exist or was deleted.
Result<std::optional<ReconcileRun::Known>> ReconcileRun::look_up(const std::string& node_id) {
  CODEWEAVER_ASSIGN(auto item, tree_->item(node_id));
  if (!item || item->path.empty()) return std::optional<Known>{};
  CODEWEAVER_ASSIGN(auto file, tree_->file(item->path));
  Known known;
  known.entry.node_id = node_id;
  known.entry.orphaned = parse_orphan_policy(item->orphan_policy);
  known.item = std::move(*item);
  if (file) {
    known.entry.git_commit = file->git_commit;
    known.content = file->content;
    known.git_blob = file->git_blob;
    known.xxh3 = file->raw_hash.hex();
    known.batch_id = file->source_batch_id;
    source_ = file->source_system;
  }
  return std::optional(std::move(known));
}

/// Hashes are compared in the form that the source uses.
Result<void> ReconcileRun::compare(ManifestEntry element) {
  auto& [entry, item] = element;
  CODEWEAVER_ASSIGN(auto known, look_up(entry.node_id));
  auto kind = std::optional(DifferenceKind::kMissing);
  if (item && entry.hash.empty()) entry.hash = corpus::git_blob_id(item->content);
  if (known) {
    if (is_left_out(*known)) return {};
    auto& indexed = known->entry;
    indexed.hash = known->hash_like(entry.hash);
    if (item) {
      const auto language = index_->content_language(known->content);
      indexed.facts = facts_of(known->item, language ? *language : std::string());
      const store::ItemRecord given{item->node_id,   path_of(*item),   "",
                                    item->node_type, meta_text(*item), ""};
      entry.facts = facts_of(given, described(*item, config_.options.extra_extensions).language);
    }
    kind = compare_entries(entry, indexed);
  }
  if (!kind) return {};
  report_.differences.push_back({*kind, entry.node_id});
  if (request_.mode != ReconcileMode::kFix) return {};
  const bool is_to_push = item && *kind != DifferenceKind::kAudit;
  wanted_[entry.node_id] = {is_to_push, entry.git_commit};
  return is_to_push ? items_.put(*item) : Result<void>();
}

/// Ignores orphans that an earlier fix treated in the same way.
Result<void> ReconcileRun::find_orphans() {
  Result<void> outcome;
  auto walked = tree_->for_each_item([&](const store::ItemRecord& item) {
    if (item.path.empty() || seen_.contains(base::hash64(item.node_id)) ||
        parse_orphan_policy(item.orphan_policy) == orphans_)
      return true;
    if (!request_.batch_id.empty()) {
      const auto known = look_up(item.node_id);
      if (!known) outcome = known.error();
      if (!known) return false;
      if (*known && is_left_out(**known)) return true;
    }
    report_.differences.push_back({DifferenceKind::kOrphan, item.node_id});
    return true;
  });
  return walked ? outcome : walked;
}

Result<void> ReconcileRun::fix() {
  for (const auto& [kind, node_id] : report_.differences) {
    switch (kind) {
      case DifferenceKind::kMissing:
      case DifferenceKind::kStale: {
        const bool has_item = wanted_.at(node_id).has_item;
        report_.actions.push_back(
            {kind == DifferenceKind::kMissing ? ReconcileActionKind::kUpsert
                                              : ReconcileActionKind::kReindex,
             node_id,
             has_item ? ReconcileActionStatus::kApplied : ReconcileActionStatus::kNeedsPush, ""});
        break;
      }
      case DifferenceKind::kOrphan:
        report_.actions.push_back({action_of(orphans_), node_id, {}, ""});
        break;
      case DifferenceKind::kAudit:
        report_.actions.push_back({ReconcileActionKind::kUpdateAudit, node_id, {}, ""});
        break;
    }
  }
  if (report_.actions.empty()) return {};
  if (auto pushed = push_items(); !pushed) return pushed;
  return note_audits();
}

/// Pushes missing and stale items and deletions of orphans as one batch.
Result<void> ReconcileRun::push_items() {
  const auto is_deletion = [](const ReconcileAction& action) {
    return action.action == ReconcileActionKind::kDelete;
  };
  if (items_.size() == 0 && std::ranges::none_of(report_.actions, is_deletion)) return {};
  const PushEnvelope envelope{std::string(contract::kVersion), key_.project_key, source_,
                              "reconcile-" + base::UuidGenerator().next().to_string()};
  auto orphan = report_.actions.begin();
  const PushSource next = [&,
                           index = std::size_t{0}]() mutable -> Result<std::optional<PushEntry>> {
    CODEWEAVER_ASSIGN(auto item, items_.take());
    if (item) return std::optional(PushEntry{index++, std::move(*item)});
    orphan = std::find_if(orphan, report_.actions.end(), is_deletion);
    if (orphan == report_.actions.end()) return std::optional<PushEntry>{};
    return std::optional(PushEntry{index++, PushDeletion{(orphan++)->node_id, ""}});
  };
  // The current version of the source wins, whatever its capture time.
  CODEWEAVER_ASSIGN(const auto reply,
                    PushRun(config_, parts_, envelope, next, PushOrder::kAsGiven, call_).execute());
  for (const auto& error : reply.errors)
    for (auto& action : report_.actions)
      if (error.node_id == action.node_id) {
        action.status = ReconcileActionStatus::kRejected;
        action.message = error.message;
      }
  return {};
}

/// Records changes that do not affect texts: commits, and the handling of orphans that stay.
Result<void> ReconcileRun::note_audits() {
  CODEWEAVER_ASSIGN(const auto lock,
                    base::FileLock::acquire_within(paths_.lock(), kUpdatePatience, call_.stop));
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths_.database()));
  CODEWEAVER_ASSIGN(auto tree, database.make_tree(paths_.tree));
  CODEWEAVER_ASSIGN(auto derived, derived_state(database, paths_));
  TreeWriter writer(database, tree, paths_);
  return database.transaction([&]() -> Result<void> {
    if (derived.is_current()) {  // the records contain these notes, so this is another state
      derived.run = base::UuidGenerator().next().to_string();
      const auto set = database.set_meta(tree_key(kDerivedKey, paths_), derived.text());
      if (!set) return set;
    }
    for (const auto& action : report_.actions) {
      const bool is_audit = action.action == ReconcileActionKind::kUpdateAudit;
      if (!is_audit && action.action != ReconcileActionKind::kKeep &&
          action.action != ReconcileActionKind::kMark)
        continue;
      CODEWEAVER_ASSIGN(auto item, tree.item(action.node_id));
      if (!item) continue;
      item->orphan_policy = is_audit ? "" : std::string(to_string(action.action));
      if (auto put = tree.put_item(*item); !put) return put;
      if (!is_audit) continue;
      const auto& commit = wanted_.at(action.node_id).git_commit;
      if (commit.empty()) continue;
      if (auto put = writer.put_commit(item->path, commit); !put) return put;
    }
    return {};
  });
}

}  // namespace codeweaver::engine
