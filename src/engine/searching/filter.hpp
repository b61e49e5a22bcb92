// Filters: from what a caller asks for to the chunks that may answer.
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

  /// The first condition that a file does not meet; kNone: it may answer.
  FilterField refusal(std::string_view path, std::string_view language, bool is_test) const;
  bool admits(std::string_view path, std::string_view language, bool is_test) const {
    return refusal(path, language, is_test) == FilterField::kNone;
  }
  /// Whether a chunk of a file that is admitted shares a line with those asked for.
  bool admits_lines(std::string_view path, const Span& chunk) const;
  /// What a condition asks for, as text.
  std::string wanted(FilterField field) const;
  bool is_open() const noexcept {
    return languages.empty() && extension.empty() && directory.empty() && glob.empty() &&
           paths.is_open() && include_tests && !lines;
  }
};

/// kInvalidArgument "UNKNOWN_LANGUAGE"; names the nearest known language.
Error unknown_language(const std::string& name, std::string context);

/// Paths and patterns of the filter may be absolute; `root` is the folder of the project, resolved,
/// or empty where there is none. Errors: kInvalidArgument "UNKNOWN_LANGUAGE" (names the nearest
/// known one), "PATH_OUTSIDE_PROJECT".
Result<CompiledFilter> compile_filter(const SearchFilter& filter, bool include_tests,
                                      const std::filesystem::path& root = {});

/// The live chunks that the filter admits, one set a part. Cost: one test a file.
std::vector<store::ChunkSet> allowed_chunks(const store::Snapshot& snapshot,
                                            const CompiledFilter& filter);

}  // namespace codeweaver::engine
