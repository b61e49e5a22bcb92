// A pushed namespace against the manifest of its source: read both, compare, mend.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/reconcile_run.hpp"

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/ids.hpp"
#include "corpus/git_blob.hpp"
#include "engine/item_facts.hpp"
#include "engine/model_identity.hpp"
#include "engine/namespace_trees.hpp"
#include "engine/push_run.hpp"
#include "engine/state_place.hpp"
#include "engine/tree_state.hpp"

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

ReconcileAction action_of(std::string action, std::string node_id) {
  return {std::move(action), std::move(node_id), "applied", ""};
}

}  // namespace

ReconcileRun::ReconcileRun(const Indexer::Config& config, const Indexer::Parts& parts,
                           const ReconcileRequest& request, const NamespaceKey& key,
                           const ManifestSource& next, std::stop_token stop)
    : config_(config),
      parts_(parts),
      request_(request),
      orphans_(request.orphans.value_or(OrphanPolicy::kDelete)),
      key_(key),
      next_(next),
      stop_(std::move(stop)),
      paths_{config.state_dir, namespace_tree(key)},
      source_(source_of(key)) {}

Result<ReconcileReport> ReconcileRun::execute() {
  report_.project = key_.project_key;
  report_.name_space = key_.to_string();
  report_.mode = request_.mode;
  if (auto read = read_index(); !read) return read.error();
  if (auto read = read_manifest(); !read) return read.error();
  compare();
  if (request_.mode == ReconcileMode::kFix)
    if (auto fixed = fix(); !fixed) return fixed.error();
  return std::move(report_);
}

Result<void> ReconcileRun::read_manifest() {
  for (;;) {
    auto next = next_();
    if (!next) return next.error();
    if (!*next) return {};
    auto& entry = (*next)->entry;
    if (const auto& item = (*next)->item) {
      if (entry.hash.empty()) entry.hash = corpus::git_blob_id(item->content);
      entry.facts = facts_of(*item);
    }
    if (const auto known = known_.find(entry.node_id);
        known != known_.end() && known->second.hash_like(entry.hash) == entry.hash &&
        known->second.entry.facts == entry.facts)
      (*next)->item.reset();  // it is there: only differences are kept in memory
    auto node_id = entry.node_id;
    manifest_.insert_or_assign(std::move(node_id), std::move(**next));
  }
}

Result<void> ReconcileRun::read_index() {
  auto database = store::Database::open_read_only(paths_.database());
  if (!database) return database.error();
  const auto keys = namespaces_of(*database, key_.project_key);
  if (!keys) return keys.error();
  if (std::ranges::find(*keys, key_) == keys->end())
    return Error{ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
                 "There is no namespace " + key_.to_string(), "reconciling a namespace",
                 "`codeweaver namespaces` lists those that exist."};
  if (auto chosen = database->select_tree(paths_.tree); !chosen) return chosen;
  std::map<std::string, Known> by_path;
  auto walked = database->for_each_item([&](const store::ItemRecord& item) {
    if (item.path.empty()) return true;  // deleted
    auto& known = by_path[item.path];
    known.entry.node_id = item.node_id;
    known.entry.facts = facts_of(item);
    known.entry.orphaned = parse_orphan_policy(item.orphan_policy);
    return true;
  });
  if (!walked) return walked;
  walked = database->for_each_file([&](const store::FileRecord& file) {
    const auto found = by_path.find(file.path);
    if (found == by_path.end()) return true;
    auto& known = found->second;
    known.entry.git_commit = file.git_commit;
    known.git_blob = file.git_blob;
    known.xxh3 = file.raw_hash.hex();
    known.batch_id = file.source_batch_id;
    source_ = file.source_system;
    return true;
  });
  for (auto& [path, known] : by_path) known_.emplace(known.entry.node_id, std::move(known));
  return walked;
}

/// Hashes are compared in the form that the source has them in.
void ReconcileRun::compare() {
  const auto is_left_out = [&](const std::string& node_id) {
    const auto known = known_.find(node_id);
    return known != known_.end() && !request_.batch_id.empty() &&
           known->second.batch_id != request_.batch_id;
  };
  std::vector<SourceEntry> source;
  std::vector<IndexEntry> indexed;
  for (const auto& [node_id, element] : manifest_)
    if (!is_left_out(node_id)) source.push_back(element.entry);
  for (auto& [node_id, known] : known_) {
    if (is_left_out(node_id)) continue;
    const auto element = manifest_.find(node_id);
    if (element != manifest_.end()) known.entry.hash = known.hash_like(element->second.entry.hash);
    indexed.push_back(known.entry);
  }
  report_.differences = classify_differences(source, indexed, orphans_);
  report_.summary = summarize(report_.differences);
}

Result<void> ReconcileRun::fix() {
  for (const auto& [kind, node_id] : report_.differences) {
    switch (kind) {
      case DifferenceKind::kMissing:
      case DifferenceKind::kStale: {
        auto action = action_of(kind == DifferenceKind::kMissing ? "upsert" : "reindex", node_id);
        if (!manifest_.at(node_id).item) action.status = "needs_push";
        report_.actions.push_back(std::move(action));
        break;
      }
      case DifferenceKind::kOrphan:
        report_.actions.push_back(action_of(std::string(to_string(orphans_)), node_id));
        break;
      case DifferenceKind::kAudit:
        report_.actions.push_back(action_of("update_audit", node_id));
        break;
    }
  }
  if (report_.actions.empty()) return {};
  if (auto pushed = push_items(); !pushed) return pushed;
  return note_audits();
}

/// What is missing or stale, and orphans that go, are one batch.
Result<void> ReconcileRun::push_items() {
  PushBatch batch;
  batch.envelope = {std::string(contract::kVersion), key_.project_key, source_,
                    "reconcile-" + base::UuidGenerator().next().to_string()};
  for (const auto& action : report_.actions) {
    if (action.action == "delete") batch.deletions.push_back({action.node_id, ""});
    if ((action.action == "upsert" || action.action == "reindex") && action.status == "applied")
      batch.items.push_back(*manifest_.at(action.node_id).item);
  }
  if (batch.items.empty() && batch.deletions.empty()) return {};
  const auto envelope = batch.envelope;
  const PushSource next = entries_of(std::move(batch));
  // What the source has now is right, whenever it was captured.
  const auto reply = PushRun(config_, parts_, envelope, next, PushOrder::kAsGiven, stop_).execute();
  if (!reply) return reply.error();
  for (const auto& error : reply->errors)
    for (auto& action : report_.actions)
      if (error.node_id == action.node_id) {
        action.status = "rejected";
        action.message = error.message;
      }
  return {};
}

/// What changes no text: commits, and what was done about orphans that stay.
Result<void> ReconcileRun::note_audits() {
  const auto lock = base::FileLock::acquire_within(paths_.lock(), kUpdatePatience, stop_);
  if (!lock) return lock.error();
  auto database = store::Database::open(paths_.database());
  if (!database) return database.error();
  if (auto chosen = database->select_tree(paths_.tree); !chosen) return chosen;
  auto derived = derived_state(*database, paths_);
  if (!derived) return derived.error();
  return database->transaction([&]() -> Result<void> {
    if (derived->is_current()) {  // records hold what is noted here, so this is another state
      derived->run = base::UuidGenerator().next().to_string();
      const auto set = database->set_meta(tree_key(kDerivedKey, paths_), derived->text());
      if (!set) return set;
    }
    for (const auto& action : report_.actions) {
      const bool is_audit = action.action == "update_audit";
      if (!is_audit && action.action != "keep" && action.action != "mark") continue;
      auto item = database->item(action.node_id);
      if (!item) return item.error();
      if (!*item) continue;
      (*item)->orphan_policy = is_audit ? "" : action.action;
      if (auto put = database->put_item(**item); !put) return put;
      if (!is_audit) continue;
      auto file = database->file((*item)->path);
      if (!file) return file.error();
      if (!*file) continue;
      const auto& commit = manifest_.at(action.node_id).entry.git_commit;
      if (!commit.empty()) (*file)->git_commit = commit;
      if (auto put = database->put_file(**file); !put) return put;
    }
    return {};
  });
}

}  // namespace codeweaver::engine
