// HostedProject: an open project of a service, with searches and background indexing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "codeweaver/ask.hpp"
#include "codeweaver/call_context.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/searchable.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/text_hits.hpp"
#include "codeweaver/text_search.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/workspace_opener.hpp"
#include "service/hosting/indexing_feed.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Opens a project; called on any thread. Requests to services have the context.
using OpenProject = std::function<Result<opening::Opened>(const Project&, const CallContext&)>;

/// What the first index run of a service does.
enum class FirstRun : std::uint8_t {
  kAuto,     ///< as the settings say; continues an interrupted run if InterruptedRun::can_resume()
  kResume,   ///< runs, and continues an interrupted run in any case
  kRebuild,  ///< runs, from scratch
};

/// Thread safety: all members may be called concurrently.
class HostedProject {
 public:
  /// Calls that need a feature that the project lacks return the error of unsupported().
  HostedProject(opening::Opened opened, std::shared_ptr<Metrics> metrics);
  ~HostedProject();  ///< stop()
  HostedProject(const HostedProject&) = delete;
  HostedProject& operator=(const HostedProject&) = delete;

  const Project& project() const noexcept { return searchable_->project(); }
  bool can(Feature feature) const noexcept { return searchable_->can(feature); }
  const Settings& settings() const noexcept { return effective_.settings; }
  const settings::EffectiveSettings& effective_settings() const noexcept { return effective_; }
  const std::shared_ptr<const Embedder>& embedder() const noexcept { return embedder_; }
  const std::shared_ptr<const Reranker>& reranker() const noexcept { return reranker_; }
  /// Null: searches read the index itself.
  const std::shared_ptr<const VectorStore>& store() const noexcept { return store_; }
  const std::shared_ptr<Logger>& logger() const noexcept { return logger_; }
  /// Direct access for calls that this class does not offer. Its searches wait for a running first
  /// index run and do not appear in the metrics.
  Searchable& searchable() const noexcept { return *searchable_; }
  /// The same to index the project. Errors: unsupported() with kIndexing.
  Result<CodeWeaver*> workspace();

  /// The state of indexing, including runs of other processes: this call notices such a run and
  /// follows it to its end. Cost: one check of the index lock.
  IndexingSnapshot indexing();
  /// Calls `listener` at each change of indexing(), including progress, at most about 20 times a
  /// second.
  [[nodiscard]] Subscription on_indexing(IndexingFeed::Listener listener);
  /// Whether this process is running an index run.
  bool is_running() const;

  /// Starts an index run in the background and returns its id, or the id of the current run. An
  /// interrupted run is continued if possible. Errors: kCancelled "SERVER_STOPPING".
  Result<std::string> start_index(bool force = false) {
    return begin_run(force ? FirstRun::kRebuild : FirstRun::kAuto);
  }
  /// Starts a run that takes files from `snapshot` instead of parsing them. Errors: also
  /// kUnavailable "RUN_GOES_ON" (the current run would not use the snapshot).
  Result<std::string> start_index_with(std::shared_ptr<const Snapshot> snapshot) {
    return begin_run(FirstRun::kResume, std::move(snapshot));
  }
  /// Stops the current run at its next file; finished work is kept. False: there is no run.
  bool cancel_index();
  /// Indexes in the background and then watches the files, as configured in [indexing]. Call it
  /// once.
  void start(FirstRun first = FirstRun::kAuto);
  /// Ends runs and the watch, and waits for them. A run leaves a checkpoint. Nothing starts later.
  void stop();

  /// Whether there is an index to search; it may be empty.
  bool has_index() const;
  /// Starts the first index run if there was none yet, as every search does.
  void begin_first_index();

  /// Search options from the settings.
  SearchOptions search_options() const;
  /// Like Searchable::search(). If the project is not indexed yet, it starts the first run and
  /// waits for it briefly. Errors: also the reason why that run failed.
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         const CallContext& call = {});
  /// The same for Searchable::find_code().
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options,
                                            const CallContext& call = {});
  /// Like Searchable::find_symbol() and so on; they return nothing while there is no
  /// index. This and the look-ups below call services for at most search.deadline_ms.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit,
                                               std::vector<std::string>* warnings = nullptr,
                                               const CallContext& call = {});
  Result<CallGraphAnswer> call_graph(std::string_view start, const CallGraphOptions& options,
                                     std::vector<std::string>* warnings = nullptr,
                                     const CallContext& call = {});
  Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                       std::size_t limit,
                                       std::vector<std::string>* warnings = nullptr,
                                       const CallContext& call = {});
  Result<CodeMap> code_map(const CodeMapOptions& options,
                           std::vector<std::string>* warnings = nullptr,
                           const CallContext& call = {});
  /// Like Searchable::find_text(); it does not wait for an index. The user's ignore rules outside
  /// the project do not apply.
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options,
                             const CallContext& call = {});
  /// Like codeweaver::ask().
  Result<Answer> ask(const AnswerModel& model, std::string_view question, const AskOptions& options,
                     const CallContext& call = {});
  /// Like the calls of Searchable.
  Result<std::string> file_text(std::string_view path, const CallContext& call = {});
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path,
                                                  const CallContext& call = {});
  Result<RepoStatus> status(const CallContext& call = {});
  /// The warning for answers while part of the project is not indexed; nullopt if all is indexed.
  std::optional<std::string> coverage_warning() const;

 private:
  template <class Ask>
  Result<FindCodeResponseSummary> answer(const SearchOptions& options, Ask ask);
  template <class Ask, class Context>
  auto logged(std::string_view operation, const CallContext& call, Ask ask, Context context);
  Lookup lookup(std::vector<std::string>* warnings = nullptr) const;
  bool needs_folder(const SearchOptions& options) const;
  std::optional<Error> why_no_index() const;
  Result<std::string> begin_run(FirstRun how, std::shared_ptr<const Snapshot> snapshot = nullptr);
  void run_index(FirstRun how, std::shared_ptr<const Snapshot> snapshot, std::stop_token stop);
  void finish_run(const Result<IndexReport>& report);
  void begin_watch();
  void run_watch(std::stop_token stop);
  void set_waiting(bool is_waiting);
  void look_at_external_run();
  void follow(std::stop_token stop);
  bool take_in(const std::optional<RunProgress>& theirs);
  void note_batch(const IndexReport& report);
  void note_problem(const Error& problem);

  std::unique_ptr<Searchable> searchable_;
  CodeWeaver* workspace_;  // the same object, to index it; null: another machine does
  settings::EffectiveSettings effective_;
  std::shared_ptr<const Embedder> embedder_;
  std::shared_ptr<const Reranker> reranker_;
  std::shared_ptr<Logger> logger_;
  std::shared_ptr<const VectorStore> store_;
  std::shared_ptr<Metrics> metrics_;
  IndexingFeed feed_;

  mutable std::mutex mutex_;
  bool is_running_ = false;    // guarded by mutex_, like all members below
  bool is_waiting_ = false;    // our run waits for the run of another process
  bool is_following_ = false;  // a run of another process
  bool is_stopped_ = false;
  bool wants_watch_ = false;
  std::string job_id_;
  std::jthread run_, watch_, follow_;
};

}  // namespace codeweaver::service
