// The stops of a tour: candidates are tried, and the first with a right answer is taken.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/tour_stops.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/path_globs.hpp"
#include "cli/tour_texts.hpp"
#include "codeweaver/text/identifier.hpp"
#include "evaluate/commit_queries.hpp"
#include "json/value.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kMostPaths = 20'000, kMostNames = 20'000;
constexpr std::size_t kNamesTried = 80, kClaimsTried = 16, kMessagesTried = 12, kCommitsTried = 16,
                      kCallsTried = 24;
constexpr std::size_t kShortCommit = 8;
constexpr const char* kNoCode = "*.{md,rst,txt,toml,json,yml,yaml}";  // texts, settings and data

/// An answer to a README's words that is on their subject.
constexpr double kLeastRelevance = 0.5;

/// Comments of a package are words on code, and a tour shows code.
bool is_code(const CodeMatch& match) {
  return match.file.ext_kind.category == "code" &&
         match.content.semantic_class != SemanticClass::kDocumentationStructured;
}

/// A method whose name of one word may be that of another type's, or of another package's function.
bool is_common_name(const SymbolMatch& symbol) {
  return symbol.kind == "method" && text::split_identifier(symbol.name).size() < 2;
}

/// What the stops are made from.
class TourMaker {
 public:
  TourMaker(const Session& session, CodeWeaver& workspace, const std::stop_token& stop)
      : session_(session),
        workspace_(workspace),
        stop_(stop),
        options_(
            settings::search_options(session.effective().settings, workspace.committed_files())),
        paths_(workspace.complete_path("", kMostPaths)) {}

  std::vector<TourStop> make() {
    for (const auto add : {&TourMaker::entry, &TourMaker::claim, &TourMaker::most_used,
                           &TourMaker::message, &TourMaker::commit})
      if (!stop_.stop_requested())
        if (auto made = (this->*add)()) stops_.push_back(std::move(*made));
    return std::move(stops_);
  }

 private:
  Result<FindCodeResponseSummary> ask(const TourStop& stop) {
    auto options = options_;
    options.top_k = stop.limit;
    options.filter.paths = stop.paths;
    return workspace_.search(stop.query, options, stop_);
  }

  bool has_answer(const TourStop& stop) {
    const auto answer = ask(stop);
    return answer && !answer->matches.empty();
  }

  /// The first program; of a library what its README shows, else the file that it begins with.
  std::optional<TourStop> entry() {
    auto points = entry_points(paths_, workspace_.project().root.filename().string());
    begin_with_what_the_package_says(points);
    const bool has_program = !points.empty() && points.front().is_program;
    if (!has_program)
      if (auto shown = shown_call()) return shown;
    for (const auto& point : points) {
      const auto narrowed = base::glob_of_path(point.path);
      TourStop made{"Where the program starts, by what such files are called",
                    TourStop::Kind::kSearch,
                    "main",
                    {narrowed},
                    1};
      if (!point.is_program) {
        made.why = "What the library offers begins here";
        made.query = workspace_.project().project_id;
      }
      if (has_answer(made)) return made;
      made.query = point.path + ":1";
      made.paths.clear();
      if (!point.is_program && has_answer(made)) return made;
    }
    return std::nullopt;
  }

  /// Of a library: the file that its package.json names, or that documents the Go package.
  void begin_with_what_the_package_says(std::vector<EntryPoint>& points) {
    if (!points.empty() && points.front().is_program) return;
    if (const auto package = json::parse(text_of("package.json"))) {
      const auto* const named = package->find("main");
      const auto* const main = named == nullptr ? nullptr : named->if_string();
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
    const auto text = workspace_.file_text(path);
    return text ? *text : std::string();
  }

  std::string readme_text() {
    const auto readme = std::ranges::find_if(
        paths_, [](const std::string& path) { return text::to_lower(path).starts_with("readme"); });
    return readme == paths_.end() ? std::string() : text_of(*readme);
  }

  /// The first call in the README's examples that the project defines, and that is found by name.
  std::optional<TourStop> shown_call() {
    constexpr std::size_t kMostDefinitions = 3;
    for (auto& name : calls_of(readme_text(), kCallsTried)) {
      const auto defined = workspace_.find_symbol(name, kMostDefinitions + 1);
      if (!defined || defined->empty() || defined->size() > kMostDefinitions) continue;
      TourStop made{"A library: its README shows how to call this first",
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

  /// What the README claims, held against code alone: the claim whose answer is most like it.
  std::optional<TourStop> claim() {
    std::optional<TourStop> best;
    double most = kLeastRelevance;
    for (auto& claim : claims_of(readme_text(), kClaimsTried)) {
      TourStop made{"The README's words; found is the code that does it",
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

  /// The definition that most lines use, of those whose name no other has.
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
      const auto used = workspace_.find_references(name, kMostLines);
      if (!used || used->size() <= most) continue;
      const auto defined = workspace_.find_symbol(name, 2);
      if (!defined || defined->size() != 1) continue;
      const auto& path = defined->front().path;
      if (!is_main_source(path) || no_code.admits(path) || is_common_name(defined->front()))
        continue;
      std::set<std::string> files;
      for (const auto& one : *used) files.insert(one.path);
      if (files.size() < 2) continue;
      most = used->size();
      best = TourStop{"Used in " + grouped(used->size()) + " lines of " + grouped(files.size()) +
                          " files, defined in " + defined->front().path,
                      TourStop::Kind::kReferences,
                      name,
                      {},
                      4};
    }
    return best;
  }

  /// A text between quotes whose own file is the first answer.
  std::optional<TourStop> message() {
    std::size_t tried = 0;
    for (const auto& path : paths_) {
      if (!is_main_source(path) || tried == kMessagesTried) continue;
      const auto text = workspace_.file_text(path);
      if (!text) continue;
      for (auto& words : messages_of(*text, 2)) {
        ++tried;
        TourStop made{"A text that the program prints: paste what you saw, word for word",
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

  /// A commit one of whose files is the first answer to its subject.
  std::optional<TourStop> commit() {
    evaluate::CommitQueryOptions options;
    options.root = workspace_.project().root;
    options.repo = workspace_.project().project_id;
    options.index = settings::index_options(session_.effective().settings);
    options.max_queries = kCommitsTried;
    const auto commits = evaluate::read_commit_queries(options, stop_);
    if (!commits) return std::nullopt;
    for (const auto& commit : commits->queries) {
      TourStop made{"What commit " + commit.key.query_id.substr(0, kShortCommit) +
                        " says that it does; found is where it did",
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
};

}  // namespace

std::vector<TourStop> tour_stops(const Session& session, CodeWeaver& workspace,
                                 const std::stop_token& stop) {
  return TourMaker(session, workspace, stop).make();
}

}  // namespace codeweaver::cli
