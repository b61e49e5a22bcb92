// Parts of a query as sets of paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/trees/exact_filter.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/path_globs.hpp"
#include "base/try.hpp"
#include "corpus/classify.hpp"
#include "corpus/filter_path.hpp"
#include "engine/exact/namespace_targets.hpp"
#include "engine/searching/question/filter.hpp"
#include "engine/state/item_path.hpp"
#include "syntax/language.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMostSymbols = 1000, kMostReferences = 100'000;

using Kind = QueryPart::Kind;

std::string_view query_file_name(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

}  // namespace

Result<QueryPaths> ExactFilter::admitted() {
  if (!query_.exact) return all();
  CODEWEAVER_ASSIGN(auto out, files_of(*query_.exact, nullptr));
  if (tree_.changed_in.empty()) return out;
  CODEWEAVER_ASSIGN(const auto changed, all());  // the names cover whole trees
  std::erase_if(out, [&](const std::string& path) { return !changed.contains(path); });
  return out;
}

LineFilter ExactFilter::lines_of(const QueryPaths& admitted) const {
  LineFilter out;
  for (const auto& path : admitted) {
    const auto lines = lines_.find(path);
    out[path] = lines != lines_.end()
                    ? lines->second
                    : std::vector<Span>{{1, std::numeric_limits<std::uint32_t>::max()}};
  }
  return out;
}

TextSearchOptions ExactFilter::search_options() const {
  TextSearchOptions out;
  out.working_directory = tree_.lines->place().root;
  out.ref = tree_.ref;
  out.changed_in = tree_.changed_in;
  if (tree_.overlay != nullptr) out.overlay = *tree_.overlay;
  if (const auto key = NamespaceKey::parse(tree_.name_space)) {
    out.purpose = key->purpose;
    out.chunk_strategy = key->chunk_strategy;
  }
  out.case_rule = query_.letter_case == QueryCase::kYes  ? CaseRule::kExact
                  : query_.letter_case == QueryCase::kNo ? CaseRule::kFolded
                                                         : CaseRule::kSmart;
  if (query_.is_word) out.extent = TextExtent::kWord;
  return out;
}

Result<QueryPaths> ExactFilter::all() {
  if (all_) return *all_;
  QueryPaths out;
  CODEWEAVER_TRY(list_searched(
      search_options(), &tree_.lines->place(),
      [&](const TextFile& file) {
        out.insert(file.path);
        return true;
      },
      stop_));
  all_ = out;
  return out;
}

Result<QueryPaths> ExactFilter::with_lines(const QueryPart& part) {
  auto search = search_options();
  search.patterns = {part.text};
  search.is_fixed = part.kind == Kind::kText;
  QueryPaths out;
  const auto report = tree_.lines->search(
      search,
      [&](const TextFile& file) {
        out.insert(file.path);
        if (is_negated_) return true;
        auto& lines = lines_[file.path];
        for (const auto& line : file.lines) {
          const auto number = static_cast<std::uint32_t>(line.number);
          lines.push_back({number, number});
        }
        return true;
      },
      stop_);
  if (!report) return report.error();
  return out;
}

template <class Admits>
Result<QueryPaths> ExactFilter::those(Admits admits) {
  CODEWEAVER_ASSIGN(auto out, all());
  std::erase_if(out, [&](const std::string& path) { return !admits(path); });
  return out;
}

Result<QueryPaths> ExactFilter::of_language(const std::string& name) {
  const auto language = syntax::find_language(name);
  if (!language) return unknown_language(name, "reading a query");
  const std::string id(syntax::languages()[*language].id);
  if (!tree_.name_space.empty()) {  // an item's declared language has precedence over its path's
    const auto search = search_options();
    CODEWEAVER_ASSIGN(const auto items, NamespaceTargets::find(search, &tree_.lines->place()));
    return items.paths_in(id);
  }
  return those([&](const std::string& path) {
    return corpus::classify_name(query_file_name(path), tree_.index->extra_extensions).language ==
           id;
  });
}

/// The searcher of the tree; null: nothing of it is indexed yet.
Result<const HybridSearcher*> ExactFilter::searcher() {
  if (!searcher_) {
    CODEWEAVER_ASSIGN(searcher_, tree_.open());
  }
  return static_cast<const HybridSearcher*>(searcher_->get());
}

Result<QueryPaths> ExactFilter::with_kind(const std::string& kind) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(auto found, tree->files_defining({&kind, 1}));
  QueryPaths out;
  for (const auto& path : found) out.emplace(shown_path(path));
  return out;
}

Result<QueryPaths> ExactFilter::with_symbol(const std::string& name,
                                            const std::set<std::string>* kinds) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(const auto found, tree->find_symbol(name, kMostSymbols));
  QueryPaths out;
  for (const auto& one : found)
    if (kinds == nullptr || kinds->empty() || kinds->contains(one.kind)) out.insert(one.path);
  return out;
}

Result<QueryPaths> ExactFilter::with_references(const std::string& name) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(const auto found, tree->find_references(name, kMostReferences));
  QueryPaths out;
  for (const auto& one : found) {
    if (one.link == ReferenceLink::kElsewhere) continue;
    out.insert(one.path);
    if (!is_negated_) lines_[one.path].push_back({one.line, one.line});
  }
  return out;
}

Result<QueryPaths> ExactFilter::all_of(const QueryPart& part) {
  std::set<std::string> kinds;
  bool has_symbol = false;
  for (const auto& inner : part.parts) {
    if (inner.kind == Kind::kKind) kinds.insert(inner.text);
    has_symbol = has_symbol || inner.kind == Kind::kSymbol;
  }
  std::optional<QueryPaths> out;
  for (const auto& inner : part.parts) {
    if (inner.kind == Kind::kKind && has_symbol) continue;
    CODEWEAVER_ASSIGN(auto found, files_of(inner, &kinds));
    if (!out) {
      out = std::move(found);
      continue;
    }
    std::erase_if(*out, [&](const std::string& path) { return !found.contains(path); });
  }
  return out ? std::move(*out) : QueryPaths();
}

Result<QueryPaths> ExactFilter::files_of(const QueryPart& part,
                                         const std::set<std::string>* kinds) {
  switch (part.kind) {
    case Kind::kText:
    case Kind::kRegex:
      return with_lines(part);
    case Kind::kFile: {
      CODEWEAVER_ASSIGN(auto glob, corpus::glob_of_filter(tree_.lines->place().root, part.text));
      const base::PathGlobs globs({std::move(glob)});
      return those([&](const std::string& path) { return globs.admits(path); });
    }
    case Kind::kLanguage:
      return of_language(part.text);
    case Kind::kSymbol:
      return with_symbol(part.text, kinds);
    case Kind::kReference:
    case Kind::kReferenceOf:
      return with_references(part.text);
    case Kind::kKind:
      return with_kind(part.text);
    case Kind::kAnd:
      return all_of(part);
    case Kind::kOr: {
      QueryPaths out;
      for (const auto& inner : part.parts) {
        CODEWEAVER_ASSIGN(auto found, files_of(inner, nullptr));
        out.merge(found);
      }
      return out;
    }
    case Kind::kNot:
      break;
  }
  const bool was_negated = std::exchange(is_negated_, !is_negated_);
  auto without = files_of(part.parts.front(), nullptr);
  is_negated_ = was_negated;
  if (!without) return without;
  return those([&](const std::string& path) { return !without->contains(path); });
}

}  // namespace codeweaver::engine
