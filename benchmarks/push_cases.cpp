// Pushes: taking batches of items, and reconciling a namespace with its source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "codeweaver/push.hpp"
#include "codeweaver/reconcile.hpp"
#include "codeweaver/reranker.hpp"
#include "codeweaver/workspace.hpp"
#include "corpus/git_blob.hpp"
#include "evaluate/machine.hpp"
#include "generated_tree.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kItems = 100'000, kItemLines = 25;
constexpr const char* kNamespace = "bench/atlas_graph/bench_provider";
/// One of this many items differs in the second edition.
constexpr std::size_t kChangedShare = 100;

/// The items of generated files, in pieces of 25 lines. Needs memory for one file.
class ItemSource {
 public:
  /// `edition` 1 changes one of a hundred items.
  ItemSource(std::size_t limit, int edition) : limit_(limit), edition_(edition) {}

  std::optional<PushItem> next() {
    if (given_ == limit_) return std::nullopt;
    while (at_ >= file_.text.size()) {
      file_ = generated_file(files_++, 1);
      at_ = 0;
      line_ = 1;
    }
    PushItem item;
    const auto begin = at_;
    item.range.start_line = line_;
    for (std::size_t i = 0; i < kItemLines && at_ < file_.text.size(); ++i, ++line_)
      at_ = std::min(file_.text.find('\n', at_), file_.text.size() - 1) + 1;
    item.range.end_line = line_;
    item.content = file_.text.substr(begin, at_ - begin);
    item.content += edition_ == 1 && given_ % kChangedShare == 0 ? "changed = 1\n" : "same = 1\n";
    item.node_id = "block:" + file_.path + ':' + std::to_string(item.range.start_line);
    item.node_type = "block";
    item.path = file_.path;
    item.source_audit = {"c1", "main", false, "2026-02-20T12:00:00Z"};
    ++given_;
    return item;
  }

 private:
  std::size_t limit_, given_ = 0, files_ = 0, at_ = 0;
  int edition_;
  std::uint32_t line_ = 1;
  GeneratedFile file_;
};

PushSource pushed(ItemSource& items) {
  return [&]() -> Result<std::optional<PushEntry>> {
    auto item = items.next();
    return item ? std::optional(PushEntry{0, std::move(*item)}) : std::optional<PushEntry>{};
  };
}

ManifestSource manifest(ItemSource& items) {
  return [&]() -> Result<std::optional<ManifestEntry>> {
    auto item = items.next();
    if (!item) return std::optional<ManifestEntry>{};
    SourceEntry entry{item->node_id, corpus::git_blob_id(item->content), "c1", {}};
    return std::optional(ManifestEntry{std::move(entry), std::move(*item)});
  };
}

/// Time and memory of one step.
template <class Step>
auto measure(Run& run, const std::string& name, Step step) {
  const bool is_reset = evaluate::reset_peak_rss();
  const Stopwatch watch;
  auto out = need(step());
  run.record(name + ", wall", "s", watch.wall());
  run.record(name + ", cpu", "s", watch.cpu());
  run.record(name + (is_reset ? ", peak memory" : ", peak memory of the process"), "MiB",
             evaluate::peak_rss());
  return out;
}

void push_and_reconcile(Workbench& bench, Run& run) {
  const std::size_t count = bench.options().files == 0 ? kItems : bench.options().files;
  WorkspaceOptions options;
  options.embedder = bench.embedder();
  options.index.workers = bench.options().workers;
  const Project project{"bench", "bench", bench.fresh_folder("push-root"),
                        bench.fresh_folder("push-state"), ""};
  auto core = need(CodeWeaver::open(project, options));
  const auto push = [&](const std::string& name, const std::string& batch_id, std::size_t items,
                        int edition) {
    ItemSource source(items, edition);
    const PushEnvelope envelope{"1.0", "bench", "bench", batch_id};
    const Stopwatch watch;
    const auto reply = measure(run, name, [&] { return core.push(envelope, pushed(source)); });
    run.record(name, "items/s", static_cast<double>(items) / watch.wall());
    run.check(reply.accepted == items && reply.rejected == 0, name + ": every item is taken");
  };
  push("push all", "all", count, 0);
  push("push 100 again", "few", std::min<std::size_t>(count, 100), 1);

  ReconcileRequest request{"bench", kNamespace};
  const auto reconcile = [&](const std::string& name, ReconcileMode mode, int edition) {
    ItemSource source(count - count / kChangedShare, edition);  // without the last ones
    request.mode = mode;
    return measure(run, name, [&] { return core.reconcile(request, manifest(source)); });
  };
  const auto changed = count / kChangedShare;
  const auto found = reconcile("dry run, 2 % differ", ReconcileMode::kDryRun, 1);
  run.check(found.summary.orphan == changed && found.summary.stale > 0 &&
                found.summary.stale <= changed && found.summary.missing == 0,
            "a dry run finds the differences");
  const auto fixed = reconcile("fix, 2 % differ", ReconcileMode::kFix, 1);
  run.check(fixed.summary == found.summary, "a fix finds the same differences as the dry run");
  const auto rest = reconcile("dry run, nothing differs", ReconcileMode::kDryRun, 1);
  run.check(rest.differences.empty(), "after a fix nothing is left");
  run.record("items", "items", static_cast<double>(count));
}

}  // namespace

std::vector<Case> push_cases() {
  return {{"push/reconcile", "100,000 items (or --files) into a namespace, then its source",
           push_and_reconcile}};
}

}  // namespace codeweaver::bench
