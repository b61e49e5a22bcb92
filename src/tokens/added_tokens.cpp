// AddedTokens: finds tokens by their first byte.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/added_tokens.hpp"

#include <algorithm>
#include <utility>

#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"

namespace codeweaver::tokens {
namespace {

/// The last character of a non-empty text, and its size in bytes.
text::DecodedChar last_character(std::string_view text) noexcept {
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  const auto decoded = text::decode_utf8(text.substr(at));
  return {decoded.code, text.size() - at};
}

bool is_of_word(char32_t c) noexcept {
  return c == '_' || is_letter(c) || is_number(c) || is_mark(c);
}

bool stands_in_word(std::string_view text, std::size_t begin, std::size_t end) noexcept {
  return (begin > 0 && is_of_word(last_character(text.substr(0, begin)).code)) ||
         (end < text.size() && is_of_word(text::decode_utf8(text.substr(end)).code));
}

std::size_t without_blanks_behind(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto last = last_character(text);
    if (!is_blank(last.code)) break;
    text.remove_suffix(last.size);
  }
  return text.size();
}

std::size_t blanks_before(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto next = text::decode_utf8(text.substr(at));
    if (!is_blank(next.code)) break;
    at += next.size;
  }
  return at;
}

}  // namespace

void AddedTokens::add(AddedToken token) {
  if (token.text.empty()) return;
  auto& same = by_first_byte_[static_cast<unsigned char>(token.text.front())];
  same.push_back(std::move(token));
  std::ranges::stable_sort(same, std::ranges::greater{},
                           [](const AddedToken& one) { return one.text.size(); });
}

const AddedToken* AddedTokens::longest_at(std::string_view text, std::size_t at) const {
  const auto& same = by_first_byte_[static_cast<unsigned char>(text[at])];
  const auto found = std::ranges::find_if(
      same, [&](const AddedToken& token) { return text.substr(at).starts_with(token.text); });
  return found == same.end() ? nullptr : &*found;
}

bool AddedTokens::split(std::string_view text,
                        const std::function<bool(const Piece&)>& take) const {
  std::size_t taken = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto* const token = longest_at(text, at);
    if (token == nullptr) {
      ++at;
      continue;
    }
    auto begin = at, end = at + token->text.size();
    at = end;
    if (token->is_single_word && stands_in_word(text, begin, end)) continue;
    if (token->takes_left) begin = std::max(without_blanks_behind(text.substr(0, begin)), taken);
    if (token->takes_right) end += blanks_before(text.substr(end));
    if (begin > taken && !take({text.substr(taken, begin - taken), {}})) return false;
    if (!take({text.substr(begin, end - begin), token->id})) return false;
    taken = end;
    at = std::max(at, end);
  }
  return taken >= text.size() || take({text.substr(taken), {}});
}

}  // namespace codeweaver::tokens
