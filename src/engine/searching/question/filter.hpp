// Filters: from the conditions of a caller to the chunks that can be results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/path_globs.hpp"
#include "codeweaver/search_types.hpp"
#include "store/layout/chunk_set.hpp"
#include "store/search/snapshot.hpp"

namespace codeweaver::engine {

/// A condition of SearchFilter.
enum class FilterField : std::uint8_t {
  kNone,
  kIncludeTests,
  kFocusLanguages,
  kDirectory,
  kFileType,
  kFileGlob,
  kPaths,
  kLines
};
constexpr std::string_view to_string(FilterField field) noexcept {
  constexpr std::string_view kNames[] = {"",          "include_tests", "focus_languages",
                                         "directory", "file_type",     "file_glob",
                                         "paths",     "lines"};
  return kNames[static_cast<std::size_t>(field)];
}

/// A checked SearchFilter.
struct CompiledFilter {
  std::set<std::string, std::less<>> languages;  ///< ids; empty: all
  std::string extension;                         ///< lower case, no dot
  std::string directory;                         ///< relative to the project; empty: all of it
  std::string glob;
  std::vector<std::string> globs;       ///< the same without braces
  std::vector<std::string> path_globs;  ///< SearchFilter::paths, relative to the project
  base::PathGlobs paths;
  bool include_tests = true;
  std::optional<LineFilter> lines;

  /// The first condition that a file does not meet; kNone: the file can have results.
  FilterField refusal(std::string_view path, std::string_view language, bool is_test) const;
  bool admits(std::string_view path, std::string_view language, bool is_test) const {
    return refusal(path, language, is_test) == FilterField::kNone;
  }
  /// True if a chunk of an admitted file overlaps the requested lines.
  bool admits_lines(std::string_view path, const Span& chunk) const;
  /// The required value of a condition, as text.
  std::string wanted(FilterField field) const;
  bool is_open() const noexcept {
    return languages.empty() && extension.empty() && directory.empty() && glob.empty() &&
           paths.is_open() && include_tests && !lines;
  }
};

/// kInvalidArgument "UNKNOWN_LANGUAGE"; suggests the most similar known language.
Error unknown_language(const std::string& name, std::string context);

/// Checks a filter. Its paths and patterns may be absolute. `root` is the resolved folder of the
/// project, or empty if there is none. Errors: kInvalidArgument "UNKNOWN_LANGUAGE" (suggests the
/// most similar known language), "PATH_OUTSIDE_PROJECT".
Result<CompiledFilter> compile_filter(const SearchFilter& filter, bool include_tests,
                                      const std::filesystem::path& root = {});

/// The live chunks that the filter admits, one set for each part. Cost: one test for each file.
std::vector<store::ChunkSet> allowed_chunks(const store::Snapshot& snapshot,
                                            const CompiledFilter& filter);

}  // namespace codeweaver::engine
