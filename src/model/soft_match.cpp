// SoftMatcher: cosines of int8 rows, computed once a word.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/soft_match.hpp"

#include <algorithm>
#include <cmath>

#include "codeweaver/text/query_words.hpp"
#include "model/subwords.hpp"

namespace codeweaver::model {
namespace {

/// Exact in 32 bits for every dimension that a model may have.
std::int32_t dot(const std::int8_t* a, const std::int8_t* b, std::size_t dimension) noexcept {
  std::int32_t sum = 0;
  for (std::size_t d = 0; d < dimension; ++d)
    sum += static_cast<std::int32_t>(a[d]) * static_cast<std::int32_t>(b[d]);
  return sum;
}

}  // namespace

SoftMatcher::SoftMatcher(const StaticModel& model, std::string_view query) : model_(model) {
  const auto find = [this](std::string_view text) { return model_.find(text); };
  for (const text::QueryWord& from : text::query_words(query)) {
    if (from.is_stop_word) continue;
    for_each_word_number(from.text, find, [this](std::uint32_t number) {
      const bool is_new = std::ranges::none_of(
          query_, [number](const Word& other) { return other.number == number; });
      if (is_new && query_.size() < kMaxQueryWords) query_.push_back(word(number));
    });
  }
}

SoftMatcher::Word SoftMatcher::word(std::uint32_t number) const noexcept {
  const std::int8_t* row = model_.vectors() + number * model_.dimension();
  const auto square = static_cast<float>(dot(row, row, model_.dimension()));
  return {number, model_.scale(number) * std::sqrt(square)};
}

const SoftMatcher::Known& SoftMatcher::known(std::uint32_t number) {
  const auto [at, is_new] = known_.try_emplace(number);
  if (!is_new) return at->second;
  const std::size_t dimension = model_.dimension();
  const std::int8_t* row = model_.vectors() + number * dimension;
  at->second.length = word(number).length;
  for (std::size_t i = 0; i < query_.size(); ++i) {
    const float lengths = at->second.length * query_[i].length;
    if (lengths <= 0) continue;
    const auto product =
        static_cast<float>(dot(row, model_.vectors() + query_[i].number * dimension, dimension));
    at->second.cosine[i] =
        product * model_.scale(number) * model_.scale(query_[i].number) / lengths;
  }
  return at->second;
}

SoftMatch SoftMatcher::match(std::string_view text) {
  std::array<float, kMaxQueryWords> best{};
  float text_sum = 0, text_weight = 0;
  std::size_t seen = 0;
  const auto find = [this](std::string_view part) { return model_.find(part); };
  for_each_word_number(text, find, [&](std::uint32_t number) {
    if (seen == kMaxTextWords) return;
    ++seen;
    const Known& entry = known(number);
    float own = 0;
    for (std::size_t i = 0; i < query_.size(); ++i) {
      best[i] = std::max(best[i], entry.cosine[i]);
      own = std::max(own, entry.cosine[i]);
    }
    text_sum += entry.length * own;
    text_weight += entry.length;
  });
  float query_sum = 0, query_weight = 0;
  for (std::size_t i = 0; i < query_.size(); ++i) {
    query_sum += query_[i].length * best[i];
    query_weight += query_[i].length;
  }
  return {query_weight > 0 ? query_sum / query_weight : 0,
          text_weight > 0 ? text_sum / text_weight : 0};
}

}  // namespace codeweaver::model
