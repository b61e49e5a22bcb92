// The stops of a tour: tries candidates and takes the first with a correct result.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/commands/tour_stops.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "base/path_globs.hpp"
#include "cli/commands/tour_texts.hpp"
#include "codeweaver/text/identifier.hpp"
#include "evaluate/commit_queries.hpp"
#include "json/members.hpp"
#include "json/value.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kMostPaths = 20'000, kMostNames = 20'000;
constexpr std::size_t kNamesTried = 80, kClaimsTried = 16, kMessagesTried = 12, kCommitsTried = 16,
                      kCallsTried = 24;
constexpr std::size_t kShortCommit = 8;
constexpr const char* kNoCode = "*.{md,rst,txt,toml,json,yml,yaml}";  // text, settings and data

/// Minimum relevance of the first result for a statement of the README.
constexpr double kLeastRelevance = 0.5;

/// Package comments are about code, but a tour shows code.
bool is_code(const CodeMatch& match) {
  return match.file.ext_kind.category == "code" &&
         match.content.semantic_class != SemanticClass::kDocumentationStructured;
}

/// Whether a method's name is a single word, which other types or packages may use, too.
bool is_common_name(const SymbolMatch& symbol) {
  return symbol.kind == "method" && text::split_identifier(symbol.name).size() < 2;
}

/// Makes the stops of a project.
class TourMaker {
 public:
  TourMaker(const Session& session, CodeWeaver& workspace, const std::stop_token& stop)
      : session_(session),
        workspace_(workspace),
        stop_(stop),
        options_(
            settings::search_options(session.effective().settings, workspace.committed_files())),
        paths_(workspace.complete_path("", kMostPaths)) {}

  Result<std::vector<TourStop>> make() {
    for (const auto add : {&TourMaker::entry, &TourMaker::claim, &TourMaker::most_used,
                           &TourMaker::message, &TourMaker::commit})
      if (!stop_.stop_requested() && !failure_)
        if (auto made = (this->*add)()) stops_.push_back(std::move(*made));
    if (failure_) return *failure_;
    if (stops_.empty() && refusal_) return *refusal_;
    return std::move(stops_);
  }

 private:
  /// The result of `work`, whose calls have at most the time of a search. Once one has failed: that
  /// error, without calling `work`.
  template <class Work>
  auto attempt(Work work) -> decltype(work(CallContext())) {
    if (failure_) return *failure_;
    const auto end = std::chrono::steady_clock::now() + options_.deadline;
    auto done = work(CallContext(stop_).until(end));
    if (!done) note(done.error());
    return done;
  }

  /// A missing file is usual. A refusal may be due to the query, or to a wrong key.
  void note(const Error& error) {
    if (error.category == ErrorCategory::kNotFound) return;
    auto& kept = error.category == ErrorCategory::kInvalidArgument ? refusal_ : failure_;
    if (!kept) kept = error;
  }

  auto definitions_of(const std::string& name, std::size_t limit) {
    return attempt(
        [&](const CallContext& call) { return workspace_.find_symbol(name, limit, {}, call); });
  }

  Result<FindCodeResponseSummary> ask(const TourStop& stop) {
    auto options = options_;
    options.top_k = stop.limit;
    options.filter.paths = stop.paths;
    return attempt(
        [&](const CallContext& call) { return workspace_.search(stop.query, options, call); });
  }

  bool has_answer(const TourStop& stop) {
    const auto answer = ask(stop);
    return answer && !answer->matches.empty();
  }

  /// Where a program starts. For a library: the first call in its README, else its main file.
  std::optional<TourStop> entry() {
    auto points = entry_points(paths_, workspace_.project().root.filename().string());
    begin_with_what_the_package_says(points);
    const bool has_program = !points.empty() && points.front().is_program;
    if (!has_program)
      if (auto shown = shown_call()) return shown;
    for (const auto& point : points) {
      const auto narrowed = base::glob_of_path(point.path);
      TourStop made{"Where the program starts, found by usual file names",
                    TourStop::Kind::kSearch,
                    "main",
                    {narrowed},
                    1};
      if (!point.is_program) {
        made.why = "The main file of the library";
        made.query = workspace_.project().project_id;
      }
      if (has_answer(made)) return made;
      made.query = point.path + ":1";
      made.paths.clear();
      if (!point.is_program && has_answer(made)) return made;
    }
    return std::nullopt;
  }

  /// Moves the main file of a library to the front: the file in package.json, or the file that
  /// documents the Go package.
  void begin_with_what_the_package_says(std::vector<EntryPoint>& points) {
    if (!points.empty() && points.front().is_program) return;
    if (const auto package = json::parse(text_of("package.json"))) {
      const auto* const main = json::text_in(*package, "main");
      std::string path = main == nullptr ? "" : *main;
      if (path.starts_with("./")) path.erase(0, 2);
      for (const auto* ending : {"", ".js", "/index.js"})
        if (std::ranges::find(paths_, path + ending) != paths_.end())
          return static_cast<void>(points.insert(points.begin(), {path + ending, false}));
    }
    const auto documented = std::ranges::find_if(points, [&](const EntryPoint& point) {
      if (!point.path.ends_with(".go")) return false;
      const auto text = text_of(point.path);
      return text.starts_with("// Package ") || text.find("\n// Package ") != text.npos ||
             text.find("/*\nPackage ") != text.npos;
    });
    if (documented != points.end()) std::rotate(points.begin(), documented, documented + 1);
  }

  std::string text_of(const std::string& path) {
    const auto text =
        attempt([&](const CallContext& call) { return workspace_.file_text(path, {}, call); });
    return text ? *text : std::string();
  }

  std::string readme_text() {
    const auto readme = std::ranges::find_if(
        paths_, [](const std::string& path) { return text::to_lower(path).starts_with("readme"); });
    return readme == paths_.end() ? std::string() : text_of(*readme);
  }

  /// The first call in the README's examples that the project defines and a search finds by name.
  std::optional<TourStop> shown_call() {
    constexpr std::size_t kMostDefinitions = 3;
    for (auto& name : calls_of(readme_text(), kCallsTried)) {
      const auto defined = definitions_of(name, kMostDefinitions + 1);
      if (!defined || defined->empty() || defined->size() > kMostDefinitions) continue;
      TourStop made{"The first call in the README of this library",
                    TourStop::Kind::kSearch,
                    std::move(name),
                    {},
                    1};
      const auto answer = ask(made);
      if (!answer || answer->matches.empty()) continue;
      const auto& path = answer->matches.front().file.path;
      if (is_main_source(path) &&
          std::ranges::find(*defined, path, &SymbolMatch::path) != defined->end())
        return made;
    }
    return std::nullopt;
  }

  /// A statement of the README, searched in code only: the one with the most similar result.
  std::optional<TourStop> claim() {
    std::optional<TourStop> best;
    double most = kLeastRelevance;
    for (auto& claim : claims_of(readme_text(), kClaimsTried)) {
      TourStop made{"A statement of the README, and the code that does it",
                    TourStop::Kind::kSearch,
                    std::move(claim),
                    {std::string("!") + kNoCode, "!docs"},
                    2};
      const auto answer = ask(made);
      if (!answer || answer->matches.empty() || answer->confidence.value_or(0) <= kGoodConfidence)
        continue;
      const auto& first = answer->matches.front();
      if (!is_main_source(first.file.path) || !is_code(first) || first.relevance_score <= most)
        continue;
      most = first.relevance_score;
      best = std::move(made);
    }
    return best;
  }

  /// The most used definition among those with a unique name.
  std::optional<TourStop> most_used() {
    constexpr std::size_t kLeastBytes = 5, kMostLines = 2000, kLeastUses = 3;
    std::set<std::string> names;
    for (const auto& qualified : workspace_.complete_symbol("", kMostNames)) {
      auto name = qualified.substr(qualified.find_last_of(".:#") + 1);
      if (name.size() >= kLeastBytes && !name.starts_with('_') && !name.starts_with("test"))
        names.insert(std::move(name));
    }
    const base::PathGlobs no_code({kNoCode});
    std::optional<TourStop> best;
    std::size_t most = kLeastUses;
    const auto step = std::max<std::size_t>(1, names.size() / kNamesTried);
    std::size_t number = 0;
    for (const auto& name : names) {
      if (number++ % step != 0) continue;
      const auto used = attempt([&](const CallContext& call) {
        return workspace_.find_references(name, kMostLines, {}, call);
      });
      if (!used || used->size() <= most) continue;
      const auto defined = definitions_of(name, 2);
      if (!defined || defined->size() != 1) continue;
      const auto& path = defined->front().path;
      if (!is_main_source(path) || no_code.admits(path) || is_common_name(defined->front()))
        continue;
      std::set<std::string> files;
      for (const auto& one : *used) files.insert(one.path);
      if (files.size() < 2) continue;
      most = used->size();
      best = TourStop{"Used in " + counted(used->size(), "line") + " of " +
                          counted(files.size(), "file") + ", defined in " + defined->front().path,
                      TourStop::Kind::kReferences,
                      name,
                      {},
                      4};
    }
    return best;
  }

  /// A quoted text for which its file is the first result.
  std::optional<TourStop> message() {
    std::size_t tried = 0;
    for (const auto& path : paths_) {
      if (!is_main_source(path) || tried == kMessagesTried) continue;
      const auto text =
          attempt([&](const CallContext& call) { return workspace_.file_text(path, {}, call); });
      if (!text) continue;
      for (auto& words : messages_of(*text, 2)) {
        ++tried;
        TourStop made{"A message of the program, pasted word for word",
                      TourStop::Kind::kSearch,
                      std::move(words),
                      {},
                      1};
        const auto answer = ask(made);
        if (!answer || answer->matches.empty()) continue;
        const auto& first = answer->matches.front();
        if (first.content.content.find(made.query) != std::string::npos && is_code(first))
          return made;
      }
    }
    return std::nullopt;
  }

  /// Searches for the subject lines of commits. Returns the first stop with a first result in a
  /// file that the commit changed.
  std::optional<TourStop> commit() {
    evaluate::CommitQueryOptions options;
    options.root = workspace_.project().root;
    options.repo = workspace_.project().project_id;
    options.index = settings::index_options(session_.effective().settings);
    options.max_queries = kCommitsTried;
    const auto commits = evaluate::read_commit_queries(options, stop_);
    if (!commits) return std::nullopt;
    for (const auto& commit : commits->queries) {
      TourStop made{"The message of commit " + commit.key.query_id.substr(0, kShortCommit) +
                        ", and the code that it changed",
                    TourStop::Kind::kSearch,
                    commit.text,
                    {},
                    1};
      const auto answer = ask(made);
      if (!answer || answer->matches.empty()) continue;
      const auto& found = answer->matches.front().file.path;
      if (std::ranges::find(commit.targets, found, &evaluate::Target::path) != commit.targets.end())
        return made;
    }
    return std::nullopt;
  }

  const Session& session_;
  CodeWeaver& workspace_;
  const std::stop_token& stop_;
  SearchOptions options_;
  std::vector<std::string> paths_;
  std::vector<TourStop> stops_;
  std::optional<Error> failure_, refusal_;  // the first of each
};

}  // namespace

Result<std::vector<TourStop>> tour_stops(const Session& session, CodeWeaver& workspace,
                                         const std::stop_token& stop) {
  return TourMaker(session, workspace, stop).make();
}

}  // namespace codeweaver::cli
