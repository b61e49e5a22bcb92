// CodeWeaver's searches: the freshness check, the requested tree, and the namespaces.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/file.hpp"
#include "base/query_scope.hpp"
#include "base/stop_scope.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/query_parser.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/indexing/commit_run.hpp"
#include "engine/searching/merge_answers.hpp"
#include "engine/searching/open/shared_deadline.hpp"
#include "engine/segments/derive.hpp"
#include "engine/state/coverage.hpp"
#include "engine/state/fault_warning.hpp"
#include "engine/state/state_place.hpp"
#include "engine/workspace/query_or_words.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::size_t kOpenCommits = 4;  // commit searchers kept by one object
constexpr std::size_t kShortId = 12;     // digits of a commit id in messages
constexpr std::string_view kRebuiltMeanwhile =
    "Part of the index was damaged, missing or in an older format, and was rebuilt";
constexpr std::string_view kNotReopened =
    "The newest state of the index could not be opened; results come from the previous state";
constexpr std::string_view kNoNamespaces =
    "The namespaces filled by other tools could not be searched";

}  // namespace

/// The searcher of a commit, which is indexed first if it is not in the index. Errors: also
/// kUnavailable "INDEX_LOCKED" (it is not indexed, and another run is active).
Result<std::shared_ptr<HybridSearcher>> CodeWeaver::Impl::open_commit(const std::string& commit,
                                                                      std::stop_token stop) {
  if (!engine::is_commit_indexed(config, options.embedder.get(), commit)) {
    const std::lock_guard turn(commit_runs);  // a separate lock, so that other work does not wait
    CODEWEAVER_TRY(index_commit_if_new(commit, std::move(stop)));
  }
  const engine::StatePaths tree{project.state_dir, engine::commit_tree(commit)};
  std::error_code ignored;  // the time marks the commit as used
  std::filesystem::last_write_time(tree.segments() / tree.manifest(),
                                   std::filesystem::file_time_type::clock::now(), ignored);
  {
    const std::lock_guard lock(mutex);
    if (const auto open = commits.find(commit); open != commits.end()) return open->second;
  }
  CODEWEAVER_ASSIGN(auto opened,
                    HybridSearcher::open(project.state_dir,
                                         {options.embedder,
                                          options.reranker,
                                          options.logger,
                                          {},
                                          nullptr,
                                          options.index.sparse_encoder,
                                          options.past_commits},
                                         {tree.tree, project.project_id, project.root}));
  const std::lock_guard lock(mutex);
  if (commits.size() >= kOpenCommits) commits.clear();
  return commits[commit] = std::make_shared<HybridSearcher>(std::move(opened));
}

/// The previous searcher, if the newest state cannot be opened.
std::shared_ptr<HybridSearcher> CodeWeaver::Impl::held_searcher(const std::string& commit) {
  const std::lock_guard lock(mutex);
  if (commit.empty()) return searcher;
  const auto open = commits.find(commit);
  return open == commits.end() ? nullptr : open->second;
}

/// Rebuilds the segments of the working tree from the database, or makes those of a commit be
/// rebuilt when it is opened.
Result<void> CodeWeaver::Impl::repair(const std::string& commit, std::stop_token stop) {
  if (commit.empty()) {
    auto report = index({}, std::move(stop));
    return report ? Result<void>() : report.error();
  }
  const engine::StatePaths tree{project.state_dir, engine::commit_tree(commit)};
  std::error_code ignored;
  std::filesystem::remove(tree.segments() / tree.manifest(), ignored);
  return {};
}

Result<CodeWeaver::Impl::Prepared> CodeWeaver::Impl::ready(const SearchOptions& asked,
                                                           std::stop_token stop, Unsaved* unsaved) {
  const base::QueryScope waited_for;
  const engine::SharedDeadline deadline(asked.deadline);
  const bool was_whole = engine::read_coverage(paths()).is_whole;
  CODEWEAVER_ASSIGN(auto target, engine::resolve_target(project.root, asked.ref, asked.changed_in));
  Prepared out{nullptr, engine::options_within(target, asked), std::move(target)};
  const bool is_commit = !out.target.commit.empty();
  engine::Freshness fresh;
  if (!is_commit || !was_whole) {  // a commit shares the contents of the tree
    const base::StopScope limited(stop, engine::end_of_calls(asked.deadline));
    CODEWEAVER_ASSIGN(fresh, sync_with_tree(stop));
    if (!is_commit) out.warnings = fresh.warnings;
  }
  // A first index may take any time; everything else shares the deadline.
  const engine::SharedDeadline rest(was_whole ? deadline.left_to_answer() : asked.deadline);
  const auto coverage = engine::read_coverage(paths());
  if (!coverage.is_whole) {
    out.coverage = coverage.share();
    out.seconds_left = engine::seconds_left(paths());
    if (coverage.share() < 1) out.warnings.push_back(coverage_warning(coverage, out.seconds_left));
    if (is_commit || mirror) return out;  // a store only gets complete states
  }
  const auto open = [&] {
    return is_commit ? open_commit(out.target.commit, stop) : open_searcher();
  };
  auto opened = open();
  if (!opened && engine::can_be_repaired(opened.error())) {
    if (!coverage.is_whole) return out;
    if (auto repaired = repair(out.target.commit, stop); repaired) {
      out.warnings.emplace_back(kRebuiltMeanwhile);
      opened = open();
    } else if (repaired.error().code == error_code::kIndexLocked) {  // its owner repairs it, too
      opened = open();
    } else {
      opened = repaired.error();
    }
  }
  if (!opened && is_commit && opened.error().code == error_code::kIndexLocked) {
    out.warnings.push_back("Commit " + out.target.commit.substr(0, kShortId) +
                           " is not in the index yet because another index run is active; search "
                           "again when it has ended");
    return out;
  }
  if (!opened) {
    auto held = held_searcher(out.target.commit);
    if (!held || !engine::is_fault(opened.error()) || is_repairable(opened.error()))
      return opened.error();
    out.warnings.push_back(engine::warning_of(kNotReopened, opened.error()));
    opened = std::move(held);
    fresh.is_compared = false;
  }
  out.searcher = std::move(*opened);
  if (!out.target.missing.empty()) out.warnings.push_back(out.target.missing);
  if (is_commit) {
    const auto missing = engine::missing_files(config, out.target.commit);
    const auto commit = "commit " + out.target.commit.substr(0, kShortId);
    if (missing > 0) out.warnings.push_back(engine::missing_warning(missing, commit));
    return out;
  }
  {
    const base::StopScope limited(stop, engine::end_of_calls(rest.left()));
    CODEWEAVER_TRY(sync(project.tree, stop));
  }
  out.options.deadline = rest.left_to_answer();
  CODEWEAVER_TRY(skip_stale(fresh, unsaved, out, stop));
  return out;
}

/// Searches the tree that the options name, and adds that tree to the answer.
Result<FindCodeResponseSummary> CodeWeaver::Impl::answer_folder(const SearchOptions& asked,
                                                                std::stop_token stop,
                                                                Unsaved* unsaved, const Ask& ask) {
  CODEWEAVER_ASSIGN(auto prepared, ready(asked, std::move(stop), unsaved));
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

/// Merges the answers of the folder's index and of the other namespaces. Namespaces that cannot be
/// searched are reported in warnings.
Result<FindCodeResponseSummary> CodeWeaver::Impl::answer(const SearchOptions& asked,
                                                         std::stop_token stop, Unsaved* unsaved,
                                                         const Ask& ask) {
  const base::QueryScope waited_for;
  const engine::SharedDeadline deadline(asked.deadline);
  const bool is_history = !asked.ref.empty() || !asked.changed_in.empty();  // items have none
  const bool has_folder = wants_folder(asked.filter);
  engine::FoundNamespaces others;
  if (!is_history) {
    const base::StopScope limited(stop, engine::end_of_calls(asked.deadline));
    auto found = namespaces->matching(asked.filter, stop);
    if (found) {
      others = std::move(*found);
    } else {
      if (!has_folder || !engine::is_fault(found.error()) || is_repairable(found.error()))
        return found.error();
      others.warnings.push_back(engine::warning_of(kNoNamespaces, found.error()));
    }
  }
  if (!has_folder && others.searchers.empty() && others.lost) return *others.lost;
  if (!has_folder && others.searchers.empty())
    return Error{
        ErrorCategory::kNotFound, std::string(contract::kNamespaceNotFound),
        "Project " + project.project_id + " has no namespace with that purpose and strategy",
        "searching", "Use an existing namespace"};
  auto within = asked;
  within.filter.purpose.reset();
  within.filter.chunk_strategy.clear();
  std::vector<FindCodeResponseSummary> answers;
  if (has_folder) {
    within.deadline = deadline.left_to_answer();
    auto answer = answer_folder(within, stop, unsaved, ask);
    if (!answer) return answer;
    answers.push_back(std::move(*answer));
  }
  for (const auto& [name, other] : others.searchers) {
    within.deadline = deadline.left();
    Result<FindCodeResponseSummary> answer = ask(*other, within, name);
    if (!answer && (!engine::is_fault(answer.error()) || is_repairable(answer.error())))
      return answer;
    if (answer) {
      answers.push_back(std::move(*answer));
    } else {
      others.warnings.push_back(engine::namespace_warning(name, answer.error()));
      others.lost = answer.error();
    }
  }
  if (answers.empty()) return *others.lost;
  auto& warnings = answers.front().warnings;
  warnings.insert(warnings.end(), others.warnings.begin(), others.warnings.end());
  if (answers.size() == 1 && has_folder) return std::move(answers.front());
  return engine::merge_answers(std::move(answers), asked);
}

Result<FindCodeResponseSummary> CodeWeaver::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   std::stop_token stop) {
  const auto words = [&] { return search_words(query, options, stop); };
  return is_query(query) ? engine::query_or_words(*this, query, options, stop, words) : words();
}

Result<FindCodeResponseSummary> CodeWeaver::search_words(std::string_view query,
                                                         const SearchOptions& options,
                                                         std::stop_token stop) {
  return impl_->repairing(stop, [&] {
    return impl_->answer(options, stop, unsaved_.get(),
                         [&](const HybridSearcher& searcher, const SearchOptions& within,
                             const auto&) { return searcher.search(query, within, stop); });
  });
}

Result<FindCodeResponseSummary> CodeWeaver::find_code(std::string_view query, SearchOptions options,
                                                      std::stop_token stop) {
  const auto words = [&] {
    return impl_->repairing(stop, [&] {
      return impl_->answer(options, stop, unsaved_.get(),
                           [&](const HybridSearcher& searcher, SearchOptions within, const auto&) {
                             return searcher.find_code(query, std::move(within), stop);
                           });
    });
  };
  return is_query(query) ? engine::query_or_words(*this, query, options, stop, words) : words();
}

Result<WhyNot> CodeWeaver::why_not(std::string_view query, std::string_view path,
                                   const SearchOptions& options, std::stop_token stop) {
  return impl_->repairing(stop, [&]() -> Result<WhyNot> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready(options, stop, unsaved_.get()));
    if (!prepared.searcher) {
      WhyNot out;
      out.path = path;
      out.reason =
          prepared.warnings.empty() ? engine::empty_answer().summary : prepared.warnings.back();
      return out;
    }
    return prepared.searcher->why_not(query, path, prepared.options, stop);
  });
}

}  // namespace codeweaver::inline v0_1
