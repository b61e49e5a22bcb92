// SHA-1 as specified in FIPS 180-4.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/sha1.hpp"

#include <bit>

namespace codeweaver::base {
namespace {

/// A block and the message schedule, computed on demand. If it is computed at once, g++ 12
/// vectorizes it, which takes twice the time.
class Schedule {
 public:
  explicit Schedule(const unsigned char* block) noexcept {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] = big_endian(block + 4 * i);
  }
  std::uint32_t next() noexcept {
    auto& word = words_[at_ % 16];
    if (at_ >= 16)
      word = std::rotl(
          words_[(at_ + 13) % 16] ^ words_[(at_ + 8) % 16] ^ words_[(at_ + 2) % 16] ^ word, 1);
    ++at_;
    return word;
  }

 private:
  std::array<std::uint32_t, 16> words_;
  std::size_t at_ = 0;
};

}  // namespace

void Sha1::take(const unsigned char* block) noexcept {
  Schedule words(block);
  std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3], e = state_[4];
  const auto turn = [&](std::uint32_t mixed) {
    const std::uint32_t next = std::rotl(a, 5) + e + mixed + words.next();
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
  for (int i = 0; i < 20; ++i) turn((d ^ (b & (c ^ d))) + 0x5a827999);
  for (int i = 0; i < 20; ++i) turn((b ^ c ^ d) + 0x6ed9eba1);
  for (int i = 0; i < 20; ++i) turn(((b & c) | (d & (b | c))) + 0x8f1bbcdc);
  for (int i = 0; i < 20; ++i) turn((b ^ c ^ d) + 0xca62c1d6);
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
  state_[4] += e;
}

void Sha1::add(std::string_view bytes) noexcept {
  buffer_.add(bytes, [this](const unsigned char* block) { take(block); });
}

std::string Sha1::hex() noexcept {
  buffer_.end([this](const unsigned char* block) { take(block); });
  return hex_of_words(state_);
}

}  // namespace codeweaver::base
