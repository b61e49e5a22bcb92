// The pattern of ByteLevel: 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+|
// ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/byte_words.hpp"

#include <cstdint>

#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"

namespace codeweaver::tokens {
namespace {

enum class ByteClass : std::uint8_t { kLetter, kNumber, kBlank, kOther };

ByteClass class_of(char32_t c) noexcept {
  if (is_letter(c)) return ByteClass::kLetter;
  if (is_number(c)) return ByteClass::kNumber;
  return is_blank(c) ? ByteClass::kBlank : ByteClass::kOther;
}

/// The size of the run of characters of one class at the start of a text. `last`: size of its last
/// character.
std::size_t run_of(std::string_view text, ByteClass wanted, std::size_t& last) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const auto [c, size] = text::decode_utf8(text.substr(at));
    if (class_of(c) != wanted) break;
    last = size;
    at += size;
  }
  return at;
}

std::size_t english_ending(std::string_view text) noexcept {
  for (const std::string_view ending : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
    if (text.starts_with(ending)) return ending.size();
  return 0;
}

/// Visible Latin-1 characters represent themselves. Other bytes map to U+0100 and up, in order.
bool stands_for_itself(unsigned byte) noexcept {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

std::array<int, 0x144> bytes_by_character() {
  std::array<int, 0x144> out{};
  out.fill(-1);
  std::size_t next = 0x100;
  for (unsigned byte = 0; byte < 0x100; ++byte)
    out[stands_for_itself(byte) ? byte : next++] = static_cast<int>(byte);
  return out;
}

}  // namespace

std::size_t first_byte_word(std::string_view text) noexcept {
  if (const auto ending = english_ending(text); ending != 0) return ending;
  const std::size_t blank = text.front() == ' ' ? 1 : 0;
  std::size_t last = 0;
  if (blank < text.size()) {
    const auto next = class_of(text::decode_utf8(text.substr(blank)).code);
    if (next != ByteClass::kBlank) return blank + run_of(text.substr(blank), next, last);
  }
  const auto blanks = run_of(text, ByteClass::kBlank, last);
  // The last blank belongs to the next word.
  return blanks == text.size() || blanks == last ? blanks : blanks - last;
}

std::optional<std::string> bytes_of_token(std::string_view token) {
  static const auto kBytes = bytes_by_character();
  std::string out;
  while (!token.empty()) {
    const auto [c, size] = text::decode_utf8(token);
    if (c >= kBytes.size() || kBytes[c] < 0) return std::nullopt;
    out += static_cast<char>(kBytes[c]);
    token.remove_prefix(size);
  }
  return out;
}

}  // namespace codeweaver::tokens
