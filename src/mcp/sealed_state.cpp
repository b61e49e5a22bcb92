// SealedState: state between two requests that the client keeps and cannot forge.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "mcp/sealed_state.hpp"

#include <bit>
#include <random>

#include "base/base64.hpp"
#include "json/writer.hpp"

namespace codeweaver::mcp {
namespace {

/// The internal state of SipHash, as in its paper.
struct SipState {
  std::uint64_t v0, v1, v2, v3;

  void round() noexcept {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void absorb(std::uint64_t word) noexcept {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
  std::uint64_t finish() noexcept {
    for (int i = 0; i < 4; ++i) round();
    return v0 ^ v1 ^ v2 ^ v3;
  }
};

std::uint64_t word_at(std::string_view bytes, std::size_t at) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < 8 && at + i < bytes.size(); ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return word;
}

std::uint64_t random_word() {
  std::random_device device;  // the operating system's
  return static_cast<std::uint64_t>(device()) << 32U | device();
}

std::string as_bytes(const std::array<std::uint64_t, 2>& words) {
  std::string out;
  for (const auto word : words)
    for (unsigned i = 0; i < 8; ++i) out += static_cast<char>(word >> (8 * i) & 255U);
  return out;
}

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

std::array<std::uint64_t, 2> siphash(const std::array<std::uint64_t, 2>& key,
                                     std::string_view bytes) noexcept {
  SipState state{key[0] ^ 0x736f6d6570736575U, key[1] ^ 0x646f72616e646f6dU ^ 0xeeU,
                 key[0] ^ 0x6c7967656e657261U, key[1] ^ 0x7465646279746573U};
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) state.absorb(word_at(bytes, at));
  state.absorb(word_at(bytes, at) | static_cast<std::uint64_t>(bytes.size()) << 56U);
  state.v2 ^= 0xeeU;
  const auto low = state.finish();
  state.v1 ^= 0xddU;
  return {low, state.finish()};
}

StateSealer::StateSealer(std::chrono::milliseconds ttl)
    : key_{random_word(), random_word()}, ttl_(ttl) {}

std::string StateSealer::tag(std::string_view bytes) const {
  return as_bytes(siphash(key_, bytes));
}

std::string StateSealer::seal(const json::Value& state, std::string_view request) const {
  const auto text = json::dump(json::Object{{"state", state},
                                            {"request", base::base64_url(tag(request))},
                                            {"expires", now_ms() + ttl_.count()}});
  return base::base64_url(text) + '.' + base::base64_url(tag(text));
}

std::optional<json::Value> StateSealer::open(std::string_view sealed,
                                             std::string_view request) const {
  const auto dot = sealed.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto text = base::parse_base64_url(sealed.substr(0, dot));
  const auto given = base::parse_base64_url(sealed.substr(dot + 1));
  if (!text || !given) return std::nullopt;
  const auto expected = tag(*text);
  unsigned difference = given->size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < expected.size() && i < given->size(); ++i)  // in constant time
    difference |= static_cast<unsigned char>((*given)[i] ^ expected[i]);
  if (difference != 0) return std::nullopt;
  const auto value = json::parse(*text);
  if (!value) return std::nullopt;
  const auto* bound = value->find("request");
  const auto* expires = value->find("expires");
  const auto* state = value->find("state");
  if (bound == nullptr || *bound != json::Value(base::base64_url(tag(request))) ||
      state == nullptr || expires == nullptr || expires->if_integer() == nullptr ||
      *expires->if_integer() < now_ms())
    return std::nullopt;
  return *state;
}

std::string random_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const auto word : {random_word(), random_word()})
    for (int shift = 60; shift >= 0; shift -= 4) out += kDigits[word >> shift & 15U];
  return out;
}

}  // namespace codeweaver::mcp
