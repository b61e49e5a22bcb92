// CodeWeaver's look-ups: definitions and uses by name, names and paths by prefix, texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/try.hpp"
#include "engine/content/earlier_definitions.hpp"
#include "engine/searching/open/lookup_limit.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/workspace/absent_file.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// Adds symbols of other tools after those of the code, without duplicates. Skips namespaces that
/// cannot be opened because of a fault; searches report them.
Result<void> add_pushed(engine::NamespaceSearchers& namespaces, std::string_view name,
                        std::size_t limit, const CallContext& call, std::vector<SymbolMatch>& out) {
  auto others = namespaces.matching({}, call);
  if (!others) return engine::is_fault(others.error()) ? Result<void>() : others.error();
  for (const auto& [key, searcher] : others->searchers) {
    CODEWEAVER_ASSIGN(auto found, searcher->find_symbol(name, limit));
    for (auto& symbol : found) {
      const auto says_same = [&](const SymbolMatch& known) {
        return known.path == symbol.path && known.name == symbol.name &&
               known.lines.start_line <= symbol.lines.end_line &&
               symbol.lines.start_line <= known.lines.end_line;
      };
      if (out.size() < limit && std::ranges::none_of(out, says_same))
        out.push_back(std::move(symbol));
    }
  }
  return {};
}

}  // namespace

/// Searches the committed state, with the overlay if there is one.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::searcher() const {
  return impl_->open_folder(unsaved_.get());
}

Result<std::vector<SymbolMatch>> CodeWeaver::find_symbol(std::string_view name, std::size_t limit,
                                                         const Lookup& lookup,
                                                         const CallContext& given) {
  const auto call = engine::limited(given, lookup);
  return impl_->repairs.repairing(call, [&]() -> Result<std::vector<SymbolMatch>> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready({}, call, unsaved_.get()));
    if (lookup.warnings != nullptr) *lookup.warnings = prepared.warnings;
    std::vector<SymbolMatch> out;
    if (prepared.searcher) {
      CODEWEAVER_ASSIGN(out, prepared.searcher->find_symbol(name, limit));
    }
    CODEWEAVER_TRY(add_pushed(impl_->trees.namespaces(), name, limit, call, out));
    return out;
  });
}

Result<std::vector<ReferenceMatch>> CodeWeaver::find_references(std::string_view name,
                                                                std::size_t limit,
                                                                const Lookup& lookup,
                                                                const CallContext& given) {
  const auto call = engine::limited(given, lookup);
  return impl_->repairs.repairing(call, [&]() -> Result<std::vector<ReferenceMatch>> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready({}, call, unsaved_.get()));
    if (lookup.warnings != nullptr) *lookup.warnings = prepared.warnings;
    if (!prepared.searcher) return std::vector<ReferenceMatch>();
    return prepared.searcher->find_references(name, limit, lookup.warnings);
  });
}

Result<CallGraphAnswer> CodeWeaver::call_graph(std::string_view start,
                                               const CallGraphOptions& options,
                                               const Lookup& lookup, const CallContext& given) {
  const auto call = engine::limited(given, lookup);
  return impl_->repairs.repairing(call, [&]() -> Result<CallGraphAnswer> {
    SearchOptions of_difference;
    of_difference.changed_in = options.changed_in;
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready(of_difference, call, unsaved_.get()));
    if (lookup.warnings != nullptr) *lookup.warnings = prepared.warnings;
    if (!prepared.searcher) return CallGraphAnswer();
    auto within = options;
    within.changed_in.clear();
    const auto& target = prepared.target;
    if (!options.changed_in.empty()) {
      within.lines = target.lines;
      CODEWEAVER_ASSIGN(within.earlier, engine::earlier_definitions(
                                            impl_->project.root, {target.base, target.commit, {}}));
    }
    CODEWEAVER_ASSIGN(auto answer, prepared.searcher->call_graph(start, within));
    if (!answer.removed.empty()) answer.removed_since = target.base;
    return answer;
  });
}

std::vector<std::string> CodeWeaver::similar_symbols(std::string_view name,
                                                     std::size_t limit) const {
  const auto opened = searcher();
  return opened ? (*opened)->similar_symbols(name, limit) : std::vector<std::string>();
}

std::vector<std::string> CodeWeaver::complete_path(std::string_view prefix,
                                                   std::size_t limit) const {
  const auto opened = searcher();
  if (!opened) return {};
  auto paths = (*opened)->complete_path(prefix, limit);
  std::erase_if(paths, [&](const std::string& path) {
    std::error_code ignored;
    return !(unsaved_ && unsaved_->overlay().files().contains(path)) &&
           !std::filesystem::exists(impl_->project.root / path, ignored);
  });
  return paths;
}

std::vector<std::string> CodeWeaver::complete_symbol(std::string_view prefix,
                                                     std::size_t limit) const {
  const auto opened = searcher();
  return opened ? (*opened)->complete_symbol(prefix, limit) : std::vector<std::string>();
}

Result<std::vector<SymbolMatch>> CodeWeaver::definitions_in(std::string_view path,
                                                            const Lookup& lookup,
                                                            const CallContext& given) {
  const auto call = engine::limited(given, lookup);
  CODEWEAVER_ASSIGN(const auto searcher, impl_->searcher_of(std::string(path), nullptr, call));
  return searcher->definitions_in(path);
}

Result<std::string> CodeWeaver::file_text(std::string_view path, const Lookup& lookup,
                                          const CallContext& given) {
  const auto call = engine::limited(given, lookup);
  return impl_->repairs.repairing(call, [&]() -> Result<std::string> {
    CODEWEAVER_ASSIGN(const auto searcher,
                      impl_->searcher_of(std::string(path), unsaved_.get(), call));
    auto text = searcher->file_text(path);
    if (text || text.error().category != ErrorCategory::kNotFound) return text;
    return engine::explained(text.error(), impl_->project.root, impl_->options.index, path);
  });
}

/// The searcher of the folder for a call about one file. If that file is unchanged, other files are
/// not checked. Does not wait for an unfinished first index.
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::searcher_of(const std::string& path,
                                                                      Unsaved* unsaved,
                                                                      const CallContext& call) {
  CODEWEAVER_ASSIGN(auto opened, trees.folder());
  const bool is_unsaved = unsaved != nullptr && unsaved->overlay().files().contains(path);
  CODEWEAVER_ASSIGN(const auto current, opened->current_files(options.index, {&path, 1}));
  const bool is_partial = !engine::read_coverage(paths()).is_whole;
  if (is_unsaved || !current.empty() ||
      (is_partial && engine::missing_folder_warning(project.root)))
    return trees.with_unsaved(std::move(opened), unsaved);
  if (!is_partial) {
    CODEWEAVER_ASSIGN(auto prepared, ready({}, call, unsaved));
    if (prepared.searcher) return std::move(prepared.searcher);
  }
  Prepared out{std::move(opened), {}, {}};
  const engine::Freshness fresh{
      {}, std::make_shared<const std::vector<std::string>>(std::vector{path}), true};
  CODEWEAVER_TRY(skip_stale(fresh, unsaved, out, call));
  return std::move(out.searcher);
}

}  // namespace codeweaver::inline v0_1
