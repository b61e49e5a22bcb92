// CodeWeaver's searches: the folder or a commit, and the namespaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "base/try.hpp"
#include "codeweaver/query_parser.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/state_place.hpp"
#include "engine/trees/ask_trees.hpp"
#include "engine/workspace/query_or_words.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::string_view kNoNamespaces =
    "The namespaces filled by other tools could not be searched";

}  // namespace

/// Searches the tree that the options name, and adds that tree to the answer.
Result<FindCodeResponseSummary> CodeWeaver::Impl::answer_folder(const SearchOptions& asked,
                                                                const CallContext& call,
                                                                Unsaved* unsaved, const Ask& ask) {
  CODEWEAVER_ASSIGN(auto prepared, ready(asked, call, unsaved));
  Result<FindCodeResponseSummary> response =
      prepared.searcher ? ask(*prepared.searcher, std::move(prepared.options), "")
                        : engine::empty_answer();
  if (!response) return response;
  response->warnings.insert(response->warnings.begin(), prepared.warnings.begin(),
                            prepared.warnings.end());
  response->coverage = prepared.coverage;
  response->seconds_left = prepared.seconds_left;
  response->ref = std::move(prepared.target.ref);
  response->commit = std::move(prepared.target.commit);
  response->changed_in = asked.changed_in;
  return response;
}

bool CodeWeaver::Impl::wants_folder(const SearchFilter& filter) const {
  return engine::admits_namespace(
      filter.purpose, filter.chunk_strategy,
      {project.project_id, Purpose::kCodeSearch, engine::chunk_strategy_of(options.index)});
}

/// The namespaces that answer a query; none for commits and differences, because items have no
/// history. If they cannot be opened, the folder answers alone, with a warning.
Result<engine::FoundNamespaces> CodeWeaver::Impl::namespaces_for(const SearchOptions& asked,
                                                                 const CallContext& call) {
  engine::FoundNamespaces out;
  const bool has_folder = wants_folder(asked.filter);
  if (asked.ref.empty() && asked.changed_in.empty()) {
    auto found =
        trees.namespaces().matching(asked.filter, call.until(engine::end_of_calls(asked.deadline)));
    if (found) {
      out = std::move(*found);
    } else {
      if (!has_folder || !engine::is_fault(found.error()) || repairs.is_repairable(found.error()))
        return found.error();
      out.warnings.push_back(engine::warning_of(kNoNamespaces, found.error()));
    }
  }
  if (has_folder || !out.searchers.empty()) return out;
  if (out.lost) return *out.lost;
  return Error{ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
               "Project " + project.project_id + " has no namespace with that purpose and strategy",
               "searching", "Use an existing namespace"};
}

/// Merges the answers of the folder's index and of the other namespaces. Namespaces that cannot be
/// searched are reported in warnings.
Result<FindCodeResponseSummary> CodeWeaver::Impl::answer(const SearchOptions& asked,
                                                         const CallContext& given, Unsaved* unsaved,
                                                         const Ask& ask) {
  const auto call = given.awaited();
  const engine::SharedDeadline deadline(asked.deadline);
  const bool has_folder = wants_folder(asked.filter);
  CODEWEAVER_ASSIGN(auto others, namespaces_for(asked, call));
  std::vector<engine::Tree> asked_trees;
  if (has_folder)
    asked_trees.push_back(
        {"", [&](const SearchOptions& within) { return answer_folder(within, call, unsaved, ask); },
         true});
  for (const auto& other : others.searchers)
    asked_trees.push_back({other.first, [&](const SearchOptions& within) {
                             return ask(*other.second, within, other.first);
                           }});
  engine::AskRules rules;
  rules.survives = [&](const Error& error) {
    return engine::is_fault(error) && !repairs.is_repairable(error);
  };
  rules.warning = [](const engine::Tree& tree, const Error& error) {
    return engine::namespace_warning(tree.name, error);
  };
  rules.warnings = std::move(others.warnings);
  rules.keeps_single = has_folder;
  auto within = asked;
  within.filter.purpose.reset();
  within.filter.chunk_strategy.clear();
  CODEWEAVER_ASSIGN(auto found, engine::ask_trees(asked_trees, within, deadline, rules));
  if (!found.answer) return found.failures.back();
  return std::move(*found.answer);
}

Result<FindCodeResponseSummary> CodeWeaver::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   const CallContext& call) {
  const auto words = [&] { return search_words(query, options, call); };
  return is_query(query) ? engine::query_or_words(*this, query, options, call, words)
                         : engine::uses_or_words(*this, query, options, call, words);
}

Result<FindCodeResponseSummary> CodeWeaver::search_words(std::string_view query,
                                                         const SearchOptions& options,
                                                         const CallContext& call) {
  return impl_->repairs.repairing(call, [&] {
    return impl_->answer(options, call, unsaved_.get(),
                         [&](const HybridSearcher& searcher, const SearchOptions& within,
                             const auto&) { return searcher.search(query, within, call); });
  });
}

Result<FindCodeResponseSummary> CodeWeaver::find_code(std::string_view query, SearchOptions options,
                                                      const CallContext& call) {
  const auto words = [&] {
    return impl_->repairs.repairing(call, [&] {
      return impl_->answer(options, call, unsaved_.get(),
                           [&](const HybridSearcher& searcher, SearchOptions within, const auto&) {
                             return searcher.find_code(query, std::move(within), call);
                           });
    });
  };
  return is_query(query) ? engine::query_or_words(*this, query, options, call, words)
                         : engine::uses_or_words(*this, query, options, call, words);
}

Result<WhyNot> CodeWeaver::why_not(std::string_view query, std::string_view path,
                                   const SearchOptions& options, const CallContext& call) {
  return impl_->repairs.repairing(call, [&]() -> Result<WhyNot> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready(options, call, unsaved_.get()));
    if (!prepared.searcher) {
      WhyNot out;
      out.path = path;
      out.reason = prepared.why_none;
      return out;
    }
    return prepared.searcher->why_not(query, path, prepared.options, call);
  });
}

}  // namespace codeweaver::inline v0_1
