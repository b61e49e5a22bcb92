// TextCatalog: the files for searches of a folder, kept while nothing changes there.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/text_search.hpp"
#include "engine/exact/text_index.hpp"

namespace codeweaver::engine {

/// The files of one walk over the indexed folder, with the index blocks of each file. A search gets
/// the few files that may match from the grams of its pattern, and checks no others. Thread safety:
/// immutable.
class TextCatalog {
 public:
  /// Identifies the walk: the options of a search that select files.
  static std::string key_of(const TextSearchOptions& options);

  /// Walks the folder of `place` with the options, except their paths. Cost: a check of each file.
  /// Errors: those of TextIndex::open() and of the walk.
  static Result<TextCatalog> make(const TextIndexPlace& place, const TextSearchOptions& options,
                                  std::stop_token stop);

  std::size_t file_count() const noexcept { return begins_.size(); }
  std::string_view path(std::size_t file) const noexcept;
  /// Calls visit(file) for files below `folder` ("" is all) that may match, in the order of the
  /// walk, until it returns false. Returns the number of files below `folder`. Errors: kCorruption.
  Result<std::size_t> visit_candidates(const text::GramQuery& query, std::string_view folder,
                                       const std::function<bool(std::size_t file)>& visit) const;

 private:
  explicit TextCatalog(TextIndex index) : index_(std::move(index)) {}
  void add(std::string_view path, const std::optional<TextPlace>& place);

  TextIndex index_;
  std::string paths_;                              // concatenated
  std::vector<std::uint32_t> begins_;              // start of each path
  std::vector<std::uint32_t> always_;              // files without a current entry in the index
  std::vector<std::vector<std::uint32_t>> files_;  // for each block of each part
};

/// Like search_text() for the files of a catalog below `folder` ("src/"; "" is all). The files must
/// not have changed since the catalog was made. Errors: as for search_text().
Result<TextSearchReport> search_catalog(const TextSearchOptions& options,
                                        const TextIndexPlace& place, const TextCatalog& catalog,
                                        std::string_view folder, const TextFileSink& sink,
                                        std::stop_token stop);

}  // namespace codeweaver::engine
