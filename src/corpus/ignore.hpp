// IgnoreList: the patterns of one ignore file; IgnoreStack: those that apply in one directory.
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

/// The patterns of one file in gitignore syntax, in order; the last that matches decides.
class IgnoreList {
 public:
  IgnoreList() = default;
  /// `base`: the directory that the patterns are anchored in, without a final '/'; "" is the top.
  IgnoreList(std::string_view text, std::string base, bool fold_case);

  /// `path` is relative to the top, '/' separated, without a final '/'.
  Verdict verdict(std::string_view path, bool is_directory) const noexcept;
  bool empty() const noexcept { return patterns_.empty(); }

 private:
  struct Pattern {
    std::string glob;
    std::size_t literal_bytes = 0;  ///< bytes before the first special one
    bool is_negative = false;
    bool directories_only = false;
    bool matches_name = false;  ///< no '/' inside: compared with the last component
    bool is_suffix = false;     ///< '*' and then no special byte
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

/// The ignore rules in force at one directory of a tree: those of its own ignore file, of its
/// parents, and of the whole tree. Moving to the next directory re-reads only what differs.
class IgnoreStack {
 public:
  /// Content of the ignore file in a directory ("" is the top); nullopt: there is none.
  using Reader = std::function<std::optional<std::string>(std::string_view directory)>;

  struct Sources {
    Reader read{};                        ///< null: no per-directory files
    std::vector<IgnoreList> strongest{};  ///< win over the files; the last list wins
    std::vector<IgnoreList> weakest{};    ///< lose to the files; the last list wins
    bool fold_case = false;
  };

  explicit IgnoreStack(Sources sources) : sources_(std::move(sources)) {}

  /// Moves to a directory. False: it, or one of its parents, is excluded.
  bool enter(std::string_view directory);
  /// Whether an entry of the current directory is excluded; its path is relative to the top.
  bool excludes(std::string_view path, bool is_directory);
  /// Says that the current directory has no ignore file, which spares looking for it.
  void note_no_file() noexcept;

 private:
  struct Level {
    std::size_t path_bytes = 0;
    bool is_excluded = false;
    bool is_read = false;  ///< list is; until then nobody asked
    IgnoreList list{};
  };
  void push(std::string_view directory, bool is_excluded);
  void read_files();

  Sources sources_;
  std::string current_;
  std::vector<Level> levels_;
};

}  // namespace codeweaver::corpus
