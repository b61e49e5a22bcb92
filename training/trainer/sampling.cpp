// Sampling: chooses the words of both sides of a pair for one step.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sampling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace codeweaver::training {
namespace {

constexpr std::size_t kMinWords = 2;  // fewer carry too little information
constexpr std::size_t kMostSubjectWords = 6;
constexpr float kSentenceShare = 0.75F;       // otherwise the whole comment is the query
constexpr float kHideSymbolShare = 0.25F;     // of the documented pairs
constexpr float kHideSymbolShareBare = 0.7F;  // if the symbol is the query
constexpr float kContextShare = 0.5F;         // of the other pairs: path and symbol are in the text
constexpr float kPathShare = 0.3F;      // of the remaining pairs: only the path is in the text
constexpr float kOpeningShare = 0.25F;  // of all queries

// Common beginnings of questions that comments do not have; the model must learn to ignore them.
constexpr std::array<std::string_view, 24> kOpenings{"how to",
                                                     "how does it",
                                                     "how do we",
                                                     "how is this",
                                                     "where is the",
                                                     "where do we",
                                                     "where does the code",
                                                     "what",
                                                     "what does",
                                                     "which function",
                                                     "which class",
                                                     "find the",
                                                     "find the code that",
                                                     "show me",
                                                     "show me where",
                                                     "function to",
                                                     "function that",
                                                     "method to",
                                                     "class that",
                                                     "the code for",
                                                     "code to",
                                                     "implementation of",
                                                     "logic for",
                                                     "why does"};

// Words that users omit when they type keywords.
constexpr std::string_view kStopWords =
    "a an and are as at be been but by can do does for from given has have if in into is it its "
    "may "
    "not of on or returns return should so such that the then there these this to used using was "
    "when whether where which will with";

using Words = std::vector<std::uint32_t>;

template <class Keep>
void keep_if(Words& words, const Keep& keep) {
  Words kept;
  std::ranges::copy_if(words, std::back_inserter(kept), keep);
  if (kept.size() >= kMinWords) words = std::move(kept);
}

void drop_words(Words& words, float share, Random& random) {
  keep_if(words, [&](std::uint32_t) { return !random.chance(share); });
}

/// Two to six consecutive words, as in a typed subject.
void cut_to_subject(Words& words, Random& random) {
  const std::size_t length = kMinWords + random.engine()() % (kMostSubjectWords - kMinWords + 1);
  if (words.size() <= length) return;
  const auto first =
      words.begin() + static_cast<std::ptrdiff_t>(random.engine()() % (words.size() - length + 1));
  words = Words(first, first + static_cast<std::ptrdiff_t>(length));
}

/// Removes the words of a function's name, so that the function must be found by its behaviour.
void hide_symbol(Words& code, const Words& symbol) {
  keep_if(code,
          [&](std::uint32_t word) { return std::ranges::find(symbol, word) == symbol.end(); });
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

std::vector<float> language_shares(const std::vector<NumberedPair>& pairs, float balance) {
  std::vector<float> counts;
  for (const NumberedPair& pair : pairs) {
    if (counts.size() <= pair.language) counts.resize(pair.language + 1);
    if (pair.has_doc) ++counts[pair.language];
  }
  std::vector<float> sorted = counts, shares;
  std::ranges::sort(sorted);
  const float median = sorted[sorted.size() / 2];
  for (const float count : counts)
    shares.push_back(std::min(1.0F, std::pow(median / std::max(count, 1.0F), balance)));
  return shares;
}

std::vector<std::uint32_t> epoch_order(const std::vector<NumberedPair>& pairs,
                                       const std::vector<float>& shares, std::size_t block,
                                       std::size_t epoch, Random& random) {
  const bool by_cluster = epoch % 2 == 1;
  std::map<std::uint32_t, Words> groups;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    const float share = shares[pairs[i].language];
    if (share < 1 && !random.chance(share)) continue;
    groups[by_cluster ? pairs[i].cluster : pairs[i].project].push_back(i);
  }
  std::vector<Words> blocks;
  for (auto& [number, group] : groups) {
    if (epoch % 2 == 1) std::ranges::shuffle(group, random.engine());
    for (std::size_t i = 0; i < group.size(); i += block) {
      const auto first = group.begin() + static_cast<std::ptrdiff_t>(i);
      blocks.emplace_back(first,
                          first + static_cast<std::ptrdiff_t>(std::min(block, group.size() - i)));
    }
  }
  std::ranges::shuffle(blocks, random.engine());
  Words order;
  order.reserve(pairs.size());
  for (const Words& one : blocks) append(order, one);
  return order;
}

Sampler::Sampler(const Vocabulary& vocabulary, float token_dropout, float keyword_share,
                 float subject_share)
    : token_dropout_(token_dropout), keyword_share_(keyword_share), subject_share_(subject_share) {
  for (const std::uint32_t word : vocabulary.numbers(kStopWords)) stop_words_.insert(word);
  for (const std::string_view opening : kOpenings) openings_.push_back(vocabulary.numbers(opening));
}

Sample Sampler::draw(const NumberedPair& pair, Random& random) const {
  Sample result{pair.symbol, pair.code};
  bool hidden = random.chance(kHideSymbolShareBare);
  if (pair.has_doc) {
    const bool whole = pair.doc.size() >= kMinWords && !random.chance(kSentenceShare);
    result.query = whole ? pair.doc : pair.sentence;
    hidden = random.chance(kHideSymbolShare);
  }
  if (hidden) hide_symbol(result.code, pair.symbol);
  if (pair.has_doc && !hidden && random.chance(kContextShare)) {
    append(result.code, pair.path);
    append(result.code, pair.symbol);
  } else if (random.chance(kPathShare)) {
    append(result.code, pair.path);
  }
  const bool is_subject = subject_share_ > 0 && random.chance(subject_share_);
  if (is_subject || (keyword_share_ > 0 && random.chance(keyword_share_)))
    keep_if(result.query, [&](std::uint32_t word) { return !stop_words_.contains(word); });
  if (is_subject) cut_to_subject(result.query, random);
  drop_words(result.code, token_dropout_, random);
  drop_words(result.query, token_dropout_ / 2, random);
  if (random.chance(kOpeningShare))
    append(result.query, openings_[random.engine()() % openings_.size()]);
  return result;
}

}  // namespace codeweaver::training
