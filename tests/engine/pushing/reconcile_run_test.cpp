// Tests of reconcile runs: dry runs change nothing, fixes leave no differences.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "base/hash.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/git_blob.hpp"
#include "engine/fixture.hpp"

namespace codeweaver {
namespace {

CodeWeaver open(const test::ProjectFixture& files) {
  return test::open_workspace({"shop", "shop", files.root(), files.state(), ""});
}

PushItem item_with(const std::string& node_id, const std::string& content,
                   const std::string& commit = "c1") {
  PushItem item;
  item.node_id = node_id;
  item.node_type = "function";
  item.path = "atlas/zebra.py";
  item.content = content;
  item.range = {1, 2};
  item.source_audit = {commit, "main", false, "2026-02-20T12:00:00Z"};
  return item;
}

void push(CodeWeaver& core, std::vector<PushItem> items, const std::string& batch_id) {
  PushBatch batch{{"1.0", "shop", "code-atlas", batch_id}, std::move(items), {}, {}};
  const auto envelope = batch.envelope;
  REQUIRE(core.push(envelope, entries_of(std::move(batch))));
}

ManifestSource source_of(std::vector<ManifestEntry> entries) {
  return [entries = std::move(entries),
          at = std::size_t{0}]() mutable -> Result<std::optional<ManifestEntry>> {
    if (at == entries.size()) return std::optional<ManifestEntry>{};
    return std::optional(entries[at++]);
  };
}

ManifestEntry whole(const PushItem& item) {
  return {{item.node_id, "", item.source_audit.git_commit}, item};
}

ReconcileReport reconcile(CodeWeaver& core, const std::vector<ManifestEntry>& manifest,
                          ReconcileRequest request) {
  request.project = "shop";
  request.name_space = test::kAtlas;
  auto report = core.reconcile(request, source_of(manifest));
  if (!report) FAIL(report.error().message());
  return *report;
}

}  // namespace

TEST_CASE("reconcile: a folder is compared by content, and fixed by a run") {
  test::ProjectFixture f;
  auto core = open(f);
  const ReconcileRequest look{"shop"};
  ReconcileRequest fix{"shop"};
  fix.mode = ReconcileMode::kFix;
  const auto first = core.reconcile(look);
  REQUIRE(first);
  CHECK(first->summary.missing > 5);
  CHECK(first->name_space == "shop/code_search/ast");
  CHECK(core.reconcile(look)->summary == first->summary);
  CHECK(core.reconcile(fix)->actions.size() == first->summary.missing);
  CHECK(core.reconcile(look)->differences.empty());

  f.write("src/new.py", "def new(): pass\n");
  f.write("src/billing/upload.py", "def changed(): pass\n");
  f.remove("src/database/migrations.py");
  const auto changed = core.reconcile(look);
  CHECK(changed->differences ==
        std::vector<Difference>{{DifferenceKind::kStale, "file:src/billing/upload.py"},
                                {DifferenceKind::kOrphan, "file:src/database/migrations.py"},
                                {DifferenceKind::kMissing, "file:src/new.py"}});
  CHECK(changed->actions.empty());
  CHECK(
      core.reconcile(fix)->actions ==
      std::vector<ReconcileAction>{
          {ReconcileActionKind::kReindex, "file:src/billing/upload.py",
           ReconcileActionStatus::kApplied, ""},
          {ReconcileActionKind::kDelete, "file:src/database/migrations.py",
           ReconcileActionStatus::kApplied, ""},
          {ReconcileActionKind::kUpsert, "file:src/new.py", ReconcileActionStatus::kApplied, ""}});
  CHECK(core.reconcile(look)->differences.empty());
  const auto again = core.reconcile(fix);
  CHECK(again->actions.empty());
}

TEST_CASE("reconcile: a pushed namespace against a manifest, in either form of hash") {
  test::ProjectFixture f("");
  auto core = open(f);
  push(core,
       {item_with("same", "zebra same"), item_with("stale", "zebra old"),
        item_with("orphan", "zebra orphan"), item_with("moved on", "zebra commit")},
       "b1");
  const std::vector<ManifestEntry> manifest = {
      {{"same", corpus::git_blob_id("zebra same"), "c1"}, {}},
      {{"stale", base::hash128("zebra new").hex(), "c1"}, item_with("stale", "zebra new")},
      {{"moved on", base::hash128("zebra commit").hex(), "c2"}, {}},
      {{"missing", "", ""}, item_with("missing", "zebra missing")},
      {{"unknown", "", "c1"}, {}}};
  const auto look = reconcile(core, manifest, {});
  CHECK(look.summary == ReconcileSummary{2, 1, 1});
  CHECK(look.actions.empty());
  CHECK(reconcile(core, manifest, {}).differences == look.differences);
  ReconcileRequest fix;
  fix.mode = ReconcileMode::kFix;
  CHECK(reconcile(core, manifest, fix).actions ==
        std::vector<ReconcileAction>{
            {ReconcileActionKind::kUpsert, "missing", ReconcileActionStatus::kApplied, ""},
            {ReconcileActionKind::kUpdateAudit, "moved on", ReconcileActionStatus::kApplied, ""},
            {ReconcileActionKind::kDelete, "orphan", ReconcileActionStatus::kApplied, ""},
            {ReconcileActionKind::kReindex, "stale", ReconcileActionStatus::kApplied, ""},
            {ReconcileActionKind::kUpsert, "unknown", ReconcileActionStatus::kNeedsPush, ""}});
  CHECK(reconcile(core, manifest, {}).differences ==
        std::vector<Difference>{{DifferenceKind::kMissing, "unknown"}});
  SearchOptions options;
  options.filter.purpose = Purpose::kAtlasGraph;
  const auto answer = core.search("zebra commit", options);
  REQUIRE(answer);
  CHECK(answer->matches.at(0).audit.git_commit == "c2");
}

TEST_CASE("reconcile: what the source has counts, whenever it was captured and wherever it is") {
  test::ProjectFixture f("");
  auto core = open(f);
  auto late = item_with("a", "zebra late"), moved = item_with("b", "zebra b"),
       renamed = item_with("c", "zebra c"), relearnt = item_with("d", "zebra d"),
       longer = item_with("e", "zebra e"), same = item_with("f", "zebra f");
  late.source_audit.captured_at = "2026-03-20T12:00:00Z";
  same.language = "py";  // another name of what the path says
  push(core, {late, moved, renamed, relearnt, longer, same}, "b1");
  relearnt.language = "ruby";
  longer.range.end_line = 7;
  same.language = "";
  moved.path = "atlas/moved.py";
  renamed.symbol_meta["qualname"] = "renamed";
  const std::vector<ManifestEntry> manifest = {whole(item_with("a", "zebra early")),
                                               whole(moved),
                                               whole(renamed),
                                               whole(relearnt),
                                               whole(longer),
                                               whole(same)};
  CHECK(reconcile(core, manifest, {}).summary == ReconcileSummary{0, 5, 0});
  ReconcileRequest fix;
  fix.mode = ReconcileMode::kFix;
  reconcile(core, manifest, fix);
  CHECK(reconcile(core, manifest, {}).differences.empty());
  SearchOptions options;
  options.filter.file_glob = "atlas/moved.py";
  const auto answer = core.search("zebra", options);
  REQUIRE(answer);
  REQUIRE(answer->matches.size() == 1);
  CHECK(answer->matches[0].audit.node_id == "b");
}

TEST_CASE("reconcile: orphans are deleted, kept or marked, and then at rest") {
  for (const auto policy : {OrphanPolicy::kDelete, OrphanPolicy::kKeep, OrphanPolicy::kMark}) {
    CAPTURE(to_string(policy));
    test::ProjectFixture f("");
    auto core = open(f);
    push(core, {item_with("a", "zebra a")}, "b1");
    ReconcileRequest request;
    request.orphans = policy;
    CHECK(reconcile(core, {}, request).summary.orphan == 1);
    request.mode = ReconcileMode::kFix;
    CHECK(to_string(reconcile(core, {}, request).actions.at(0).action) == to_string(policy));
    CHECK(reconcile(core, {}, request).differences.empty());
    SearchOptions options;
    options.filter.purpose = Purpose::kAtlasGraph;
    options.filter.min_similarity = 0;
    const auto answer = core.search("zebra", options);
    REQUIRE(answer);
    CHECK(answer->matches.size() == (policy == OrphanPolicy::kDelete ? 0 : 1));
    if (policy == OrphanPolicy::kDelete) continue;
    const auto& metadata = answer->matches[0].content.metadata;
    CHECK(metadata.contains("orphan") == (policy == OrphanPolicy::kMark));
    const auto back = reconcile(core, {whole(item_with("a", "zebra a"))}, request);
    CHECK(back.actions == std::vector<ReconcileAction>{{ReconcileActionKind::kUpdateAudit, "a",
                                                        ReconcileActionStatus::kApplied, ""}});
  }
}

TEST_CASE("reconcile: of two entries with one node_id the first counts") {
  test::ProjectFixture f("");
  auto core = open(f);
  push(core, {item_with("a", "zebra a")}, "b1");
  ReconcileRequest fix;
  fix.mode = ReconcileMode::kFix;
  const auto report = reconcile(
      core, {whole(item_with("a", "zebra first")), whole(item_with("a", "zebra a"))}, fix);
  CHECK(report.actions == std::vector<ReconcileAction>{{ReconcileActionKind::kReindex, "a",
                                                        ReconcileActionStatus::kApplied, ""}});
  CHECK(reconcile(core, {whole(item_with("a", "zebra first"))}, {}).differences.empty());
}

TEST_CASE("reconcile: a stop ends it before anything is changed") {
  test::ProjectFixture f("");
  auto core = open(f);
  push(core, {item_with("a", "zebra a")}, "b1");
  ReconcileRequest fix{"shop", test::kAtlas, ReconcileMode::kFix};
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = core.reconcile(fix, source_of({}), stop.get_token());
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == "CANCELLED");
  CHECK(reconcile(core, {whole(item_with("a", "zebra a"))}, {}).differences.empty());
}

TEST_CASE("reconcile: one batch can be looked at alone") {
  test::ProjectFixture f("");
  auto core = open(f);
  push(core, {item_with("a", "zebra a")}, "b1");
  push(core, {item_with("b", "zebra b")}, "b2");
  ReconcileRequest request;
  request.batch_id = "b1";
  CHECK(reconcile(core, {}, request).differences ==
        std::vector<Difference>{{DifferenceKind::kOrphan, "a"}});
}

TEST_CASE("reconcile: namespaces that are not there, manifests that are missing or broken") {
  test::ProjectFixture f("");
  auto core = open(f);
  push(core, {item_with("a", "zebra a")}, "b1");
  ReconcileRequest request{"shop", "shop/atlas_graph/other", ReconcileMode::kFix};
  CHECK(core.reconcile(request, source_of({})).error().code == "NAMESPACE_NOT_FOUND");
  request.name_space = test::kAtlas;
  CHECK(core.reconcile(request).error().code == "VALIDATION_ERROR");
  const ManifestSource broken = []() -> Result<std::optional<ManifestEntry>> {
    return Error{ErrorCategory::kIo, "IO", "gone", "", ""};
  };
  CHECK(core.reconcile(request, broken).error().cause == "gone");
  request.name_space = "odd name";
  CHECK(core.reconcile(request, source_of({})).error().code == "VALIDATION_ERROR");
  request.project = "other";
  CHECK(core.reconcile(request, source_of({})).error().code == "VALIDATION_ERROR");
}

TEST_CASE("reconcile: whatever was pushed, a fix ends in what a first push of the source gives") {
  std::mt19937_64 random(6);
  const auto contents = [](CodeWeaver& core) {
    SearchOptions options;
    options.top_k = 1000;
    options.filter.purpose = Purpose::kAtlasGraph;
    options.filter.min_similarity = 0;
    options.rerank_depth = 0;
    std::map<std::string, std::string> out;
    const auto answer = core.search("zebra", options);
    if (!answer) return out;
    for (const auto& match : answer->matches) out[match.audit.node_id] = match.content.content;
    return out;
  };
  for (int round = 0; round < 3; ++round) {
    test::ProjectFixture f(""), g("");
    auto core = open(f), rebuilt = open(g);
    const auto some = [&](int seed) {
      std::vector<PushItem> items;
      for (int id = 0; id < 12; ++id)
        if (random() % 3 != 0)
          items.push_back(item_with("n" + std::to_string(id),
                                    "zebra " + std::to_string((random() + seed) % 3),
                                    "c" + std::to_string(random() % 2)));
      return items;
    };
    push(core, some(1), "one");
    push(core, some(2), "two");
    const auto source = some(3);
    std::vector<ManifestEntry> manifest;
    for (const auto& item : source) manifest.push_back(whole(item));
    ReconcileRequest fix;
    fix.mode = ReconcileMode::kFix;
    reconcile(core, manifest, fix);
    CHECK(reconcile(core, manifest, {}).differences.empty());
    push(rebuilt, source, "all");
    CHECK(contents(core) == contents(rebuilt));
    CHECK(contents(core).size() == source.size());
  }
}

}  // namespace codeweaver
