// Selects listed files by the rules of a walk, without walking.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/listed_choice.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "corpus/search_walk.hpp"
#include "engine/exact/text_targets.hpp"

namespace codeweaver::engine {
namespace fs = std::filesystem;
namespace {

class ListedChoice {
 public:
  ListedChoice(const TextSearchOptions& options, const fs::path& folder,
               const std::vector<std::string>& paths, const ListedVisitor& visitor)
      : options_(options), folder_(folder), paths_(paths), visitor_(visitor) {}

  Result<void> run() {
    walk_.working_directory = folder_;
    walk_.takes_hidden = options_.takes_hidden;
    walk_.globs = options_.globs;
    CODEWEAVER_ASSIGN(walk_.names, globs_of_types(options_.types));
    const auto asked = options_.paths.empty() ? std::vector<std::string>{""} : options_.paths;
    constexpr std::size_t kFew = 10;
    const bool are_mapped =
        asked.size() <= kFew && std::ranges::all_of(asked, [&](const auto& path) {
          return std::ranges::binary_search(paths_, normal(path));
        });
    for (const auto& path : asked) {
      if (has_ended_) break;
      add(path, are_mapped);
    }
    return {};
  }

 private:
  /// A path relative to the folder, without a slash at its end; "" is the folder itself.
  std::string normal(const std::string& path) const {
    fs::path given(path);
    if (given.is_absolute()) given = given.lexically_relative(folder_);
    auto text = given.lexically_normal().generic_string();
    if (text.ends_with('/')) text.pop_back();
    return text == "." ? "" : text;
  }

  void add(const std::string& path, bool is_mapped) {
    const auto name = normal(path);
    const auto at = std::ranges::lower_bound(paths_, name);
    if (at != paths_.end() && *at == name)
      return take({static_cast<std::size_t>(at - paths_.begin()), path, true, is_mapped});
    const auto before = name.empty() ? "" : name + "/";
    const auto first = std::ranges::lower_bound(paths_, before);
    std::vector<std::string> below;
    for (auto file = first; file != paths_.end() && file->starts_with(before); ++file)
      below.push_back(file->substr(before.size()));
    if (below.empty() && !name.empty()) return visitor_.on_missing(path);
    const auto shown = path.empty() || path.ends_with('/') ? path : path + "/";
    for (const auto i : corpus::choose_searched(folder_ / name, walk_, below)) {
      if (has_ended_) return;
      take({static_cast<std::size_t>(first - paths_.begin()) + i, shown + below[i], false, false});
    }
  }

  void take(ListedFile file) { has_ended_ = !visitor_.on_file(std::move(file)); }

  const TextSearchOptions& options_;
  const fs::path& folder_;
  const std::vector<std::string>& paths_;
  const ListedVisitor& visitor_;
  corpus::SearchWalkOptions walk_;
  bool has_ended_ = false;
};

}  // namespace

Result<void> choose_listed(const TextSearchOptions& options, const fs::path& folder,
                           const std::vector<std::string>& paths, const ListedVisitor& visitor) {
  return ListedChoice(options, folder, paths, visitor).run();
}

}  // namespace codeweaver::engine
