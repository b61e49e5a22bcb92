// TextRun: one search; scans the targets that the index does not exclude, on all cores, in order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/text_search.hpp"
#include "engine/exact/history_targets.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/exact/target_scan.hpp"
#include "engine/exact/text_catalog.hpp"
#include "engine/exact/text_index.hpp"
#include "engine/exact/text_targets.hpp"
#include "pattern/pattern.hpp"
#include "store/layout/chunk_set.hpp"

namespace codeweaver::engine {

/// Can run once.
class TextRun {
 public:
  /// All arguments must outlive it; `index` may be null.
  TextRun(const TextSearchOptions& options, const TextIndexPlace* index,
          const pattern::Pattern& pattern, const TextFileSink& sink);

  /// Searches the files that the paths of the options select. Errors: as for search_text().
  Result<TextSearchReport> run(std::stop_token stop);
  /// Searches the files of a commit or a difference.
  Result<TextSearchReport> run(HistoryTargets history, std::stop_token stop);
  /// Searches the files of a catalog below `folder`.
  Result<TextSearchReport> run(const TextCatalog& catalog, std::string_view folder,
                               std::stop_token stop);
  /// Searches pushed items; each file in the results is an item.
  Result<TextSearchReport> run(const NamespaceTargets& items, std::stop_token stop);

 private:
  template <class Open>
  void open_index(Open open);
  bool is_ruled_out(const TextTarget& target) const;
  bool is_ruled_out(std::string_view path, const corpus::SearchedFile& file);
  bool add(TextTarget target);
  TargetScan& made(std::optional<TargetScan>& worker) const;
  void search_waiting();
  void consume(const TextTarget& target, ScannedTarget& scanned);
  Result<TextSearchReport> finish(const std::stop_token& stop);

  const TextSearchOptions& options_;
  const TextIndexPlace* place_;
  const std::string root_;
  const pattern::Pattern& pattern_;
  const TextFileSink& sink_;
  std::optional<TextIndex> index_;
  TextIndex::Cursor cursor_;
  std::vector<store::ChunkSet> blocks_;  // blocks of the index that may match
  std::vector<TextTarget> waiting_;
  std::size_t waiting_bytes_ = 0;                   // size of their texts
  std::vector<std::optional<TargetScan>> workers_;  // one for each thread
  std::optional<TargetScan> consumer_;
  TextSearchReport report_;
  std::size_t costly_ = 0;  // files with a line that is too costly
  std::stop_source ended_;  // by the sink, or because too many files are costly
};

}  // namespace codeweaver::engine
