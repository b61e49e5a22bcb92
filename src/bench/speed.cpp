// Measures indexing, queries and updates, in that order.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/speed.hpp"

#include <algorithm>
#include <memory>
#include <thread>

#include "base/try.hpp"
#include "bench/speed_queries.hpp"
#include "bench/speed_updates.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/discovery.hpp"
#include "evaluate/machine.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kConcurrent = 20;  // searches per batch
constexpr std::size_t kBatches = 11;     // the first warms up

class SpeedRun {
 public:
  SpeedRun(const SpeedOptions& options, std::stop_token stop)
      : options_(options), stop_(std::move(stop)) {}

  Result<SpeedReport> run() {
    report_.machine = evaluate::machine_facts();
    report_.root = options_.root.filename().string();
    for (const auto step :
         {&SpeedRun::look_around, &SpeedRun::index, &SpeedRun::open, &SpeedRun::ask,
          &SpeedRun::ask_together, &SpeedRun::start_program, &SpeedRun::update}) {
      if (stop_.stop_requested())
        return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The run was stopped",
                     "measuring speed", ""};
      CODEWEAVER_TRY((this->*step)());
    }
    return std::move(report_);
  }

 private:
  void say(const std::string& step) const {
    if (options_.on_step) options_.on_step(step);
  }

  Result<void> look_around() {
    CODEWEAVER_ASSIGN(auto project, ProjectRegistry(options_.data_dir).add(options_.root));
    project_ = std::move(project);
    const auto place = project_.state_dir.lexically_relative(project_.root);
    if (!place.empty() && *place.begin() != "..")
      return Error{ErrorCategory::kInvalidArgument, "OWN_STATE",
                   options_.root.string() + " contains its own index", "measuring speed",
                   "Measure a copy of the folder without its .codeweaver."};
    CODEWEAVER_ASSIGN(
        auto found,
        corpus::discover(options_.root, corpus::discovery_options(options_.index), stop_));
    files_ = std::move(found.files);
    for (const auto& file : files_) report_.index.source_bytes += file.size_bytes;
    return {};
  }

  Result<void> index() {
    auto& speed = report_.index;
    for (std::size_t i = 0; i < options_.index_runs; ++i) {
      say("Indexing " + std::to_string(files_.size()) + " files, run " + std::to_string(i + 1) +
          " of " + std::to_string(options_.index_runs));
      std::error_code ignored;
      fs::remove_all(project_.state_dir, ignored);
      const bool is_reset = evaluate::reset_peak_rss();
      const evaluate::Stopwatch watch;
      CODEWEAVER_ASSIGN(auto weaver, CodeWeaver::open(project_, workspace_options(options_)));
      CODEWEAVER_ASSIGN(auto done, weaver.index({}, stop_));
      speed.wall_s.push_back(watch.wall());
      speed.cpu_s.push_back(watch.cpu());
      if (i == 0 && (is_reset || evaluate::peak_rss() > 0))
        speed.peak_rss_mib = evaluate::peak_rss();
      speed.files = done.total_files;
      speed.chunks = done.total_chunks;
      speed.skipped = done.skipped.size();
      speed.failed = done.failures.size();
      speed.stage_s = std::move(done.stage_seconds);
    }
    count_disk();  // the size after the first run
    if (!options_.measure_parsing) return {};
    say("Parsing the same files without indexing");
    speed.parse_alone = evaluate::time_parse_alone(files_, options_.index.workers);
    return {};
  }

  void count_disk() {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(project_.state_dir, error)) {
      if (!entry.is_regular_file(error)) continue;
      const auto place = entry.path().lexically_relative(project_.state_dir);
      auto& sum = *place.begin() == "segments"             ? report_.disk.segments
                  : place.string().starts_with("index.db") ? report_.disk.database
                                                           : report_.disk.other;
      sum += entry.file_size(error);
    }
  }

  Result<void> open() {
    kinds_ = make_speed_queries(files_, options_.queries);
    for (const auto& kind : kinds_)
      if (kind.is_usual) usual_.insert(usual_.end(), kind.queries.begin(), kind.queries.end());
    if (usual_.empty())
      return Error{ErrorCategory::kNotFound, "NO_SPEED_QUERIES",
                   "No definition was found to make queries from", "measuring speed",
                   "Give a folder with source code."};
    evaluate::reset_peak_rss();
    const evaluate::Stopwatch watch;
    CODEWEAVER_ASSIGN(auto embedder, make_static_embedder());
    CODEWEAVER_ASSIGN(auto reranker, make_learned_reranker());
    CODEWEAVER_ASSIGN(auto opened,
                      HybridSearcher::open(project_.state_dir, {embedder, reranker, {}, {}}));
    searcher_ = std::make_unique<HybridSearcher>(std::move(opened));
    report_.open_ms = watch.wall() * 1e3;
    CODEWEAVER_TRY(search(usual_.front()));
    report_.open_and_search_ms = watch.wall() * 1e3;
    return {};
  }

  /// Returns milliseconds.
  Result<double> search(const SpeedQuery& query) const {
    auto options = options_.search;
    if (!query.language.empty()) options.filter.focus_languages = {query.language};
    const evaluate::Stopwatch watch;
    const auto answer = searcher_->search(query.text, options, stop_);
    const double taken = watch.wall() * 1e3;
    if (!answer) return answer.error();
    return taken;
  }

  /// Alternates between kinds, so noise of the machine affects all of them equally. Repeats each
  /// query immediately, because all queries together read more text than a searcher keeps in
  /// memory.
  Result<void> ask() {
    say("Running " + std::to_string(options_.queries) + " queries of each kind, " +
        std::to_string(options_.query_rounds) + " times");
    std::vector<std::vector<std::vector<double>>> times(kinds_.size());  // kind, query, round
    std::vector<double> cpu(kinds_.size());
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      times[kind].resize(kinds_[kind].queries.size());
    for (std::size_t i = 0; i < options_.queries; ++i)
      for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
        if (i >= kinds_[kind].queries.size()) continue;
        for (std::size_t round = 0; round < options_.query_rounds; ++round) {
          const evaluate::Stopwatch watch;
          CODEWEAVER_ASSIGN(const auto taken, search(kinds_[kind].queries[i]));
          if (round == 0) cpu[kind] += watch.cpu() * 1e3;
          times[kind][i].push_back(taken);
        }
      }
    summarize(times, cpu);
    if (const double peak = evaluate::peak_rss(); peak > 0) report_.search_rss_mib = peak;
    return {};
  }

  void summarize(const std::vector<std::vector<std::vector<double>>>& times,
                 const std::vector<double>& cpu) {
    std::vector<double> usual;
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
      std::vector<double> first, later;
      for (const auto& rounds : times[kind]) {
        first.push_back(rounds.front());
        if (rounds.size() > 1)
          later.push_back(evaluate::quantile({rounds.begin() + 1, rounds.end()}, 0.5));
      }
      if (first.empty()) continue;
      const auto& from = kinds_[kind];
      if (from.is_usual) usual.insert(usual.end(), first.begin(), first.end());
      report_.latency.push_back({from.name,
                                 from.about,
                                 from.is_usual,
                                 spread_of(first),
                                 spread_of(later),
                                 cpu[kind] / static_cast<double>(first.size()),
                                 {}});
      for (const auto& query : from.queries) report_.latency.back().texts.push_back(query.text);
    }
    report_.usual = spread_of(usual);
  }

  /// Searches per second for one batch of queries; 0: a search failed.
  double throughput(std::size_t batch, std::size_t threads) const {
    std::vector<char> is_answered(kConcurrent);
    const auto work = [&](std::size_t first) {
      for (std::size_t i = first; i < kConcurrent; i += threads)
        is_answered[i] =
            search(usual_[(batch * kConcurrent + i) % usual_.size()]).has_value() ? 1 : 0;
    };
    const evaluate::Stopwatch watch;
    {
      std::vector<std::jthread> others;
      for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
      work(0);
    }
    const bool is_whole = std::count(is_answered.begin(), is_answered.end(), 1) == kConcurrent;
    return is_whole ? static_cast<double>(kConcurrent) / watch.wall() : 0;
  }

  /// Alternates between one and two threads on the same queries, so both sides of a ratio are
  /// measured close together.
  Result<void> ask_together() {
    say("Running " + std::to_string(kConcurrent) + " queries on one and two threads");
    auto& out = report_.concurrency;
    out.searches = kConcurrent;
    std::vector<double> ratios;
    for (std::size_t batch = 0; batch < kBatches; ++batch) {
      throughput(batch, 1);  // warms up, so neither side runs a query for the first time
      const double one = throughput(batch, 1), two = throughput(batch, 2);
      if (one == 0 || two == 0)
        return Error{ErrorCategory::kInternal, "SEARCH_FAILED", "A concurrent search failed",
                     "measuring speed", ""};
      if (batch == 0) continue;
      out.one_thread.push_back(one);
      out.two_threads.push_back(two);
      ratios.push_back(two / one);
    }
    out.ratio = evaluate::quantile(ratios, 0.5);
    return {};
  }

  Result<void> start_program() {
    searcher_.reset();
    if (options_.program.empty()) return {};
    say("Starting the program");
    CODEWEAVER_ASSIGN(auto speed, measure_program(project_, options_, usual_, stop_));
    report_.program = speed;
    return {};
  }

  Result<void> update() {
    say(options_.edit ? "Updating after edits" : "Checking an unchanged tree for changes");
    CODEWEAVER_ASSIGN(auto speed, measure_updates(project_, options_, usual_, stop_));
    report_.updates = speed;
    return {};
  }

  const SpeedOptions& options_;
  std::stop_token stop_;
  SpeedReport report_;
  Project project_;
  std::vector<DiscoveredFile> files_;
  std::vector<QueryKind> kinds_;
  std::vector<SpeedQuery> usual_;  // of all usual kinds
  std::unique_ptr<HybridSearcher> searcher_;
};

}  // namespace

Result<SpeedReport> measure_speed(const SpeedOptions& options, std::stop_token stop) {
  return SpeedRun(options, std::move(stop)).run();
}

}  // namespace codeweaver::bench
