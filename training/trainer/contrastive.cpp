// Contrastive training: InfoNCE in both directions over in-batch negatives, row-sparse Adam.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "contrastive.hpp"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

#include "sampling.hpp"

namespace codeweaver::training {
namespace {

constexpr float kFirstMomentRate = 0.1F;    // 1 - beta1
constexpr float kSecondMomentRate = 0.01F;  // 1 - beta2
constexpr float kWarmUpSteps = 100;
constexpr float kLeastRateShare = 0.02F;
constexpr float kMasked = -1e4F;

struct WeightedWord {
  std::uint32_t number;
  float weight;  // square root of the count
};
using Bag = std::vector<WeightedWord>;

Bag make_bag(std::vector<std::uint32_t> words) {
  std::ranges::sort(words);
  Bag bag;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && words[end] == words[i]) ++end;
    bag.push_back({words[i], std::sqrt(static_cast<float>(end - i))});
    i = end;
  }
  return bag;
}

std::uint64_t fingerprint(const std::vector<std::uint32_t>& words) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const std::uint32_t word : words) hash = (hash ^ word) * 0x100000001B3U;
  return hash;
}

/// The vectors being trained, with Adam's moments.
class Table {
 public:
  Table(const Vocabulary& vocabulary, std::size_t dimension, Random& random)
      : dimension_(dimension),
        values_(vocabulary.size() * dimension),
        first_(values_.size()),
        second_(values_.size()) {
    const float deviation = 1 / std::sqrt(static_cast<float>(dimension));
    for (std::size_t word = 0; word < vocabulary.size(); ++word)
      for (std::size_t d = 0; d < dimension; ++d)
        values_[word * dimension + d] = random.normal(deviation) * vocabulary.relative_idf(word);
  }

  const float* row(std::size_t word) const noexcept { return &values_[word * dimension_]; }
  std::vector<float> take() && { return std::move(values_); }

  void update(std::size_t word, const float* gradient, float rate, std::size_t step) {
    const auto corrected = [step](float moment_rate) {
      return 1 - std::pow(1 - moment_rate, static_cast<float>(std::min<std::size_t>(step, 2000)));
    };
    const float first_scale = 1 / corrected(kFirstMomentRate);
    const float second_scale = 1 / corrected(kSecondMomentRate);
    float* value = &values_[word * dimension_];
    float* first = &first_[word * dimension_];
    float* second = &second_[word * dimension_];
    for (std::size_t d = 0; d < dimension_; ++d) {
      const float g = gradient[d];
      first[d] += kFirstMomentRate * (g - first[d]);
      second[d] += kSecondMomentRate * (g * g - second[d]);
      value[d] -= rate * first[d] * first_scale / (std::sqrt(second[d] * second_scale) + 1e-8F);
    }
  }

 private:
  std::size_t dimension_;
  std::vector<float> values_, first_, second_;
};

/// One side of a batch: bags of words, their unit vectors, and the gradients of the vectors.
struct Side {
  std::vector<Bag> bags;
  std::vector<float> vectors, lengths, gradient;
};

class Trainer {
 public:
  Trainer(const std::vector<NumberedPair>& pairs, const Vocabulary& vocabulary,
          const TrainingOptions& options)
      : pairs_(pairs),
        options_(options),
        random_(options.seed),
        sampler_(vocabulary, options.token_dropout, options.keyword_share, options.subject_share),
        shares_(language_shares(pairs, options.balance)),
        table_(vocabulary, options.dimension, random_),
        similarity_(options.batch * options.batch),
        row_of_word_(vocabulary.size(), -1) {
    for (Side& side : sides_) {
      side.bags.resize(options.batch);
      side.lengths.resize(options.batch);
      side.vectors.resize(options.batch * options.dimension);
      side.gradient.resize(side.vectors.size());
    }
  }

  std::vector<float> run() {
    double pairs_an_epoch = 0;
    for (const NumberedPair& pair : pairs_) pairs_an_epoch += shares_[pair.language];
    const auto steps =
        static_cast<std::size_t>(static_cast<double>(options_.epochs) * pairs_an_epoch /
                                 static_cast<double>(options_.batch));
    std::size_t step = 0;
    for (std::size_t epoch = 0; epoch < options_.epochs; ++epoch) {
      const auto begin = std::chrono::steady_clock::now();
      const auto order = epoch_order(pairs_, shares_, options_.block, epoch, random_);
      double loss = 0;
      std::size_t count = 0;
      for (std::size_t i = 0; i + options_.batch <= order.size(); i += options_.batch, ++count) {
        draw(&order[i]);
        for (Side& side : sides_) embed(side);
        loss += differentiate();
        ++step;
        const float warm = std::min(1.0F, static_cast<float>(step) / kWarmUpSteps);
        const float left = 1 - static_cast<float>(step) / static_cast<float>(steps);
        descend(options_.learning_rate * warm * std::max(kLeastRateShare, left), step);
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      std::printf("epoch %zu: loss %.4f, %zu steps, %.1f s\n", epoch + 1,
                  loss / static_cast<double>(std::max<std::size_t>(count, 1)), count, took.count());
      std::fflush(stdout);
    }
    return std::move(table_).take();
  }

 private:
  void draw(const std::uint32_t* order) {
    query_prints_.clear();
    for (std::size_t i = 0; i < options_.batch; ++i) {
      const NumberedPair& pair = pairs_[order[i]];
      Sample drawn = sampler_.draw(pair, random_);
      query_prints_.push_back(fingerprint(pair.has_doc ? pair.sentence : pair.symbol));
      sides_[0].bags[i] = make_bag(std::move(drawn.query));
      sides_[1].bags[i] = make_bag(std::move(drawn.code));
    }
  }

  void embed(Side& side) const {
    const std::size_t dimension = options_.dimension;
    for (std::size_t i = 0; i < options_.batch; ++i) {
      float* vector = &side.vectors[i * dimension];
      std::fill_n(vector, dimension, 0.0F);
      for (const WeightedWord& word : side.bags[i]) {
        const float* row = table_.row(word.number);
        for (std::size_t d = 0; d < dimension; ++d) vector[d] += word.weight * row[d];
      }
      float sum = 0;
      for (std::size_t d = 0; d < dimension; ++d) sum += vector[d] * vector[d];
      side.lengths[i] = std::sqrt(sum) + 1e-6F;
      for (std::size_t d = 0; d < dimension; ++d) vector[d] /= side.lengths[i];
    }
  }

  /// Returns the mean loss; stores the gradients of the unit vectors of both sides in them.
  double differentiate() {
    const auto n = static_cast<int>(options_.batch);
    const auto dimension = static_cast<int>(options_.dimension);
    const float* queries = sides_[0].vectors.data();
    const float* codes = sides_[1].vectors.data();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, dimension, 1 / options_.temperature,
                queries, dimension, codes, dimension, 0, similarity_.data(), n);
    const double loss = softmax_gradient();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, dimension, n, 1, similarity_.data(),
                n, codes, dimension, 0, sides_[0].gradient.data(), dimension);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, n, dimension, n, 1, similarity_.data(), n,
                queries, dimension, 0, sides_[1].gradient.data(), dimension);
    return loss;
  }

  /// Replaces the similarities by the gradients of the loss with respect to them.
  double softmax_gradient() {
    const std::size_t n = options_.batch;
    const float top = 1 / options_.temperature;  // upper bound of the scaled similarities
    std::vector<float> row_sums(n), column_sums(n);
    for (std::size_t i = 0; i < n; ++i) {
      float* row = &similarity_[i * n];
      for (std::size_t j = 0; j < n; ++j)
        if (i != j && query_prints_[i] == query_prints_[j]) row[j] = kMasked;
      for (std::size_t j = 0; j < n; ++j) row[j] = std::exp(row[j] - top);
      float sum = 0;
      for (std::size_t j = 0; j < n; ++j) sum += row[j];
      for (std::size_t j = 0; j < n; ++j) column_sums[j] += row[j];
      row_sums[i] = sum;
    }
    double loss = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double own = similarity_[i * n + i];
      loss -= 0.5 * (std::log(own / row_sums[i] + 1e-12) + std::log(own / column_sums[i] + 1e-12));
    }
    const float scale = 1 / (static_cast<float>(n) * options_.temperature);
    for (std::size_t i = 0; i < n; ++i) {
      float* row = &similarity_[i * n];
      const float row_factor = 0.5F * scale / row_sums[i];
      for (std::size_t j = 0; j < n; ++j) row[j] *= row_factor + 0.5F * scale / column_sums[j];
      row[i] -= scale;
    }
    return loss / static_cast<double>(n);
  }

  /// Propagates the gradient through the normalisation to the words and updates their vectors.
  void descend(float rate, std::size_t step) {
    const std::size_t dimension = options_.dimension;
    touched_.clear();
    word_gradient_.clear();
    for (Side& side : sides_)
      for (std::size_t i = 0; i < options_.batch; ++i) {
        const float* vector = &side.vectors[i * dimension];
        float* gradient = &side.gradient[i * dimension];
        float along = 0;
        for (std::size_t d = 0; d < dimension; ++d) along += vector[d] * gradient[d];
        for (std::size_t d = 0; d < dimension; ++d)
          gradient[d] = (gradient[d] - along * vector[d]) / side.lengths[i];
        for (const WeightedWord& word : side.bags[i]) {
          float* sum = gradient_of(word.number);
          for (std::size_t d = 0; d < dimension; ++d) sum[d] += word.weight * gradient[d];
        }
      }
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      table_.update(touched_[i], &word_gradient_[i * dimension], rate, step);
      row_of_word_[touched_[i]] = -1;
    }
  }

  float* gradient_of(std::uint32_t word) {
    std::int32_t& row = row_of_word_[word];
    if (row < 0) {
      row = static_cast<std::int32_t>(touched_.size());
      touched_.push_back(word);
      word_gradient_.resize(word_gradient_.size() + options_.dimension);
    }
    return &word_gradient_[static_cast<std::size_t>(row) * options_.dimension];
  }

  const std::vector<NumberedPair>& pairs_;
  const TrainingOptions& options_;
  Random random_;
  Sampler sampler_;
  std::vector<float> shares_;  // share of the pairs in an epoch, by language
  Table table_;
  std::array<Side, 2> sides_;  // queries, codes
  std::vector<float> similarity_;
  std::vector<std::uint64_t> query_prints_;  // equal queries are not negatives of each other
  std::vector<std::int32_t> row_of_word_;    // index in word_gradient_; -1 between steps
  std::vector<std::uint32_t> touched_;
  std::vector<float> word_gradient_;
};

}  // namespace

std::vector<float> train_vectors(const std::vector<NumberedPair>& pairs,
                                 const Vocabulary& vocabulary, const TrainingOptions& options) {
  return Trainer(pairs, vocabulary, options).run();
}

}  // namespace codeweaver::training
