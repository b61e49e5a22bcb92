// Resolves refs and differences to search targets.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/state/search_target.hpp"

#include <algorithm>
#include <utility>

#include "base/counted.hpp"
#include "base/try.hpp"
#include "corpus/git_diff.hpp"
#include "corpus/git_refs.hpp"

namespace codeweaver::engine {
namespace {

/// Deleted lines touch both neighbours.
Span touched(const corpus::ChangedLines& lines) {
  if (lines.count == 0) return {std::max<std::uint32_t>(lines.first, 1), lines.first + 1};
  return {lines.first, lines.first + lines.count - 1};
}

LineFilter line_filter(const corpus::ChangedFiles& files) {
  LineFilter out;
  for (const auto& [path, changes] : files) {
    auto& spans = out[path];
    for (const auto& lines : changes) spans.push_back(touched(lines));
  }
  return out;
}

LineFilter added_lines(const corpus::ChangedFiles& files) {
  LineFilter out;
  for (const auto& [path, changes] : files)
    for (const auto& lines : changes)
      if (lines.count > 0) out[path].push_back(touched(lines));
  return out;
}

std::string uncompared_warning(std::size_t files) {
  return "This clone is partial: the earlier text of " + base::counted(files, "file") +
         (files == 1 ? " is missing, so all of its lines count as changed"
                     : " is missing, so all of their lines count as changed");
}

}  // namespace

std::string missing_warning(std::size_t files, std::string_view where) {
  if (files == 0) return {};
  return "This clone is partial: " + base::counted(files, "file") + " of " + std::string(where) +
         (files == 1 ? " is" : " are") +
         " missing and not searched. Download the missing objects, or use a complete clone, to "
         "include them";
}

Result<SearchTarget> resolve_target(const std::filesystem::path& root, const std::string& ref,
                                    const std::string& changed_in) {
  SearchTarget target;
  target.ref = ref;
  if (!ref.empty()) {
    CODEWEAVER_ASSIGN(auto commit, corpus::resolve_ref(root, ref));
    target.commit = std::move(commit);
  }
  if (changed_in.empty()) return target;
  CODEWEAVER_ASSIGN(auto range, corpus::resolve_range(root, changed_in));
  if (range.to.empty()) range.to = target.commit;
  if (!target.commit.empty() && range.to != target.commit)
    return Error{ErrorCategory::kInvalidArgument, "REF_CONFLICT",
                 "The range " + changed_in + " does not end at " + ref,
                 "checking the search options", "Omit ref: the range already includes it."};
  if (target.ref.empty()) target.ref = range.to_name;
  target.commit = range.to;
  target.base = range.from;
  corpus::MissingTexts missing;
  CODEWEAVER_ASSIGN(const auto changed, corpus::changed_lines(root, range, &missing));
  target.missing = missing_warning(missing.files, "the difference " + changed_in);
  if (missing.uncompared > 0)
    target.missing += (target.missing.empty() ? "" : ". ") + uncompared_warning(missing.uncompared);
  target.lines = line_filter(changed);
  target.added = added_lines(changed);
  return target;
}

LineFilter common_lines(const LineFilter& a, const LineFilter& b) {
  LineFilter out;
  for (const auto& [path, spans] : a) {
    const auto other = b.find(path);
    if (other == b.end()) continue;
    for (const auto& one : spans)
      for (const auto& two : other->second) {
        const Span both{std::max(one.start_line, two.start_line),
                        std::min(one.end_line, two.end_line)};
        if (both.start_line <= both.end_line) out[path].push_back(both);
      }
  }
  return out;
}

SearchOptions options_within(const SearchTarget& target, SearchOptions options) {
  options.ref.clear();
  options.changed_in.clear();
  options.filter.purpose.reset();  // the folder's namespace is already selected
  options.filter.chunk_strategy.clear();
  if (target.lines)
    options.filter.lines =
        options.filter.lines ? common_lines(*options.filter.lines, *target.lines) : target.lines;
  return options;
}

}  // namespace codeweaver::engine
