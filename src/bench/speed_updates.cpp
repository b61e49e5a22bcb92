// Edits and restores files of the tree; starts the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bench/speed_updates.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "bench/program_run.hpp"
#include "codeweaver/error_codes.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestWait_s = 30;  // until an edit appears
constexpr std::size_t kSwitchedFiles = 100;

Error cancelled() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "The run was stopped",
          "measuring speed", ""};
}

/// A file that may be changed and moved. Restores content, time and permissions at the end.
class BorrowedFile {
 public:
  static Result<BorrowedFile> open(const fs::path& path) {
    CODEWEAVER_ASSIGN(auto bytes, base::read_file(path));
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    const auto permissions = fs::status(path, error).permissions();
    return BorrowedFile(path, std::move(bytes), time, permissions);
  }
  BorrowedFile(BorrowedFile&& other) noexcept
      : path_(std::move(other.path_)),
        bytes_(std::move(other.bytes_)),
        time_(other.time_),
        permissions_(other.permissions_),
        moved_to_(std::exchange(other.moved_to_, {})),
        is_changed_(std::exchange(other.is_changed_, false)) {}
  BorrowedFile& operator=(BorrowedFile&&) = delete;
  ~BorrowedFile() { static_cast<void>(put_back()); }

  Result<void> append(const std::string& text) {
    is_changed_ = true;
    return base::write_user_file(path_, bytes_ + text);
  }
  Result<void> move(const fs::path& to) {
    std::error_code error;
    fs::rename(path_, to, error);
    if (error) return cannot_move(to, error);
    moved_to_ = to;
    return {};
  }
  Result<void> put_back() {
    if (!moved_to_.empty()) {
      std::error_code error;
      fs::rename(moved_to_, path_, error);
      if (error) return cannot_move(path_, error);
      moved_to_.clear();
    }
    if (!std::exchange(is_changed_, false)) return {};
    if (auto written = base::write_user_file(path_, bytes_); !written) return written;
    std::error_code ignored;
    fs::permissions(path_, permissions_, ignored);
    fs::last_write_time(path_, time_, ignored);
    return {};
  }

 private:
  BorrowedFile(fs::path path, std::string bytes, fs::file_time_type time, fs::perms permissions)
      : path_(std::move(path)), bytes_(std::move(bytes)), time_(time), permissions_(permissions) {}

  Error cannot_move(const fs::path& to, std::error_code error) const {
    return {ErrorCategory::kIo, "IO",
            "Cannot rename " + path_.string() + " to " + to.string() + ": " + error.message(),
            "timing an update", "Check that the folder is writable."};
  }

  fs::path path_;
  std::string bytes_;
  fs::file_time_type time_;
  fs::perms permissions_;
  fs::path moved_to_;  // empty: not moved
  bool is_changed_ = false;
};

/// A word that no file contains.
std::string marker(std::size_t number) {
  evaluate::Random random(evaluate::kSeed + 1 + number);
  std::string word = "zq";
  for (int letter = 0; letter < 12; ++letter) word += "bcdfghjkqvwxz"[random.below(13)];
  return word;
}

bool shows(const FindCodeResponseSummary& answer, const std::string& path,
           const std::string& text) {
  return std::any_of(answer.matches.begin(), answer.matches.end(), [&](const CodeMatch& match) {
    return match.file.path == path && match.content.content.find(text) != std::string::npos;
  });
}

/// Searches until an answer shows an update of `path`. Returns milliseconds since the start of
/// `watch`.
Result<double> wait_for_answer(CodeWeaver& weaver, const std::string& query,
                               const SearchOptions& options, const std::string& path,
                               const std::string& text, const evaluate::Stopwatch& watch,
                               const std::stop_token& stop) {
  do {
    CODEWEAVER_ASSIGN(const auto answer, weaver.search(query, options, stop));
    if (shows(answer, path, text)) return watch.wall() * 1e3;
  } while (watch.wall() < kLongestWait_s && !stop.stop_requested());
  if (stop.stop_requested()) return cancelled();
  return Error{ErrorCategory::kUnavailable, "NOT_SEARCHABLE",
               "An update of " + path + " did not appear in search results within 30 s",
               "timing an update", "Check that the folder can be watched and is writable."};
}

/// Restores the file and updates the index.
Result<double> undo(CodeWeaver& weaver, BorrowedFile& file, Result<double> taken,
                    const std::stop_token& stop) {
  if (!taken) return taken;
  CODEWEAVER_TRY(file.put_back());
  CODEWEAVER_TRY(weaver.index({}, stop));
  return taken;
}

/// Milliseconds from the write to an answer that shows it.
Result<double> time_edit(CodeWeaver& weaver, const SpeedOptions& options, const std::string& path,
                         std::size_t number, const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(auto file, BorrowedFile::open(options.root / path));
  const auto word = marker(number);
  const evaluate::Stopwatch watch;
  CODEWEAVER_TRY(file.append('\n' + word + '\n'));
  auto taken = wait_for_answer(weaver, word, options.search, path, word, watch, stop);
  return undo(weaver, file, std::move(taken), stop);
}

/// Milliseconds from the rename to an answer with the new name of the file.
Result<double> time_move(CodeWeaver& weaver, const SpeedOptions& options, const SpeedQuery& query,
                         std::size_t number, const std::stop_token& stop) {
  CODEWEAVER_ASSIGN(auto file, BorrowedFile::open(options.root / query.path));
  const fs::path old_path(query.path);
  const auto name = marker(number) + old_path.extension().string();
  const auto path = (old_path.parent_path() / name).generic_string();
  auto search = options.search;
  search.filter.file_glob = "**/" + name;
  search.filter.min_similarity = 0;
  const evaluate::Stopwatch watch;
  CODEWEAVER_TRY(file.move(options.root / path));
  auto taken = wait_for_answer(weaver, query.text, search, path, {}, watch, stop);
  return undo(weaver, file, std::move(taken), stop);
}

/// One query for each of at most `count` files.
std::vector<SpeedQuery> of_different_files(std::span<const SpeedQuery> queries, std::size_t count) {
  std::vector<SpeedQuery> out;
  std::set<std::string> seen;
  for (const auto& query : queries)
    if (out.size() < count && !query.path.empty() && seen.insert(query.path).second)
      out.push_back(query);
  return out;
}

/// The spread of the results of `measure` for each query, except the first, which warms up.
template <class Measure>
Result<Spread> measure_each(std::span<const SpeedQuery> queries, Measure measure) {
  std::vector<double> times;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    CODEWEAVER_ASSIGN(const auto taken, measure(queries[i], i));
    times.push_back(taken);
  }
  if (times.size() > 1) times.erase(times.begin());
  return spread_of(times);
}

/// Times an index run after many files changed at once, as when switching branches, and one after
/// they changed back.
Result<Spread> measure_switch(CodeWeaver& weaver, const SpeedOptions& options,
                              std::span<const SpeedQuery> queries, const std::stop_token& stop) {
  std::vector<BorrowedFile> files;
  for (const auto& query : queries) {
    CODEWEAVER_ASSIGN(auto file, BorrowedFile::open(options.root / query.path));
    files.push_back(std::move(file));
  }
  std::vector<double> times;
  const auto run = [&]() -> Result<void> {
    const evaluate::Stopwatch watch;
    CODEWEAVER_ASSIGN(const auto report, weaver.index({}, stop));
    if (report.status == IndexStatus::kCancelled) return cancelled();
    times.push_back(watch.wall() * 1e3);
    return {};
  };
  for (std::size_t i = 0; i < files.size(); ++i)
    CODEWEAVER_TRY(files[i].append('\n' + marker(i) + '\n'));
  CODEWEAVER_TRY(run());
  for (auto& file : files) CODEWEAVER_TRY(file.put_back());
  CODEWEAVER_TRY(run());
  return spread_of(times);
}

/// Changes files of the tree and restores them.
Result<void> measure_changes(CodeWeaver& weaver, const SpeedOptions& options,
                             std::span<const SpeedQuery> queries, const std::stop_token& stop,
                             UpdateSpeed& out) {
  const auto some = of_different_files(queries, options.update_runs + 1);
  auto edits = measure_each(some, [&](const SpeedQuery& query, std::size_t i) {
    return time_edit(weaver, options, query.path, i, stop);
  });
  if (!edits) return edits.error();
  out.edit_to_answer = *edits;
  auto moves = measure_each(some, [&](const SpeedQuery& query, std::size_t i) {
    return time_move(weaver, options, query, i, stop);
  });
  if (!moves) return moves.error();
  out.move_to_answer = *moves;
  const auto many = of_different_files(queries, kSwitchedFiles);
  CODEWEAVER_ASSIGN(auto switched, measure_switch(weaver, options, many, stop));
  out.switched = switched;
  out.switched_files = many.size();
  return {};
}

/// The times of warmed-up program runs. A failing run is an error.
Result<std::vector<ProgramRun>> repeat(const std::vector<std::vector<std::string>>& commands,
                                       const std::stop_token& stop) {
  std::vector<ProgramRun> runs;
  for (const auto& command : commands) {
    if (stop.stop_requested()) return cancelled();
    CODEWEAVER_ASSIGN(auto run, run_program(command));
    if (run.exit_code != 0)
      return Error{
          ErrorCategory::kInternal, "PROGRAM_FAILED",
          command[0] + " " + command[1] + " exited with code " + std::to_string(run.exit_code),
          "timing a run of the program", "Run it by hand to see its output."};
    runs.push_back(std::move(run));
  }
  runs.erase(runs.begin());
  return runs;
}

Spread spread_of(const std::vector<ProgramRun>& runs) {
  std::vector<double> times;
  for (const auto& run : runs) times.push_back(run.milliseconds);
  return bench::spread_of(times);
}

}  // namespace

Spread spread_of(const std::vector<double>& milliseconds) {
  return {milliseconds.size(), evaluate::quantile(milliseconds, 0.50),
          evaluate::quantile(milliseconds, 0.95), evaluate::quantile(milliseconds, 0.99)};
}

WorkspaceOptions workspace_options(const SpeedOptions& options) {
  WorkspaceOptions out;
  out.index = options.index;
  return out;
}

Result<UpdateSpeed> measure_updates(const Project& project, const SpeedOptions& options,
                                    std::span<const SpeedQuery> queries, std::stop_token stop) {
  UpdateSpeed out;
  std::vector<double> times;
  for (std::size_t i = 0; i <= options.update_runs; ++i) {
    const evaluate::Stopwatch watch;
    CODEWEAVER_ASSIGN(auto weaver, CodeWeaver::open(project, workspace_options(options)));
    CODEWEAVER_ASSIGN(const auto report, weaver.index({}, stop));
    if (report.status == IndexStatus::kCancelled) return cancelled();
    if (i > 0) times.push_back(watch.wall() * 1e3);
  }
  out.nothing_changed = spread_of(times);
  if (!options.edit) return out;
  CODEWEAVER_ASSIGN(auto weaver, CodeWeaver::open(project, workspace_options(options)));
  CODEWEAVER_TRY(measure_changes(weaver, options, queries, stop, out));
  return out;
}

Result<ProgramSpeed> measure_program(const Project& project, const SpeedOptions& options,
                                     std::span<const SpeedQuery> queries, std::stop_token stop) {
  const auto count = options.update_runs + 1;
  std::vector<std::vector<std::string>> bare(count, {options.program, "--version"}), search, index;
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto* name : {"search", "index"}) {
      auto& commands = std::string_view(name) == "search" ? search : index;
      commands.push_back({options.program, name, "--project", project.root.string(), "--set",
                          "codeweaver.data_dir=" + options.data_dir.string()});
      commands.back().insert(commands.back().end(), options.program_options.begin(),
                             options.program_options.end());
    }
    search.back().insert(search.back().end(), {"--", queries[i % queries.size()].text});
    index.back().emplace_back("--quiet");
  }
  ProgramSpeed out;
  for (auto [commands, spread] : {std::pair{&bare, &out.bare}, std::pair{&search, &out.search},
                                  std::pair{&index, &out.nothing_changed}}) {
    CODEWEAVER_ASSIGN(const auto runs, repeat(*commands, stop));
    *spread = spread_of(runs);
    std::vector<double> cpu;
    for (const auto& run : runs) cpu.push_back(run.cpu_ms);
    if (commands == &search) out.search_cpu_ms = evaluate::quantile(cpu, 0.5);
  }
  return out;
}

}  // namespace codeweaver::bench
