// Tests that after any event an index equals a new index of the same files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "base/file.hpp"
#include "codeweaver/workspace.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

using test::ProjectFixture;

/// The texts of the shop, which files and items are made of.
const std::vector<std::string>& texts() {
  static const auto kTexts = [] {
    std::vector<std::string> out;
    const auto folder = std::filesystem::path(CODEWEAVER_TEST_DATA) / "shop";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && entry.path().extension() == ".py")
        out.push_back(*base::read_file(entry.path()));
    std::ranges::sort(out);
    return out;
  }();
  return kTexts;
}

/// What an item should be: when the index was last told of it, and as what; unset: deleted.
struct Version {
  int minute = 0;
  std::optional<PushItem> item;
};

/// A project, what was done to it, and what it should hold.
class History {
 public:
  explicit History(std::uint64_t seed) : random_(seed), core_(open(files_)) {}

  void step() {
    static constexpr std::array kSteps = {&History::edit,  &History::move,   &History::remove,
                                          &History::push,  &History::push,   &History::push_again,
                                          &History::index, &History::repair, &History::reconcile};
    (this->*kSteps[below(kSteps.size())])();
  }

  CodeWeaver& core() { return core_; }
  /// A project of the same files and items that knows nothing of how they came to be.
  CodeWeaver rebuilt(ProjectFixture& empty) const {
    for (const auto& [path, text] : written_) empty.write(path, text);
    auto core = open(empty);
    std::vector<PushItem> left;
    for (const auto& [id, version] : items_)
      if (version.item) left.push_back(*version.item);
    take(core, std::move(left), {}, "all");
    return core;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  const std::string& any_text() { return texts()[below(texts().size())]; }
  std::string any_path() { return "src/f" + std::to_string(below(8)) + ".py"; }

  static CodeWeaver open(const ProjectFixture& files) {
    return test::open_workspace({"shop", "shop", files.root(), files.state(), ""});
  }
  static void take(CodeWeaver& core, std::vector<PushItem> items,
                   std::vector<PushDeletion> deletions, const std::string& batch_id) {
    PushBatch batch{
        {"1.0", "shop", "code-atlas", batch_id}, std::move(items), std::move(deletions), {}};
    const auto envelope = batch.envelope;
    const auto reply = core.push(envelope, entries_of(std::move(batch)));
    if (!reply) FAIL(reply.error().message());
    CHECK(reply->rejected == 0);
  }
  static std::string time_at(int minute) {
    return "2026-02-20T12:" + std::string(minute < 10 ? "0" : "") + std::to_string(minute) + ":00Z";
  }
  PushItem any_item(const std::string& id, int minute) {
    PushItem item;
    item.node_id = id;
    item.node_type = below(2) == 0 ? "function" : "class";
    item.path = any_path();
    item.content = any_text();
    item.range.start_line = static_cast<std::uint32_t>(1 + below(3));
    item.range.end_line = 900;
    item.source_audit = {"c" + std::to_string(below(2)), "main", false, time_at(minute)};
    if (below(2) == 0) item.symbol_meta = {{"module", "m" + std::to_string(below(2))}};
    return item;
  }

  void edit() {
    const auto path = any_path();
    written_[path] = any_text() + "\n# " + std::to_string(below(3)) + '\n';
    files_.write(path, written_[path]);
  }
  void move() {
    if (written_.empty()) return;
    const auto from = std::next(written_.begin(), static_cast<int>(below(written_.size())));
    auto text = std::move(from->second);
    const auto path = from->first, to = any_path();
    written_.erase(from);
    written_[to] = std::move(text);
    files_.rename(path, to);
  }
  void remove() {
    const auto path = any_path();
    if (written_.erase(path) > 0) files_.remove(path);
  }
  void index() { REQUIRE(core_.index()); }
  void repair() {
    ReconcileRequest fix{"shop"};
    fix.mode = ReconcileMode::kFix;
    REQUIRE(core_.reconcile(fix));
    CHECK(core_.reconcile({"shop"})->differences.empty());
  }

  void push() {
    std::vector<PushItem> items;
    std::vector<PushDeletion> deletions;
    for (int id = 0; id < 8; ++id) {
      const auto name = "node" + std::to_string(id);
      const int minute = static_cast<int>(below(60));
      const auto known = items_.find(name);
      const bool is_late = known == items_.end() || minute >= known->second.minute;
      const auto choice = below(4);
      if (choice == 0) {
        items.push_back(any_item(name, minute));
        if (is_late) items_[name] = {minute, items.back()};
      } else if (choice == 1) {
        deletions.push_back({name, time_at(minute)});
        if (is_late) items_[name] = {minute, {}};
      }
    }
    last_ = {items, deletions};
    is_pushed_ = true;
    take(core_, std::move(items), std::move(deletions), "batch-" + std::to_string(++batches_));
  }
  void push_again() {  // the same batch, as a service does that got no answer
    if (is_pushed_) take(core_, last_.first, last_.second, "batch-" + std::to_string(batches_));
  }

  /// The source then is what the manifest says.
  void reconcile() {
    if (!is_pushed_) return;
    std::vector<ManifestEntry> manifest;
    for (int id = 0; id < 8; ++id) {
      const auto name = "node" + std::to_string(id);
      auto& version = items_[name];
      if (below(3) == 0) {
        if (version.item) items_.erase(name);
        continue;
      }
      auto item = version.item && below(2) == 0 ? *version.item : any_item(name, 0);
      item.source_audit.git_commit = "c" + std::to_string(below(3));
      manifest.push_back({{name, "", item.source_audit.git_commit}, item});
      const bool is_same = version.item && version.item->content == item.content &&
                           version.item->path == item.path && version.item->range == item.range &&
                           version.item->node_type == item.node_type &&
                           version.item->symbol_meta == item.symbol_meta;
      if (is_same)
        version.item->source_audit.git_commit = item.source_audit.git_commit;
      else
        version = {0, item};
    }
    ReconcileRequest request{"shop", test::kAtlas, ReconcileMode::kFix};
    for (const bool is_second : {false, true}) {
      const auto report = core_.reconcile(
          request, [&, at = std::size_t{0}]() mutable -> Result<std::optional<ManifestEntry>> {
            if (at == manifest.size()) return std::optional<ManifestEntry>{};
            return std::optional(manifest[at++]);
          });
      if (!report) FAIL(report.error().message());
      if (is_second) CHECK(report->differences.empty());
    }
  }

  std::mt19937_64 random_;
  ProjectFixture files_{""};
  CodeWeaver core_;
  std::map<std::string, std::string> written_;  // by path
  std::map<std::string, Version> items_;        // by node_id
  std::pair<std::vector<PushItem>, std::vector<PushDeletion>> last_;
  bool is_pushed_ = false;
  int batches_ = 0;
};

/// Everything about a match that does not tell when or in which batch it came, and its relevance.
using Shown = std::tuple<std::string, std::string, std::string, Span, std::string,
                         std::map<std::string, std::string>, std::string>;
using Answer = std::map<Shown, double>;
Answer answer(CodeWeaver& core, std::string_view query, const SearchOptions& options) {
  const auto found = core.search(query, options);
  if (!found && found.error().code == "NAMESPACE_NOT_FOUND") return {};
  if (!found) FAIL(found.error().message());
  Answer out;
  for (const auto& match : found->matches)
    out.emplace(Shown{match.audit.name_space, match.audit.node_id, match.file.path, match.span,
                      match.content.content, match.content.metadata, match.audit.git_commit},
                match.relevance_score);
  return out;
}

/// Vectors are rounded by the segment they are in, hence small differences of relevance, and
/// of two that are as relevant but for these either may be shown, or stand for the other.
void check_equal(const Answer& found, const Answer& expected) {
  constexpr double kRounding = 0.005;
  REQUIRE(found.size() == expected.size());
  const auto only_in = [](const Answer& one, const Answer& other) {
    std::vector<double> out;
    for (const auto& [shown, relevance] : one)
      if (!other.contains(shown)) out.push_back(relevance);
    std::ranges::sort(out);
    return out;
  };
  for (const auto& [shown, relevance] : found)
    if (const auto same = expected.find(shown); same != expected.end())
      CHECK(relevance == doctest::Approx(same->second).epsilon(kRounding));
  const auto more = only_in(found, expected), less = only_in(expected, found);
  REQUIRE(more.size() <= 2);
  for (std::size_t i = 0; i < more.size(); ++i)
    CHECK(more[i] == doctest::Approx(less[i]).epsilon(kRounding));
}

}  // namespace

TEST_CASE("any sequence of pushes, edits, moves and reconciles ends as a rebuild of what is left") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    History history(seed);
    for (int step = 0; step < 30; ++step) history.step();
    ProjectFixture empty("");
    auto rebuilt = history.rebuilt(empty);
    SearchOptions all;  // every live chunk
    all.top_k = 1000;
    all.candidates = 5000;
    all.rerank_depth = 0;
    all.filter.min_similarity = 0;
    for (const std::string query : {"def", "connection pool", "upload invoice", "token of a user"})
      for (auto options : {all, SearchOptions()}) {
        CAPTURE(query);
        options.deadline = {};
        check_equal(answer(history.core(), query, options), answer(rebuilt, query, options));
        options.filter.purpose = Purpose::kAtlasGraph;
        check_equal(answer(history.core(), query, options), answer(rebuilt, query, options));
      }
  }
}

}  // namespace codeweaver
