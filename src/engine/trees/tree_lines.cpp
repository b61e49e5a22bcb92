// Exact search with a list of files that is kept while the folder is watched.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/tree_lines.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/exact/namespace_targets.hpp"

namespace codeweaver::engine {
namespace {

/// The folder of the full catalog that the paths of a search select: "" for all, "src/" for one;
/// nullopt: not a single folder.
std::optional<std::string> only_folder(const std::filesystem::path& root,
                                       const TextSearchOptions& search) {
  if (search.paths.empty()) return "";
  if (search.paths.size() > 1) return std::nullopt;
  auto path = std::filesystem::path(search.paths.front()).lexically_normal().generic_string();
  if (path == "." || path == "./") return "";
  std::error_code ignored;
  if (path.starts_with("..") || path.starts_with('/') ||
      !std::filesystem::is_directory(root / path, ignored))
    return std::nullopt;
  return path.ends_with('/') ? path : path + "/";
}

}  // namespace

Result<TextSearchReport> TreeLines::search(const TextSearchOptions& search,
                                           const TextFileSink& sink, const std::stop_token& stop) {
  if (names_namespaces(search)) return search_text(search, &place_, sink, stop);
  const StatePaths paths{place_.state_dir, place_.tree};
  const auto folder = only_folder(place_.root, search);
  const auto manifest = base::identity_of(paths.segments() / paths.manifest());
  const bool is_history = !search.ref.empty() || !search.changed_in.empty();
  if (is_history || !search.overlay.is_empty() || !folder || !manifest || !watched_.is_watched())
    return search_text(search, &place_, sink, stop);
  const auto catalog = catalog_for(search, *manifest, stop);
  if (!catalog) return search_text(search, &place_, sink, stop);
  auto report = search_catalog(search, place_, *catalog, *folder, sink, stop);
  const bool is_hidden = report && report->files == 0 && !folder->empty();
  return is_hidden ? search_text(search, &place_, sink, stop) : report;
}

/// Null: the files could not be listed.
std::shared_ptr<const TextCatalog> TreeLines::catalog_for(const TextSearchOptions& search,
                                                          const base::FileIdentity& manifest,
                                                          const std::stop_token& stop) {
  const bool is_quiet = watched_.skips_scan(std::chrono::steady_clock::now());
  const auto key = TextCatalog::key_of(search);
  {
    const std::lock_guard lock(mutex_);
    if (!is_quiet) catalogs_.clear();
    if (auto known = catalogs_.find(key, manifest)) return known;
  }
  const auto begin = std::chrono::steady_clock::now();
  auto made = TextCatalog::make(place_, search, stop);
  if (!made) return nullptr;
  if (!is_quiet) watched_.record_scan(begin, std::chrono::steady_clock::now());
  auto catalog = std::make_shared<const TextCatalog>(std::move(*made));
  const std::lock_guard lock(mutex_);
  catalogs_.keep(key, manifest, catalog);
  return catalog;
}

}  // namespace codeweaver::engine
