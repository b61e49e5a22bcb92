// Derivation: plan which files need a place in a segment, build it, commit the manifest.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/derive.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/thread_pool.hpp"
#include "engine/features.hpp"
#include "engine/shared_segments.hpp"
#include "engine/snapshot_facts.hpp"
#include "engine/worker_databases.hpp"
#include "store/database.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaxSegments = 8;     // each more costs every query another pass
constexpr std::size_t kDeadFilesShare = 3;  // rebuild when more than 1/3 of the files are deleted
constexpr std::size_t kWindow = 64;         // files prepared ahead of the writer: bounds memory

/// What a segment needs to know of a file.
struct WantedFile {
  std::string path;
  base::Hash128 content;
  bool is_test = false, is_generated = false;
};

/// Which files go where in the next generation.
struct Plan {
  store::Manifest before;             // what the tree has now; empty: nothing
  store::Manifest manifest;           // kept segments with their deletions
  std::vector<WantedFile> additions;  // in path order
  bool changed = false;
};

Result<std::vector<WantedFile>> wanted_files(const store::Database& database) {
  std::vector<WantedFile> files;
  auto walked = database.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == "indexed" && !file.chunk_ids.empty())
      files.push_back({file.path, file.content, file.is_test, file.is_generated});
    return true;
  });
  if (!walked) return walked.error();
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

struct FileCounts {
  std::size_t alive = 0, dead = 0;
};

/// Marks what is gone or changed in each old segment and removes what is still right from
/// `missing`.
FileCounts mark_deletions(const store::Snapshot& snapshot, Plan& plan,
                          std::map<std::string_view, const WantedFile*>& missing) {
  FileCounts counts;
  for (std::size_t part = 0; part < snapshot.parts.size(); ++part) {
    const auto& segment = *snapshot.parts[part].segment;
    auto& deleted = plan.manifest.segments[part].deleted_files;
    const std::set<std::uint32_t> before(deleted.begin(), deleted.end());
    for (std::uint32_t file = 0; file < segment.file_count(); ++file) {
      if (before.contains(file)) {
        ++counts.dead;
        continue;
      }
      const auto [first, last] = segment.file_chunks(file);
      const auto wanted = missing.find(segment.file_path(file));
      if (first < last && wanted != missing.end() &&
          wanted->second->content == segment.chunk(first).content) {
        missing.erase(wanted);
        ++counts.alive;
      } else {
        deleted.push_back(file);
        plan.changed = true;
        ++counts.dead;
      }
    }
    std::sort(deleted.begin(), deleted.end());  // new marks may lie before those of earlier runs
  }
  return counts;
}

Result<Plan> make_plan(const StatePaths& paths, const std::vector<WantedFile>& wanted,
                       std::size_t dimension, const DeriveRequest& request) {
  Plan plan;
  std::map<std::string_view, const WantedFile*> missing;
  for (const auto& file : wanted) missing.emplace(file.path, &file);

  auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  plan.before = manifest ? *manifest : store::Manifest{};
  if (!manifest && manifest.error().category == ErrorCategory::kNotFound && !request.rebuild) {
    WantedContents contents;
    for (const auto& file : wanted) contents.emplace(file.path, file.content);
    manifest = share_segments(paths, contents, dimension, request.vector_index);
    plan.changed = true;
  }
  auto snapshot = manifest ? store::open_snapshot(paths.segments(), *manifest)
                           : Result<std::shared_ptr<const store::Snapshot>>(manifest.error());
  bool rebuild = request.rebuild || !snapshot.has_value() || manifest->dimension != dimension ||
                 manifest->vector_index != request.vector_index;
  if (!rebuild) {
    plan.manifest = *manifest;
    const auto counts = mark_deletions(**snapshot, plan, missing);
    plan.changed = plan.changed || !missing.empty();
    if (!plan.changed) return plan;
    rebuild = counts.dead * kDeadFilesShare > counts.alive + counts.dead ||
              missing.size() > counts.alive ||
              (!missing.empty() && plan.manifest.segments.size() >= kMaxSegments);
  }
  if (rebuild) {
    plan.manifest.segments.clear();
    plan.additions = wanted;
    plan.changed = true;
  } else {
    for (const auto& [path, file] : missing) plan.additions.push_back(*file);
  }
  plan.manifest.dimension = dimension;
  plan.manifest.vector_index = request.vector_index;
  plan.manifest.generation = (manifest ? manifest->generation : 0) + 1;
  return plan;
}

/// One file, ready to be added to a segment.
struct PreparedFile {
  std::string language;
  std::vector<store::ChunkRecord> chunks;
  std::vector<ChunkTerms> terms;
  std::vector<float> vectors;  // chunks x dimension
};

Result<PreparedFile> prepare(const store::Database& database, const WantedFile& file,
                             const Embedder* embedder) {
  auto content = database.content(file.content);
  if (!content) return content.error();
  PreparedFile out;
  out.language = std::move(content->language);
  out.chunks = std::move(content->chunks);
  out.terms.resize(out.chunks.size());
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < out.chunks.size(); ++i) {
    analyze_chunk(file.path, out.chunks[i], content->text, out.terms[i]);
    if (embedder != nullptr)
      texts.push_back(
          embedding_text(file.path, out.chunks[i], content->text, !embedder->info().is_remote));
  }
  if (!texts.empty()) {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    out.vectors.resize(views.size() * embedder->info().dimension);
    if (auto done = embedder->embed_documents(views, out.vectors); !done) return done.error();
  }
  return out;
}

void add_file(store::SegmentBuilder& builder, const WantedFile& file, const PreparedFile& prepared,
              std::size_t dimension) {
  for (std::size_t i = 0; i < prepared.chunks.size(); ++i) {
    auto input = segment_input(file.path, file.content, prepared.language, prepared.chunks[i], i,
                               prepared.terms[i]);
    input.is_test = file.is_test;
    input.is_generated = file.is_generated;
    if (dimension != 0)
      input.vector = std::span(prepared.vectors).subspan(i * dimension, dimension);
    builder.add(input);
  }
}

Result<std::string> build_segment(const StatePaths& paths, const std::vector<WantedFile>& files,
                                  const DeriveRequest& request, std::stop_token stop) {
  const std::size_t dimension = request.embedder ? request.embedder->info().dimension : 0;
  store::SegmentBuilder builder(dimension, request.vector_index);
  WorkerDatabases databases(paths.database());
  std::vector<std::optional<Result<PreparedFile>>> prepared(files.size());
  std::optional<Error> failure;
  const auto done = base::ordered_parallel(
      files.size(), request.workers, kWindow,
      [&](std::size_t i, std::size_t worker) {
        auto database = databases.get(worker);
        if (database)
          prepared[i].emplace(prepare(**database, files[i], request.embedder));
        else
          prepared[i].emplace(database.error());
      },
      [&](std::size_t i) {
        if (!*prepared[i] && !failure) failure = prepared[i]->error();
        if (!failure) add_file(builder, files[i], **prepared[i], dimension);
        prepared[i].reset();
        if (request.on_progress) request.on_progress(i + 1, files.size());
      },
      stop);
  if (failure) return *failure;
  if (done < files.size())
    return Error{ErrorCategory::kCancelled, "CANCELLED", "Indexing was stopped",
                 "deriving the search structures", "Run it again; finished work is kept."};
  return std::move(builder).write(paths.segments());
}

}  // namespace

store::VectorIndexKind stored_kind(VectorIndexKind kind) {
  switch (kind) {
    case VectorIndexKind::kFaissFlat:
      return store::VectorIndexKind::kFaissFlat;
    case VectorIndexKind::kFaissHnsw:
      return store::VectorIndexKind::kFaissHnsw;
    case VectorIndexKind::kAuto:
    case VectorIndexKind::kScan:
      break;
  }
  return store::VectorIndexKind::kScan;
}

Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request,
                                      std::stop_token stop) {
  auto database = store::Database::open_read_only(paths.database());
  if (!database) return database.error();
  if (auto chosen = database->select_tree(paths.tree); !chosen) return chosen.error();
  auto wanted = wanted_files(*database);
  if (!wanted) return wanted.error();
  const std::size_t dimension = request.embedder ? request.embedder->info().dimension : 0;
  auto plan = make_plan(paths, *wanted, dimension, request);
  if (!plan) return plan.error();

  if (plan->changed) {
    std::error_code ignored;
    std::filesystem::create_directories(paths.segments(), ignored);
    if (!plan->additions.empty()) {
      auto name = build_segment(paths, plan->additions, request, stop);
      if (!name) return name.error();
      plan->manifest.segments.push_back({*name, {}});
    }
    if (auto written = store::write_manifest(paths.segments(), plan->manifest, paths.manifest());
        !written)
      return written.error();
    if (auto released = release_segments(paths, plan->before, plan->manifest); !released)
      return released.error();
  }
  auto snapshot = store::open_snapshot(paths.segments(), nullptr, paths.manifest());
  if (!snapshot) return snapshot.error();
  return DeriveOutcome{(*snapshot)->generation, (*snapshot)->live_chunks,
                       language_counts(**snapshot), plan->changed};
}

}  // namespace codeweaver::engine
