// QueryRun: parts of a query as sets of paths.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/workspace/query_run.hpp"

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

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kMostSymbols = 1000, kMostReferences = 100'000;

using Kind = QueryPart::Kind;

std::string_view last_part(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

}  // namespace

CodeWeaver::Impl::QueryRun::QueryRun(CodeWeaver& owner, const Query& query,
                                     const SearchOptions& options, const OtherTree* other,
                                     std::stop_token stop)
    : owner_(owner), impl_(*owner.impl_), query_(query), other_(other), stop_(std::move(stop)) {
  tree_.ref = options.ref;
  tree_.changed_in = options.changed_in;
  if (other == nullptr) return;
  if (auto key = NamespaceKey::parse(other->first)) key_ = std::move(*key);
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::admitted() {
  if (!query_.exact) return all();
  CODEWEAVER_ASSIGN(auto out, files_of(*query_.exact, nullptr));
  if (tree_.changed_in.empty()) return out;
  CODEWEAVER_ASSIGN(const auto changed, all());  // the names cover whole trees
  std::erase_if(out, [&](const std::string& path) { return !changed.contains(path); });
  return out;
}

LineFilter CodeWeaver::Impl::QueryRun::lines_of(const QueryPaths& admitted) const {
  LineFilter out;
  for (const auto& path : admitted) {
    const auto lines = lines_.find(path);
    out[path] = lines != lines_.end()
                    ? lines->second
                    : std::vector<Span>{{1, std::numeric_limits<std::uint32_t>::max()}};
  }
  return out;
}

TextSearchOptions CodeWeaver::Impl::QueryRun::search_options() const {
  TextSearchOptions out;
  out.working_directory = impl_.project.root;
  if (key_) {
    out.purpose = key_->purpose;
    out.chunk_strategy = key_->chunk_strategy;
  } else {
    out.ref = tree_.ref;
    out.changed_in = tree_.changed_in;
    if (owner_.unsaved_) out.overlay = owner_.unsaved_->overlay();
  }
  out.case_rule = query_.letter_case == QueryCase::kYes  ? CaseRule::kExact
                  : query_.letter_case == QueryCase::kNo ? CaseRule::kFolded
                                                         : CaseRule::kSmart;
  if (query_.is_word) out.extent = TextExtent::kWord;
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::all() {
  if (all_) return *all_;
  QueryPaths out;
  const auto place = impl_.text_place();
  CODEWEAVER_TRY(list_searched(
      search_options(), &place,
      [&](const TextFile& file) {
        out.insert(file.path);
        return true;
      },
      stop_));
  all_ = out;
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::with_lines(const QueryPart& part) {
  auto search = search_options();
  search.patterns = {part.text};
  search.is_fixed = part.kind == Kind::kText;
  QueryPaths out;
  const auto report = impl_.search_lines(
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
Result<QueryPaths> CodeWeaver::Impl::QueryRun::those(Admits admits) {
  CODEWEAVER_ASSIGN(auto out, all());
  std::erase_if(out, [&](const std::string& path) { return !admits(path); });
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::of_language(const std::string& name) {
  const auto language = syntax::find_language(name);
  if (!language) return engine::unknown_language(name, "reading a query");
  const std::string id(syntax::languages()[*language].id);
  if (key_) {  // an item's declared language has precedence over its path's
    const auto search = search_options();
    const auto place = impl_.text_place();
    CODEWEAVER_ASSIGN(const auto items, engine::NamespaceTargets::find(search, &place));
    return items.paths_in(id);
  }
  return those([&](const std::string& path) {
    return corpus::classify_name(last_part(path), impl_.options.index.extra_extensions).language ==
           id;
  });
}

/// The searcher of the requested tree; null: nothing of it is indexed yet.
Result<const HybridSearcher*> CodeWeaver::Impl::QueryRun::searcher() {
  if (other_ != nullptr) return static_cast<const HybridSearcher*>(other_->second.get());
  if (!prepared_) {
    CODEWEAVER_ASSIGN(auto prepared, impl_.ready(tree_, stop_, owner_.unsaved_.get()));
    prepared_.emplace(std::move(prepared));
  }
  return static_cast<const HybridSearcher*>(prepared_->searcher.get());
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::with_kind(const std::string& kind) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(auto found, tree->files_defining({&kind, 1}));
  QueryPaths out;
  for (const auto& path : found) out.emplace(engine::shown_path(path));
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::with_symbol(const std::string& name,
                                                           const std::set<std::string>* kinds) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(const auto found, tree->find_symbol(name, kMostSymbols));
  QueryPaths out;
  for (const auto& one : found)
    if (kinds == nullptr || kinds->empty() || kinds->contains(one.kind)) out.insert(one.path);
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::with_references(const std::string& name) {
  CODEWEAVER_ASSIGN(const auto* const tree, searcher());
  if (tree == nullptr) return QueryPaths();
  CODEWEAVER_ASSIGN(const auto found, tree->find_references(name, kMostReferences));
  QueryPaths out;
  for (const auto& one : found) {
    out.insert(one.path);
    if (!is_negated_) lines_[one.path].push_back({one.line, one.line});
  }
  return out;
}

Result<QueryPaths> CodeWeaver::Impl::QueryRun::all_of(const QueryPart& part) {
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

Result<QueryPaths> CodeWeaver::Impl::QueryRun::files_of(const QueryPart& part,
                                                        const std::set<std::string>* kinds) {
  switch (part.kind) {
    case Kind::kText:
    case Kind::kRegex:
      return with_lines(part);
    case Kind::kFile: {
      CODEWEAVER_ASSIGN(auto glob, corpus::glob_of_filter(impl_.project.root, part.text));
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

}  // namespace codeweaver::inline v0_1
