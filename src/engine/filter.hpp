// Filters: from what a caller asks for to the chunks that may answer.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "codeweaver/search_types.hpp"
#include "store/segment.hpp"

namespace codeweaver::engine {

/// A checked SearchFilter.
struct CompiledFilter {
  std::set<std::string, std::less<>> languages;  ///< ids; empty: all
  std::string extension;                         ///< lower case, no dot
  std::string directory;                         ///< no leading "./", no trailing '/'
  std::string glob;
  bool include_tests = true;

  /// Whether a file may answer at all.
  bool admits(std::string_view path, std::string_view language, bool is_test) const;
  bool is_open() const noexcept {
    return languages.empty() && extension.empty() && directory.empty() && glob.empty() &&
           include_tests;
  }
};

/// Errors: kInvalidArgument "UNKNOWN_LANGUAGE" (names the nearest known ones),
/// "PATH_OUTSIDE_PROJECT" (directory climbs out with "..").
Result<CompiledFilter> compile_filter(const SearchFilter& filter, bool include_tests);

/// The live chunks that the filter admits, one set a part. Cost: one test a file.
std::vector<store::ChunkSet> allowed_chunks(const store::Snapshot& snapshot,
                                            const CompiledFilter& filter);

}  // namespace codeweaver::engine
