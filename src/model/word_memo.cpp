// WordMemo: compares words of at most 24 bytes as three integers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "model/word_memo.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "model/static_model.hpp"

namespace codeweaver::model {
namespace {

constexpr std::size_t kMostRemembered = 1U << 14;  // limit for the stored numbers of split words

/// Sets 0x20 in capitals. In parts, bytes in [0x40, 0x60) are always capitals.
constexpr std::uint64_t lower_bytes(std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kBit6 = 0x4040404040404040U;
  return bytes | ((bytes & ~(bytes << 1U) & ~(bytes >> 1U) & kBit6) >> 1U);
}

/// Loads the first `size` bytes (1 to 8), lower-cased.
std::uint64_t load(const char* bytes, std::size_t size, std::size_t readable) noexcept {
  std::uint64_t value = 0;
  if (readable >= sizeof value)
    std::memcpy(&value, bytes, sizeof value);
  else
    std::memcpy(&value, bytes, size);
  return lower_bytes(value & ~std::uint64_t{0} >> (64 - 8 * size));
}

WordKey key_of(std::string_view part, std::size_t readable) noexcept {
  WordKey key;
  key.bytes[0] = load(part.data(), std::min<std::size_t>(part.size(), 8), readable);
  for (std::size_t i = 1; 8 * i < part.size(); ++i)
    key.bytes[i] =
        load(part.data() + 8 * i, std::min<std::size_t>(part.size() - 8 * i, 8), readable - 8 * i);
  return key;
}

/// The top bits are well mixed.
std::uint64_t place_hash(const WordKey& key) noexcept {
  const auto [first, second, third] = key.bytes;
  const std::uint64_t rest = second * 0xC2B2AE3D27D4EB4FU ^ third * 0x165667B19E3779F9U;
  return (first ^ first >> 32U ^ rest) * 0x9E3779B97F4A7C15U;
}

}  // namespace

std::span<const std::uint32_t> WordMemo::numbers(std::string_view part, std::size_t readable) {
  const WordKey key = key_of(part, readable);
  Entry& entry = entries_[place_hash(key) >> (64 - kEntryBits)];
  if (entry.key != key) {
    entry.key = key;
    look_up(entry, part.size());
  }
  if (entry.count <= 1) return {&entry.first, entry.count};
  return std::span(pieces_).subspan(entry.first, entry.count);
}

void WordMemo::look_up(Entry& entry, std::size_t size) {
  std::array<char, kMaxWordBytes> bytes;
  std::memcpy(bytes.data(), entry.key.bytes.data(), bytes.size());
  std::array<std::uint32_t, kMostPieces> numbers{};
  std::uint32_t count = 0;
  for_each_number_of_word(
      {bytes.data(), size}, [this](std::string_view word) { return model_->find(word); },
      [&](std::uint32_t number) { numbers[count++] = number; });
  entry.count = count;
  if (count <= 1) {
    entry.first = numbers[0];
    return;
  }
  if (pieces_.size() + count > kMostRemembered) {
    const WordKey kept = entry.key;
    std::ranges::fill(entries_, Entry{});
    pieces_.clear();
    entry = {.key = kept, .first = 0, .count = count};
  }
  entry.first = static_cast<std::uint32_t>(pieces_.size());
  pieces_.insert(pieces_.end(), numbers.begin(), numbers.begin() + count);
}

}  // namespace codeweaver::model
