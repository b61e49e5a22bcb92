// AnchorSearch: builds its tables and scans a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "secrets/anchor_search.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace codeweaver::secrets {
namespace {

/// Returns four characters as one number, ignoring case.
std::uint32_t gram_key(const char* four) noexcept {
  std::uint32_t gram = 0;
  std::memcpy(&gram, four, sizeof gram);
  return gram | 0x20202020U;
}

/// Returns a 15-bit hash of the first three of four bytes, ignoring case.
std::uint32_t set_key(const char* three) noexcept {
  return ((gram_key(three) & 0x00FFFFFFU) * 0x9E3779B1U) >> 17U;
}

constexpr std::string_view kAnyCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_-";

}  // namespace

AnchorSearch::AnchorSearch(std::span<const Anchor> anchors) {
  for (const auto& anchor : anchors) {
    std::string text(anchor.text);
    if (text.back() != kAny) {
      add(text.data(), anchor.number);
      continue;
    }
    for (const char c : kAnyCharacters) {
      text.back() = c;
      add(text.data(), anchor.number);
    }
  }
}

bool AnchorSearch::may_hold(const char* three) const noexcept {
  const std::uint32_t key = set_key(three);
  return (set_[key / 64] >> (key % 64) & 1U) != 0;
}

std::size_t AnchorSearch::slot_of(std::uint32_t gram) const noexcept {
  std::size_t slot = (gram * 0x9E3779B1U) >> 20U;
  while (slots_[slot].gram != 0 && slots_[slot].gram != gram) slot = (slot + 1) % kSlots;
  return slot;
}

void AnchorSearch::add(const char* anchor, std::uint16_t number) {
  const std::string padded = std::string(anchor, kLength) + ' ';
  for (const std::size_t at : {0U, 1U}) {
    const std::uint32_t key = set_key(padded.data() + at);
    set_[key / 64] |= std::uint64_t{1} << (key % 64);
  }
  const std::uint32_t gram = gram_key(anchor);
  auto& slot = slots_[slot_of(gram)];
  if (slot.gram == 0) {
    slot = {gram, static_cast<std::uint32_t>(lists_.size())};
    lists_.emplace_back();
  }
  auto& list = lists_[slot.list];
  if (std::ranges::find(list, number) == list.end()) list.push_back(number);
}

AnchorSearch::Hit AnchorSearch::next(std::string_view text, std::size_t from) const noexcept {
  if (text.size() < kLength) return {text.size(), {}};
  const char* const bytes = text.data();
  const std::size_t last = text.size() - kLength;  // last position with four bytes
  const auto hit_at = [&](std::size_t position) -> Hit {
    if (position < from || position > last) return {text.size(), {}};
    const auto& slot = slots_[slot_of(gram_key(bytes + position))];
    if (slot.gram == 0) return {text.size(), {}};
    return {position, lists_[slot.list]};
  };
  for (std::size_t at = from & ~std::size_t{1}; at <= last; at += 2) {
    if (!may_hold(bytes + at)) continue;
    for (const std::size_t position : {at - 1, at})  // hit_at() rejects 0 - 1
      if (const auto hit = hit_at(position); hit.position < text.size()) return hit;
  }
  // The last three bytes of an anchor at the end may begin at an even position after `last`.
  return hit_at(last);
}

}  // namespace codeweaver::secrets
