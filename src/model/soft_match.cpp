// SoftMatcher: cosines of int8 rows, computed once per word.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/soft_match.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "codeweaver/detail/query_words.hpp"

namespace codeweaver::model {
namespace {

constexpr std::size_t kFewestSlots = 512;
constexpr std::uint32_t kSpread = 0x9E3779B1U;  // odd, so it separates neighbouring numbers

/// Exact in 32 bits for every dimension that a model may have. Callers compile it for each kind of
/// processor.
[[gnu::always_inline]] inline std::int32_t dot_product(const std::int8_t* a, const std::int8_t* b,
                                                       std::size_t dimension) noexcept {
  std::int32_t sum = 0;
  for (std::size_t d = 0; d < dimension; ++d)
    sum += static_cast<std::int32_t>(a[d]) * static_cast<std::int32_t>(b[d]);
  return sum;
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) std::int32_t dot_avx2(const std::int8_t* a, const std::int8_t* b,
                                                      std::size_t dimension) noexcept {
  return dot_product(a, b, dimension);
}
#endif

std::int32_t dot(const std::int8_t* a, const std::int8_t* b, std::size_t dimension) noexcept {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return dot_avx2(a, b, dimension);
#endif
  return dot_product(a, b, dimension);
}

}  // namespace

SoftMatcher::SoftMatcher(const StaticModel& model, TextPooler& pooler, std::string_view query)
    : model_(model), pooler_(pooler) {
  for (const text::QueryWord& from : text::query_words(query)) {
    if (from.is_stop_word) continue;
    pooler_.for_each_number(from.text, [this](std::uint32_t number) {
      const bool is_new = std::ranges::none_of(
          query_, [number](const Word& other) { return other.number == number; });
      if (is_new && query_.size() < kMaxQueryWords) query_.push_back(word(number));
    });
  }
  for (const Word& known_word : query_) query_weight_ += known_word.length;
}

SoftMatcher::Word SoftMatcher::word(std::uint32_t number) const noexcept {
  const std::int8_t* row = model_.vectors() + number * model_.dimension();
  const auto square = static_cast<float>(dot(row, row, model_.dimension()));
  return {number, model_.scale(number) * std::sqrt(square)};
}

const SoftMatcher::Known& SoftMatcher::known(std::uint32_t number) {
  if (2 * known_.size() >= slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = number * kSpread & mask;
  for (; slots_[at].place != 0; at = (at + 1) & mask)
    if (slots_[at].number == number) return known_[slots_[at].place - 1];
  Known& added = known_.emplace_back();
  slots_[at] = {number, static_cast<std::uint32_t>(known_.size())};
  const std::size_t dimension = model_.dimension();
  const std::int8_t* row = model_.vectors() + number * dimension;
  added.length = word(number).length;
  for (std::size_t i = 0; i < query_.size(); ++i) {
    const float lengths = added.length * query_[i].length;
    if (lengths <= 0) continue;
    const auto product =
        static_cast<float>(dot(row, model_.vectors() + query_[i].number * dimension, dimension));
    added.cosine[i] = product * model_.scale(number) * model_.scale(query_[i].number) / lengths;
    added.best = std::max(added.best, added.cosine[i]);
  }
  return added;
}

void SoftMatcher::grow() {
  std::vector<Slot> slots(std::max(kFewestSlots, 2 * slots_.size()));
  for (const Slot& slot : slots_) {
    if (slot.place == 0) continue;
    std::size_t at = slot.number * kSpread & (slots.size() - 1);
    while (slots[at].place != 0) at = (at + 1) & (slots.size() - 1);
    slots[at] = slot;
  }
  slots_ = std::move(slots);
}

SoftMatch SoftMatcher::match(std::string_view text) {
  Cosines best{};
  float text_sum = 0, text_weight = 0;
  std::size_t seen = 0;
  pooler_.for_each_number(text, [&](std::uint32_t number) {
    if (seen == kMaxTextWords) return;
    ++seen;
    const Known& entry = known(number);
    for (std::size_t i = 0; i < kMaxQueryWords; ++i) best[i] = std::max(best[i], entry.cosine[i]);
    text_sum += entry.length * entry.best;
    text_weight += entry.length;
  });
  return {query_mean(best), text_weight > 0 ? text_sum / text_weight : 0};
}

float SoftMatcher::query_mean(const Cosines& best) const noexcept {
  float sum = 0;
  for (std::size_t i = 0; i < query_.size(); ++i) sum += query_[i].length * best[i];
  return query_weight_ > 0 ? sum / query_weight_ : 0;
}

float SoftMatcher::worst_mean(const Cosines& best) const noexcept {
  if (query_.empty()) return 0;
  Cosines sorted = best;
  const auto words = static_cast<std::ptrdiff_t>(query_.size());
  std::sort(sorted.begin(), sorted.begin() + words);
  const auto third = (words + 2) / 3;
  return std::accumulate(sorted.begin(), sorted.begin() + third, 0.0F) / static_cast<float>(third);
}

BodyMatch SoftMatcher::match_body(std::string_view text) {
  constexpr std::size_t kHalf = kMaxQueryWords / 2;
  const bool is_long = query_.size() > kHalf;
  const auto raise = [is_long](Cosines& to, const Cosines& by) {
    for (std::size_t i = 0; i < kHalf; ++i) to[i] = std::max(to[i], by[i]);
    if (is_long)
      for (std::size_t i = kHalf; i < kMaxQueryWords; ++i) to[i] = std::max(to[i], by[i]);
  };
  Cosines whole{}, before_last{}, last{}, line{};
  BodyMatch match;
  const auto end_line = [&] {
    raise(whole, line);
    Cosines window = line;
    raise(window, last);
    raise(window, before_last);
    match.window = std::max(match.window, query_mean(window));
    before_last = last;
    last = line;
    line = {};
  };
  // Lines without words, such as empty ones and brackets, separate nothing.
  const char* line_end = nullptr;
  pooler_.for_each_number_at(text, [&](std::uint32_t number, const char* place) {
    if (line_end == nullptr || place > line_end) {
      if (line_end != nullptr) end_line();
      const auto at = text.find('\n', static_cast<std::size_t>(place - text.data()));
      line_end = text.data() + std::min(at, text.size());
    }
    raise(line, known(number).cosine);
  });
  if (line_end != nullptr) end_line();
  match.mean = query_mean(whole);
  match.worst = worst_mean(whole);
  return match;
}

}  // namespace codeweaver::model
