// Vocabulary: maps tokens to numbers and back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/vocabulary.hpp"

#include <algorithm>

#include "base/try.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {

std::size_t characters_in(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

Result<Vocabulary> Vocabulary::parse(const json::Value* model, const std::string& origin) {
  const auto* found = part_of(model, "vocab");
  const auto* words = found == nullptr ? nullptr : found->if_object();
  if (words == nullptr || words->empty()) return broken_tokenizer(origin, "without a vocabulary");
  Vocabulary out;
  out.numbers_.reserve(words->size());
  for (const auto& [word, number] : *words) {
    CODEWEAVER_ASSIGN(const auto id, token_number(&number, origin));
    out.add(word, id);
  }
  return out;
}

Result<Vocabulary> Vocabulary::parse_pairs(const json::Value* model, const std::string& origin) {
  const auto& pairs = list_of(model, "vocab");
  if (pairs.empty()) return broken_tokenizer(origin, "without a vocabulary");
  Vocabulary out;
  out.numbers_.reserve(pairs.size());
  for (const auto& item : pairs) {
    const auto* pair = item.if_array();
    const auto* word = pair == nullptr || pair->size() != 2 ? nullptr : pair->front().if_string();
    if (word == nullptr) return broken_tokenizer(origin, "with a piece that has no text");
    out.add(*word, static_cast<std::uint32_t>(out.texts_.size()));
  }
  return out;
}

void Vocabulary::add(const std::string& token, std::uint32_t id) {
  const auto& [text, kept] = *numbers_.insert_or_assign(token, id).first;
  if (texts_.size() <= id) texts_.resize(id + 1);
  texts_[id] = text;
}

std::optional<std::uint32_t> Vocabulary::find(std::string_view token) const {
  const auto found = numbers_.find(token);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view Vocabulary::text(std::uint32_t id) const noexcept {
  return id < texts_.size() ? texts_[id] : std::string_view();
}

std::size_t Vocabulary::median_length() const {
  std::vector<std::size_t> lengths;
  lengths.reserve(numbers_.size());
  for (const auto& [word, id] : numbers_) lengths.push_back(characters_in(word));
  if (lengths.empty()) return 0;
  std::ranges::sort(lengths);
  const auto half = lengths.size() / 2;
  return lengths.size() % 2 == 1 ? lengths[half] : (lengths[half - 1] + lengths[half]) / 2;
}

}  // namespace codeweaver::tokens
