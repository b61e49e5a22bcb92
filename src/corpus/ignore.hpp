// IgnoreList: the patterns of one ignore file; IgnoreStack: the patterns that apply in a directory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::corpus {

enum class Verdict : std::uint8_t { kUndecided, kExcluded, kIncluded };

/// The patterns of one file in gitignore syntax, in order. The last match decides.
class IgnoreList {
 public:
  IgnoreList() = default;
  /// `base`: the directory to which the patterns are relative, without a trailing '/'; "" is the
  /// top.
  IgnoreList(std::string_view text, std::string base, bool fold_case);

  /// `path` is relative to the top, '/' separated, without a trailing '/'.
  Verdict verdict(std::string_view path, bool is_directory) const noexcept;
  bool empty() const noexcept { return patterns_.empty(); }

 private:
  struct Pattern {
    std::string glob;
    std::size_t literal_bytes = 0;  ///< bytes before the first special character
    bool is_negative = false;
    bool directories_only = false;
    bool matches_name = false;  ///< contains no '/': compared with the last component
    bool is_suffix = false;     ///< '*' followed by no special character
  };

  void add_line(std::string_view line);
  bool matches(const Pattern& pattern, std::string_view path, std::string_view name) const noexcept;
  bool matches_name(const Pattern& pattern, std::string_view name) const noexcept;
  bool matches_path(const Pattern& pattern, std::string_view path) const noexcept;
  bool equal(std::string_view a, std::string_view b) const noexcept;

  std::string base_;
  bool fold_case_ = false;
  std::vector<Pattern> patterns_;
};

/// The ignore rules that apply in one directory of a tree: the rules of its ignore file, of its
/// parents, and of the whole tree. Moving to the next directory re-reads only the files that
/// differ.
class IgnoreStack {
 public:
  /// Content of the ignore file in a directory ("" is the top); nullopt: no file.
  using Reader = std::function<std::optional<std::string>(std::string_view directory)>;

  struct Sources {
    Reader read{};                        ///< null: no per-directory files
    std::vector<IgnoreList> strongest{};  ///< take precedence over the files; the last list wins
    std::vector<IgnoreList> weakest{};    ///< the files take precedence over these; the last list
                                          ///< wins
    bool fold_case = false;
  };

  explicit IgnoreStack(Sources sources) : sources_(std::move(sources)) {}

  /// Moves to a directory. False: the directory or one of its parents is excluded.
  bool enter(std::string_view directory);
  /// Whether an entry of the current directory is excluded; its path is relative to the top.
  bool excludes(std::string_view path, bool is_directory);
  /// Notes that the current directory has no ignore file, which saves a lookup.
  void note_no_file() noexcept;

 private:
  struct Level {
    std::size_t path_bytes = 0;
    bool is_excluded = false;
    bool is_read = false;  ///< whether the ignore file was read; it is read on first use
    IgnoreList list{};
  };
  void push(std::string_view directory, bool is_excluded);
  void read_files();

  Sources sources_;
  std::string current_;
  std::vector<Level> levels_;
};

}  // namespace codeweaver::corpus
