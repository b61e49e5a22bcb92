// Exact search: finds patterns in the lines of the current files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_SEARCH_HPP_
#define CODEWEAVER_TEXT_SEARCH_HPP_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/overlay.hpp"
#include "codeweaver/purpose.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// Whether case matters. kSmart: only if the pattern has an upper-case letter.
enum class CaseRule : std::uint8_t { kExact, kFolded, kSmart };

/// What to report for each file: its matching lines, their number, or only its path.
enum class TextWanted : std::uint8_t { kLines, kCounts, kPaths };

/// What a match must cover: any text, whole words (no word character next to it), or whole lines.
enum class TextExtent : std::uint8_t { kAny, kWord, kLine };

/// Patterns and scope of a search. Every field except `patterns` has a working default.
struct TextSearchOptions {
  /// Regular expressions in the syntax of Rust's `regex`, as in ripgrep; one of them must match.
  std::vector<std::string> patterns{};
  bool is_fixed = false;  ///< patterns are plain text
  /// Patterns use Perl syntax (PCRE2), with look-around and back-references. The work per line is
  /// limited; a file with a line that exceeds the limit is reported as a problem.
  bool is_perl = false;
  CaseRule case_rule = CaseRule::kExact;
  TextExtent extent = TextExtent::kAny;
  bool is_inverted = false;  ///< selects lines without a match

  std::filesystem::path working_directory{};  ///< absolute; paths and globs are relative to it
  std::vector<std::string> paths{};           ///< files and folders; empty: the working directory
  /// Input for the path "-". Writes at most `size` bytes to `out` and returns their number; 0: the
  /// end; negative: an error, in errno. Null: "-" is a file name.
  std::function<std::ptrdiff_t(char* out, std::size_t size)> input{};
  std::vector<std::string> globs{};  ///< as in SearchFilter; `!` excludes; the last match decides
  std::vector<std::string> types{};  ///< such as `rust`; `!` excludes; the last match decides
  bool takes_hidden = false;         ///< includes files and folders whose names begin with a dot
  bool takes_ignored = false;        ///< includes files excluded by ignore files

  /// A git revision (branch, tag, HEAD~3): searches the files of this commit, without a checkout.
  /// Ignore files do not apply to them. Empty: the current files.
  std::string ref{};
  /// "A..B", "A...B" or "A" (from A to the current files): only lines that this difference adds or
  /// changes can match.
  std::string changed_in{};

  /// As in SearchFilter. If one of them is set, the search covers the items that other tools pushed
  /// to the matching namespaces. Each item counts as a file, with its path and line numbers. The
  /// files of the project are then searched only if the project's folder is a matching namespace.
  /// Paths and globs are relative to the top of a namespace. If neither is set, only files are
  /// searched.
  std::optional<Purpose> purpose{};
  std::string chunk_strategy{};

  /// Texts to search instead of the saved files, including files that exist only here. Paths are
  /// relative to the working directory. Ignored if `ref` or `changed_in` is set.
  Overlay overlay{};

  /// The user's home folder and $XDG_CONFIG_HOME (may be empty). They contain the user's ignore
  /// rules for all repositories. Both empty: these rules are not used.
  std::filesystem::path home_folder{}, settings_folder{};

  TextWanted wanted = TextWanted::kLines;
  std::size_t before = 0, after = 0;         ///< lines before and after each matching line
  std::optional<std::uint64_t> max_count{};  ///< maximum number of matching lines per file
  bool wants_places = false;                 ///< reports the position of each match in its line
  /// For files that the caller names: also report matching lines after a zero byte.
  bool goes_past_zeros = false;
};

/// A line of a file. Views are valid only during the call.
struct TextLine {
  std::uint64_t number = 0;  ///< from 1
  std::uint64_t offset = 0;  ///< of its first byte in the file, or in its item
  std::string_view text{};   ///< with its line end, if any
  bool is_match = true;      ///< false: a line before or after a match
  /// Byte ranges [begin, end) of the matches, if wants_places is set and the search is not
  /// inverted.
  std::vector<std::pair<std::size_t, std::size_t>> places{};
};

/// Matches of one file.
struct TextFile {
  std::string path{};             ///< as printed: the given path, plus the path below it
  std::string name_space{};       ///< namespace of the item; empty: it is a file
  std::vector<TextLine> lines{};  ///< ascending
  std::uint64_t line_count = 0;   ///< number of matching lines
  std::uint64_t place_count = 0;  ///< number of matches in these lines, if wants_places is set
  /// Offset of the first zero byte. In files found in a folder, the search stops there. In files
  /// that the caller named, it stops at the first match after the zero byte; `lines` does not
  /// contain that match.
  std::optional<std::uint64_t> binary_offset{};
  std::uint64_t searched_bytes = 0;  ///< number of bytes searched
  /// True if lines of the file are missing between the last line in `lines` and a match that a zero
  /// byte keeps out of `lines`.
  bool ends_in_gap = false;
  bool is_named = false;  ///< the path was given, not found in a folder
  /// A file with very many matching lines is reported in several parts. `has_begun`: this is not
  /// the first part. `goes_on`: this is not the last part. Counts include the previous parts.
  bool has_begun = false, goes_on = false;
};

/// Statistics of a search.
struct TextSearchReport {
  /// Reason why no index could reduce the number of files to read; empty: an index was used.
  std::string without_index{};
  std::size_t files = 0;          ///< files in the scope of the search
  std::size_t read_files = 0;     ///< files that were read
  std::size_t matched_files = 0;  ///< files with a match
  std::uint64_t lines = 0;        ///< matching lines
  std::uint64_t read_bytes = 0;
  std::string commit{};  ///< the searched commit, 40 hex digits; empty: the current files
  /// Warning about files of the commit or difference that a partial clone does not have; empty:
  /// none.
  std::string missing{};
  /// Paths that could not be searched, each with the reason.
  std::vector<std::pair<std::string, std::string>> problems{};
};

/// Location of a folder's index, for exact search.
struct TextIndexPlace {
  std::filesystem::path root{};       ///< the indexed folder; resolved
  std::filesystem::path state_dir{};  ///< of the project
  std::string tree{};                 ///< see Project::tree
  std::string project_id{};           ///< project of the namespaces; empty: no namespaces
};

/// Receives files with matches, in path order; returns false to stop the search.
using TextFileSink = std::function<bool(const TextFile& file)>;

/// Searches the same files as ripgrep and finds the same matches. With an index, an unchanged file
/// is read only if the index says that it may match; all other files are read. The results are
/// those of the current files, with or without an index.
/// \param index may be null
/// Errors:
/// - kInvalidArgument "PATTERN_INVALID", "UNKNOWN_TYPE", "PATTERN_TOO_COSTLY"; kUnsupported
///   "PATTERN_UNSUPPORTED"; kCancelled
/// - with a ref or a difference: kNotFound "REF_NOT_FOUND", "NO_REPOSITORY"; kInvalidArgument
///   "REF_CONFLICT" (the difference ends at another commit), "EMPTY_RANGE"; kIo
///   "OBJECT_UNREADABLE", "DIFF_UNREADABLE"
/// - with a purpose or a strategy: kNotFound "NAMESPACE_NOT_FOUND" (no namespace matches), and
///   errors of the index
Result<TextSearchReport> search_text(const TextSearchOptions& options, const TextIndexPlace* index,
                                     const TextFileSink& sink, std::stop_token stop = {});

/// Lists the files that search_text() would search, in order. Uses `index` only for namespaces.
/// Errors: as search_text().
Result<TextSearchReport> list_searched(const TextSearchOptions& options,
                                       const TextIndexPlace* index, const TextFileSink& sink,
                                       std::stop_token stop = {});

/// Known file types with their globs, sorted by name.
std::vector<std::pair<std::string, std::vector<std::string>>> text_file_types();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_TEXT_SEARCH_HPP_
