// Edits files of the tree and puts them back; starts the program.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/speed_updates.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/file.hpp"
#include "evaluate/program_run.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/stopwatch.hpp"

namespace codeweaver::evaluate {
namespace {

namespace fs = std::filesystem;

constexpr double kLongestWait_s = 30;  // until an edit shows

Error cancelled() {
  return {ErrorCategory::kCancelled, "CANCELLED", "The run was stopped", "measuring speed", ""};
}

/// A file that may be changed and is put back, with its time and permissions, at the end.
class BorrowedFile {
 public:
  static Result<BorrowedFile> open(const fs::path& path) {
    auto bytes = base::read_file(path);
    if (!bytes) return bytes.error();
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    const auto permissions = fs::status(path, error).permissions();
    return BorrowedFile(path, std::move(*bytes), time, permissions);
  }
  BorrowedFile(BorrowedFile&& other) noexcept
      : path_(std::move(other.path_)),
        bytes_(std::move(other.bytes_)),
        time_(other.time_),
        permissions_(other.permissions_),
        is_changed_(std::exchange(other.is_changed_, false)) {}
  BorrowedFile& operator=(BorrowedFile&&) = delete;
  ~BorrowedFile() { static_cast<void>(put_back()); }

  Result<void> append(const std::string& text) {
    is_changed_ = true;
    return base::write_file_atomic(path_, bytes_ + text);
  }
  Result<void> put_back() {
    if (!std::exchange(is_changed_, false)) return {};
    if (auto written = base::write_file_atomic(path_, bytes_); !written) return written;
    std::error_code ignored;
    fs::permissions(path_, permissions_, ignored);
    fs::last_write_time(path_, time_, ignored);
    return {};
  }

 private:
  BorrowedFile(fs::path path, std::string bytes, fs::file_time_type time, fs::perms permissions)
      : path_(std::move(path)), bytes_(std::move(bytes)), time_(time), permissions_(permissions) {}

  fs::path path_;
  std::string bytes_;
  fs::file_time_type time_;
  fs::perms permissions_;
  bool is_changed_ = false;
};

/// A word that no file holds.
std::string marker(std::size_t number) {
  Random random(kSeed + 1 + number);
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

/// Milliseconds from the write to an answer that shows it.
Result<double> time_edit(CodeWeaver& weaver, const SpeedOptions& options, const std::string& path,
                         std::size_t number, const std::stop_token& stop) {
  auto file = BorrowedFile::open(options.root / path);
  if (!file) return file.error();
  const auto word = marker(number);
  const Stopwatch watch;
  if (auto written = file->append('\n' + word + '\n'); !written) return written.error();
  do {
    const auto answer = weaver.search(word, options.search, stop);
    if (!answer) return answer.error();
    if (!shows(*answer, path, word)) continue;
    const double taken = watch.wall() * 1e3;
    if (auto back = file->put_back(); !back) return back.error();
    const auto again = weaver.search(word, options.search, stop);  // takes the old file up
    if (!again) return again.error();
    return taken;
  } while (watch.wall() < kLongestWait_s && !stop.stop_requested());
  if (stop.stop_requested()) return cancelled();
  return Error{ErrorCategory::kUnavailable, "NOT_SEARCHABLE",
               "An edit of " + path + " did not show in answers within 30 s", "timing an update",
               "Check that the folder can be watched and written."};
}

Result<Spread> measure_edits(CodeWeaver& weaver, const SpeedOptions& options,
                             std::span<const SpeedQuery> queries, const std::stop_token& stop) {
  std::vector<double> times;
  std::set<std::string> seen;
  for (const auto& query : queries) {
    if (times.size() > options.update_runs) break;
    if (!seen.insert(query.path).second) continue;
    const auto taken = time_edit(weaver, options, query.path, seen.size(), stop);
    if (!taken) return taken.error();
    times.push_back(*taken);
  }
  if (times.size() > 1) times.erase(times.begin());  // the first warms up
  return spread_of(times);
}

/// Times of a warmed-up run of the program; a run that fails is an error.
Result<std::vector<ProgramRun>> repeat(const std::vector<std::vector<std::string>>& commands,
                                       const std::stop_token& stop) {
  std::vector<ProgramRun> runs;
  for (const auto& command : commands) {
    if (stop.stop_requested()) return cancelled();
    auto run = run_program(command);
    if (!run) return run.error();
    if (run->exit_code != 0)
      return Error{ErrorCategory::kInternal, "PROGRAM_FAILED",
                   command[0] + " " + command[1] + " ended with " + std::to_string(run->exit_code),
                   "timing a run of the program", "Run it by hand to see what it says."};
    runs.push_back(std::move(*run));
  }
  runs.erase(runs.begin());
  return runs;
}

Spread spread_of(const std::vector<ProgramRun>& runs) {
  std::vector<double> times;
  for (const auto& run : runs) times.push_back(run.milliseconds);
  return evaluate::spread_of(times);
}

}  // namespace

Spread spread_of(const std::vector<double>& milliseconds) {
  return {milliseconds.size(), quantile(milliseconds, 0.50), quantile(milliseconds, 0.95),
          quantile(milliseconds, 0.99)};
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
    const Stopwatch watch;
    auto weaver = CodeWeaver::open(project, workspace_options(options));
    if (!weaver) return weaver.error();
    const auto report = weaver->index({}, stop);
    if (!report) return report.error();
    if (report->status == IndexStatus::kCancelled) return cancelled();
    if (i > 0) times.push_back(watch.wall() * 1e3);
  }
  out.nothing_changed = spread_of(times);
  if (!options.edit) return out;
  auto weaver = CodeWeaver::open(project, workspace_options(options));
  if (!weaver) return weaver.error();
  auto edits = measure_edits(*weaver, options, queries, stop);
  if (!edits) return edits.error();
  out.edit_to_answer = *edits;
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
    const auto runs = repeat(*commands, stop);
    if (!runs) return runs.error();
    *spread = spread_of(*runs);
    std::vector<double> cpu;
    for (const auto& run : *runs) cpu.push_back(run.cpu_ms);
    if (commands == &search) out.search_cpu_ms = quantile(cpu, 0.5);
  }
  return out;
}

}  // namespace codeweaver::evaluate
