// Exact search: patterns in the lines of files, as they are now.
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

/// Whether upper and lower case count; kSmart: unless the pattern has no upper-case letter.
enum class CaseRule : std::uint8_t { kExact, kFolded, kSmart };

/// What of a file is asked for: its lines, how many there are, or whether there is one.
enum class TextWanted : std::uint8_t { kLines, kCounts, kPaths };

/// What a match must be: anything, with no word character beside it, or a whole line.
enum class TextExtent : std::uint8_t { kAny, kWord, kLine };

/// What to look for and where. Every field but `patterns` has a working default.
struct TextSearchOptions {
  /// Regular expressions in the syntax of Rust's `regex`, as ripgrep takes them; one must match.
  std::vector<std::string> patterns{};
  bool is_fixed = false;  ///< patterns stand for themselves
  /// Patterns are in the syntax of Perl, as PCRE2 reads them, with look-around and back-references.
  /// Work on one line is bounded; a file with one that takes more is a problem of the report.
  bool is_perl = false;
  CaseRule case_rule = CaseRule::kExact;
  TextExtent extent = TextExtent::kAny;
  bool is_inverted = false;  ///< lines without a match

  std::filesystem::path working_directory{};  ///< absolute; paths and globs are relative to it
  std::vector<std::string> paths{};           ///< files and folders; empty: the working directory
  /// What the path "-" stands for: puts at most `size` bytes at `out`; 0: the end; negative: errno
  /// is set. Null: a file of that name.
  std::function<std::ptrdiff_t(char* out, std::size_t size)> input{};
  std::vector<std::string> globs{};  ///< as SearchFilter's; behind `!` left out; the last counts
  std::vector<std::string> types{};  ///< such as `rust`; behind `!` left out; the last counts
  bool takes_hidden = false;         ///< files and folders that begin with a dot
  bool takes_ignored = false;        ///< what ignore files exclude

  /// What git calls a commit (a branch, a tag, HEAD~3): its files are searched, without a checkout;
  /// ignore files have no say in them. Empty: the files as they are now.
  std::string ref{};
  /// "A..B", "A...B" or "A" (to the files as they are now): only lines that this difference adds or
  /// changes match.
  std::string changed_in{};

  /// As SearchFilter has them. With one of them, what other tools pushed is searched in the
  /// namespaces that both admit, each item as a file with its path and the numbers of its lines,
  /// and the files only if the folder is one of these; paths and globs are relative to the top of a
  /// namespace. With neither: the files alone.
  std::optional<Purpose> purpose{};
  std::string chunk_strategy{};

  /// Texts that are searched instead of files, with the files that only it has; its paths are
  /// relative to the working directory. Not with a ref or a difference.
  Overlay overlay{};

  /// Of the user whose ignore rules for all repositories hold; empty: nobody's do. The second is
  /// $XDG_CONFIG_HOME, which need not be set.
  std::filesystem::path home_folder{}, settings_folder{};

  TextWanted wanted = TextWanted::kLines;
  std::size_t before = 0, after = 0;         ///< lines around those that match
  std::optional<std::uint64_t> max_count{};  ///< lines of one file that match, at most
  bool wants_places = false;                 ///< where in a line each match lies
  /// Lines of named files behind a zero byte are told as well.
  bool goes_past_zeros = false;
};

/// A line of a file. Views live for the call.
struct TextLine {
  std::uint64_t number = 0;  ///< from 1
  std::uint64_t offset = 0;  ///< of its first byte in the file, or in the item that has it
  std::string_view text{};   ///< with its line end, if it has one
  bool is_match = true;      ///< false: it stands around one
  /// Bytes [begin, end) of the matches, if asked for and the search is not inverted.
  std::vector<std::pair<std::size_t, std::size_t>> places{};
};

/// What was found in one file.
struct TextFile {
  std::string path{};             ///< as it is printed: the given path and what lies below
  std::string name_space{};       ///< that items of this path are in; empty: it is a file
  std::vector<TextLine> lines{};  ///< ascending
  std::uint64_t line_count = 0;   ///< that match
  std::uint64_t place_count = 0;  ///< matches in them, if asked for
  /// The first zero byte, at which the search of a file that was found in a folder ends; one that
  /// was named goes on to its first match behind it, which is not among the lines.
  std::optional<std::uint64_t> binary_offset{};
  std::uint64_t searched_bytes = 0;  ///< up to where it was looked at
  /// Lines were left out behind the last of these, before one that a zero byte keeps back.
  bool ends_in_gap = false;
  bool is_named = false;  ///< given as a path, not found in a folder
  /// A file with very many lines is handed out in parts: whether there was one before this, and
  /// whether one follows. Counts are those up to here.
  bool has_begun = false, goes_on = false;
};

/// How the search went.
struct TextSearchReport {
  /// Why there is no index to spare reading files; empty: there is one.
  std::string without_index{};
  std::size_t files = 0;          ///< that the search is about
  std::size_t read_files = 0;     ///< of them, those that were read
  std::size_t matched_files = 0;  ///< of them, those with a match
  std::uint64_t lines = 0;        ///< that match
  std::uint64_t read_bytes = 0;
  std::string commit{};  ///< whose files were searched, 40 hex digits; empty: those as they are now
  /// Warning about files of the commit or difference that a partial clone lacks; empty: none.
  std::string missing{};
  /// A path and why it could not be searched.
  std::vector<std::pair<std::string, std::string>> problems{};
};

/// The index of a folder, as far as exact search needs it.
struct TextIndexPlace {
  std::filesystem::path root{};       ///< the folder that was indexed; resolved
  std::filesystem::path state_dir{};  ///< of the project
  std::string tree{};                 ///< as Project::tree
  std::string project_id{};           ///< whose namespaces it has; empty: none are asked for
};

/// Receives files with matches, in the order of paths; false ends the search.
using TextFileSink = std::function<bool(const TextFile& file)>;

/// Searches the files that ripgrep would, and finds in them what it would. Files that have not
/// changed since they were indexed are read only where the index says that they may match; all
/// others are read. So answers are those of the files as they are now, with an index or without.
/// `index` may be null. Errors: kInvalidArgument "PATTERN_INVALID", "UNKNOWN_TYPE",
/// "PATTERN_TOO_COSTLY"; kUnsupported "PATTERN_UNSUPPORTED"; kCancelled; with a ref or a difference
/// also kNotFound "REF_NOT_FOUND", "NO_REPOSITORY"; kInvalidArgument "REF_CONFLICT" (the difference
/// ends elsewhere), "EMPTY_RANGE"; kIo "OBJECT_UNREADABLE", "DIFF_UNREADABLE"; with a purpose or a
/// strategy kNotFound "NAMESPACE_NOT_FOUND" (none is of them), and those of the index.
Result<TextSearchReport> search_text(const TextSearchOptions& options, const TextIndexPlace* index,
                                     const TextFileSink& sink, std::stop_token stop = {});

/// The files that would be searched, in order; `index` is asked for namespaces alone. Errors: as
/// search_text().
Result<TextSearchReport> list_searched(const TextSearchOptions& options,
                                       const TextIndexPlace* index, const TextFileSink& sink,
                                       std::stop_token stop = {});

/// Known types of files with the globs of each, by name.
std::vector<std::pair<std::string, std::vector<std::string>>> text_file_types();

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_TEXT_SEARCH_HPP_
