// Derivation: selects the files for a new segment, builds it, commits the manifest.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/derive.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/private_files.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/segments/segment_assembly.hpp"
#include "engine/segments/segment_writer.hpp"
#include "engine/segments/shared_segments.hpp"
#include "engine/state/snapshot_facts.hpp"
#include "engine/state/tree_state.hpp"
#include "store/database/tree_view.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::engine {
namespace {

using Missing = std::map<std::string_view, const WantedFile*>;  // by path
using Segments = std::vector<std::shared_ptr<const store::Segment>>;

/// The files of the next generation.
struct Plan {
  store::Manifest before;             // current manifest of the tree; empty: none
  store::Manifest manifest;           // kept segments with their deletions
  std::vector<WantedFile> additions;  // in path order
  bool changed = false;
  Contents refilled{};  // of existing files, to be prepared again
};

Result<std::vector<WantedFile>> wanted_files(const store::TreeView& tree) {
  std::vector<WantedFile> files;
  auto walked = tree.for_each_file([&](const store::FileRecord& file) {
    if (file.outcome == store::FileOutcome::kIndexed && !file.chunk_ids.empty())
      files.push_back(wanted_file(file));
    return true;
  });
  if (!walked) return walked.error();
  std::sort(files.begin(), files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

/// The segments of a manifest; nullopt if one of them is unusable.
std::optional<Segments> open_segments(const StatePaths& paths, const store::Manifest& manifest) {
  Segments segments;
  for (const auto& entry : manifest.segments) {
    auto segment = store::Segment::open(paths.segments() / entry.file, entry.verified);
    const bool is_usable =
        segment &&
        ((*segment)->dimension() == 0 || (*segment)->dimension() == manifest.dimension) &&
        (entry.deleted_files.empty() || entry.deleted_files.back() < (*segment)->file_count());
    if (!is_usable) return std::nullopt;
    segments.push_back(std::move(*segment));
  }
  return segments;
}

/// True if data read from the segments may be wrong.
bool are_damaged(const Segments& segments) {
  return std::ranges::any_of(segments, [](const auto& one) { return one->damage().has_value(); });
}

/// Marks deleted and changed files in each old segment and removes current files from `missing`.
void mark_deletions(const Segments& segments, Plan& plan, Missing& missing) {
  for (std::size_t part = 0; part < segments.size(); ++part) {
    const auto& segment = *segments[part];
    auto& deleted = plan.manifest.segments[part].deleted_files;
    const std::set<std::uint32_t> before(deleted.begin(), deleted.end());
    for (std::uint32_t file = 0; file < segment.file_count(); ++file) {
      if (before.contains(file)) continue;
      const auto [first, last] = segment.file_chunks(file);
      const auto wanted = missing.find(segment.file_path(file));
      if (first < last && wanted != missing.end() &&
          wanted->second->content == segment.file_content(file) &&
          !plan.refilled.contains(wanted->second->content)) {
        missing.erase(wanted);
      } else {
        deleted.push_back(file);
        plan.changed = true;
      }
    }
    std::sort(deleted.begin(), deleted.end());  // new marks may come before those of earlier runs
  }
}

/// The same, only for the paths of an edit.
void mark_edit(const Segments& segments, const TreeEdit& edit, Plan& plan, Missing& missing) {
  for (std::size_t part = 0; part < segments.size(); ++part) {
    const auto& segment = *segments[part];
    auto& deleted = plan.manifest.segments[part].deleted_files;
    const auto visit = [&](std::string_view path, const WantedFile* wanted) {
      const auto found = find_file(segment, path);
      if (!found) return;
      const auto file = static_cast<std::uint32_t>(*found);
      const auto place = std::lower_bound(deleted.begin(), deleted.end(), file);
      if (place != deleted.end() && *place == file) return;
      if (wanted != nullptr && segment.file_content(file) == wanted->content) {
        missing.erase(path);
        return;
      }
      deleted.insert(place, file);
      plan.changed = true;
    };
    for (const auto& file : edit.present) visit(file.path, &file);
    for (const auto& path : edit.removed) visit(path, nullptr);
  }
}

/// Number of live files in segments with these deletions.
std::size_t alive_files(const Segments& segments, const store::Manifest& manifest) {
  std::size_t alive = 0;
  for (std::size_t i = 0; i < segments.size(); ++i)
    alive += segments[i]->file_count() - manifest.segments[i].deleted_files.size();
  return alive;
}

/// Moves the live files of a segment to the additions.
void take_over(const store::Segment& segment, const std::vector<std::uint32_t>& deleted,
               std::vector<WantedFile>& additions) {
  for (std::uint32_t file = 0; file < segment.file_count(); ++file) {
    if (std::binary_search(deleted.begin(), deleted.end(), file)) continue;
    const auto chunk = segment.chunk(segment.file_chunks(file).first);
    additions.push_back(
        {std::string(chunk.path), chunk.content, chunk.is_test, chunk.is_generated});
  }
}

/// Completes a plan with marked deletions. If most files are new, everything is written again;
/// segments without live files are removed. Other segments are merged later (merge_segments).
void plan_additions(const Segments& segments, const Missing& missing, Plan& plan) {
  plan.changed = plan.changed || !missing.empty();
  if (!plan.changed) return;
  for (const auto& [path, file] : missing) plan.additions.push_back(*file);
  const bool is_mostly_new = missing.size() > alive_files(segments, plan.manifest);
  for (std::size_t part = segments.size(); part-- > 0;) {
    const auto entry = plan.manifest.segments.begin() + static_cast<std::ptrdiff_t>(part);
    if (!is_mostly_new && entry->deleted_files.size() < segments[part]->file_count()) continue;
    take_over(*segments[part], entry->deleted_files, plan.additions);
    plan.manifest.segments.erase(entry);
  }
  std::sort(plan.additions.begin(), plan.additions.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  ++plan.manifest.generation;
}

/// True for a tree that was never derived, or only partially by a first run that has ended now.
bool is_first_derivation(const Result<store::Manifest>& manifest, const DeriveRequest& request) {
  if (request.rebuild) return false;
  if (manifest) return manifest->coverage && !request.coverage;
  return manifest.error().category == ErrorCategory::kNotFound;
}

Result<Plan> plan_whole(const StatePaths& paths, const std::vector<WantedFile>& wanted,
                        const Contents& unshared, std::size_t dimension,
                        const DeriveRequest& request) {
  Plan plan;
  auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  plan.before = manifest ? *manifest : store::Manifest{};
  if (is_first_derivation(manifest, request)) {
    WantedContents contents;
    for (const auto& file : wanted)
      if (!unshared.contains(file.content)) contents.emplace(file.path, file.content);
    manifest = share_segments(paths, contents, dimension, request.vector_index);
    manifest->generation = plan.before.generation;
    plan.changed = true;
  }
  const bool suits = !request.rebuild && manifest && manifest->dimension == dimension &&
                     manifest->vector_index == request.vector_index;
  if (suits) {
    if (const auto segments = open_segments(paths, *manifest)) {
      plan.manifest = *manifest;
      if (request.fills_in) plan.refilled = request.missing.at(plan.before.generation);
      Missing missing;
      for (const auto& file : wanted) missing.emplace(file.path, &file);
      mark_deletions(*segments, plan, missing);
      plan_additions(*segments, missing, plan);
      if (!are_damaged(*segments)) return plan;
      plan.additions.clear();
    }
  }
  plan.manifest = {plan.before.generation + 1, dimension, request.vector_index, {}, {}};
  plan.additions = wanted;
  plan.changed = true;
  return plan;
}

/// Applies an edit to the generation that it is based on. nullopt: another generation is committed.
std::optional<Plan> plan_edit(const StatePaths& paths, std::size_t dimension,
                              const DeriveRequest& request) {
  auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  if (!manifest || manifest->coverage || manifest->generation != request.edit_base ||
      manifest->dimension != dimension || manifest->vector_index != request.vector_index)
    return std::nullopt;
  const auto segments = open_segments(paths, *manifest);
  if (!segments) return std::nullopt;
  Plan plan;
  plan.before = *manifest;
  plan.manifest = std::move(*manifest);
  Missing missing;
  for (const auto& file : request.edit->present) missing.emplace(file.path, &file);
  mark_edit(*segments, *request.edit, plan, missing);
  plan_additions(*segments, missing, plan);
  if (are_damaged(*segments)) return std::nullopt;
  return plan;
}

/// For all trees: a tree that started with the segments of another one has no record of them.
Result<Contents> contents_that_lack(const store::Database& database) {
  CODEWEAVER_ASSIGN(const auto trees, database.trees());
  Contents out;
  for (const auto& tree : trees) {
    CODEWEAVER_ASSIGN(const auto missing, MissingVectors::read(database, {{}, tree}));
    out.merge(missing.all());
  }
  return out;
}

Result<Plan> plan_generation(const StatePaths& paths, const DeriveRequest& request) {
  const std::size_t dimension = request.embedder ? request.embedder->info().dimension : 0;
  if (request.edit != nullptr && !request.rebuild && !request.fills_in)
    if (auto plan = plan_edit(paths, dimension, request)) return std::move(*plan);
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto tree, database.tree(paths.tree));
  CODEWEAVER_ASSIGN(auto wanted, wanted_files(tree));
  CODEWEAVER_ASSIGN(const auto unshared, contents_that_lack(database));
  return plan_whole(paths, wanted, unshared, dimension, request);
}

/// Records what a generation will lack, before it is committed.
Result<void> note_missing(const StatePaths& paths, const MissingVectors& known,
                          const MissingVectors& now) {
  if (known == now) return {};
  CODEWEAVER_ASSIGN(auto database, store::Database::open(paths.database()));
  return database.set_meta(tree_key(kMissingVectorsKey, paths), now.to_text());
}

/// The model output missing in the next generation. Unused contents remain in the set until a run
/// adds the output.
Contents still_missing(const Plan& plan, const DeriveRequest& request, const Outage& outage) {
  if (request.rebuild || request.fills_in) return outage.contents;
  Contents out = request.missing.at(plan.before.generation);
  out.insert(outage.contents.begin(), outage.contents.end());
  return out;
}

/// Commits a generation and deletes data that only the previous one used.
Result<DeriveOutcome> replace_manifest(const StatePaths& paths, const store::Manifest& before,
                                       const store::Manifest& after, const DeriveRequest& request,
                                       Contents lacking, Outage outage) {
  const auto& known = request.missing;
  auto now = known.with(before.generation, after.generation, std::move(lacking));
  CODEWEAVER_TRY(note_missing(paths, known, now));
  CODEWEAVER_TRY(store::write_manifest(paths.segments(), after, paths.manifest()));
  CODEWEAVER_TRY(release_segments(paths, before, after));
  return DeriveOutcome{after.generation, true, std::move(outage), std::move(now)};
}

Result<WrittenSegments> finish(SegmentAssembly& assembly) {
  WrittenSegments out{{}, assembly.outage()};
  CODEWEAVER_ASSIGN(auto entries, std::move(assembly).finish());
  out.entries = std::move(entries);
  return out;
}

}  // namespace

bool can_be_repaired(const Error& error) noexcept {
  return error.code == error_code::kSegmentCorrupt || error.code == error_code::kManifestCorrupt ||
         error.code == error_code::kIndexNotFound;
}

Result<DeriveOutcome> derive_segments(const StatePaths& paths, const DeriveRequest& request) {
  CODEWEAVER_ASSIGN(auto plan, plan_generation(paths, request));
  Outage outage;
  if (plan.changed) {
    static_cast<void>(base::make_private_folder(paths.segments()));  // writing reports a failure
    if (!plan.additions.empty()) {
      const bool is_assembled =
          request.assembly != nullptr && request.assembly->holds(plan.additions);
      CODEWEAVER_ASSIGN(auto written, is_assembled
                                          ? finish(*request.assembly)
                                          : write_segments(paths, plan.additions, request));
      auto& segments = plan.manifest.segments;
      segments.insert(segments.end(), written.entries.begin(), written.entries.end());
      outage = std::move(written.outage);
    }
    plan.manifest.coverage = request.coverage;
    // A repair uses it to report what was lost.
    if (paths.tree.starts_with(kNamespacePrefix)) plan.manifest.tree = paths.tree;
    auto lacking = still_missing(plan, request, outage);
    return replace_manifest(paths, plan.before, plan.manifest, request, std::move(lacking),
                            std::move(outage));
  }
  DeriveOutcome unchanged{plan.manifest.generation, false, {}, request.missing};
  if (!request.fills_in) return unchanged;
  unchanged.missing = {};  // the record is not used any more
  CODEWEAVER_TRY(note_missing(paths, request.missing, {}));
  return unchanged;
}

Result<DeriveOutcome> publish_assembly(const StatePaths& paths, SegmentAssembly& assembly,
                                       const DeriveRequest& request) {
  CODEWEAVER_ASSIGN(auto entries, assembly.publish());
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  const auto before = manifest ? *manifest : store::Manifest{};
  return replace_manifest(paths, before,
                          {before.generation + 1, assembly.dimension(), request.vector_index,
                           std::move(entries), request.coverage},
                          request, assembly.outage().contents, assembly.outage());
}

}  // namespace codeweaver::engine
