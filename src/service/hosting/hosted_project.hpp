// HostedProject: a project that a service has open: searched by many, indexed in the background, or
// one of a store, which others index.
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
#include "codeweaver/result.hpp"
#include "codeweaver/snapshot.hpp"
#include "codeweaver/workspace.hpp"
#include "opening/workspace_opener.hpp"
#include "service/hosting/indexing_feed.hpp"
#include "service/metrics/metrics.hpp"

namespace codeweaver::service {

/// Opens a project; called on any thread.
using OpenProject = std::function<Result<opening::Opened>(const Project&)>;

/// What the first index run of a service does.
enum class FirstRun : std::uint8_t {
  kAuto,     ///< as the settings say; continues an interrupted run if InterruptedRun::can_resume()
  kResume,   ///< runs, and continues an interrupted run in any case
  kRebuild,  ///< runs, from scratch
};

/// Thread safety: all members may be called concurrently.
class HostedProject {
 public:
  HostedProject(opening::Opened opened, std::shared_ptr<Metrics> metrics);
  /// One that is searched from its store alone, on a query node. All is indexed there, and calls
  /// that need an index or files here end with kUnsupported "QUERY_NODE".
  HostedProject(opening::OpenedStore opened, std::shared_ptr<Metrics> metrics);
  ~HostedProject();  ///< stops what runs, and waits for it
  HostedProject(const HostedProject&) = delete;
  HostedProject& operator=(const HostedProject&) = delete;

  /// Of a project of a store: its id, no folder and no state.
  const Project& project() const noexcept { return project_; }
  bool is_from_store() const noexcept { return searcher_.has_value(); }
  const Settings& settings() const noexcept { return effective_.settings; }
  const settings::EffectiveSettings& effective_settings() const noexcept { return effective_; }
  const std::shared_ptr<const Embedder>& embedder() const noexcept { return embedder_; }
  const std::shared_ptr<const Reranker>& reranker() const noexcept { return reranker_; }
  /// Null: searches read the index itself.
  const std::shared_ptr<const VectorStore>& store() const noexcept { return store_; }
  const std::shared_ptr<Logger>& logger() const noexcept { return logger_; }
  /// For what is not offered here. A search of it waits for a first index that goes on, and counts
  /// for nothing. `doing`: the context of the error. Errors: kUnsupported "QUERY_NODE".
  Result<CodeWeaver*> workspace(const char* doing);
  /// The same of a project of a store; null: this is none.
  const StoreSearcher* searcher() const noexcept { return searcher_ ? &*searcher_ : nullptr; }

  /// How indexing stands, in whichever process: a run of another one is noticed when somebody asks,
  /// and followed to its end from then on. Cost: a look at the index lock.
  IndexingSnapshot indexing();
  /// Tells of each change of indexing(), progress included, at most about 20 times a second.
  [[nodiscard]] Subscription on_indexing(IndexingFeed::Listener listener);
  /// Whether a run of this process goes on.
  bool is_running() const;

  /// Begins an index run in the background and returns its id, or that of the run that goes on. An
  /// interrupted run is continued if it can be. Errors: kCancelled "SERVER_STOPPING".
  Result<std::string> start_index(bool force = false) {
    return begin_run(force ? FirstRun::kRebuild : FirstRun::kAuto);
  }
  /// Begins a run that parses nothing of what `snapshot` holds. Errors: also kUnavailable
  /// "RUN_GOES_ON": it would not use the snapshot.
  Result<std::string> start_index_with(std::shared_ptr<const Snapshot> snapshot) {
    return begin_run(FirstRun::kResume, std::move(snapshot));
  }
  /// Asks the run that goes on to end at its next file; what it did is kept. False: there is none.
  bool cancel_index();
  /// Indexes in the background and follows the changes of the files from then on, as far as the
  /// settings of [indexing] say. To be called once.
  void start(FirstRun first = FirstRun::kAuto);
  /// Ends runs and watching, and waits for them; a run leaves a checkpoint. Nothing begins after.
  void stop();

  /// Whether searches have an index to look into, empty or not.
  bool has_index() const;
  /// Begins the first index run if there never was one, as every search does.
  void begin_first_index();

  /// Options of a search as the settings say.
  SearchOptions search_options() const;
  /// As CodeWeaver::search(), but on a project that is not indexed yet it begins the first run,
  /// for which the search waits a moment; why that failed is an error, too.
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         std::stop_token stop = {});
  /// The same as CodeWeaver::find_code().
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options,
                                            std::stop_token stop = {});
  /// The same as CodeWeaver::find_symbol(); nothing before there is an index.
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit,
                                               std::vector<std::string>* warnings = nullptr);
  /// The same as CodeWeaver::find_text(); it waits for no index. Ignore rules that a user keeps
  /// outside of the project do not hold.
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options,
                             std::stop_token stop = {});
  /// As codeweaver::ask().
  Result<Answer> ask(const AnswerModel& model, std::string_view question, const AskOptions& options,
                     std::stop_token stop = {});
  /// As CodeWeaver::file_text(), definitions_in() and status(), or those of StoreSearcher.
  Result<std::string> file_text(std::string_view path, std::stop_token stop = {});
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path) const;
  Result<RepoStatus> status();
  /// What an answer has to say about its share of the project; nullopt once all is covered.
  std::optional<std::string> coverage_warning() const;

 private:
  template <class Ask>
  Result<FindCodeResponseSummary> answer(const SearchOptions& options, Ask ask);
  template <class Ask, class Context>
  auto logged(std::string_view operation, Ask ask, Context context);
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

  Project project_;
  std::optional<CodeWeaver> workspace_;  // one of the two
  std::optional<StoreSearcher> searcher_;
  settings::EffectiveSettings effective_;
  std::shared_ptr<const Embedder> embedder_;
  std::shared_ptr<const Reranker> reranker_;
  std::shared_ptr<Logger> logger_;
  std::shared_ptr<const VectorStore> store_;
  std::shared_ptr<Metrics> metrics_;
  IndexingFeed feed_;

  mutable std::mutex mutex_;
  bool is_running_ = false;    // guarded by mutex_, as all below
  bool is_waiting_ = false;    // the run does, for one of another process
  bool is_following_ = false;  // a run of another process
  bool is_stopped_ = false;
  bool wants_watch_ = false;
  std::string job_id_;
  std::jthread run_, watch_, follow_;
};

}  // namespace codeweaver::service
