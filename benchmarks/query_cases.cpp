// Complete searches with HybridSearcher: latency by category, with one and with two threads.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/hash.hpp"
#include "cases.hpp"
#include "engine/state/state_paths.hpp"
#include "query_list.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

/// The parts of a search result that must be the same in each run.
std::uint64_t fingerprint(const FindCodeResponseSummary& answer) {
  std::string all;
  for (const auto& match : answer.matches)
    all += match.file.path + ':' + std::to_string(match.span.start_line) + ';';
  return base::hash64(all);
}

struct Answer {
  double milliseconds = 0;
  bool is_right = false;
  std::uint64_t fingerprint = 0;
};

/// Whether the matches include the chunk that the query was made from, or an equivalent one.
using Judge = bool (*)(const Query&, const FindCodeResponseSummary&);

bool has_name(const Query& query, const FindCodeResponseSummary& answer) {
  return std::any_of(answer.matches.begin(), answer.matches.end(), [&](const CodeMatch& match) {
    return match.content.chunk_name && match.content.chunk_name->ends_with(query.text);
  });
}
bool has_file(const Query& query, const FindCodeResponseSummary& answer) {
  return std::any_of(answer.matches.begin(), answer.matches.end(), [&](const CodeMatch& match) {
    return match.file.path == query.path ||
           match.content.content.find(query.text) != std::string::npos;
  });
}
bool has_text_first(const Query& query, const FindCodeResponseSummary& answer) {
  return !answer.matches.empty() &&
         answer.matches[0].content.content.find(query.text) != std::string::npos;
}

Answer ask(const HybridSearcher& searcher, const Query& query, Judge judge) {
  const Stopwatch watch;
  const auto answer = searcher.search(query.text);
  Answer out;
  out.milliseconds = watch.wall() * 1e3;
  if (!answer) return out;
  out.is_right = judge(query, *answer);
  out.fingerprint = fingerprint(*answer);
  return out;
}

void record_latency(const std::vector<double>& milliseconds, Run& run) {
  run.record("p50", "ms", percentile(milliseconds, 0.50));
  run.record("p95", "ms", percentile(milliseconds, 0.95));
  run.record("p99", "ms", percentile(milliseconds, 0.99));
}

/// The queries for this index, created once.
class SharedQueries {
 public:
  const QueryList& of(Workbench& bench) {
    if (list_.identifiers.empty())
      list_ = derive_queries(engine::StatePaths{bench.index()}.database(), kQueriesOfCategory);
    return list_;
  }

 private:
  QueryList list_;
};

void search_all(Workbench& bench, const std::vector<Query>& queries, Judge judge,
                double least_right, Run& run) {
  const auto searcher = bench.searcher();
  std::vector<double> times;
  std::size_t right = 0;
  const Stopwatch watch;
  for (const auto& query : queries) {
    const auto answer = ask(searcher, query, judge);
    times.push_back(answer.milliseconds);
    right += answer.is_right ? 1 : 0;
  }
  const double cpu = watch.cpu();
  run.check(!times.empty(), "there are queries for the corpus");
  if (times.empty()) return;
  record_latency(times, run);
  const auto count = static_cast<double>(queries.size());
  run.record("cpu a query", "ms", cpu * 1e3 / count);
  run.record("queries", "queries", count);
  run.record("right answer in the top 10", "share", static_cast<double>(right) / count);
  run.check(static_cast<double>(right) >= least_right * count,
            "at least " + std::to_string(least_right) + " of the queries find their answer");
}

/// Two threads share one searcher and one list of queries.
void search_in_two_threads(Workbench& bench, const QueryList& list, Run& run) {
  std::vector<Query> queries = list.identifiers;
  queries.insert(queries.end(), list.questions.begin(), list.questions.end());
  queries.insert(queries.end(), list.snippets.begin(), list.snippets.end());
  const auto searcher = bench.searcher();
  std::vector<Answer> alone, together(queries.size());
  const Stopwatch alone_watch;
  for (const auto& query : queries) alone.push_back(ask(searcher, query, has_file));
  const double alone_wall = alone_watch.wall();
  const Stopwatch watch;
  {
    const auto work = [&](std::size_t first) {
      for (std::size_t i = first; i < queries.size(); i += 2)
        together[i] = ask(searcher, queries[i], has_file);
    };
    std::jthread other(work, 1);
    work(0);
  }
  const double wall = watch.wall();
  std::vector<double> times;
  std::size_t same = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    times.push_back(together[i].milliseconds);
    same += together[i].fingerprint == alone[i].fingerprint ? 1 : 0;
  }
  record_latency(times, run);
  const auto count = static_cast<double>(queries.size());
  run.record("throughput, one thread", "queries/s", count / alone_wall);
  run.record("throughput, two threads", "queries/s", count / wall);
  run.check(same == queries.size(), "threads change no answer");
}

void open_and_search(Workbench& bench, Run& run) {
  bench.index();
  const Stopwatch watch;
  const auto searcher = bench.searcher();
  const double opened = watch.wall();
  const auto answer = need(searcher.search("where is a file opened and read"));
  run.record("open", "ms", opened * 1e3);
  run.record("open and first search", "ms", watch.wall() * 1e3);
  run.check(!answer.matches.empty(), "a first search finds something");
}

}  // namespace

std::vector<Case> query_cases() {
  const auto shared = std::make_shared<SharedQueries>();
  const auto category = [shared](std::vector<Query> QueryList::*which, Judge judge, double least) {
    return [=](Workbench& bench, Run& run) {
      search_all(bench, shared->of(bench).*which, judge, least, run);
    };
  };
  return {
      {"query/open", "opening an index and the first search", open_and_search},
      {"query/identifier", "names of definitions",
       category(&QueryList::identifiers, has_name, 0.9)},
      {"query/question", "first sentences of doc comments",
       category(&QueryList::questions, has_file, 0.6)},
      {"query/snippet", "lines of code", category(&QueryList::snippets, has_text_first, 0.9)},
      {"query/two_threads", "all of them on two threads",
       [shared](Workbench& bench, Run& run) {
         search_in_two_threads(bench, shared->of(bench), run);
       }},
  };
}

}  // namespace codeweaver::bench
