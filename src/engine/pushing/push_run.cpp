// Stores one batch: reads, chunks, writes in one transaction, derives segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/push_run.hpp"

#include <filesystem>
#include <utility>

#include "base/clock.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/detail/timestamp.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/version.hpp"
#include "corpus/git_blob.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/pushing/item_facts.hpp"
#include "engine/pushing/item_file.hpp"
#include "engine/pushing/namespace_trees.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/private_state.hpp"
#include "json/push_types.hpp"
#include "secrets/secrets.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kWindowItems = 256;  // chunked at once on all cores, if memory allows

/// Options for items, which cannot be skipped: secrets are masked, and custom chunkers, which may
/// fail, are not used.
IndexOptions options_for_items(IndexOptions options) {
  options.chunker = nullptr;
  if (options.secrets == SecretPolicy::kLeaveOut) options.secrets = SecretPolicy::kMask;
  return options;
}

Error push_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The push was stopped",
          "receiving a batch", "Push it again; nothing was stored."};
}

}  // namespace

PushRun::PushRun(const Indexer::Config& config, const Indexer::Parts& parts,
                 const PushEnvelope& envelope, const PushSource& source, PushOrder order,
                 CallContext call)
    : config_(config),
      parts_(parts),
      envelope_(envelope),
      source_(source),
      order_(order),
      call_(std::move(call)),
      processor_(options_for_items(config.options)) {}

Result<PushReply> PushRun::execute() {
  CODEWEAVER_ASSIGN(auto key, envelope_.validate());
  if (key.project_key != config_.project_id)
    return Error{
        ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
        "Project " + key.project_key + " of namespace " + key.to_string() + " does not exist",
        "receiving a batch", "Index the project first, or correct `project`."};
  key_ = std::move(key);
  paths_ = {config_.state_dir, namespace_tree(key_)};
  CODEWEAVER_TRY(prepare_state(paths_));
  const auto lock = base::FileLock::acquire_within(paths_.lock(), kUpdatePatience, call_.stop);
  if (!lock) return call_.stop.stop_requested() ? push_stopped() : lock.error();
  now_ = base::iso8601(base::system_clock().now());
  reply_.batch_id = envelope_.batch_id;
  CODEWEAVER_TRY(open_database());
  CODEWEAVER_ASSIGN(auto earlier, tree_->batch_reply(envelope_.batch_id));
  if (!earlier) {
    if (segments_.derived.is_current()) CODEWEAVER_TRY(sweep_everything(*database_, paths_));
    auto taken = database_->transaction([&] { return take_batch(); });
    if (!taken) return taken.error();
  }
  if (!earlier || !segments_.derived.is_current())
    CODEWEAVER_TRY(derive_namespace(*database_, paths_, config_, parts_.embedder.get(), segments_,
                                    &writer_->edit(), call_));
  return earlier ? json::read_push_reply(*earlier) : Result<PushReply>(std::move(reply_));
}

Result<void> PushRun::open_database() {
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths_.database()));
  database_.emplace(std::move(database));
  const auto identity = model_identity(parts_.embedder.get(), config_.options.sparse_encoder.get());
  CODEWEAVER_ASSIGN(const auto stored, database_->meta(kModelKey));
  if (stored && *stored != identity) return model_mismatch(*stored, identity);
  CODEWEAVER_ASSIGN(tree_, database_->make_tree(paths_.tree));
  if (!stored) {  // pushed to before its folder was indexed
    const store::ProjectRecord project{config_.project_id, config_.display_name,
                                       config_.root.generic_string(), "code_search",
                                       chunk_strategy_of(config_.options)};
    auto made = database_->transaction([&]() -> Result<void> {
      if (auto set = database_->set_meta(kModelKey, identity); !set) return set;
      return database_->set_project(project);
    });
    if (!made) return made;
  }
  CODEWEAVER_ASSIGN(auto segments, tree_segments(*database_, paths_));
  segments_ = std::move(segments);
  writer_.emplace(*database_, *tree_, paths_);
  return {};
}

Result<void> PushRun::take_batch() {
  if (auto begun = writer_->begin(); !begun) return begun;
  for (;;) {
    CODEWEAVER_ASSIGN(const auto more, fill_window());
    if (auto written = write_window(); !written) return written;
    if (!more) break;
  }
  if (auto swept = writer_->sweep(); !swept) return swept;
  return tree_->put_batch_reply(envelope_.batch_id, json::dump(json::to_json(reply_)));
}

/// True if an item or a deletion is valid and the first of the batch with its node_id; others are
/// rejected.
template <class T>
bool PushRun::is_acceptable(const T& entry, const std::string& node_id, std::size_t index) {
  const auto valid = entry.validate();
  if (valid && seen_.insert(base::hash64(node_id)).second) return true;
  reply_.reject({node_id, index, std::string(contract::kValidationError),
                 valid ? std::string(push_rules::kRepeated) : valid.error().cause});
  return false;
}

/// Reads items until the window is full; deletions are applied immediately. False: the batch has
/// ended.
Result<bool> PushRun::fill_window() {
  std::size_t bytes = 0;
  window_.clear();
  const auto most_bytes = batch_share(config_.options.memory_budget);
  while (window_.size() < kWindowItems && bytes < most_bytes) {
    if (call_.stop.stop_requested()) return push_stopped();
    CODEWEAVER_ASSIGN(auto entry, source_());
    if (!entry) return false;
    auto& content = entry->content;
    if (auto* error = std::get_if<PushError>(&content)) {
      reply_.reject(std::move(*error));
    } else if (auto* item = std::get_if<PushItem>(&content)) {
      if (!is_acceptable(*item, item->node_id, entry->index)) continue;
      bytes += item->content.size();
      window_.push_back(std::move(*item));
    } else {
      const auto& deletion = std::get<PushDeletion>(content);
      if (!is_acceptable(deletion, deletion.node_id, entry->index)) continue;
      CODEWEAVER_TRY(write_deletion(deletion));
    }
  }
  return true;
}

Result<void> PushRun::write_window() {
  std::vector<ProcessedFile> processed(window_.size());
  std::optional<Error> failure;
  const auto done = base::ordered_parallel(
      window_.size(), config_.options.workers,
      in_flight_window(config_.options.memory_budget,
                       [&](std::size_t i) { return in_flight_bytes(window_[i].content.size()); }),
      [&](std::size_t i, std::size_t) { processed[i] = process(window_[i]); },
      [&](std::size_t i) {
        if (failure) return;
        if (auto written = write_item(window_[i], processed[i]); !written)
          failure = written.error();
      },
      call_.stop);
  if (failure) return *failure;
  return done == window_.size() ? Result<void>() : Result<void>(push_stopped());
}

ProcessedFile PushRun::process(const PushItem& item) const {
  const auto file = described(item, config_.options.extra_extensions);
  const bool is_secret =
      processor_.is_secret(file) || secrets::holds_credentials(file.path, item.content);
  std::string text = item.content;
  if (is_secret) secrets::mask_all(text);
  auto processed = processor_.process_text(file, std::move(text), nullptr);
  if (is_secret) processed.file.reason = masked_reason(1);
  processed.file.git_blob = corpus::git_blob_id(item.content);
  processed.file.mtime_ns = captured_ns(item);
  const auto name = item.symbol_meta.find("qualname");
  if (name != item.symbol_meta.end() && !name->second.empty() && processed.content)
    name_content(processed, name->second, item.node_type);
  return processed;
}

Result<void> PushRun::write_item(const PushItem& item, ProcessedFile& processed) {
  ++reply_.accepted;
  const auto captured = text::utc_timestamp(item.source_audit.captured_at).value_or("");
  CODEWEAVER_ASSIGN(const auto before, tree_->item(item.node_id));
  if (order_ == PushOrder::kByTime && before && captured < before->captured_at)
    return {};  // a later version exists
  const auto path = path_of(item);
  if (before && !before->path.empty() && before->path != path)
    if (auto removed = writer_->remove(before->path); !removed) return removed;
  if (auto put = put_occurrence(item, path, processed); !put) return put;
  return tree_->put_item({item.node_id, path, captured, item.node_type, meta_text(item), ""});
}

Result<void> PushRun::put_occurrence(const PushItem& item, const std::string& path,
                                     ProcessedFile& processed) {
  auto& file = processed.file;
  file.path = path;
  file.purpose = to_string(key_.purpose);
  file.chunk_strategy = key_.chunk_strategy;
  file.indexer_version = kVersion;
  const auto& source = item.source_audit;
  const auto put = writer_->put(
      processed, {envelope_.source, envelope_.batch_id, source.git_commit, source.git_branch,
                  source.git_dirty.value_or(false), source.captured_at, now_});
  return put ? Result<void>() : Result<void>(put.error());
}

/// A deletion with a time leaves a record that rejects earlier versions.
Result<void> PushRun::write_deletion(const PushDeletion& deletion) {
  ++reply_.accepted;
  const auto captured = text::utc_timestamp(deletion.captured_at).value_or("");
  CODEWEAVER_ASSIGN(const auto before, tree_->item(deletion.node_id));
  if (before && !captured.empty() && captured < before->captured_at) return {};
  if (before && !before->path.empty())
    if (auto removed = writer_->remove(before->path); !removed) return removed;
  if (captured.empty()) return tree_->remove_item(deletion.node_id);
  return tree_->put_item({deletion.node_id, "", captured, "", "", ""});
}

}  // namespace codeweaver::engine
