// Indexer: checks its configuration once, then starts runs.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/indexer.hpp"

#include <utility>

#include "base/file.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/logger.hpp"
#include "corpus/project_path.hpp"
#include "engine/checkpoint.hpp"
#include "engine/index_run.hpp"
#include "engine/settings_hash.hpp"

namespace codeweaver {

struct Indexer::Impl {
  Config config;
  Parts parts;
};

Indexer::Indexer(std::unique_ptr<Impl> impl) noexcept : impl_(std::move(impl)) {}
Indexer::Indexer(Indexer&&) noexcept = default;
Indexer& Indexer::operator=(Indexer&&) noexcept = default;
Indexer::~Indexer() = default;

Result<Indexer> Indexer::create(Config config, Parts parts) {
  auto root = corpus::resolve_root(config.root);
  if (!root) return root.error();
  config.root = std::move(*root);
  if (config.project_id.empty()) config.project_id = config.root.filename().string();
  if (config.display_name.empty()) config.display_name = config.project_id;
  return Indexer(std::make_unique<Impl>(Impl{std::move(config), std::move(parts)}));
}

Result<IndexReport> Indexer::run(const IndexRequest& request, std::stop_token stop) {
  return engine::IndexRun(impl_->config, impl_->parts, request, std::move(stop)).execute();
}

std::optional<InterruptedRun> Indexer::interrupted_run() const {
  const engine::StatePaths paths{impl_->config.state_dir, impl_->config.tree};
  const auto checkpoint = engine::read_checkpoint(paths.checkpoint());
  if (!checkpoint || base::FileLock::is_held(paths.lock())) return std::nullopt;
  const auto hash = engine::settings_hash(impl_->config.options, impl_->parts.embedder.get());
  InterruptedRun run;
  run.run_id = checkpoint->session_id;
  run.started_at = base::iso8601(checkpoint->start_time);
  run.last_checkpoint = base::iso8601(checkpoint->last_checkpoint);
  run.files_processed = checkpoint->file_count;
  run.chunks_created = checkpoint->chunks_created;
  run.has_same_settings = checkpoint->settings_hash == hash;
  run.is_recent = engine::is_recent(*checkpoint, base::system_clock().now());
  return run;
}

Result<std::size_t> Indexer::count_changes(std::size_t limit) const {
  const engine::StatePaths paths{impl_->config.state_dir, impl_->config.tree};
  auto database = store::Database::open_read_only(paths.database());
  if (!database) return database.error();
  if (auto chosen = database->select_tree(paths.tree); !chosen) return chosen.error();
  auto known = engine::known_files(*database);
  if (!known) return known.error();
  auto found =
      corpus::discover(impl_->config.root, corpus::discovery_options(impl_->config.options));
  if (!found) return found.error();
  const auto changes = engine::compare_tree(*found, *known, false);
  return std::min(limit, changes.changed.size() + changes.removed.size());
}

}  // namespace codeweaver
