// CodeWeaver's snapshots: creating and naming them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/sha256.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/git.hpp"
#include "corpus/recent_trees.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "engine/snapshot/snapshot_writer.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/workspace/workspace_impl.hpp"
#include "store/database/tree_view.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// The model whose vectors a snapshot contains: only a model of a service.
std::string snapshot_model(const Embedder* embedder) {
  return engine::keeps_vectors(embedder) ? engine::model_identity(embedder) : "";
}

/// Otherwise two snapshots with one name could differ.
Result<void> require_clean(const std::filesystem::path& root) {
  const std::vector<std::string> none;
  if (!corpus::git_facts(root, &none).state.is_dirty) return {};
  return Error{
      ErrorCategory::kInvalidArgument, "UNCOMMITTED_CHANGES",
      "Tracked files differ from HEAD, but a snapshot in a folder is named after the tree of HEAD",
      "making a snapshot in a folder", "Commit or stash the changes, or give the path of a file."};
}

}  // namespace

Result<SnapshotFacts> CodeWeaver::make_snapshot(const SnapshotRequest& request,
                                                const CallContext& call) {
  const auto settings = engine::FileProcessor(impl_->config.options).fingerprint();
  if (request.base) CODEWEAVER_TRY(request.base->impl().check_settings(settings));
  auto target = request;
  std::error_code ignored;
  if (std::filesystem::is_directory(target.file, ignored)) {
    CODEWEAVER_TRY(require_clean(impl_->project.root));
    CODEWEAVER_ASSIGN(const auto names, snapshot_names(1));
    if (names.empty())
      return Error{
          ErrorCategory::kNotFound, "NO_COMMIT",
          "There is no commit yet, but a snapshot in a folder is named after the tree of HEAD",
          "making a snapshot in a folder", "Commit first, or give the path of a file."};
    target.file /= names.front();
  }
  IndexRequest run;
  run.wait_for_others = true;
  CODEWEAVER_ASSIGN(const auto report, index(run, call));
  if (report.status == IndexStatus::kCancelled)
    return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                 "Indexing before the snapshot was stopped", "making a snapshot",
                 "Make the snapshot again; finished work is kept."};
  const auto paths = impl_->paths();
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
  return engine::write_snapshot(
      {paths, tree, settings, snapshot_model(impl_->options.embedder.get())}, target, call.stop);
}

Result<std::vector<std::string>> CodeWeaver::snapshot_names(std::size_t most) const {
  constexpr std::size_t kSettingsDigits = 12;
  CODEWEAVER_ASSIGN(auto names, corpus::recent_trees(impl_->project.root, most));
  const auto settings =
      base::sha256_hex(engine::FileProcessor(impl_->config.options).fingerprint() + '\n' +
                       snapshot_model(impl_->options.embedder.get()));
  for (auto& name : names) name += '-' + settings.substr(0, kSettingsDigits) + ".cwsnap";
  return names;
}

}  // namespace codeweaver::inline v0_1
