// TextCatalog: the files that searches of a folder are about, kept while nothing changes there.
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

/// The files of one walk over the folder that is indexed, and the blocks that the index has of
/// each: a search goes from the grams of its pattern to the few files that may match, and looks at
/// no other. Thread safety: immutable.
class TextCatalog {
 public:
  /// Which walk: what of the options of a search chooses files.
  static std::string key_of(const TextSearchOptions& options);

  /// Walks the folder of `place` with the options but for their paths. Cost: a look at each file.
  /// Errors: those of TextIndex::open() and of the walk.
  static Result<TextCatalog> make(const TextIndexPlace& place, const TextSearchOptions& options,
                                  std::stop_token stop);

  std::size_t file_count() const noexcept { return begins_.size(); }
  std::string_view path(std::size_t file) const noexcept;
  /// Calls visit(file) for those below `folder` ("" is all) that may match, in order of the walk,
  /// until it returns false. Returns how many files lie there. Errors: kCorruption.
  Result<std::size_t> visit_candidates(const text::GramQuery& query, std::string_view folder,
                                       const std::function<bool(std::size_t file)>& visit) const;

 private:
  explicit TextCatalog(TextIndex index) : index_(std::move(index)) {}
  void add(std::string_view path, const std::optional<TextPlace>& place);

  TextIndex index_;
  std::string paths_;                              // one behind the other
  std::vector<std::uint32_t> begins_;              // of each path
  std::vector<std::uint32_t> always_;              // files that are not in the index as they are
  std::vector<std::vector<std::uint32_t>> files_;  // of each block of each part
};

/// search_text() over the files of a catalog below `folder` ("src/"; "" is all), which nobody has
/// changed since it was made. Errors: as search_text().
Result<TextSearchReport> search_catalog(const TextSearchOptions& options,
                                        const TextIndexPlace& place, const TextCatalog& catalog,
                                        std::string_view folder, const TextFileSink& sink,
                                        std::stop_token stop);

}  // namespace codeweaver::engine
