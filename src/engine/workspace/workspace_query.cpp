// Queries of several parts: set algebra over files, then a search within them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/path_globs.hpp"
#include "base/try.hpp"
#include "corpus/classify.hpp"
#include "engine/workspace/workspace_impl.hpp"
#include "syntax/language.hpp"

namespace codeweaver {
namespace {

constexpr std::size_t kMostSymbols = 1000, kMostReferences = 100'000;

using Kind = QueryPart::Kind;
using Paths = std::set<std::string>;

std::string_view last_part(std::string_view path) {
  const auto slash = path.rfind('/');
  return path.substr(slash == std::string_view::npos ? 0 : slash + 1);
}

/// What the exact part says to a search by meaning, where a query has no words.
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

constexpr std::string_view kByName = "; uses are found by name, not resolved";

bool asks_for_uses(const QueryPart& part) {
  return part.kind == Kind::kReference || part.kind == Kind::kReferenceOf ||
         std::ranges::any_of(part.parts, asks_for_uses);
}

}  // namespace

/// One query over the files of a project.
class CodeWeaver::Impl::QueryRun {
 public:
  QueryRun(CodeWeaver& owner, const Query& query, const SearchOptions& options,
           std::stop_token stop)
      : owner_(owner), impl_(*owner.impl_), query_(query), stop_(std::move(stop)) {
    tree_.ref = options.ref;
    tree_.changed_in = options.changed_in;
  }

  Result<Paths> admitted() {
    if (!query_.exact) return all();
    CODEWEAVER_ASSIGN(auto out, files_of(*query_.exact, nullptr));
    if (tree_.changed_in.empty()) return out;
    CODEWEAVER_ASSIGN(const auto changed, all());  // names are those of whole trees
    std::erase_if(out, [&](const std::string& path) { return !changed.contains(path); });
    return out;
  }
  /// Lines of text and expressions that are not negated, by file.
  const LineFilter& lines() const noexcept { return lines_; }

 private:
  TextSearchOptions search_options() const {
    TextSearchOptions out;
    out.working_directory = impl_.project.root;
    out.ref = tree_.ref;
    out.changed_in = tree_.changed_in;
    if (owner_.unsaved_) out.overlay = owner_.unsaved_->overlay();
    out.case_rule = query_.letter_case == QueryCase::kYes  ? CaseRule::kExact
                    : query_.letter_case == QueryCase::kNo ? CaseRule::kFolded
                                                           : CaseRule::kSmart;
    if (query_.is_word) out.extent = TextExtent::kWord;
    return out;
  }

  Result<Paths> all() {
    if (all_) return *all_;
    Paths out;
    CODEWEAVER_TRY(list_searched(
        search_options(),
        [&](const TextFile& file) {
          out.insert(file.path);
          return true;
        },
        stop_));
    all_ = out;
    return out;
  }

  Result<Paths> with_lines(const QueryPart& part) {
    auto search = search_options();
    search.patterns = {part.text};
    search.is_fixed = part.kind == Kind::kText;
    Paths out;
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
  Result<Paths> those(Admits admits) {
    CODEWEAVER_ASSIGN(auto out, all());
    std::erase_if(out, [&](const std::string& path) { return !admits(path); });
    return out;
  }

  Result<Paths> of_language(const std::string& name) {
    const auto language = syntax::find_language(name);
    if (!language)
      return Error{ErrorCategory::kInvalidArgument, "UNKNOWN_LANGUAGE",
                   "Unknown language: '" + name + "'", "reading a query",
                   "Languages go by names such as python, cpp, typescript or markdown."};
    const std::string id(syntax::languages()[*language].id);
    return those([&](const std::string& path) {
      return corpus::classify_name(last_part(path), impl_.options.index.extra_extensions)
                 .language == id;
    });
  }

  bool is_history() const { return !tree_.ref.empty() || !tree_.changed_in.empty(); }

  /// Of the tree that is asked for; null: nothing of it is in the index yet.
  Result<const HybridSearcher*> searcher() {
    if (!prepared_) {
      CODEWEAVER_ASSIGN(auto prepared, impl_.ready(tree_, stop_, owner_.unsaved_.get()));
      prepared_.emplace(std::move(prepared));
    }
    return static_cast<const HybridSearcher*>(prepared_->searcher.get());
  }

  Result<std::vector<SymbolMatch>> symbols(const std::string& name) {
    if (!is_history()) return owner_.find_symbol(name, kMostSymbols);
    CODEWEAVER_ASSIGN(const auto* const tree, searcher());
    return tree != nullptr ? tree->find_symbol(name, kMostSymbols) : std::vector<SymbolMatch>();
  }

  Result<std::vector<ReferenceMatch>> references(const std::string& name) {
    if (!is_history()) return owner_.find_references(name, kMostReferences);
    CODEWEAVER_ASSIGN(const auto* const tree, searcher());
    return tree != nullptr ? tree->find_references(name, kMostReferences)
                           : std::vector<ReferenceMatch>();
  }

  Result<Paths> with_kind(const std::string& kind) {
    CODEWEAVER_ASSIGN(const auto* const tree, searcher());
    if (tree == nullptr) return Paths();
    CODEWEAVER_ASSIGN(auto found, tree->files_defining({&kind, 1}));
    return Paths(std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }

  Result<Paths> with_symbol(const std::string& name, const std::set<std::string>* kinds) {
    CODEWEAVER_ASSIGN(const auto found, symbols(name));
    Paths out;
    for (const auto& one : found)
      if (kinds == nullptr || kinds->empty() || kinds->contains(one.kind)) out.insert(one.path);
    return out;
  }

  Result<Paths> with_references(const std::string& name) {
    CODEWEAVER_ASSIGN(const auto found, references(name));
    Paths out;
    for (const auto& one : found) {
      out.insert(one.path);
      if (!is_negated_) lines_[one.path].push_back({one.line, one.line});
    }
    return out;
  }

  Result<Paths> all_of(const QueryPart& part) {
    std::set<std::string> kinds;
    bool has_symbol = false;
    for (const auto& inner : part.parts) {
      if (inner.kind == Kind::kKind) kinds.insert(inner.text);
      has_symbol = has_symbol || inner.kind == Kind::kSymbol;
    }
    std::optional<Paths> out;
    for (const auto& inner : part.parts) {
      if (inner.kind == Kind::kKind && has_symbol) continue;
      CODEWEAVER_ASSIGN(auto found, files_of(inner, &kinds));
      if (!out) {
        out = std::move(found);
        continue;
      }
      std::erase_if(*out, [&](const std::string& path) { return !found.contains(path); });
    }
    return out ? std::move(*out) : Paths();
  }

  Result<Paths> files_of(const QueryPart& part, const std::set<std::string>* kinds) {
    switch (part.kind) {
      case Kind::kText:
      case Kind::kRegex:
        return with_lines(part);
      case Kind::kFile: {
        const base::PathGlobs globs({part.text});
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
        Paths out;
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

  CodeWeaver& owner_;
  Impl& impl_;
  const Query& query_;
  std::stop_token stop_;
  SearchOptions tree_;  // its ref and difference
  std::optional<Prepared> prepared_;
  std::optional<Paths> all_;
  LineFilter lines_;
  bool is_negated_ = false;
};

Result<std::vector<std::string>> CodeWeaver::files_of(const Query& query,
                                                      const SearchOptions& options,
                                                      std::stop_token stop) {
  Impl::QueryRun run(*this, query, options, std::move(stop));
  CODEWEAVER_ASSIGN(auto found, run.admitted());
  return std::vector<std::string>(std::make_move_iterator(found.begin()),
                                  std::make_move_iterator(found.end()));
}

Result<FindCodeResponseSummary> CodeWeaver::find(const Query& query, SearchOptions options,
                                                 std::stop_token stop) {
  if (!query.exact) return search_words(query.meaning, options, std::move(stop));
  Impl::QueryRun run(*this, query, options, stop);
  CODEWEAVER_ASSIGN(const auto admitted, run.admitted());
  LineFilter filter;
  for (const auto& path : admitted) {
    const auto lines = run.lines().find(path);
    filter[path] = lines != run.lines().end()
                       ? lines->second
                       : std::vector<Span>{{1, std::numeric_limits<std::uint32_t>::max()}};
  }
  std::string words = query.meaning;
  if (words.empty()) add_words(*query.exact, words);
  if (words.find_first_not_of(" \t\r\n") == std::string::npos) words = to_string(query);
  options.filter.lines = std::move(filter);
  options.filter.min_similarity = 0;
  CODEWEAVER_ASSIGN(auto answer, search_words(words, options, std::move(stop)));
  answer.warnings.insert(answer.warnings.begin(),
                         "Read as a query: " + to_string(query) + " (" +
                             std::to_string(admitted.size()) +
                             (admitted.size() == 1 ? " file is" : " files are") + " admitted)" +
                             std::string(asks_for_uses(*query.exact) ? kByName : ""));
  return answer;
}

}  // namespace codeweaver
