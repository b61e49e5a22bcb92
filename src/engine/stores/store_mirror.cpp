// Bringing a vector store in line with the index: compare by file, write the difference.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/stores/store_mirror.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/stop_scope.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/stores/mirror_work.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kBatch = 512;                     // records held at once
constexpr std::string_view kUnfinished = "unfinished";  // mark of a state amid a run

Error other_format(const RecordCollection& collection, const std::string& found) {
  return {ErrorCategory::kCorruption, "SCHEMA_MISMATCH",
          "The store holds records of " + collection.project_id + " in format " + found +
              "; this version writes format " + std::string(kRecordFormat),
          "bringing the store up to date",
          "Use the version that wrote them, or drop the collection and index again."};
}

Error taken(const RecordCollection& collection, const std::string& root, const std::string& own) {
  return {ErrorCategory::kInvalidArgument, "COLLECTION_TAKEN",
          "The store has records of a project '" + collection.project_id + "' in " + root +
              "; this one lies in " + own,
          "bringing the store up to date",
          "Give one of the two another id. If the folder was moved, or the other one is gone, "
          "migrate the project to this store, replacing what is there."};
}

}  // namespace

StoreMirror::StoreMirror(std::shared_ptr<VectorStore> store, const Indexer::Config& config,
                         std::shared_ptr<const Embedder> embedder)
    : store_(std::move(store)), config_(config), embedder_(std::move(embedder)) {}

Result<void> StoreMirror::drop(const std::string& tree) {
  const std::lock_guard turn(mutex_);
  trees_.erase(tree);
  return store_->drop(collection(tree));
}

Result<MirrorOutcome> StoreMirror::bring(const std::string& tree, const std::stop_token& stop) {
  const base::StopScope stoppable(stop);
  const std::lock_guard turn(mutex_);
  const StatePaths paths{config_.state_dir, tree};
  if (!paths.has_database()) return MirrorOutcome();
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  const store::Database::Reading reading(database);
  CODEWEAVER_TRY(database.select_tree(tree));
  Work work{paths, collection(tree), trees_[tree], database, encoders()};
  return bring(work, stop);
}

Result<MirrorOutcome> StoreMirror::bring(Work& work, const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(auto facts, store_->facts(work.collection));
  work.facts = std::move(facts).value_or(CollectionFacts());
  const auto format = fact(work.facts, kFormatFact);
  if (!format.empty() && format != kRecordFormat && format != kFormatBefore)
    return other_format(work.collection, format);
  const auto root = fact(work.facts, kRootFact), own = config_.root.generic_string();
  if (!root.empty() && root != own) return taken(work.collection, root, own);
  CODEWEAVER_ASSIGN(const auto derived, derived_state(work.database, work.paths));
  CODEWEAVER_TRY(drop_other_model(work));
  const auto mark = format == kRecordFormat ? fact(work.facts, kMarkFact) : std::string();
  const auto now = derived.is_current() ? derived.text() : std::string(kUnfinished);
  if (mark == now || (!mark.empty() && !derived.is_current())) return MirrorOutcome();
  if (mark.empty() || mark != work.known.mark)
    CODEWEAVER_TRY(read_known(work.collection, work.known));
  work.known.mark.clear();  // until all of what follows is done
  CODEWEAVER_TRY(find_changes(work));
  CODEWEAVER_TRY(write(work, stop));
  work.facts[kMarkFact] = now;
  CODEWEAVER_TRY(store_->put_facts(work.collection, work.facts));
  work.known.mark = now;
  return work.outcome;
}

/// Vectors of two models cannot lie side by side.
Result<void> StoreMirror::drop_other_model(Work& work) {
  const auto before = fact(work.facts, kModelFact);
  if (before.empty() || before == model_identity(work.encoders.embedder, work.encoders.sparse))
    return {};
  work.facts.clear();
  work.known = {};
  return store_->drop(work.collection);
}

Result<void> StoreMirror::read_known(const RecordCollection& collection, KnownTree& known) const {
  known = {};
  return store_->scan(collection, {}, RecordParts::kKeys, [&](const VectorRecord& record) {
    auto& file = known.files[record.file_key];
    if (file.records++ == 0)
      file.revision = record.revision;
    else if (file.revision != record.revision)
      file.revision.clear();
    file.end = std::max(file.end, record.ordinal + 1);
    return true;
  });
}

/// Compares all files of the tree with what the store has.
Result<void> StoreMirror::find_changes(Work& work) const {
  CODEWEAVER_ASSIGN(auto project, work.database.project());
  work.identity.project = std::move(project);
  work.identity.project.project_id = config_.project_id;
  work.identity.project.root = config_.root.generic_string();
  work.identity.vector_backend = store_->info().provider;
  if (work.encoders.embedder != nullptr) {
    work.identity.embedder_provider = work.encoders.embedder->info().provider;
    work.identity.embedder_model = work.encoders.embedder->info().model;
  }
  CODEWEAVER_ASSIGN(const auto lengths, current_lengths(work.paths));
  const auto kept = LengthProfile::parse(fact(work.facts, kLengthsFact));
  work.lengths = kept && !kept->is_far_from(lengths) ? *kept : lengths;

  std::map<std::string, store::ItemRecord, std::less<>> items;  // by path
  auto walked = work.database.for_each_item([&](const store::ItemRecord& item) {
    if (!item.path.empty()) items.emplace(item.path, item);
    return true;
  });
  if (!walked) return walked;
  std::set<std::string, std::less<>> lost;
  for (const auto& [file, records] : work.known.files) lost.insert(file);
  walked = work.database.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome != store::FileOutcome::kIndexed || file.chunk_ids.empty()) return true;
    lost.erase(file.path);
    ++work.files;
    const auto item = items.find(file.path);
    auto revision =
        file_revision(work.sources(), file, item == items.end() ? nullptr : &item->second);
    const auto known = work.known.files.find(file.path);
    const auto end = static_cast<std::uint32_t>(file.chunk_ids.size());
    if (known != work.known.files.end()) {
      for (auto ordinal = end; ordinal < known->second.end; ++ordinal)
        work.gone.push_back(record_id(work.collection, file.path, ordinal));
      if (known->second.revision == revision && known->second.records == end) return true;
    }
    work.changed.emplace_back(file.path, std::move(revision));
    return true;
  });
  for (const auto& file : lost)
    for (std::uint32_t ordinal = 0; ordinal < work.known.files[file].end; ++ordinal)
      work.gone.push_back(record_id(work.collection, file, ordinal));
  for (const auto& file : lost) work.known.files.erase(file);
  return walked;
}

/// While it writes, the collection has no mark.
Result<void> StoreMirror::write(Work& work, const std::stop_token& stop) {
  work.facts = {{kFormatFact, std::string(kRecordFormat)},
                {kModelFact, model_identity(work.encoders.embedder, work.encoders.sparse)},
                {kLengthsFact, work.lengths.text()},
                {kFilesFact, std::to_string(work.files)},
                {kStrategyFact, work.identity.project.chunk_strategy},
                {kRootFact, config_.root.generic_string()}};
  if (work.changed.empty() && work.gone.empty()) return {};
  if (auto noted = store_->put_facts(work.collection, work.facts); !noted) return noted;
  std::vector<VectorRecord> batch;
  for (const auto& [path, revision] : work.changed) {
    if (stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "Writing to the store was stopped", "bringing the store up to date",
                   "The next run goes on with it."};
    CODEWEAVER_ASSIGN(const auto file, work.database.file(path));
    if (!file) continue;
    CODEWEAVER_ASSIGN(auto records, make_records(work.sources(), *file, revision));
    const auto end = static_cast<std::uint32_t>(records.size());
    work.known.files[path] = {end == 0 ? revision : records.front().revision, end, end};
    std::ranges::move(records, std::back_inserter(batch));
    if (batch.size() >= kBatch)
      if (auto put = upsert(work, batch); !put) return put;
  }
  if (auto put = upsert(work, batch); !put) return put;
  const auto most = store_->info().max_batch;
  for (std::size_t at = 0; at < work.gone.size(); at += std::min(most, work.gone.size() - at)) {
    const auto ids = std::span(work.gone).subspan(at, std::min(most, work.gone.size() - at));
    if (auto erased = store_->erase(work.collection, ids); !erased) return erased;
  }
  work.outcome.erased = work.gone.size();
  return {};
}

Result<void> StoreMirror::upsert(Work& work, std::vector<VectorRecord>& batch) {
  const auto most = store_->info().max_batch;
  for (std::size_t at = 0; at < batch.size(); at += std::min(most, batch.size() - at)) {
    const auto some = std::span(batch).subspan(at, std::min(most, batch.size() - at));
    if (auto put = store_->upsert(work.collection, some); !put) return put;
  }
  work.outcome.upserted += batch.size();
  batch.clear();
  return {};
}

}  // namespace codeweaver::engine
