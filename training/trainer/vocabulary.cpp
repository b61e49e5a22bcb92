// Vocabulary: counts and numbers words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "vocabulary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/subwords.hpp"

namespace codeweaver::training {
namespace {

struct Count {
  std::uint32_t texts = 0;
  std::size_t last_text = 0;  // number of the last counted text, from 1
};

}  // namespace

Vocabulary::Vocabulary(const std::vector<std::string_view>& texts, std::uint32_t min_texts,
                       std::size_t limit) {
  std::unordered_map<std::string, Count> counts;
  std::string key;
  for (std::size_t i = 0; i < texts.size(); ++i)
    model::for_each_subword(texts[i], [&](std::string_view word) {
      key.assign(word);
      Count& count = counts[key];
      if (std::exchange(count.last_text, i + 1) != i + 1) ++count.texts;
    });

  std::vector<std::pair<std::uint32_t, std::string>> kept;
  for (auto& [word, count] : counts)
    if (count.texts >= min_texts) kept.emplace_back(count.texts, word);
  std::ranges::sort(kept, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  if (kept.size() > limit) kept.resize(limit);

  double idf_sum = 0;
  for (auto& [count, word] : kept) {
    const double idf = std::log((static_cast<double>(texts.size()) + 1) / (count + 1.0));
    idf_sum += idf;
    relative_idf_.push_back(static_cast<float>(idf));
    words_.push_back(std::move(word));
  }
  for (float& idf : relative_idf_)
    idf = static_cast<float>(idf * static_cast<double>(words_.size()) / idf_sum);
  for (std::uint32_t i = 0; i < words_.size(); ++i) numbers_.emplace(words_[i], i);
}

std::vector<std::uint32_t> Vocabulary::numbers(std::string_view text) const {
  const auto find = [this](std::string_view word) {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? model::kUnknownWord : found->second;
  };
  std::vector<std::uint32_t> result;
  model::for_each_word_number(text, find, [&](std::uint32_t number) { result.push_back(number); });
  return result;
}

}  // namespace codeweaver::training
