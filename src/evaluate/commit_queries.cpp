// Queries from the history of a repository.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "evaluate/commit_queries.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "base/path_name.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/text/identifier.hpp"
#include "corpus/classify.hpp"
#include "corpus/discovery.hpp"
#include "corpus/history.hpp"
#include "corpus/text_file.hpp"
#include "evaluate/commit_subject.hpp"
#include "evaluate/touched_definitions.hpp"

namespace codeweaver::evaluate {
namespace {

constexpr std::size_t kMostDefinitions = 10;  ///< in one file; with more, the file is the target
constexpr std::size_t kIdLength = 12;

class CommitReader {
 public:
  CommitReader(const CommitQueryOptions& options, corpus::History history,
               std::vector<DiscoveredFile> files)
      : options_(options), history_(std::move(history)) {
    for (auto& file : files) files_.emplace(file.path, std::move(file));
  }

  Result<CommitQueries> run(const std::stop_token& stop) {
    while (out_.queries.size() < options_.max_queries) {
      if (stop.stop_requested())
        return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The run was stopped",
                     "reading the history", ""};
      const auto commit = history_.next();
      if (!commit) break;
      ++out_.commits;
      CODEWEAVER_ASSIGN(auto reason, read(*commit));
      if (!reason.empty()) ++out_.left_out[std::string(reason)];
    }
    const auto newer = static_cast<std::size_t>(
        std::llround(kNewerShare * static_cast<double>(out_.queries.size())));
    for (std::size_t i = 0; i < out_.queries.size(); ++i)
      out_.queries[i].split = i < newer ? kNewerSplit : kOlderSplit;
    return std::move(out_);
  }

 private:
  /// Adds the query of a commit. Returns the reason if there is none.
  Result<std::string_view> read(const corpus::Commit& commit) {
    if (commit.parents.size() > 1) return std::string_view("merge or revert");
    auto subject = query_of_subject(commit.subject);
    if (subject.text.empty()) return subject.left_out;
    CODEWEAVER_ASSIGN(auto changes, history_.changes(commit));
    std::erase_if(changes, [&](const auto& change) { return !is_source(change.path); });
    if (changes.empty()) return std::string_view("no source file");
    if (changes.size() > options_.max_files) return std::string_view("too many files");
    Query query;
    for (const auto& change : changes) CODEWEAVER_TRY(add_targets(change, query));
    if (query.targets.empty()) return std::string_view("nothing left of it");
    if (!asked_.insert(text::to_lower(subject.text)).second) return std::string_view("said before");
    rank_tests(query);
    query.key = {options_.repo, commit.id.substr(0, kIdLength)};
    query.text = std::move(subject.text);
    query.category = "commit";
    out_.queries.push_back(std::move(query));
    return std::string_view();
  }

  bool is_source(const std::string& path) const {
    const auto name = base::file_name(path);
    return corpus::classify_name(name, options_.index.extra_extensions).ext_kind.category ==
               "code" &&
           !corpus::looks_generated(path, {});
  }

  Result<void> add_targets(const corpus::FileChange& change, Query& query) {
    const auto file = files_.find(change.path);
    if (change.after.empty() || file == files_.end()) return {};
    std::optional<std::vector<Span>> definitions;
    if (!change.before.empty()) {
      CODEWEAVER_ASSIGN(auto located, locate(change, file->second));
      definitions = std::move(located);
    }
    if (definitions && definitions->empty()) return {};
    if (query.language.empty()) query.language = file->second.language;
    if (!definitions || definitions->size() > kMostDefinitions)
      query.targets.push_back({change.path, {}, false});
    else
      for (const auto& lines : *definitions) query.targets.push_back({change.path, lines, false});
    return {};
  }

  /// See locate_touched().
  Result<std::optional<std::vector<Span>>> locate(const corpus::FileChange& change,
                                                  const DiscoveredFile& file) const {
    using Located = std::optional<std::vector<Span>>;
    CODEWEAVER_ASSIGN(auto lines, history_.lines(change));
    CODEWEAVER_ASSIGN(auto bytes, history_.text(change));
    const auto then = corpus::decode_text(std::move(bytes), change.path);
    const auto now = corpus::read_text(file.absolute_path, options_.index.max_file_bytes);
    if (!then || !now) return Located();
    std::vector<TouchedLines> touched;
    for (const auto& part : lines) touched.push_back({part.first, part.count});
    return locate_touched(file.language, *then, touched, *now);
  }

  /// A test that changed along with other code is helpful, but not the subject of the commit.
  void rank_tests(Query& query) const {
    const auto is_test = [&](const Target& target) { return files_.at(target.path).is_test; };
    if (std::all_of(query.targets.begin(), query.targets.end(), is_test)) return;
    for (auto& target : query.targets) target.is_secondary = is_test(target);
  }

  const CommitQueryOptions& options_;
  corpus::History history_;
  std::map<std::string, DiscoveredFile> files_;
  std::set<std::string> asked_;
  CommitQueries out_;
};

}  // namespace

Result<CommitQueries> read_commit_queries(const CommitQueryOptions& options, std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto history, corpus::History::open(options.root));
  CODEWEAVER_ASSIGN(auto found,
                    corpus::discover(options.root, corpus::discovery_options(options.index), stop));
  return CommitReader(options, std::move(history), std::move(found.files)).run(stop);
}

}  // namespace codeweaver::evaluate
