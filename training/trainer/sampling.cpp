// Sampling: what each side of a pair shows in one step.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "sampling.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

namespace codeweaver::training {
namespace {

constexpr std::size_t kMinWords = 2;          // fewer say nothing
constexpr float kSentenceShare = 0.75F;       // else the whole comment is the query
constexpr float kHideSymbolShare = 0.25F;     // of the documented pairs
constexpr float kHideSymbolShareBare = 0.7F;  // where the symbol is the query
constexpr float kContextShare = 0.5F;         // of the rest: path and symbol are part of the text
constexpr float kPathShare = 0.3F;            // of what remains: the path alone
constexpr float kOpeningShare = 0.25F;        // of all queries

// How people begin what comments do not; the model must learn to ignore it.
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

/// Without the words of its own name a function must be found by what it does.
void hide_symbol(Words& code, const Words& symbol) {
  keep_if(code,
          [&](std::uint32_t word) { return std::ranges::find(symbol, word) == symbol.end(); });
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

std::vector<std::uint32_t> epoch_order(const std::vector<NumberedPair>& pairs, std::size_t block,
                                       std::size_t epoch, Random& random) {
  std::vector<Words> projects;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    if (i == 0 || pairs[i].project != pairs[i - 1].project) projects.emplace_back();
    projects.back().push_back(i);
  }
  std::vector<Words> blocks;
  for (Words& project : projects) {
    if (epoch % 2 == 1) std::ranges::shuffle(project, random.engine());
    for (std::size_t i = 0; i < project.size(); i += block) {
      const auto first = project.begin() + static_cast<std::ptrdiff_t>(i);
      blocks.emplace_back(first,
                          first + static_cast<std::ptrdiff_t>(std::min(block, project.size() - i)));
    }
  }
  std::ranges::shuffle(blocks, random.engine());
  Words order;
  order.reserve(pairs.size());
  for (const Words& one : blocks) append(order, one);
  return order;
}

Sampler::Sampler(const Vocabulary& vocabulary, float token_dropout)
    : token_dropout_(token_dropout) {
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
  drop_words(result.code, token_dropout_, random);
  drop_words(result.query, token_dropout_ / 2, random);
  if (random.chance(kOpeningShare))
    append(result.query, openings_[random.engine()() % openings_.size()]);
  return result;
}

}  // namespace codeweaver::training
