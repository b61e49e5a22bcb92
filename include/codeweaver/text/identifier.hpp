// Identifier splitting and case folding: from `parseHTTPResponse` to parse, http, response.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_TEXT_IDENTIFIER_HPP_
#define CODEWEAVER_TEXT_IDENTIFIER_HPP_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/stem.hpp"

namespace codeweaver::inline v0_1::text {

/// Character class of a byte. Bytes of non-ASCII characters count as lower-case letters.
enum class ByteClass : std::uint8_t { kSeparator, kLower, kUpper, kDigit, kUnderscore };

namespace detail {
consteval std::array<ByteClass, 256> make_byte_classes() {
  std::array<ByteClass, 256> table{};
  for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = ByteClass::kLower;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) table[c] = ByteClass::kUpper;
  for (std::size_t c = '0'; c <= '9'; ++c) table[c] = ByteClass::kDigit;
  for (std::size_t c = 0x80; c < 0x100; ++c) table[c] = ByteClass::kLower;
  table['_'] = ByteClass::kUnderscore;
  return table;
}
inline constexpr std::array<ByteClass, 256> kByteClasses = make_byte_classes();
}  // namespace detail

constexpr ByteClass byte_class(char c) noexcept {
  return detail::kByteClasses[static_cast<unsigned char>(c)];
}
constexpr char to_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
/// Converts ASCII letters to lower case; other bytes stay.
inline std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

/// End of the part that begins at text[begin], which must be a letter or digit. Parts are
/// `[A-Z]+(?=[A-Z][a-z]) | [A-Z]?[a-z]+ | [A-Z]+ | [0-9]+`, except that a plural s stays with its
/// acronym (`URLs`, `userIDs`).
constexpr std::size_t part_end(std::string_view text, std::size_t begin) noexcept {
  const auto run = [text](std::size_t from, ByteClass kind) {
    while (from < text.size() && byte_class(text[from]) == kind) ++from;
    return from;
  };
  const ByteClass first = byte_class(text[begin]);
  std::size_t end = run(begin + 1, first);
  if (first != ByteClass::kUpper || end == text.size() ||
      byte_class(text[end]) != ByteClass::kLower)
    return end;
  const std::size_t lower_end = run(end, ByteClass::kLower);
  if (end - begin == 1) return lower_end;
  const bool plural = text[end] == 's' && lower_end == end + 1;
  return plural ? lower_end : end - 1;
}

/// Calls visit(std::string_view) for every part of every identifier in `text`, in order and in the
/// original case. Cost: one pass, no allocation.
template <class Visit>
constexpr void for_each_part(std::string_view text, Visit&& visit) {
  for (std::size_t i = 0; i < text.size();) {
    const ByteClass kind = byte_class(text[i]);
    if (kind == ByteClass::kSeparator || kind == ByteClass::kUnderscore) {
      ++i;
      continue;
    }
    const std::size_t end = part_end(text, i);
    visit(text.substr(i, end - i));
    i = end;
  }
}

namespace detail {
/// Bit i is set if bytes[i] is not a separator, for 64 bytes. Compilers vectorize these loops.
inline std::uint64_t word_bytes(const char* bytes) noexcept {
  std::array<std::uint8_t, 64> flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    const auto letter = static_cast<std::uint8_t>((byte | 0x20U) - 'a');
    const auto digit = static_cast<std::uint8_t>(byte - '0');
    flags[i] =
        static_cast<std::uint8_t>((letter < 26) | (digit < 10) | (byte == '_') | (byte >= 0x80));
  }
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < flags.size(); i += 8) {
    std::uint64_t eight = 0;
    for (std::size_t k = 0; k < 8; ++k) eight |= std::uint64_t{flags[i + k]} << 8 * k;
    bits |= (eight * 0x0102040810204080U >> 56U) << i;
  }
  return bits;
}
}  // namespace detail

/// Calls visit(std::string_view) for every maximal run of letters, digits and underscores. Finds
/// word boundaries in blocks of 64 bytes, because a branch per byte would be mispredicted at each
/// word.
template <class Visit>
constexpr void for_each_word(std::string_view text, Visit&& visit) {
  constexpr std::size_t kBlock = 64;
  std::size_t begin = 0;
  bool inside = false;
  for (std::size_t block = 0; block <= text.size(); block += kBlock) {
    const std::size_t count = text.size() - block < kBlock ? text.size() - block : kBlock;
    std::uint64_t word = 0;
    if (count == kBlock)
      word = detail::word_bytes(text.data() + block);
    else
      for (std::size_t i = 0; i < count; ++i)
        word |= std::uint64_t{byte_class(text[block + i]) != ByteClass::kSeparator} << i;
    std::uint64_t change = word ^ (word << 1U | std::uint64_t{inside});
    for (; change != 0; change &= change - 1) {
      const std::size_t at = block + static_cast<std::size_t>(std::countr_zero(change));
      if (inside) visit(text.substr(begin, at - begin));
      begin = at;
      inside = !inside;
    }
  }
}

/// The lower-case parts of the identifiers in `text`: "getHTTPResponse_v2" gives get, http,
/// response, v, 2.
inline std::vector<std::string> split_identifier(std::string_view text) {
  std::vector<std::string> parts;
  for_each_part(text, [&parts](std::string_view part) { parts.push_back(to_lower(part)); });
  return parts;
}

/// The identifier in lower case without underscores, the same for all naming styles:
/// "parse_config", "parseConfig" and "PARSE_CONFIG" give "parseconfig".
inline std::string fold_identifier(std::string_view identifier) {
  std::string folded;
  folded.reserve(identifier.size());
  for (const char c : identifier)
    if (c != '_') folded += to_lower(c);
  return folded;
}

}  // namespace codeweaver::inline v0_1::text

#endif  // CODEWEAVER_TEXT_IDENTIFIER_HPP_
