// Tests of PushRun: a batch is taken once, and then a reconciliation finds no difference.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/pushing/push_run.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/indexer.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/push.hpp"
#include "codeweaver/reconcile.hpp"
#include "engine/pushing/pushed_item.hpp"
#include "engine/pushing/reconcile_run.hpp"
#include "engine/row_bench.hpp"

namespace codeweaver::engine {

TEST_CASE("push run and reconcile run: a batch is taken once, and then nothing differs") {
  RowBench bench;
  const auto config = bench.config();
  REQUIRE(bench.database().set_project({"shop", "Shop", config.root.string()}));
  const Indexer::Parts parts;
  const PushEnvelope envelope{"1.0", "shop", "code-atlas", "batch-1"};
  const auto item = item_called("func:open", "def open():\n    return 1\n");
  const auto push = [&] {
    return PushRun(config, parts, envelope, entries_of({envelope, {item}, {}, {}}),
                   PushOrder::kByTime, {})
        .execute();
  };
  const auto first = push();
  REQUIRE(first);
  CHECK(first->accepted == 1);
  CHECK(push()->accepted == 1);  // answered as then

  const auto key = *NamespaceKey::parse(test::kAtlas);
  const ReconcileRequest request{.project = "shop", .name_space = test::kAtlas};
  std::vector<ManifestEntry> manifest{{{item.node_id, "", "abc"}, item}};
  const auto differences = [&] {
    auto left = manifest;
    const ManifestSource next = [&]() -> Result<std::optional<ManifestEntry>> {
      if (left.empty()) return std::optional<ManifestEntry>{};
      auto entry = std::move(left.back());
      left.pop_back();
      return std::optional(std::move(entry));
    };
    const auto report = ReconcileRun(config, parts, request, key, next, {}).execute();
    REQUIRE(report);
    return report->differences.size();
  };
  CHECK(differences() == 0);
  manifest.clear();
  CHECK(differences() == 1);  // an orphan
}

}  // namespace codeweaver::engine
