// Base64 (RFC 4648): binary content, and opaque texts that travel through clients.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/base64.hpp"

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

}  // namespace

std::string base64(std::string_view bytes) {
  auto out = encode(bytes, kBase64Letters);
  while (out.size() % 4 != 0) out += '=';
  return out;
}

std::string base64_url(std::string_view bytes) {
  return encode(bytes, kBase64UrlLetters);
}

std::optional<std::string> parse_base64_url(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const auto digit = kBase64UrlLetters.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(digit);
    held += 6;
    if (held >= 8) {
      held -= 8;
      out += static_cast<char>(bits >> held & 255U);
    }
  }
  // One spelling for each value: no lone digit, no bits beyond the last byte.
  if (base64_url(out) != text) return std::nullopt;
  return out;
}

}  // namespace codeweaver::base
