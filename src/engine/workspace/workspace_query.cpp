// Structured queries: the lines that match the exact part in each tree, then a search within them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.hpp"
#include "base/try.hpp"
#include "codeweaver/query_parser.hpp"
#include "engine/searching/answer/assemble.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/trees/exact_filter.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

using Kind = QueryPart::Kind;

/// Words of the exact part for the search by meaning, if a query has no words.
void add_words(const QueryPart& part, std::string& out) {
  if (part.kind == Kind::kNot || part.kind == Kind::kFile || part.kind == Kind::kLanguage ||
      part.kind == Kind::kKind)
    return;
  for (const auto& inner : part.parts) add_words(inner, out);
  if (part.text.empty()) return;
  if (!out.empty()) out += ' ';
  for (const char c : part.text) {
    const bool is_special = part.kind == Kind::kRegex &&
                            std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos;
    out += is_special ? ' ' : c;
  }
}

/// Checks a query built by a program: its parts may be nested too deeply for the recursive
/// functions that run them. A parsed text within kMostQueryBytes always passes.
Result<void> check_parts(const Query& query) {
  constexpr std::size_t kMostNested = 500, kMostParts = kMostQueryBytes;
  const auto invalid = [](std::string cause, std::string action) {
    return Error{ErrorCategory::kInvalidArgument, "QUERY_INVALID", std::move(cause),
                 "running a query", std::move(action)};
  };
  std::vector<std::pair<const QueryPart*, std::size_t>> open;
  if (query.exact) open.emplace_back(&*query.exact, 1);
  std::size_t bytes = query.meaning.size(), parts = 0;
  while (!open.empty()) {
    const auto [part, depth] = open.back();
    open.pop_back();
    bytes += part->text.size();
    if (depth > kMostNested || ++parts > kMostParts)
      return invalid("The query has too many parts, or nests them too deeply", "Use fewer parts");
    if (part->kind == Kind::kNot && part->parts.size() != 1)
      return invalid(
          "A part 'not' has " + std::to_string(part->parts.size()) + " parts; it needs 1",
          "Give it exactly one part, the condition to exclude");
    for (const auto& inner : part->parts) open.emplace_back(&inner, depth + 1);
  }
  if (bytes > kMostQueryBytes) return query_detail::query_too_long(bytes);
  return {};
}

/// Rewrites suggestions about a difference if only the exact parts of the query selected the lines.
void blame_exact_parts(std::size_t files, std::vector<std::string>& suggestions) {
  for (auto& one : suggestions)
    if (one.starts_with(engine::kAboutDifference))
      one = files == 0 ? "No file matches the exact parts of the query"
                       : "The exact parts of the query match " + base::counted(files, "file") +
                             ", but no chunk passes the filters";
}

}  // namespace

Result<CodeWeaver::Impl::AdmittedLines> CodeWeaver::Impl::admit(Unsaved* unsaved,
                                                                const Query& query,
                                                                const SearchOptions& asked,
                                                                const CallContext& call) {
  AdmittedLines out;
  const auto add = [&](const engine::FilteredTree& tree) -> Result<void> {
    engine::ExactFilter filter(query, tree, call.stop);
    CODEWEAVER_ASSIGN(const auto admitted, filter.admitted());
    out.files += admitted.size();
    out.trees[tree.name_space] = filter.lines_of(admitted);
    return {};
  };
  if (wants_folder(asked.filter)) {
    const auto open = [&]() -> Result<std::shared_ptr<HybridSearcher>> {
      SearchOptions within;
      within.ref = asked.ref;
      within.changed_in = asked.changed_in;
      CODEWEAVER_ASSIGN(auto prepared, ready(within, call, unsaved));
      return std::move(prepared.searcher);
    };
    const auto* const overlay = unsaved == nullptr ? nullptr : &unsaved->overlay();
    CODEWEAVER_TRY(add({"", asked.ref, asked.changed_in, overlay, &lines, &options.index, open}));
  }
  if (!asked.ref.empty() || !asked.changed_in.empty()) return out;
  const auto others = trees.namespaces().matching(asked.filter, call);
  if (!others && !engine::is_fault(others.error())) return others.error();
  if (!others) return out;  // the search reports it
  for (const auto& other : others->searchers)
    CODEWEAVER_TRY(add({other.first, "", "", nullptr, &lines, &options.index,
                        [&] { return Result<std::shared_ptr<HybridSearcher>>(other.second); }}));
  return out;
}

Result<std::vector<std::string>> CodeWeaver::files_of(const Query& query,
                                                      const SearchOptions& options,
                                                      const CallContext& call) {
  CODEWEAVER_TRY(check_parts(query));
  return impl_->repairs.repairing(call, [&]() -> Result<std::vector<std::string>> {
    CODEWEAVER_ASSIGN(const auto admitted, impl_->admit(unsaved_.get(), query, options, call));
    engine::QueryPaths out;
    for (const auto& [name, lines] : admitted.trees)
      for (const auto& [path, spans] : lines) out.insert(path);
    return std::vector<std::string>(out.begin(), out.end());
  });
}

Result<FindCodeResponseSummary> CodeWeaver::find(const Query& query, SearchOptions options,
                                                 const CallContext& call) {
  CODEWEAVER_TRY(check_parts(query));
  if (!query.exact) return search_words(query.meaning, options, call);
  std::string words = query.meaning;
  if (words.empty()) add_words(*query.exact, words);
  if (words.find_first_not_of(" \t\r\n") == std::string::npos) words = to_string(query);
  options.filter.min_similarity = 0;
  return impl_->repairs.repairing(call, [&]() -> Result<FindCodeResponseSummary> {
    CODEWEAVER_ASSIGN(const auto admitted, impl_->admit(unsaved_.get(), query, options, call));
    const auto ask = [&](const HybridSearcher& searcher, SearchOptions within,
                         const std::string& name_space) {
      const auto tree = admitted.trees.find(name_space);
      auto lines = tree != admitted.trees.end() ? tree->second : LineFilter();
      if (within.filter.lines) lines = engine::common_lines(*within.filter.lines, lines);
      within.filter.lines = std::move(lines);
      return searcher.search(words, within, call);
    };
    CODEWEAVER_ASSIGN(auto answer, impl_->answer(options, call, unsaved_.get(), ask));
    if (options.changed_in.empty()) blame_exact_parts(admitted.files, answer.suggestions);
    answer.interpreted_query = to_string(query);
    answer.exact_files = admitted.files;
    return answer;
  });
}

}  // namespace codeweaver::inline v0_1
