// Overlays: the cost of a typed key in a buffer, and of a search over buffers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "codeweaver/overlay.hpp"
#include "engine/state/state_paths.hpp"
#include "query_list.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kLinesOfBuffer = 1000, kBuffers = 10, kKeys = 60;

/// The first 1,000 lines of files with at least 1,000 lines, by path.
std::vector<std::pair<std::string, std::string>> long_texts(const Corpus& corpus) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& file : corpus.files) {
    if (out.size() == kBuffers) break;
    if (file.is_generated || file.language == "markdown" || file.language == "json") continue;
    std::ifstream in(file.absolute_path, std::ios::binary);
    std::string text, line;
    std::size_t lines = 0;
    for (; lines < kLinesOfBuffer && std::getline(in, line); ++lines) text += line + '\n';
    if (lines == kLinesOfBuffer && text.size() < (100U << 10))
      out.emplace_back(file.path, std::move(text));
  }
  return out;
}

/// Types keys into the middle of one of `buffers` buffers, with a search after each.
void type_keys(Workbench& bench, std::size_t buffers, Run& run) {
  const auto texts = long_texts(bench.corpus());
  run.check(texts.size() >= buffers, "the corpus has that many long files");
  if (texts.size() < buffers) return;
  const auto searcher = bench.searcher();
  Overlay overlay;
  for (std::size_t i = 0; i < buffers; ++i) need(overlay.put(texts[i].first, texts[i].second));
  auto [path, text] = texts.front();
  const auto middle = text.find('\n', text.size() / 2) + 1;
  std::vector<double> times;
  double cpu = 0;
  std::size_t found = 0;
  std::string typed = "lantern_holder_";
  (void)need(searcher.with_overlay(overlay));
  for (std::size_t key = 0; key < kKeys; ++key) {
    typed += static_cast<char>('a' + key % 26);
    const Stopwatch watch;
    need(overlay.put(path, std::string(text).insert(middle, typed + " = 1\n")));
    const auto unsaved = need(searcher.with_overlay(overlay));
    times.push_back(watch.wall() * 1e3);
    cpu += watch.cpu() * 1e3;
    const auto answer = need(unsaved.search(typed, {.top_k = 3}));
    found += !answer.matches.empty() && answer.matches.front().file.path == path ? 1 : 0;
  }
  run.record("a key, p50", "ms", percentile(times, 0.5));
  run.record("a key, p95", "ms", percentile(times, 0.95));
  run.record("cpu a key", "ms", cpu / static_cast<double>(kKeys));
  run.check(found == kKeys, "each search finds what was just typed");
}

/// The same queries, alternately without an overlay and over ten buffers.
void search_over_buffers(Workbench& bench, const QueryList& list, Run& run) {
  const auto searcher = bench.searcher();
  Overlay overlay;
  for (const auto& [path, text] : long_texts(bench.corpus()))
    need(overlay.put(path, "# edited\n" + text));
  const auto unsaved = need(searcher.with_overlay(overlay));
  std::vector<Query> queries = list.identifiers;
  queries.insert(queries.end(), list.questions.begin(), list.questions.end());
  struct Side {
    const HybridSearcher& searcher;
    std::vector<double> times{};
    double cpu = 0;  // ms
  };
  Side plain{searcher}, over{unsaved};
  for (int pass = 0; pass < 2; ++pass)  // the first pass is the warm-up
    for (const auto& query : queries)
      for (auto* const side : {&plain, &over}) {
        const Stopwatch watch;
        (void)need(side->searcher.search(query.text));
        if (pass == 0) continue;
        side->times.push_back(watch.wall() * 1e3);
        side->cpu += watch.cpu() * 1e3;
      }
  const auto count = static_cast<double>(queries.size());
  run.record("without, p50", "ms", percentile(plain.times, 0.5));
  run.record("over buffers, p50", "ms", percentile(over.times, 0.5));
  run.record("ratio of p50", "", percentile(over.times, 0.5) / percentile(plain.times, 0.5));
  run.record("without, cpu a query", "ms", plain.cpu / count);
  run.record("over buffers, cpu a query", "ms", over.cpu / count);
  run.record("ratio of cpu", "", over.cpu / plain.cpu);
}

}  // namespace

std::vector<Case> overlay_cases() {
  return {
      {"overlay/key", "a key in a buffer of 1,000 lines, until a search can start",
       [](Workbench& bench, Run& run) { type_keys(bench, 1, run); }},
      {"overlay/key_of_ten", "the same with ten open buffers",
       [](Workbench& bench, Run& run) { type_keys(bench, kBuffers, run); }},
      {"overlay/search", "queries with and without ten buffers over the index",
       [](Workbench& bench, Run& run) {
         search_over_buffers(
             bench,
             derive_queries(engine::StatePaths{bench.index()}.database(), kQueriesOfCategory), run);
       }},
  };
}

}  // namespace codeweaver::bench
