// Tests of the classifier of differences: its rules, and a comparison with a reference.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/reconcile.hpp"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

using namespace codeweaver;  // NOLINT(google-build-using-namespace)

namespace {

/// What the documents say, one element at a time.
std::vector<Difference> reference(const std::vector<SourceEntry>& source,
                                  const std::vector<IndexEntry>& indexed, OrphanPolicy policy) {
  std::map<std::string, std::pair<const SourceEntry*, const IndexEntry*>> all;
  for (const auto& entry : source) all[entry.node_id].first = &entry;
  for (const auto& entry : indexed) all[entry.node_id].second = &entry;
  std::vector<Difference> out;
  for (const auto& [id, sides] : all) {
    const auto [from, to] = sides;
    if (to == nullptr) {
      out.push_back({DifferenceKind::kMissing, id});
    } else if (from == nullptr) {
      if (!to->orphaned || *to->orphaned != policy) out.push_back({DifferenceKind::kOrphan, id});
    } else if (!from->hash.empty() && !to->hash.empty()) {
      const bool is_commit_known = !from->git_commit.empty();
      if (from->hash != to->hash)
        out.push_back({DifferenceKind::kStale, id});
      else if ((is_commit_known && from->git_commit != to->git_commit) || to->orphaned)
        out.push_back({DifferenceKind::kAudit, id});
    } else if (!from->git_commit.empty() && from->git_commit != to->git_commit) {
      out.push_back({DifferenceKind::kStale, id});
    } else if (to->orphaned) {
      out.push_back({DifferenceKind::kAudit, id});
    }
  }
  return out;
}

/// What a fix makes of the index.
std::vector<IndexEntry> fixed(const std::vector<SourceEntry>& source,
                              const std::vector<IndexEntry>& indexed,
                              const std::vector<Difference>& differences, OrphanPolicy policy) {
  std::map<std::string, IndexEntry> index;
  for (const auto& entry : indexed) index[entry.node_id] = entry;
  std::map<std::string, SourceEntry> wanted;
  for (const auto& entry : source) wanted[entry.node_id] = entry;
  for (const auto& [kind, id] : differences) {
    if (kind != DifferenceKind::kOrphan)
      index[id] = {id,
                   kind == DifferenceKind::kAudit ? index[id].hash : wanted[id].hash,
                   wanted[id].git_commit,
                   {}};
    else if (policy == OrphanPolicy::kDelete)
      index.erase(id);
    else
      index[id].orphaned = policy;
  }
  std::vector<IndexEntry> out;
  for (const auto& [id, entry] : index) out.push_back(entry);
  return out;
}

}  // namespace

TEST_CASE("reconcile: missing, stale and orphan") {
  const std::vector<SourceEntry> source = {{"a", "1", "c1"}, {"b", "2", "c1"}, {"d", "4", "c1"}};
  const std::vector<IndexEntry> indexed = {
      {"b", "x", "c1", {}}, {"c", "3", "c1", {}}, {"d", "4", "c1", {}}};
  const auto found = classify_differences(source, indexed);
  CHECK(found == std::vector<Difference>{{DifferenceKind::kMissing, "a"},
                                         {DifferenceKind::kStale, "b"},
                                         {DifferenceKind::kOrphan, "c"}});
  CHECK(summarize(found) == ReconcileSummary{1, 1, 1});
  CHECK(classify_differences({}, {}).empty());
}

TEST_CASE("reconcile: the commit decides only where no hash is known") {
  const auto compare = [](SourceEntry from, IndexEntry to) { return compare_entries(from, to); };
  CHECK(compare({"a", "1", "new"}, {"a", "1", "old", {}}) == DifferenceKind::kAudit);
  CHECK(compare({"a", "2", "old"}, {"a", "1", "old", {}}) == DifferenceKind::kStale);
  CHECK(compare({"a", "", "new"}, {"a", "1", "old", {}}) == DifferenceKind::kStale);
  CHECK(compare({"a", "1", "new"}, {"a", "", "old", {}}) == DifferenceKind::kStale);
  CHECK(compare({"a", "", "old"}, {"a", "1", "old", {}}) == std::nullopt);
  CHECK(compare({"a", "1", ""}, {"a", "1", "old", {}}) == std::nullopt);
  CHECK(compare({"a", "", ""}, {"a", "1", "old", {}}) == std::nullopt);
}

TEST_CASE(
    "reconcile: an orphan that was dealt with is none, until the policy or the source changes") {
  const std::vector<IndexEntry> kept = {{"a", "1", "c", OrphanPolicy::kKeep}};
  CHECK(classify_differences({}, kept, OrphanPolicy::kKeep).empty());
  CHECK(classify_differences({}, kept, OrphanPolicy::kDelete).size() == 1);
  CHECK(classify_differences({}, kept, OrphanPolicy::kMark).size() == 1);
  const std::vector<SourceEntry> back = {{"a", "1", "c"}};
  CHECK(classify_differences(back, kept, OrphanPolicy::kKeep) ==
        std::vector<Difference>{{DifferenceKind::kAudit, "a"}});
}

TEST_CASE("reconcile: random sides agree with the reference, and a fix leaves nothing") {
  std::mt19937_64 random(9);
  const auto one_of = [&](std::initializer_list<const char*> texts) {
    return std::string(texts.begin()[random() % texts.size()]);
  };
  for (int round = 0; round < 3000; ++round) {
    std::vector<SourceEntry> source;
    std::vector<IndexEntry> indexed;
    for (char id = 'a'; id < 'a' + 12; ++id) {
      const std::string name(1, id);
      if (random() % 3 != 0)
        source.push_back({name, one_of({"", "1", "2"}), one_of({"", "c1", "c2"})});
      if (random() % 3 == 0) continue;
      indexed.push_back({name, one_of({"", "1", "2"}), one_of({"", "c1", "c2"}), {}});
      if (random() % 3 == 0) indexed.back().orphaned = static_cast<OrphanPolicy>(random() % 3);
    }
    const auto policy = static_cast<OrphanPolicy>(random() % 3);
    const auto found = classify_differences(source, indexed, policy);
    CHECK(found == reference(source, indexed, policy));
    const auto after = fixed(source, indexed, found, policy);
    CHECK(classify_differences(source, after, policy).empty());
  }
}

TEST_CASE("reconcile: names round-trip") {
  for (const auto mode : {ReconcileMode::kDryRun, ReconcileMode::kFix})
    CHECK(parse_reconcile_mode(to_string(mode)) == mode);
  for (const auto policy : {OrphanPolicy::kDelete, OrphanPolicy::kKeep, OrphanPolicy::kMark})
    CHECK(parse_orphan_policy(to_string(policy)) == policy);
  CHECK_FALSE(parse_reconcile_mode("fix_all"));
  CHECK_FALSE(parse_orphan_policy(""));
}
