// SearchWalk: one level of rules per folder, checked from the innermost outwards.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/search_walk.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/file.hpp"
#include "base/lines.hpp"
#include "base/os/file_status.hpp"
#include "base/os/files.hpp"
#include "base/os/folder_reader.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/ignore.hpp"

namespace codeweaver::corpus {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kMostOfRules = 16ULL << 20;  // bytes of an ignore file

/// The rules of one folder, the strongest kind first.
struct FolderRules {
  IgnoreList of_ripgrep, of_ignore, of_git, of_exclude;
  bool has_repository = false;
};

struct SearchItem {
  std::string name;
  os::FileType type{};
  bool is_added = false;  // it does not exist
};

/// Appends a line once for each alternative of its first brace group. Appends it unchanged if it
/// has no group, or if the output is too large.
void spell_out(std::string_view line, std::string& out) {
  constexpr std::size_t kMostSpelledOut = 256U << 10;  // bytes
  std::size_t open = 0, depth = 0;
  for (; open < line.size() && line[open] != '{'; ++open)
    if (line[open] == '\\') ++open;
  std::vector<std::size_t> cuts{open};
  std::size_t at = open;
  for (; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '{') {
      ++depth;
    } else if (line[at] == ',' && depth == 1) {
      cuts.push_back(at);
    } else if (line[at] == '}' && --depth == 0) {
      cuts.push_back(at);
      break;
    }
  }
  if (open >= line.size() || at >= line.size() || out.size() > kMostSpelledOut) {
    out.append(line) += '\n';
    return;
  }
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
    spell_out(std::string(line.substr(0, open))
                  .append(line.substr(cuts[i] + 1, cuts[i + 1] - cuts[i] - 1))
                  .append(line.substr(at + 1)),
              out);
}

/// Expands {a,b} in rules to one line with a and one with b, like ripgrep.
std::string with_braces_spelled_out(std::string_view rules) {
  if (rules.find('{') == std::string_view::npos) return std::string(rules);
  std::string out;
  for (const auto line : base::split_lines(rules)) spell_out(line, out);
  return out;
}

/// The order of a walk: by name, folder by folder.
bool comes_before(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(a, b, [](char x, char y) {
    const auto place = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c); };
    return place(x) < place(y);
  });
}

/// Paths are absolute, without the first slash, so that the rules of parent folders apply to them
/// directly.
class SearchWalk {
 public:
  SearchWalk(const fs::path& folder, const SearchWalkOptions& options,
             const SearchWalkVisitor& visitor, std::stop_token stop)
      : folder_(folder), options_(options), visitor_(visitor), stop_(std::move(stop)) {
    const auto here = options.working_directory.relative_path().generic_string();
    overrides_ = IgnoreList(lines(options.globs), here, false);
    has_wanted_glob_ = has_wanted(options.globs);
    names_ = IgnoreList(lines(options.names), "", false);
    has_wanted_name_ = has_wanted(options.names);
    if (options.takes_ignored) return;
    if (auto text = base::read_file(user_excludes_file(options.user), kMostOfRules))
      global_ = IgnoreList(*text, here, false);
  }

  /// Whether a file that does not exist would be visited, judged by its path.
  bool admits(const std::string& path) {
    const auto slash = path.rfind('/');
    const auto folder = path.substr(0, slash == std::string::npos ? 0 : slash);
    const auto name = path.substr(slash == std::string::npos ? 0 : slash + 1);
    return admits_folder(folder) && !is_left_out(absolute(path), name, false);
  }

  Result<void> run() {
    add_outer_rules();
    const auto root = os::open_folder(folder_.c_str());
    if (!root.is_open()) {
      visitor_.on_unreadable("", errno);
      return {};
    }
    std::string path = folder_.relative_path().generic_string();
    if (path.ends_with('/')) path.pop_back();
    inside_ = path.empty() ? 0 : path.size() + 1;
    visit(root.get(), path);
    if (!stop_.stop_requested()) return {};
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "Listing files was cancelled",
                 "walking " + folder_.string(), "Search again to get a complete answer."};
  }

 private:
  std::string absolute(const std::string& path) const {
    const auto here = folder_.relative_path().generic_string();
    return here.empty() ? path : here + "/" + path;
  }

  bool admits_folder(const std::string& folder) {
    if (folder.empty()) return true;
    if (const auto known = admitted_.find(folder); known != admitted_.end()) return known->second;
    const auto slash = folder.rfind('/');
    const auto name = folder.substr(slash == std::string::npos ? 0 : slash + 1);
    const bool is_admitted =
        admits_folder(folder.substr(0, slash == std::string::npos ? 0 : slash)) &&
        !is_left_out(absolute(folder), name, true);
    return admitted_[folder] = is_admitted;
  }

  static bool has_wanted(const std::vector<std::string>& globs) {
    return std::ranges::any_of(globs,
                               [](const std::string& glob) { return !glob.starts_with('!'); });
  }

  static std::string lines(const std::vector<std::string>& globs) {
    std::string text;
    for (const auto& glob : globs) {
      if (glob.starts_with('#')) text += '\\';
      text += glob + '\n';
    }
    return with_braces_spelled_out(text);
  }

  static IgnoreList read_rules(const fs::path& folder, const char* name, const std::string& base) {
    if (folder.empty()) return {};
    auto text = base::read_file(folder / name, kMostOfRules);
    return text ? IgnoreList(with_braces_spelled_out(*text), base, false) : IgnoreList();
  }

  /// Rules of a folder; `has` returns whether an entry exists.
  FolderRules rules_of(const std::string& path,
                       const std::function<bool(std::string_view)>& has) const {
    FolderRules rules;
    if (options_.takes_ignored) return rules;
    const fs::path folder = "/" + path;
    if (has(".rgignore")) rules.of_ripgrep = read_rules(folder, ".rgignore", path);
    if (has(".ignore")) rules.of_ignore = read_rules(folder, ".ignore", path);
    if (has(".gitignore")) rules.of_git = read_rules(folder, ".gitignore", path);
    rules.has_repository = has(".git") || has(".jj");
    if (rules.has_repository)
      rules.of_exclude = read_rules(git_folder_of(folder), "info/exclude", path);
    return rules;
  }

  /// The git folder that all worktrees of a repository share.
  static fs::path git_folder_of(const fs::path& folder) {
    constexpr std::string_view kKey = "gitdir: ";
    constexpr std::uint64_t kLongestTarget = 64U << 10;
    const auto link = base::read_file(folder / ".git", kLongestTarget);
    if (!link) return folder / ".git";
    const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
    const auto line = first_line(*link);
    if (!line.starts_with(kKey)) return {};
    const fs::path own = folder / line.substr(kKey.size());
    const auto shared = base::read_file(own / "commondir", kLongestTarget);
    return shared ? own / first_line(*shared) : fs::path();
  }

  void add_outer_rules() {
    if (options_.takes_ignored) return;
    std::vector<std::string> above;
    for (auto folder = folder_; folder.has_relative_path();) {
      folder = folder.parent_path();
      above.push_back(folder.relative_path().generic_string());
    }
    for (auto path = above.rbegin(); path != above.rend(); ++path)
      levels_.push_back(rules_of(*path, [&](std::string_view name) {
        std::error_code ignored;
        return fs::exists(fs::path("/" + *path) / name, ignored);
      }));
  }

  void visit(os::Handle folder, const std::string& path) {
    if (has_ended_ || stop_.stop_requested()) return;
    auto items = items_of(folder, path);
    levels_.push_back(rules_of(path, [&](std::string_view name) {
      const auto at = std::ranges::lower_bound(items, name, {}, &SearchItem::name);
      return at != items.end() && at->name == name;
    }));
    std::string inner = path;
    if (!inner.empty()) inner += '/';
    const std::size_t bytes = inner.size();
    for (auto& item : items) {
      if (item.type == os::FileType::kUnknown) item.type = type_of(folder, item.name);
      const bool is_folder = item.type == os::FileType::kFolder;
      if (!is_folder && item.type != os::FileType::kFile) continue;
      inner.resize(bytes);
      inner += item.name;
      if (is_left_out(inner, item.name, is_folder)) continue;
      if (is_folder && item.is_added)
        visit(os::kNoHandle, inner);
      else if (is_folder)
        enter(folder, item.name, inner);
      else
        has_ended_ =
            !visitor_.on_file({below(inner), item.is_added ? os::kNoHandle : folder, item.name});
      if (has_ended_) break;
    }
    levels_.pop_back();
  }

  /// The entries of a folder, including added files; sorted by name.
  std::vector<SearchItem> items_of(os::Handle folder, const std::string& path) {
    std::vector<SearchItem> items;
    if (folder != os::kNoHandle) {
      os::FolderReader reader(folder);
      for (os::FolderReader::Entry entry; reader.next(entry);)
        items.push_back({std::string(entry.name), entry.type});
      if (reader.error() != 0) visitor_.on_unreadable(below(path), reader.error());
      std::ranges::sort(items, {}, &SearchItem::name);
    }
    const std::string prefix = path.empty() ? "/" : "/" + path + "/";
    std::vector<SearchItem> added;
    for (auto at = std::ranges::lower_bound(options_.added, prefix);
         at != options_.added.end() && at->starts_with(prefix); ++at) {
      const auto slash = at->find('/', prefix.size());
      const bool is_file = slash == std::string::npos;
      std::string name = at->substr(prefix.size(), is_file ? slash : slash - prefix.size());
      const bool is_there = std::ranges::binary_search(items, name, {}, &SearchItem::name) ||
                            (!added.empty() && added.back().name == name);
      if (!is_there)
        added.push_back(
            {std::move(name), is_file ? os::FileType::kFile : os::FileType::kFolder, true});
    }
    std::ranges::sort(added, {}, &SearchItem::name);
    const auto middle = static_cast<std::ptrdiff_t>(items.size());
    std::ranges::move(added, std::back_inserter(items));
    std::ranges::inplace_merge(items, items.begin() + middle, {}, &SearchItem::name);
    return items;
  }

  void enter(os::Handle folder, const std::string& name, const std::string& path) {
    const auto opened = os::open_folder_at(folder, name.c_str(), os::Links::kRefused);
    if (opened.is_open())
      visit(opened.get(), path);
    else
      visitor_.on_unreadable(below(path), errno);
  }

  static os::FileType type_of(os::Handle folder, const std::string& name) {
    os::FileStatus status;
    return os::status_at(folder, name.c_str(), status) ? status.type : os::FileType::kOther;
  }

  std::string_view below(const std::string& path) const {
    return std::string_view(path).substr(std::min(inside_, path.size()));
  }

  bool is_left_out(const std::string& path, const std::string& name, bool is_folder) const {
    // The command line's globs use the syntax of an ignore file with the opposite meaning.
    const auto asked = overrides_.verdict(path, is_folder);
    if (asked == Verdict::kExcluded) return false;
    if (asked == Verdict::kIncluded || (has_wanted_glob_ && !is_folder)) return true;
    const auto ruled = ignored(path, is_folder);
    if (ruled == Verdict::kExcluded) return true;
    bool is_wanted = ruled == Verdict::kIncluded;
    if (!is_folder) {
      const auto named = names_.verdict(name, false);
      if (named == Verdict::kIncluded || (named == Verdict::kUndecided && has_wanted_name_))
        return true;
      is_wanted = is_wanted || named == Verdict::kExcluded;
    }
    return !is_wanted && !options_.takes_hidden && name.starts_with('.');
  }

  Verdict ignored(const std::string& path, bool is_folder) const {
    if (options_.takes_ignored) return Verdict::kUndecided;
    const bool in_repository =
        std::ranges::any_of(levels_, [](const FolderRules& rules) { return rules.has_repository; });
    Verdict by_ripgrep{}, by_ignore{}, by_git{}, by_exclude{};
    bool is_outside = !in_repository;  // rules of git do not apply beyond their repository
    const auto ask = [&](Verdict& verdict, const IgnoreList& list) {
      if (verdict == Verdict::kUndecided) verdict = list.verdict(path, is_folder);
    };
    for (auto rules = levels_.rbegin(); rules != levels_.rend(); ++rules) {
      ask(by_ripgrep, rules->of_ripgrep);
      ask(by_ignore, rules->of_ignore);
      if (is_outside) continue;
      ask(by_git, rules->of_git);
      ask(by_exclude, rules->of_exclude);
      is_outside = rules->has_repository;
    }
    for (const auto verdict : {by_ripgrep, by_ignore, by_git, by_exclude})
      if (verdict != Verdict::kUndecided) return verdict;
    return in_repository ? global_.verdict(path, is_folder) : Verdict::kUndecided;
  }

  fs::path folder_;
  const SearchWalkOptions& options_;
  const SearchWalkVisitor& visitor_;
  std::stop_token stop_;
  IgnoreList overrides_, names_, global_;
  bool has_wanted_glob_ = false, has_wanted_name_ = false, has_ended_ = false;
  std::vector<FolderRules> levels_;                 // of the enclosing folders, the innermost last
  std::unordered_map<std::string, bool> admitted_;  // folders, by path
  std::size_t inside_ = 0;  // bytes of a path before the part below the folder
};

}  // namespace

Result<void> walk_searched(const fs::path& folder, const SearchWalkOptions& options,
                           const SearchWalkVisitor& visitor, std::stop_token stop) {
  return SearchWalk(folder, options, visitor, std::move(stop)).run();
}

std::vector<std::size_t> choose_searched(const fs::path& folder, const SearchWalkOptions& options,
                                         const std::vector<std::string>& paths) {
  auto by_name = options;
  by_name.takes_ignored = true;
  const SearchWalkVisitor none;
  SearchWalk walk(folder, by_name, none, {});
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (walk.admits(paths[i])) out.push_back(i);
  std::ranges::sort(out,
                    [&](std::size_t a, std::size_t b) { return comes_before(paths[a], paths[b]); });
  return out;
}

}  // namespace codeweaver::corpus
