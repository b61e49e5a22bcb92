// evaluate_static_model: measures how often the first sentence of a comment finds its definition.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lexical_scores.hpp"
#include "model/static_model.hpp"
#include "pairs.hpp"

namespace {

using namespace codeweaver;
using namespace codeweaver::training;

constexpr std::size_t kQueriesAProject = 150;
constexpr std::size_t kFused = 200;  // candidates per list that fusion scales to [0, 1]
constexpr std::array<std::string_view, 4> kMethods{"lexical", "body only", "static", "fused"};

std::vector<float> static_scores(std::span<const float> pool, std::span<const float> query) {
  std::vector<float> scores(pool.size() / query.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t d = 0; d < query.size(); ++d)
      scores[i] += query[d] * pool[i * query.size() + d];
  return scores;
}

/// Adds half of `scores`, scaled so that the best is 1 and number kFused is 0.
void fuse(const std::vector<float>& scores, std::vector<float>& sum) {
  std::vector<float> sorted = scores;
  const std::size_t last = std::min(kFused, sorted.size()) - 1;
  std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(last),
                           std::greater<>());
  const float low = sorted[last], high = std::ranges::max(sorted);
  if (high <= low) return;
  for (std::size_t i = 0; i < scores.size(); ++i)
    sum[i] += 0.5F * std::max(0.0F, (scores[i] - low) / (high - low));
}

/// 1 / rank if the rank is at most ten, else 0. Equal scores get the mean of their ranks.
double reciprocal_rank(const std::vector<float>& scores, std::size_t wanted) {
  double rank = 1;
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (i != wanted) rank += scores[i] > scores[wanted] ? 1 : scores[i] == scores[wanted] ? 0.5 : 0;
  return rank <= 10 ? 1 / rank : 0;
}

struct Sums {
  std::array<double, kMethods.size()> reciprocal{}, in_ten{};
  std::size_t queries = 0;
};

void print(std::string_view title, const Sums& sums) {
  std::printf("%-34.*s %5zu", static_cast<int>(title.size()), title.data(), sums.queries);
  for (std::size_t m = 0; m < kMethods.size(); ++m) {
    const auto n = static_cast<double>(sums.queries);
    std::printf("  %.3f/%.3f", sums.reciprocal[m] / n, sums.in_ten[m] / n);
  }
  std::printf("\n");
}

std::vector<float> embed_pool(const std::vector<TextPair>& pool, model::TextPooler& pooler,
                              std::size_t dimension, bool with_context) {
  std::vector<float> vectors(pool.size() * dimension);
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (with_context) {
      pooler.add(pool[i].path);
      pooler.add(pool[i].symbol);
    }
    pooler.add(pool[i].code);
    pooler.finish(std::span(vectors).subspan(i * dimension, dimension));
  }
  return vectors;
}

/// Prints the speed of pooling the pool's texts on this machine, by processor time.
void print_speed(const std::vector<TextPair>& pool, const model::StaticModel& model) {
  model::TextPooler pooler(model);
  double bytes = 0;
  for (const TextPair& pair : pool)
    bytes += static_cast<double>(pair.path.size() + pair.symbol.size() + pair.code.size());
  const std::clock_t begin = std::clock();
  embed_pool(pool, pooler, model.dimension(), true);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("pooling: %.0f texts/s, %.1f MB/s, %.1f M words/s\n",
              static_cast<double>(pool.size()) / seconds, bytes / 1e6 / seconds,
              static_cast<double>(pooler.words_seen()) / 1e6 / seconds);
}

int run(const char* model_path, const char* folder) {
  const auto model = model::StaticModel::open(model_path);
  if (!model) {
    std::fprintf(stderr, "%s\n", model.error().message().c_str());
    return 1;
  }
  const PairFiles files(folder);
  const std::vector<TextPair>& pool = files.pairs();
  const LexicalScores lexical(pool);
  model::TextPooler pooler(*model);
  const std::vector<float> bodies = embed_pool(pool, pooler, model->dimension(), false);
  const std::vector<float> texts = embed_pool(pool, pooler, model->dimension(), true);

  std::map<std::string, Sums> by_project;
  std::vector<float> query(model->dimension());
  std::vector<std::size_t> documented(files.projects()), seen(files.projects());
  for (const TextPair& pair : pool) documented[pair.project] += pair.has_doc() ? 1 : 0;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (!pool[i].has_doc()) continue;
    const std::size_t stride = (documented[pool[i].project] - 1) / kQueriesAProject + 1;
    if (seen[pool[i].project]++ % stride != 0) continue;
    pooler.add(pool[i].sentence);
    pooler.finish(query);
    std::array<std::vector<float>, kMethods.size()> scores{
        lexical.score(pool[i].sentence), static_scores(bodies, query), static_scores(texts, query),
        std::vector<float>(pool.size())};
    fuse(scores[0], scores[3]);
    fuse(scores[2], scores[3]);
    Sums& sums = by_project[files.name(pool[i].project)];
    ++sums.queries;
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      const double reciprocal = reciprocal_rank(scores[m], i);
      sums.reciprocal[m] += reciprocal;
      sums.in_ten[m] += reciprocal > 0 ? 1 : 0;
    }
  }

  std::printf("%zu definitions; queries, then MRR@10/recall@10 of", pool.size());
  for (const std::string_view method : kMethods)
    std::printf(" [%.*s]", static_cast<int>(method.size()), method.data());
  std::printf("\n");
  Sums all;
  for (const auto& [name, sums] : by_project) {
    print(name, sums);
    all.queries += sums.queries;
    for (std::size_t m = 0; m < kMethods.size(); ++m) {
      all.reciprocal[m] += sums.reciprocal[m];
      all.in_ten[m] += sums.in_ten[m];
    }
  }
  print("all", all);
  print_speed(pool, *model);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: evaluate_static_model MODEL PAIRS_FOLDER\n");
    return 2;
  }
  return run(argv[1], argv[2]);
}
