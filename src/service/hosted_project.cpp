// HostedProject: searches, which never wait long for a first index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosted_project.hpp"

#include <cmath>
#include <utility>

#include "settings/options.hpp"

namespace codeweaver::service {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

double since(std::chrono::steady_clock::time_point begin) {
  return Milliseconds(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

HostedProject::HostedProject(Opened opened, std::shared_ptr<Metrics> metrics)
    : opened_(std::move(opened)), metrics_(std::move(metrics)) {
  feed_.edit([&](IndexingSnapshot& now) { now.coverage = opened_.workspace.coverage().share(); });
}

bool HostedProject::has_index() const {
  return feed_.snapshot().coverage > 0 || opened_.workspace.coverage().share() > 0;
}

bool HostedProject::wait_for_first_index(std::chrono::milliseconds patience) {
  if (has_index()) return true;
  if (const auto job = start_index(); !job) return false;
  feed_.wait_until(
      [](const IndexingSnapshot& now) {
        return now.coverage >= 1 || now.state != IndexingState::kIndexing;
      },
      patience);
  return has_index();
}

std::vector<std::string> HostedProject::coverage_warnings() const {
  const auto now = feed_.snapshot();
  if (now.coverage >= 1) return {};
  const auto& progress = now.progress;
  auto text = "Only " + std::to_string(static_cast<int>(std::floor(now.coverage * 100))) +
              " % of the files of project " + project().project_id + " can be searched yet";
  if (now.state == IndexingState::kIndexing)
    text += "; it is being indexed (" + std::to_string(progress.files_processed) + " of " +
            std::to_string(progress.files_discovered) + " files), ask again for the rest";
  else if (now.last_error)
    text += ": " + now.last_error->message();
  return {std::move(text)};
}

SearchOptions HostedProject::search_options() const {
  const auto begin = std::chrono::steady_clock::now();
  const auto files = opened_.workspace.committed_files();
  metrics_->add_store_operation(since(begin));
  return settings::search_options(settings(), files);
}

/// Whether what is asked for can be in the project's folder.
bool HostedProject::needs_folder(const SearchOptions& options) const {
  const auto& filter = options.filter;
  return filter.purpose.value_or(Purpose::kCodeSearch) == Purpose::kCodeSearch &&
         (filter.chunk_strategy.empty() || filter.chunk_strategy == settings().chunking.strategy);
}

template <class Ask>
Result<FindCodeResponseSummary> HostedProject::answer(const SearchOptions& options, Ask ask) {
  const auto begin = std::chrono::steady_clock::now();
  const bool can_search = !needs_folder(options) || wait_for_first_index();
  if (const auto now = feed_.snapshot(); !can_search && now.state == IndexingState::kError)
    if (now.last_error->code != "INDEX_LOCKED") return *now.last_error;
  auto found = can_search ? ask() : Result<FindCodeResponseSummary>(FindCodeResponseSummary{});
  if (!found) return found;
  if (!can_search)
    found->summary = "Nothing of project " + project().project_id + " can be searched yet.";
  auto warnings = opened_.effective.warnings;
  if (!can_search)  // else the answer says it itself
    for (auto& warning : coverage_warnings()) warnings.push_back(std::move(warning));
  found->warnings.insert(found->warnings.begin(), warnings.begin(), warnings.end());
  metrics_->add_query(since(begin), *found);
  return found;
}

Result<FindCodeResponseSummary> HostedProject::search(std::string_view query,
                                                      const SearchOptions& options,
                                                      std::stop_token stop) {
  if (auto valid = options.validate(); !valid) return valid.error();
  return answer(options, [&] { return opened_.workspace.search(query, options, std::move(stop)); });
}

Result<FindCodeResponseSummary> HostedProject::find_code(std::string_view query,
                                                         SearchOptions options,
                                                         std::stop_token stop) {
  if (auto valid = options.validate(); !valid) return valid.error();
  return answer(options,
                [&] { return opened_.workspace.find_code(query, options, std::move(stop)); });
}

Result<std::vector<SymbolMatch>> HostedProject::find_symbol(std::string_view name,
                                                            std::size_t limit) {
  if (!wait_for_first_index()) return std::vector<SymbolMatch>{};
  return opened_.workspace.find_symbol(name, limit);
}

}  // namespace codeweaver::service
