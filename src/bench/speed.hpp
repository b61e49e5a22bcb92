// Speed: time and memory for indexing, queries, updates and program starts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/index_types.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "evaluate/parse_time.hpp"
#include "json/value.hpp"

namespace codeweaver::bench {

struct SpeedOptions {
  std::filesystem::path root{};      ///< folder to index
  std::filesystem::path data_dir{};  ///< folder for the indexes; must be empty
  IndexOptions index{};
  SearchOptions search{};
  std::size_t index_runs = 1;    ///< full runs; at least 1
  std::size_t queries = 100;     ///< of each kind; at least 1
  std::size_t query_rounds = 3;  ///< runs of each query; at least 1
  std::size_t update_runs = 10;  ///< for each kind of update, and for program starts
  bool measure_parsing = true;   ///< also time tree-sitter alone
  bool edit = false;             ///< change files of `root`, one at a time, and restore them
  std::string program{};         ///< path of the program; empty: does not measure its start
  std::vector<std::string> program_options{};  ///< settings to pass to it
  /// Called at the start of each step.
  std::function<void(const std::string& step)> on_step{};
};

/// Quantiles of measured times, in milliseconds.
struct Spread {
  std::size_t samples = 0;
  double p50 = 0, p95 = 0, p99 = 0;
};

struct IndexSpeed {
  std::size_t files = 0, chunks = 0, skipped = 0, failed = 0;
  std::uint64_t source_bytes = 0;           ///< of the discovered files
  std::vector<double> wall_s{}, cpu_s{};    ///< one per run
  std::map<std::string, double> stage_s{};  ///< wall time by stage, of the last run
  std::optional<evaluate::ParseTime> parse_alone{};
  std::optional<double> peak_rss_mib{};  ///< of the first run; unset: unknown on this system
};

struct LatencyOfKind {
  std::string name{}, about{};
  bool is_usual = true;
  Spread first{};     ///< each query run once, in an open index that has answered others
  Spread repeated{};  ///< median of the immediate repetitions of each query; no samples: one round
  double cpu_ms = 0;  ///< mean of the first round
  std::vector<std::string> texts{};  ///< the queries
};

struct UpdateSpeed {
  Spread nothing_changed{};                ///< open, and bring up to date
  std::optional<Spread> edit_to_answer{};  ///< from writing a file to an answer with the edit
  std::optional<Spread> move_to_answer{};  ///< from renaming a file to an answer with the new name
  std::optional<Spread> switched{};        ///< an index run after `switched_files` files changed
  std::size_t switched_files = 0;
};

struct ProgramSpeed {
  Spread bare{};             ///< `--version`
  Spread search{};           ///< `search`, until the process has ended
  Spread nothing_changed{};  ///< `index` without changes
  double search_cpu_ms = 0;  ///< median
};

struct ConcurrencySpeed {
  std::size_t searches = 0;                         ///< searches per batch
  std::vector<double> one_thread{}, two_threads{};  ///< searches per second, one value per batch
  double ratio = 0;                                 ///< median of the batches' ratios
};

struct DiskUse {
  std::uint64_t database = 0, segments = 0, other = 0;  ///< bytes
  std::uint64_t state() const noexcept { return database + segments + other; }
};

struct SpeedReport {
  std::vector<std::pair<std::string, std::string>> machine{};
  std::string root{};
  IndexSpeed index{};
  double open_ms = 0, open_and_search_ms = 0;
  std::vector<LatencyOfKind> latency{};
  Spread usual{};                          ///< first rounds of all usual kinds
  std::optional<double> search_rss_mib{};  ///< peak during queries
  std::optional<ProgramSpeed> program{};
  UpdateSpeed updates{};
  ConcurrencySpeed concurrency{};
  DiskUse disk{};
};

/// Indexes `root` from scratch and measures. Never writes into it, unless `edit` is set. Errors:
/// those of discovery, Indexer, HybridSearcher; kInvalidArgument "OWN_STATE" (the folder contains
/// its own index); kNotFound "NO_SPEED_QUERIES"; kCancelled; kUnavailable "NOT_SEARCHABLE" (an edit
/// did not appear within 30 s); kIo.
Result<SpeedReport> measure_speed(const SpeedOptions& options, std::stop_token stop = {});

json::Value to_json(const SpeedReport& report);

}  // namespace codeweaver::bench
