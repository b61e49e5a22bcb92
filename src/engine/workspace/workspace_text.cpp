// CodeWeaver::find_text: exact search over the project; hits are masked, located and ranked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "corpus/filter_path.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/searching/open/time_limit.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/workspace/hit_collector.hpp"
#include "engine/workspace/text_ranking.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Adds the definitions around lines; `searcher` has their indexed version.
void add_scopes(const HybridSearcher& searcher, TextHitFile& file) {
  constexpr std::uint32_t kLinesOfHead = 3;  // lines that may contain the name of a definition
  std::vector<std::uint32_t> lines;
  for (const auto& hit : file.hits) lines.push_back(static_cast<std::uint32_t>(hit.line));
  const auto scopes = searcher.definitions_at(file.path, lines);
  if (!scopes) return;  // hits are valid without a scope
  for (std::size_t i = 0; i < file.hits.size(); ++i) {
    const auto& scope = (*scopes)[i];
    if (!scope) continue;
    auto& hit = file.hits[i];
    hit.scope = scope->qualified_name;
    hit.scope_kind = scope->kind;
    hit.scope_begin = scope->lines.start_line;
    hit.scope_end = scope->lines.end_line;
    const auto at = hit.text.find(scope->name);
    hit.is_definition = hit.column > 0 && !scope->name.empty() && at != std::string::npos &&
                        hit.line < scope->lines.start_line + kLinesOfHead &&
                        hit.column <= at + scope->name.size() && hit.column + 80 > at;
  }
}

/// How central the files with hits are.
engine::FileUses uses_of(const HybridSearcher& searcher, const TextHits& hits) {
  std::vector<std::string> paths;
  for (const auto& file : hits.files) paths.push_back(file.path);
  const auto counts = searcher.uses_of(paths);
  engine::FileUses out;
  for (std::size_t i = 0; i < paths.size(); ++i) out.emplace(std::move(paths[i]), counts[i]);
  return out;
}

/// Makes the paths and globs of a search relative to the project.
Result<void> make_relative(const std::filesystem::path& root, TextSearchOptions& search) {
  for (auto& path : search.paths) {
    CODEWEAVER_ASSIGN(path, corpus::path_of_filter(root, path));
  }
  if (std::ranges::find(search.paths, "") != search.paths.end()) search.paths.clear();  // all
  for (auto& glob : search.globs) {
    CODEWEAVER_ASSIGN(glob, corpus::glob_of_filter(root, glob));
  }
  return {};
}

/// The namespaces selected by a search, repaired if damaged. Those with other faults are left to
/// the exact search.
Result<engine::FoundNamespaces> namespaces_with_lines(engine::NamespaceSearchers& namespaces,
                                                      const TextSearchOptions& search,
                                                      const CallContext& call) {
  SearchFilter filter;
  filter.purpose = search.purpose;
  filter.chunk_strategy = search.chunk_strategy;
  auto found = namespaces.matching(filter, call);
  if (found || !engine::is_fault(found.error())) return found;
  return engine::FoundNamespaces();
}

}  // namespace

/// The searcher with the definitions of a commit or of the folder; null: there is none.
std::shared_ptr<HybridSearcher> CodeWeaver::Impl::open_scopes(const std::string& commit,
                                                              const CallContext& call,
                                                              Unsaved* unsaved) {
  if (!commit.empty() && !trees.commits().is_indexed(commit)) return nullptr;
  auto opened = commit.empty() ? open_folder(unsaved) : trees.commits().open(commit, call);
  return opened ? std::move(*opened) : nullptr;
}

/// The files with hits whose current definitions are known, sorted by path. Unsaved texts are
/// always included.
std::vector<std::string> CodeWeaver::Impl::current_hits(const HybridSearcher& asked,
                                                        const TextHits& hits,
                                                        const Overlay& unsaved) const {
  std::vector<std::string> paths, out;
  for (const auto& file : hits.files) {
    if (!file.name_space.empty()) continue;
    (unsaved.files().contains(file.path) ? out : paths).push_back(file.path);
  }
  if (const auto current = asked.current_files(options.index, paths))
    out.insert(out.end(), current->begin(), current->end());
  std::ranges::sort(out);
  return out;
}

Result<TextHits> CodeWeaver::find_text(const TextSearchOptions& asked,
                                       const TextHitsOptions& options, const CallContext& call) {
  const auto begin = std::chrono::steady_clock::now();
  TextSearchOptions search = asked;
  search.working_directory = impl_->project.root;
  CODEWEAVER_TRY(make_relative(impl_->project.root, search));
  search.wanted = TextWanted::kLines;
  search.wants_places = true;
  if (unsaved_) search.overlay = unsaved_->overlay();
  TextHits out;
  engine::FoundNamespaces others;
  if (engine::names_namespaces(search)) {
    CODEWEAVER_ASSIGN(others, namespaces_with_lines(impl_->trees.namespaces(), search, call));
    out.warnings = others.warnings;
  }
  engine::LineFacts facts;
  engine::HitMask mask(impl_->project.root, impl_->options.index.secrets, search.overlay);
  engine::HitCollector collector(out, facts, options, mask);
  const auto report = impl_->lines.search(
      search, [&](const TextFile& file) { return collector.take(file); }, call.stop);
  if (!report) return report.error();
  out.searched_files = report->files;
  out.read_files = report->read_files;
  out.commit = report->commit;
  if (!report->without_index.empty())
    out.warnings.push_back(report->without_index + "; all files were scanned");
  if (!report->missing.empty()) out.warnings.push_back(report->missing);
  if (auto missing_folder = report->commit.empty()
                                ? engine::missing_folder_warning(impl_->project.root)
                                : std::nullopt)
    out.warnings.push_back(std::move(*missing_folder));
  else
    for (const auto& [path, problem] : report->problems)
      out.warnings.push_back(path + ": " + problem);
  // Only look up definitions and mask texts for hits that can be shown.
  engine::rank_hits(out, {2 * options.most_lines, options.most_found, options.is_by_path});
  if (!report->commit.empty()) mask.use_commit(report->commit);
  engine::FileUses uses;
  if (const auto searcher = impl_->open_scopes(report->commit, call, unsaved_.get())) {
    const bool is_commit = !report->commit.empty();
    const auto current = is_commit ? std::vector<std::string>()
                                   : impl_->current_hits(*searcher, out, search.overlay);
    for (auto& file : out.files)
      if (file.name_space.empty() && !call.stop.stop_requested() &&
          (is_commit || std::ranges::binary_search(current, file.path)))
        add_scopes(*searcher, file);
    if (!options.is_by_path) uses = uses_of(*searcher, out);
  }
  for (const auto& [name, searcher] : others.searchers)
    for (auto& file : out.files)
      if (file.name_space == name) add_scopes(*searcher, file);
  engine::rank_hits(out, options, uses);
  for (auto& file : out.files) {
    if (call.stop.stop_requested()) return engine::search_stopped();
    out.masked_values += mask.apply(file, facts[engine::fact_key(file.name_space, file.path)]);
  }
  out.execution_time_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return out;
}

}  // namespace codeweaver::inline v0_1
