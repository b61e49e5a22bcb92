// TreeLines: exact search in the current files and the namespaces of one project.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <mutex>
#include <stop_token>
#include <utility>

#include "codeweaver/text_search.hpp"
#include "engine/freshness/watched_tree.hpp"
#include "engine/state/state_paths.hpp"
#include "engine/trees/text_catalogs.hpp"

namespace codeweaver::engine {

/// Like search_text(), but keeps the list of files while a watch says that it is current. Thread
/// safety: calls may be concurrent.
class TreeLines {
 public:
  explicit TreeLines(TextIndexPlace place) : place_(std::move(place)) {}

  const TextIndexPlace& place() const noexcept { return place_; }
  /// Errors: those of search_text().
  Result<TextSearchReport> search(const TextSearchOptions& search, const TextFileSink& sink,
                                  const std::stop_token& stop);
  /// Searches do not list the files again while a watch of it is up to date.
  WatchedTree& watched() noexcept { return watched_; }

 private:
  std::shared_ptr<const TextCatalog> catalog_for(const TextSearchOptions& search,
                                                 const base::FileIdentity& manifest,
                                                 const std::stop_token& stop);

  TextIndexPlace place_;
  WatchedTree watched_;
  std::mutex mutex_;  // guards catalogs_
  TextCatalogs catalogs_;
};

}  // namespace codeweaver::engine
