// CharacterMap: looks characters up in SentencePiece's double array.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "tokens/character_map.hpp"

#include <utility>

#include "base/base64.hpp"
#include "codeweaver/detail/unicode_words.hpp"
#include "tokens/characters.hpp"
#include "tokens/tokenizer_json.hpp"

namespace codeweaver::tokens {
namespace {

constexpr std::size_t kUnitBytes = 4, kShort = 6;  // bytes; shorter texts are looked up whole

std::uint32_t little_endian(std::string_view bytes) noexcept {
  std::uint32_t out = 0;
  for (std::size_t i = kUnitBytes; i-- > 0;)
    out = out << 8U | static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
  return out;
}

// The fields of a unit of the double array.
bool has_leaf(std::uint32_t unit) noexcept {
  return (unit >> 8U & 1U) != 0;
}
std::uint32_t value_of(std::uint32_t unit) noexcept {
  return unit & 0x7FFFFFFFU;
}
std::uint32_t label_of(std::uint32_t unit) noexcept {
  return unit & 0x800000FFU;
}
std::uint32_t offset_of(std::uint32_t unit) noexcept {
  return (unit >> 10U) << ((unit & 0x200U) >> 6U);
}

/// The size of the first visible character: a line end, or a character with its marks.
std::size_t first_shown(std::string_view text) noexcept {
  if (text.starts_with("\r\n")) return 2;
  const auto [first, size] = text::decode_utf8(text);
  if (stands_alone(first)) return size;
  std::size_t at = size;
  while (at < text.size()) {
    const auto [next, bytes] = text::decode_utf8(text.substr(at));
    if (!extends_before(next)) break;
    at += bytes;
  }
  return at;
}

}  // namespace

Result<CharacterMap> CharacterMap::parse(const json::Value& normalizer, const std::string& origin) {
  const auto bytes = base::parse_base64(json::text_or_empty(normalizer, "precompiled_charsmap"));
  if (!bytes || bytes->size() < kUnitBytes)
    return broken_tokenizer(origin, "without its character map");
  const std::string_view all = *bytes;
  const std::size_t size = little_endian(all);
  if (size > all.size() - kUnitBytes || size % kUnitBytes != 0)
    return broken_tokenizer(origin, "with a truncated character map");
  CharacterMap out;
  for (std::size_t at = kUnitBytes; at < kUnitBytes + size; at += kUnitBytes)
    out.units_.push_back(little_endian(all.substr(at)));
  out.texts_ = all.substr(kUnitBytes + size);
  return out;
}

/// Uses the shortest prefix that has a replacement.
std::optional<std::string_view> CharacterMap::replacement_of(std::string_view text) const noexcept {
  if (units_.empty()) return std::nullopt;
  std::size_t at = offset_of(units_[0]);
  for (const char c : text) {
    const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
    if (byte == 0) return std::nullopt;
    at ^= byte;
    if (at >= units_.size() || label_of(units_[at]) != byte) return std::nullopt;
    const auto unit = units_[at];
    at ^= offset_of(unit);
    if (!has_leaf(unit)) continue;
    if (at >= units_.size() || value_of(units_[at]) > texts_.size()) return std::nullopt;
    const auto found = std::string_view(texts_).substr(value_of(units_[at]));
    return found.substr(0, found.find('\0'));
  }
  return std::nullopt;
}

std::string CharacterMap::normalized(std::string_view text) const {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    auto shown = text.substr(0, first_shown(text));
    text.remove_prefix(shown.size());
    if (shown.size() < kShort) {
      if (const auto whole = replacement_of(shown)) {
        out += *whole;
        continue;
      }
    }
    while (!shown.empty()) {
      const auto character = shown.substr(0, text::decode_utf8(shown).size);
      out += replacement_of(character).value_or(character);
      shown.remove_prefix(character.size());
    }
  }
  return out;
}

}  // namespace codeweaver::tokens
