// HostedProject: searches that never wait long for a first index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "service/hosting/hosted_project.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "settings/options.hpp"

namespace codeweaver::service {

HostedProject::HostedProject(opening::Opened opened, std::shared_ptr<Metrics> metrics)
    : searchable_(std::move(opened.project)),
      workspace_(opened.workspace),
      effective_(std::move(opened.effective)),
      embedder_(std::move(opened.embedder)),
      reranker_(std::move(opened.reranker)),
      logger_(std::move(opened.logger)),
      store_(std::move(opened.store)),
      metrics_(std::move(metrics)) {
  feed_.edit([&](IndexingSnapshot& now) {
    now.coverage = workspace_ == nullptr ? 1 : workspace_->coverage().share();
  });
}

Result<CodeWeaver*> HostedProject::workspace() {
  if (workspace_ == nullptr) return unsupported(*searchable_, Feature::kIndexing);
  return workspace_;
}

bool HostedProject::has_index() const {
  return workspace_ == nullptr || feed_.snapshot().coverage > 0 ||
         workspace_->coverage().share() > 0;
}

void HostedProject::begin_first_index() {
  if (!has_index()) static_cast<void>(start_index());
}

std::optional<std::string> HostedProject::coverage_warning() const {
  if (workspace_ == nullptr) return std::nullopt;
  const auto coverage = workspace_->coverage();
  if (coverage.share() >= 1) return std::nullopt;
  const auto now = feed_.snapshot();
  const auto& progress = now.progress;
  const auto left = static_cast<double>(
      progress.files_discovered - std::min(progress.files_processed, progress.files_discovered));
  return codeweaver::coverage_warning(coverage, now.files_per_second > 0
                                                    ? std::optional(left / now.files_per_second)
                                                    : std::nullopt);
}

/// Limits of a look-up from the settings.
Lookup HostedProject::lookup(std::vector<std::string>* warnings) const {
  return {settings::search_options(settings(), searchable_->committed_files()).deadline, warnings};
}

SearchOptions HostedProject::search_options() const {
  const auto begin = std::chrono::steady_clock::now();
  const auto files = searchable_->committed_files();
  if (can(Feature::kIndexing)) metrics_->add_store_operation(milliseconds_since(begin));
  return settings::search_options(settings(), files);
}

/// Whether the search can match content of the project's folder.
bool HostedProject::needs_folder(const SearchOptions& options) const {
  const auto& filter = options.filter;
  return filter.purpose.value_or(Purpose::kCodeSearch) == Purpose::kCodeSearch &&
         (filter.chunk_strategy.empty() || filter.chunk_strategy == settings().chunking.strategy);
}

/// The error of the last run, if it is the reason why there is no index to search.
std::optional<Error> HostedProject::why_no_index() const {
  const auto now = feed_.snapshot();
  return now.state == IndexingState::kError && !has_index() ? now.last_error : std::nullopt;
}

template <class Ask>
Result<FindCodeResponseSummary> HostedProject::answer(const SearchOptions& options, Ask ask) {
  const auto begin = std::chrono::steady_clock::now();
  const bool wants_folder = needs_folder(options);
  auto failure = wants_folder ? why_no_index() : std::nullopt;
  if (wants_folder) begin_first_index();
  Result<FindCodeResponseSummary> found = ask();
  if (!found) return found;
  if (auto newer = wants_folder ? why_no_index() : std::nullopt) failure = std::move(newer);
  if (failure && !has_index()) return std::move(*failure);
  const auto& warnings = effective_.warnings;
  found->warnings.insert(found->warnings.begin(), warnings.begin(), warnings.end());
  metrics_->add_query(milliseconds_since(begin), *found);
  return found;
}

Result<FindCodeResponseSummary> HostedProject::search(std::string_view query,
                                                      const SearchOptions& options,
                                                      const CallContext& call) {
  CODEWEAVER_TRY(options.validate());
  return answer(options, [&] { return searchable_->search(query, options, call); });
}

Result<FindCodeResponseSummary> HostedProject::find_code(std::string_view query,
                                                         SearchOptions options,
                                                         const CallContext& call) {
  CODEWEAVER_TRY(options.validate());
  return answer(options, [&] { return searchable_->find_code(query, options, call); });
}

/// Calls `ask` and logs the outcome as `operation`, with the fields that `context` makes of the
/// answer.
template <class Ask, class Context>
auto HostedProject::logged(std::string_view operation, const CallContext& call, Ask ask,
                           Context context) {
  const auto begin = std::chrono::steady_clock::now();
  auto found = ask();
  const auto& log = logger();
  if (!log || !log->accepts(LogLevel::kInfo)) return found;
  LogRecord record;
  record.component = "searcher";
  record.operation = operation;
  record.request_id = call.request_id;
  record.project_id = project().project_id;
  record.duration_ms = milliseconds_since(begin);
  record.status = found ? "success" : "failed";
  if (!found) record.error = found.error();
  record.context = context(*log, found);
  log->log(record);
  return found;
}

Result<TextHits> HostedProject::find_text(const TextSearchOptions& search,
                                          const TextHitsOptions& options, const CallContext& call) {
  begin_first_index();
  return logged(
      "search_text", call, [&] { return searchable_->find_text(search, options, call); },
      [](const Logger&, const Result<TextHits>& found) {
        return std::vector<LogField>{{"results", found ? found->lines : 0}};
      });
}

Result<std::vector<SymbolMatch>> HostedProject::find_symbol(std::string_view name,
                                                            std::size_t limit,
                                                            std::vector<std::string>* warnings,
                                                            const CallContext& call) {
  begin_first_index();
  return logged(
      "find_symbol", call,
      [&] { return searchable_->find_symbol(name, limit, lookup(warnings), call); },
      [&](const Logger& log, const Result<std::vector<SymbolMatch>>& found) {
        std::vector<LogField> context{{"query_bytes", name.size()},
                                      {"results", found ? found->size() : 0}};
        if (log.accepts(LogLevel::kDebug)) context.push_back({"query", name});
        return context;
      });
}

Result<CallGraphAnswer> HostedProject::call_graph(std::string_view start,
                                                  const CallGraphOptions& options,
                                                  std::vector<std::string>* warnings,
                                                  const CallContext& call) {
  begin_first_index();
  return logged(
      "call_graph", call,
      [&] { return searchable_->call_graph(start, options, lookup(warnings), call); },
      [&](const Logger& log, const Result<CallGraphAnswer>& found) {
        std::vector<LogField> context{{"query_bytes", start.size()},
                                      {"results", found ? found->matches.size() : 0}};
        if (log.accepts(LogLevel::kDebug)) context.push_back({"query", start});
        return context;
      });
}

Result<RenamePreview> HostedProject::rename_preview(std::string_view name,
                                                    std::string_view new_name, std::size_t limit,
                                                    std::vector<std::string>* warnings,
                                                    const CallContext& call) {
  begin_first_index();
  return logged(
      "rename_preview", call,
      [&] { return searchable_->rename_preview(name, new_name, limit, lookup(warnings), call); },
      [&](const Logger& log, const Result<RenamePreview>& found) {
        std::vector<LogField> context{{"query_bytes", name.size()},
                                      {"results", found ? found->edits : 0}};
        if (log.accepts(LogLevel::kDebug)) context.push_back({"query", name});
        return context;
      });
}

Result<CodeMap> HostedProject::code_map(const CodeMapOptions& options,
                                        std::vector<std::string>* warnings,
                                        const CallContext& call) {
  begin_first_index();
  return logged(
      "code_map", call, [&] { return searchable_->code_map(options, lookup(warnings), call); },
      [&](const Logger&, const Result<CodeMap>& found) {
        return std::vector<LogField>{{"results", found ? found->files.size() : 0}};
      });
}

Result<Answer> HostedProject::ask(const AnswerModel& model, std::string_view question,
                                  const AskOptions& options, const CallContext& call) {
  begin_first_index();
  return codeweaver::ask(*searchable_, model, question, options, call);
}

Result<std::string> HostedProject::file_text(std::string_view path, const CallContext& call) {
  return searchable_->file_text(path, lookup(), call);
}

Result<std::vector<SymbolMatch>> HostedProject::definitions_in(std::string_view path,
                                                               const CallContext& call) {
  return searchable_->definitions_in(path, lookup(), call);
}

Result<RepoStatus> HostedProject::status(const CallContext& call) {
  const auto end = settings::end_of_lookup(settings(), searchable_->committed_files());
  return searchable_->status(call.until(end));
}

}  // namespace codeweaver::service
