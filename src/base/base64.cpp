// Base64 (RFC 4648), for binary content and for opaque tokens that clients send back.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/base64.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace codeweaver::base {
namespace {

constexpr std::string_view kBase64Letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kBase64UrlLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(std::string_view bytes, std::string_view alphabet) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    for (held += 8; held >= 6; held -= 6) out += alphabet[bits >> (held - 6) & 63U];
  }
  if (held > 0) out += alphabet[bits << (6 - held) & 63U];
  return out;
}

std::optional<std::string> decode(std::string_view text, std::string_view alphabet) {
  constexpr std::uint8_t kNone = 64;
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const auto digit = digits[static_cast<unsigned char>(c)];
    if (digit == kNone) return std::nullopt;
    bits = bits << 6U | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 255U);
    }
  }
  return out;
}

}  // namespace

std::string base64(std::string_view bytes) {
  auto out = encode(bytes, kBase64Letters);
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string base64_url(std::string_view bytes) {
  return encode(bytes, kBase64UrlLetters);
}

std::optional<std::string> parse_base64(std::string_view text) {
  const auto end = std::min(text.find('='), text.size());
  auto out = decode(text.substr(0, end), kBase64Letters);
  if (!out) return out;
  const auto whole = base64(*out);
  const bool is_it = whole == text || (end == text.size() && whole.substr(0, end) == text);
  return is_it ? out : std::nullopt;
}

std::optional<std::string> parse_base64_url(std::string_view text) {
  auto out = decode(text, kBase64UrlLetters);
  // Each value has one encoding: no single trailing digit, no bits after the last byte.
  if (!out || base64_url(*out) != text) return std::nullopt;
  return out;
}

}  // namespace codeweaver::base
