// CodeWeaver's pushes, and comparisons of namespaces with their sources.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/try.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/pushing/push_run.hpp"
#include "engine/pushing/reconcile_run.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Deleted files always leave the index, whatever the policy: the folder is the source.
Result<ReconcileReport> reconcile_folder(engine::FolderRuns& runs, const ReconcileRequest& request,
                                         const NamespaceKey& key, const CallContext& call) {
  const auto turn = runs.exclude();
  ReconcileReport report{key.project_key, key.to_string(), request.mode, {}, {}, {}};
  CODEWEAVER_ASSIGN(auto differences, runs.indexer().differences(call));
  report.differences = std::move(differences);
  report.summary = summarize(report.differences);
  if (request.mode == ReconcileMode::kDryRun || report.differences.empty()) return report;
  CODEWEAVER_TRY(runs.indexer().run({}, call));
  CODEWEAVER_TRY(runs.sync(runs.paths().tree, call));
  for (const auto& [kind, node_id] : report.differences)
    report.actions.push_back({kind == DifferenceKind::kMissing ? ReconcileActionKind::kUpsert
                              : kind == DifferenceKind::kStale ? ReconcileActionKind::kReindex
                                                               : ReconcileActionKind::kDelete,
                              node_id, ReconcileActionStatus::kApplied, ""});
  return report;
}

}  // namespace

Result<PushReply> CodeWeaver::push(const PushEnvelope& envelope, const PushSource& next,
                                   const CallContext& call) {
  const auto push = [&] {
    const auto turn = impl_->runs.exclude();
    const Indexer::Parts parts{impl_->options.embedder, impl_->options.logger};
    return engine::PushRun(impl_->config, parts, envelope, next, engine::PushOrder::kByTime, call)
        .execute();
  };
  auto reply = push();
  // The batch was consumed and cannot be read again.
  if (!reply && engine::is_damage(reply.error()))
    if (auto repaired = impl_->repairs.repair(reply.error(), call); repaired)
      return Error{ErrorCategory::kUnavailable, "STATE_REPAIRED",
                   "The index was damaged or from another release, and has been repaired",
                   "receiving a batch", "Push the batch again."};
  if (const auto key = envelope.validate(); reply && key) {
    const auto tree = engine::namespace_tree(*key);
    CODEWEAVER_TRY(impl_->runs.sync(tree, call));
    impl_->runs.merge({impl_->project.state_dir, tree}, call.stop);
  }
  return reply;
}

Result<ReconcileReport> CodeWeaver::reconcile(const ReconcileRequest& request,
                                              const ManifestSource& next, const CallContext& call) {
  const auto invalid = [](std::string cause, std::string action) {
    return Error{ErrorCategory::kInvalidArgument, std::string(contract::kValidationError),
                 std::move(cause), "reconciling a namespace", std::move(action)};
  };
  const NamespaceKey folder{impl_->project.project_id, Purpose::kCodeSearch,
                            engine::chunk_strategy_of(impl_->options.index)};
  if (request.project != impl_->project.project_id)
    return invalid("Project " + request.project + " is not " + impl_->project.project_id,
                   "Open that project.");
  if (request.name_space.empty() || request.name_space == folder.to_string()) {
    if (next)
      return invalid("A project's folder has no manifest", "Give the namespace of the manifest.");
    return reconcile_folder(impl_->runs, request, folder, call);
  }
  CODEWEAVER_ASSIGN(const auto key, NamespaceKey::parse(request.name_space));
  if (!next)
    return invalid("Namespace " + request.name_space + " needs the manifest of its source",
                   "Give a manifest.");
  const auto report = [&] {
    const auto turn = impl_->runs.exclude();
    const Indexer::Parts parts{impl_->options.embedder, impl_->options.logger};
    return engine::ReconcileRun(impl_->config, parts, request, key, next, call).execute();
  }();
  if (report && !report->actions.empty()) {
    const auto tree = engine::namespace_tree(key);
    CODEWEAVER_TRY(impl_->runs.sync(tree, call));
    impl_->runs.merge({impl_->project.state_dir, tree}, call.stop);
  }
  return report;
}

}  // namespace codeweaver::inline v0_1
